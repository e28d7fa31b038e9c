#include "account/step_up.h"

#include "account/passkeys.h"
#include "clients/connections.h"
#include "crypto/crypto.h"
#include "earn/plans.h"
#include "error/error.h"
#include "token/acting.h"
#include "token/attempts.h"
#include "token/codes.h"
#include "token/two_factor.h"

namespace cambio::account {

namespace {

constexpr Rule table[] = {
#define X(act, password, told) {Act::act, #act, Secret::password, notices::Kind::told},
#include "account/step_up.def"
#undef X
};

constexpr const char* email_by_id = "select email from clients where id = $1";

// No-key: rows that refer to the client (sessions, orders) may be written meanwhile.
constexpr const char* lock_client = R"sql(
    select email, user_unique_id, language, password_hash, transaction_password_hash,
           coalesce(anti_phishing_code, '') as anti_phishing_code,
           coalesce(mobile_number, '') as mobile_number
      from clients where id = $1 for no key update
)sql";

constexpr const char* read_lock = R"sql(
    select coalesce(trading_locked_until > now(), false) as locked from clients where id = $1
)sql";

std::string listed(const std::vector<std::string>& names) {
    std::string list;
    for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

std::vector<std::string> names_of(const clients::Connections& connections) {
    std::vector<std::string> names;
    if (connections.google) names.emplace_back("Google");
    if (!connections.wallet_address.empty()) names.push_back(connections.wallet_address);
    return names;
}

/// Where the code of an act is kept. Codes of different acts are different codes.
struct Slot {
    token::Purpose purpose;
    std::string address;
};
Slot slot_of(Act act, const std::string& email) {
    // That code has a call of its own, too.
    if (act == Act::change_password) return {token::Purpose::change_password, email};
    return {token::Purpose::step_up, std::string{rule_of(act).name} + ':' + email};
}

/// A wrong try counts only when it is committed.
[[noreturn]] void refuse(pg::Transaction& tx, Code code, const char* field) {
    tx.commit();
    throw Error{code, field};
}

void expect_factor(pg::Transaction& tx, const token::HashKeys& keys, const token::Session& session,
                   const Owner& owner, Act act, const Proof& proof) {
    if (!proof.passkey.empty()) {
        expect_passkey(tx, ask_of(session, token::PasskeyUse::step_up, rule_of(act).name),
                       token::Asker::session(session.id), proof.passkey);
        return;
    }
    if (token::two_factor_on(tx, owner.id)) {
        if (proof.two_factor_code.empty())
            throw Error{Code::missing_parameter, proof.two_factor_field};
        if (token::check_second_factor(tx, keys, owner.id, token::Asker::session(session.id),
                                       proof.two_factor_code) == token::SecondFactor::wrong)
            refuse(tx, Code::two_factor_wrong, proof.two_factor_field);
        return;
    }
    if (proof.mailed_code.empty()) throw Error{Code::missing_parameter, proof.mailed_field};
    const auto [purpose, address] = slot_of(act, owner.email);
    switch (token::check_code(tx, keys.current(), purpose, address, proof.mailed_code,
                              token::Asker::session(session.id))) {
        case token::CodeCheck::right:
            return;
        case token::CodeCheck::expired:
            throw Error{Code::code_expired, proof.mailed_field};
        case token::CodeCheck::wrong:
            refuse(tx, Code::code_wrong, proof.mailed_field);
    }
}

}  // namespace

std::span<const Rule> rules() {
    return table;
}

const Rule& rule_of(Act act) {
    return table[static_cast<std::size_t>(act)];
}

Owner lock_owner(pg::Transaction& tx, const token::Session& session) {
    const auto row = tx.one(lock_client, {session.client});
    token::require_not_frozen(tx, session);
    return {session.client,
            row.str("email"),
            row.str("user_unique_id"),
            row.str("language"),
            row.str("anti_phishing_code"),
            row.str("password_hash"),
            row.str("transaction_password_hash"),
            row.str("mobile_number")};
}

