// What guards the account: the security centre in one call.
#include "caller.h"
#include "routes.h"
#include "token/two_factor.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr const char* guards = R"sql(
    select c.email, c.created_at,
           case when c.mobile_proved_at is not null then c.mobile_number else '' end
               as mobile_number,
           c.password_changed_at, c.transaction_password_changed_at,
           coalesce(c.anti_phishing_code, '') as anti_phishing_code, c.withdraw_limit,
           c.one_step_withdrawal, c.withdrawal_whitelist,
           c.account_status = 'Verified' as verified,
           case when c.withdrawals_rest_until > now()
                then c.withdrawals_rest_until end as rest_until,
           coalesce(c.google_email, '') as google_email,
           coalesce(c.wallet_address, '') as wallet_address,
           (select count(*) from withdrawal_addresses where client_id = c.id) as addresses
      from clients c where c.id = $1
)sql";

// Verification-free for 24 hours, in USDT (section 9 of the product's specification).
constexpr const char* one_step_limit_usdt = "10000";

Json::Value time_or_null(const std::optional<pg::Time>& time) {
    return time ? Json::Value{pg::iso(*time)} : Json::Value{};
}

Reply overview(Request& request) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto row = tx.one(guards, {request.client()});
    Json::Value reply;
    for (const char* column :
         {"email", "mobile_number", "anti_phishing_code", "google_email", "wallet_address"})
        reply[column] = row.str(column);
    reply["created_at"] = pg::iso(row.time("created_at"));
    for (const char* column : {"password_changed_at", "transaction_password_changed_at"})
        reply[column] = time_or_null(row.maybe_time(column));
    reply["withdrawals_rest_until"] = time_or_null(row.maybe_time("rest_until"));
    reply["two_factor"] = token::two_factor_on(tx, request.client());
    reply["withdraw_limit"] = static_cast<Json::Int64>(row.integer("withdraw_limit"));
    reply["verified"] = row.boolean("verified");
    reply["one_step_withdrawal"] = row.boolean("one_step_withdrawal");
    reply["one_step_limit_usdt"] = one_step_limit_usdt;
    reply["withdrawal_whitelist"] = row.boolean("withdrawal_whitelist");
    reply["withdrawal_addresses"] = static_cast<Json::Int64>(row.integer("addresses"));
    return Reply::json(reply);
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/security", Access::client, Limit::reads, Effect::reads, overview}
        .gives("Security")
        .means("Shows the account's security settings"),
};

}  // namespace

const std::span<const Route> security_routes{routes};

}  // namespace cambio::account
