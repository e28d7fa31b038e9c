// Who the client is: what the profile shows, and what the client may write there itself.
#include <chrono>
#include <cstdio>

#include "caller.h"
#include "clients/settings.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using clients::Personal;
using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::size_t max_name = 100;
constexpr std::size_t max_address = 200;

// The limits of every account (section 9 of the product's specification); null: without a limit.
constexpr const char* fiat_limit_usd = "50000";
constexpr const char* withdrawal_limit_usdt = "8000000";

constexpr const char* client_by_id = R"sql(
    select c.id, c.status, c.membership_level, c.withdraw_transfer_status, c.withdraw_restriction,
           c.email, coalesce(c.mobile_number, '') as mobile_number, c.user_unique_id,
           c.account_status, c.name, coalesce(c.gender, '') as gender,
           coalesce(to_char(c.date_of_birth, 'YYYY-MM-DD'), '') as date_of_birth, c.address,
           c.created_at, a.updated_at as avatar_at
      from clients c left join client_avatars a on a.client_id = c.id
     where c.id = $1
)sql";

void copy(const pg::Row& row, Json::Value& to, std::initializer_list<const char*> columns) {
    for (const char* column : columns) to[column] = row.str(column);
}

Json::Value limits_view() {
    Json::Value limits;
    limits["fiat_daily_usd"] = fiat_limit_usd;
    limits["crypto_deposit"] = Json::nullValue;
    limits["crypto_withdrawal_daily_usdt"] = withdrawal_limit_usdt;
    limits["p2p"] = Json::nullValue;
    return limits;
}

Json::Value profile_view(const pg::Row& row) {
    Json::Value profile;
    copy(row, profile,
         {"id", "email", "membership_level", "name", "gender", "date_of_birth", "address",
          "mobile_number", "user_unique_id", "account_status"});
    profile["user_type"] = "Personal";
    profile["vip_level"] = row.text("membership_level") == "NO_BADGE" ? "Regular User" : "VIP";
    profile["created_at"] = pg::iso(row.time("created_at"));
    const auto avatar_at = row.maybe_time("avatar_at");
    profile["avatar_at"] = avatar_at ? Json::Value{pg::iso(*avatar_at)} : Json::Value{};
    profile["limits"] = limits_view();
    return profile;
}

Json::Value profile_of(pg::Transaction& tx, ClientId client) {
    Json::Value reply;
    reply["profile"] = profile_view(tx.one(client_by_id, {client}));
    return reply;
}

/// Only one's own: of another client's there is not even a hint that it exists.
void own_client_id(Request& request) {
    const auto given = request.params.optional<ClientId>("client_id");
    if (given && *given != request.client()) throw Error{Code::not_found, "client_id"};
}

Reply clients(Request& request) {
    own_client_id(request);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto row = tx.one(client_by_id, {request.client()});
    Json::Value reply;
    auto& client = reply["clients"];
    copy(row, client,
         {"id", "status", "membership_level", "withdraw_transfer_status", "withdraw_restriction"});
    copy(row, client["user"], {"email", "mobile_number", "user_unique_id", "account_status"});
    reply["verified"] = row.text("account_status") == "Verified" ? "TRUE" : "FALSE";
    return Reply::json(reply);
}

Reply profile(Request& request) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    return Reply::json(profile_of(tx, request.client()));
}

/// YYYY-MM-DD; nothing for any other text and for days that no calendar has.
std::optional<std::chrono::sys_days> parse_date(const std::string& text) {
    int year = 0;
    unsigned month = 0, day = 0;
    int used = 0;
    if (text.size() != 10 ||
        std::sscanf(text.c_str(), "%4d-%2u-%2u%n", &year, &month, &day, &used) != 3 || used != 10)
        return {};
    const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{month},
                                           std::chrono::day{day}};
    if (!date.ok()) return {};
    return std::chrono::sys_days{date};
}

