#include "password.h"

#include "crypto/crypto.h"
#include "token/attempts.h"

namespace cambio::auth {

namespace {

constexpr const char* client_by_id = "select email, password_hash from clients where id = $1";

}  // namespace

void expect_password(pg::Transaction& tx, ClientId client, const std::string& password) {
    const auto row = tx.one(client_by_id, {client});
    const auto subject = "login:" + row.str("email");
    token::begin_attempt(tx, subject);
    if (!crypto::verify_password(row.str("password_hash"), password)) {
        token::count_wrong_attempt(tx, subject);
        tx.commit();
        throw Error{Code::wrong_password, "password"};
    }
    token::forget_attempts(tx, subject);
}

}  // namespace cambio::auth
