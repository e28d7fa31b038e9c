#include "account/passwords.h"

#include <algorithm>
#include <string>

#include "clients/settings.h"
#include "crypto/crypto.h"
#include "error/error.h"
#include "text/letters.h"
#include "token/browser_links.h"
#include "token/codes.h"
#include "token/one_time.h"

// The list is a part of the program: lines in lower case, sorted by their bytes.
asm(".pushsection .rodata.common_passwords, \"a\"\n"
    "cambio_common_passwords: .incbin \"" CAMBIO_COMMON_PASSWORDS
    "\"\n"
    "cambio_common_passwords_end:\n"
    ".popsection\n");
extern "C" const char cambio_common_passwords[];
extern "C" const char cambio_common_passwords_end[];

namespace cambio::account {

namespace {

constexpr int remembered = 5;

constexpr const char* known_hashes = R"sql(
    (select password_hash from clients where id = $1)
    union all
    (select password_hash from password_history where client_id = $1 order by id desc limit $2)
)sql";

constexpr const char* remember_current = R"sql(
    insert into password_history (client_id, password_hash)
    select id, password_hash from clients where id = $1
)sql";

constexpr const char* forget_older = R"sql(
    delete from password_history where client_id = $1 and id not in
        (select id from password_history where client_id = $1 order by id desc limit $2)
)sql";

/// Of UTF-8, where every byte but those that continue a character begins one.
std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// Whether one of the list's sorted lines is that text.
bool listed(std::string_view list, std::string_view text) {
    while (!list.empty()) {
        const auto middle = list.rfind('\n', list.size() / 2);
        const auto begin = middle == std::string_view::npos ? 0 : middle + 1;
        const auto end = list.find('\n', begin);
        const auto line = list.substr(begin, end - begin);
        if (line == text) return true;
        list = line < text ? list.substr(end + 1) : list.substr(0, begin);
    }
    return false;
}

}  // namespace

bool common_password(std::string_view password) {
    const std::string_view list{cambio_common_passwords, cambio_common_passwords_end};
    return listed(list, text::lower(password));
}

void expect_good_password(std::string_view password, std::size_t shortest, const char* field) {
    if (characters(password) < shortest)
        throw Error{Code::password_too_short, field}.with("minimum", std::to_string(shortest));
    if (common_password(password)) throw Error{Code::password_common, field};
}

void expect_no_address(std::string_view password, std::string_view email, const char* field) {
    const auto text = text::lower(password), address = text::lower(email);
    if (text == address || text == address.substr(0, address.find('@')))
        throw Error{Code::password_is_address, field};
}

bool recently_used(pg::Transaction& tx, ClientId client, std::string_view password) {
    for (const auto row : tx.run(known_hashes, {client, remembered}))
        if (crypto::verify_password(row.str("password_hash"), password)) return true;
    return false;
}

void end_proofs(pg::Transaction& tx, ClientId client, std::string_view email) {
    token::end_one_time(tx, client);
    token::end_codes(tx, client, email);
    token::end_browser_links(tx, client);
}

void set_password(pg::Transaction& tx, ClientId client, std::string_view email,
                  std::string_view password) {
    end_proofs(tx, client, email);
    tx.change(1, remember_current, {client});
    tx.run(forget_older, {client, remembered});
    clients::set_password_hash(tx, client, crypto::hash_password(password));
}

}  // namespace cambio::account