Checked check_login_password(pg::Transaction& tx, const token::Session& session,
                             const std::string& password) {
    // The attempt's turn comes before the client's row, as it does when somebody signs in.
    // Each session has its own: who has stolen one keeps the owner from nothing.
    const auto subject = "login:" + tx.one(email_by_id, {session.client}).str("email") + '/' +
                         token::Asker::session(session.id).name;
    token::begin_attempt(tx, subject);
    Checked checked{lock_owner(tx, session), false};
    checked.right = crypto::verify_password(checked.owner.password_hash, password);
    if (checked.right)
        token::forget_attempts(tx, subject);
    else
        token::count_wrong_attempt(tx, subject);
    return checked;
}

void expect_transaction_password(token::TradingPasswords& passwords, const token::Session& session,
                                 const std::string& password, const char* field) {
    switch (passwords.verify(session, password)) {
        case token::PasswordVerdict::right:
            return;
        case token::PasswordVerdict::wrong:
            throw Error{Code::wrong_password, field};
        case token::PasswordVerdict::locked:
            throw Error{Code::trading_locked};
        case token::PasswordVerdict::unavailable:
            break;
    }
    throw Error{Code::unavailable};
}

Owner prove(pg::Transaction& tx, const token::HashKeys& keys, const token::Session& session,
            Act act, const Proof& proof) {
    std::optional<Owner> owner;
    if (rule_of(act).password == Secret::login) {
        auto checked = check_login_password(tx, session, proof.password);
        if (!checked.right) refuse(tx, Code::wrong_password, proof.password_field);
        owner = std::move(checked.owner);
    } else {
        owner = lock_owner(tx, session);
    }
    // Wherever the transaction password was guessed at: what guards the account rests meanwhile.
    if (rule_of(act).password == Secret::transaction &&
        tx.one(read_lock, {owner->id}).boolean("locked"))
        throw Error{Code::trading_locked};
    expect_factor(tx, keys, session, *owner, act, proof);
    if (rule_of(act).password == Secret::login) token::lift_trading_lock(tx, owner->id);
    return *std::move(owner);
}

Json::Value ask_for_passkey(pg::Transaction& tx, const Config& config,
                            const token::Session& session, Act act) {
    return ask_for_passkey(tx, config,
                           ask_of(session, token::PasskeyUse::step_up, rule_of(act).name));
}

std::string issue_code(pg::Transaction& tx, std::string_view key, const token::Session& session,
                       const Owner& owner, Act act) {
    if (token::two_factor_on(tx, owner.id)) throw Error{Code::two_factor_already_on};
    const auto [purpose, address] = slot_of(act, owner.email);
    return token::issue_code(tx, key, purpose, address, token::Asker::session(session.id));
}

void acted(pg::Transaction& tx, ClientId client, Act act, const Origin& origin,
           const Json::Value& data) {
    security_changed(tx, client, rule_of(act).told, origin, data);
}

void end_other_sign_ins(pg::Transaction& tx, ClientId client, const Origin& origin) {
    const auto end = [&](notices::Kind kind, const char* hole, const std::string& names) {
        Json::Value data;
        data[hole] = names;
        security_changed(tx, client, kind, origin, data);
    };
    if (const auto gone = clients::disconnect(tx, client); gone.any())
        end(notices::Kind::connection_changed, "what", listed(names_of(gone)));
    if (const auto names = token::remove_passkeys(tx, client); !names.empty())
        end(notices::Kind::passkey_removed, "name", listed(names));
}

void tell_other_sign_ins(pg::Transaction& tx, ClientId client) {
    auto names = names_of(clients::connections_of(tx, client));
    for (const auto& passkey : token::passkeys_of(tx, client)) names.push_back(passkey.name);
    if (names.empty()) return;
    Json::Value data;
    data["what"] = listed(names);
    notices::tell(tx, client, notices::Kind::other_sign_ins_stay, data);
}

void close_other_ways(pg::Transaction& tx, ClientId client, const Origin& origin) {
    end_other_sign_ins(tx, client, origin);
    if (earn::pause_plans(tx, client) == 0) return;
    record(tx, client, notices::name_of(notices::Kind::plans_paused), origin);
    notices::tell(tx, client, notices::Kind::plans_paused);
}

}  // namespace cambio::account