void check_date_of_birth(const std::string& text) {
    using namespace std::chrono_literals;
    constexpr const char* field = "date_of_birth";
    if (text.empty()) return;
    const auto date = parse_date(text);
    if (!date) throw Error{Code::invalid_parameter, field};
    if (*date < std::chrono::sys_days{1900y / 1 / 1} ||
        *date >= std::chrono::floor<std::chrono::days>(pg::now()))
        throw Error{Code::out_of_range, field};
}

Personal read_personal(Request& request) {
    auto& params = request.params;
    own_client_id(request);
    Personal given;
    given.name = params.required<std::string>("name", max_name);
    constexpr std::string_view genders[] = {"Male", "Female", ""};
    given.gender = genders[params.choice("gender", {"Male", "Female", ""})];
    given.date_of_birth = params.required<std::string>("date_of_birth");
    check_date_of_birth(given.date_of_birth);
    given.address = params.required<std::string>("address", max_address);
    return given;
}

void save(pg::Transaction& tx, const Request& request, const Caller& caller,
          const Personal& given) {
    clients::set_personal(tx, caller.id, given);
    record(tx, caller.id, "profile_changed", origin_of(request));
}

Reply saved(pg::Transaction& tx, const Caller& caller) {
    auto reply = profile_of(tx, caller.id);
    tx.commit();
    reply["message"] = "saved";
    return Reply::json(reply);
}

Reply my_profile(Request& request) {
    const auto given = read_personal(request);
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    save(tx, request, caller, given);
    return saved(tx, caller);
}

void update(Request& request, Later later) {
    const auto given = read_personal(request);
    const auto password = request.params.required<std::string>("password");
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, given, password] {
        auto connection = request.db();
        pg::Transaction tx{*connection};
        const auto caller = lock_caller_with_password(tx, request, password, "password");
        save(tx, request, caller, given);
        return saved(tx, caller);
    });
}

Reply set_language(Request& request) {
    const auto language = request.params.required<std::string>("language");
    request.params.refuse_others();
    if (!notices::is_language(language)) throw Error{Code::invalid_parameter, "language"};
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    clients::set_language(tx, caller.id, language);
    tx.commit();
    return Reply::message("saved");
}

constexpr Parameter own_id{"client_id", Type::id, Need::optional, "The caller's own ID."};
constexpr Parameter name{"name", Type::text, Need::required, "At most 100 bytes; may be empty."};
constexpr Parameter gender{"gender", Type::choice, Need::required, "May be empty.", "Male|Female|"};
constexpr Parameter date_of_birth{"date_of_birth", Type::text, Need::required,
                                  "YYYY-MM-DD, before today; may be empty."};
constexpr Parameter address{"address", Type::text, Need::required,
                            "At most 200 bytes; may be empty."};
constexpr Parameter only_id[] = {own_id};
constexpr Parameter personal[] = {own_id, name, gender, date_of_birth, address};
constexpr Parameter confirmed[] = {
    own_id,        name,    gender,
    date_of_birth, address, {"password", Type::secret, Need::required, "The login password."}};
constexpr Parameter language[] = {{"language", Type::choice, Need::required,
                                   "The language of the exchange's emails.", "en|zh|de|ja|es|vi"}};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/clients", Access::client, Limit::reads, Effect::reads, clients}
        .takes(only_id)
        .gives("Clients")
        .means("Shows the client and whether it is verified"),
    Route{Method::get, "/api/v3/profile", Access::client, Limit::reads, Effect::reads, profile}
        .gives("Profile")
        .means("Shows the profile"),
    Route{Method::get_or_post, "/api/v3/my-profile", Access::client, Limit::changes,
          Effect::changes_secretly, my_profile}
        .takes(personal)
        .gives("SavedProfile")
        .means("Changes the profile"),
    Route{Method::post, "/api/v3/update-profile", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, update}
        .takes(confirmed)
        .gives("SavedProfile")
        .means("Changes the profile, confirmed with the password"),
    Route{Method::post, "/api/v3/language", Access::client, Limit::changes, Effect::changes,
          set_language}
        .takes(language)
        .gives("Message")
        .means("Sets the language of emails and text messages"),
};

}  // namespace

const std::span<const Route> profile_routes{routes};

}  // namespace cambio::account
