#include "clients/settings.h"

namespace cambio::clients {

namespace {

constexpr const char* write_password = R"sql(
    update clients set password_hash = $2, password_changed_at = now() where id = $1
)sql";
constexpr const char* write_transaction_password = R"sql(
    update clients set transaction_password_hash = $2, transaction_password_changed_at = now()
     where id = $1
)sql";
constexpr const char* write_personal = R"sql(
    update clients set name = $2, gender = nullif($3, ''), date_of_birth = nullif($4, '')::date,
                       address = $5
     where id = $1
)sql";
constexpr const char* write_language = "update clients set language = $2 where id = $1";
constexpr const char* write_code = "update clients set anti_phishing_code = $2 where id = $1";
// The higher one of before stands for a day from when it was first lowered, or not at all.
constexpr const char* write_limit = R"sql(
    update clients c
       set withdraw_limit = $2,
           withdraw_limit_before = case when lowered.for_good then null
                                        when lowered.first then c.withdraw_limit
                                        else c.withdraw_limit_before end,
           withdraw_limit_before_until = case when lowered.for_good then null
                                              when lowered.first then now() + interval '24 hours'
                                              else c.withdraw_limit_before_until end
      from (select id, $3 and withdraw_limit >= $2 as for_good,
                   withdraw_limit > $2
                       and coalesce(withdraw_limit_before < withdraw_limit
                                    or withdraw_limit_before_until <= now(), true) as first
              from clients where id = $1) lowered
     where c.id = lowered.id
)sql";
constexpr const char* write_one_step = R"sql(
    update clients set one_step_withdrawal = $2 where id = $1 and one_step_withdrawal <> $2
)sql";
constexpr const char* write_whitelist = R"sql(
    update clients set withdrawal_whitelist = $2 where id = $1 and withdrawal_whitelist <> $2
)sql";

}  // namespace

void set_password_hash(pg::Transaction& tx, ClientId client, std::string_view hash) {
    tx.change(1, write_password, {client, hash});
}

void set_transaction_password_hash(pg::Transaction& tx, ClientId client, std::string_view hash) {
    tx.change(1, write_transaction_password, {client, hash});
}

void set_personal(pg::Transaction& tx, ClientId client, const Personal& personal) {
    tx.change(1, write_personal,
              {client, personal.name, personal.gender, personal.date_of_birth, personal.address});
}

void set_language(pg::Transaction& tx, ClientId client, std::string_view language) {
    tx.change(1, write_language, {client, language});
}

void set_anti_phishing_code(pg::Transaction& tx, ClientId client, std::string_view code) {
    tx.change(1, write_code, {client, code});
}

void set_withdraw_limit(pg::Transaction& tx, ClientId client, int limit, bool for_good) {
    tx.change(1, write_limit, {client, limit, for_good});
}

bool set_one_step_withdrawal(pg::Transaction& tx, ClientId client, bool enabled) {
    return tx.run(write_one_step, {client, enabled}).affected() > 0;
}

bool set_withdrawal_whitelist(pg::Transaction& tx, ClientId client, bool enabled) {
    return tx.run(write_whitelist, {client, enabled}).affected() > 0;
}

}  // namespace cambio::clients
