// A throw-away account of a demonstration, for whoever wants to trade before they sign up.
#include "crypto/crypto.h"
#include "entry.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "newcomer.h"
#include "routes.h"
#include "token/address.h"
#include "token/trading_unlock.h"
#include "visitor.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

/// Nobody ever receives mail below that name (RFC 2606).
constexpr const char* domain = "@guest.invalid";
constexpr std::size_t name_length = 10;
constexpr std::size_t password_length = 16;
constexpr std::size_t transaction_password_length = 12;

/// What the session is opened for trading for. A client without choices has the same.
constexpr std::chrono::minutes unlocked_for{15};
/// For one network, times RATE_LIMIT_FACTOR.
constexpr std::int64_t max_in_a_day = 50;

constexpr const char* take_turn = R"sql(
    select pg_advisory_xact_lock(hashtextextended('demo account:' || $1, 0))
)sql";
constexpr const char* opened_today = R"sql(
    select count(*) as opened from demo_accounts
     where network = $1 and opened_at > clock_timestamp() - interval '1 day'
)sql";
constexpr const char* insert_demo_account = R"sql(
    insert into demo_accounts (client_id, network) values ($1, $2)
)sql";
constexpr const char* the_session = R"sql(
    select s.id, c.epoch from sessions s join clients c on c.id = s.client_id where c.id = $1
)sql";

void unlock(pg::Transaction& tx, ClientId client) {
    const auto row = tx.one(the_session, {client});
    token::Session session;
    session.id = row.id<SessionId>("id");
    session.client = client;
    session.epoch = row.integer("epoch");
    token::unlock_trading(tx, session, token::UnlockedBy::password, unlocked_for);
}

// The turn makes requests of one network count each other.
Reply open_account(const Request& request, const std::string& work) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto network = token::network_of(request.client_ip);
    tx.one(take_turn, {network});
    const auto opened = tx.one(opened_today, {network}).integer("opened");
    if (opened >= max_in_a_day * request.config().rate_limit_factor)
        throw Error{Code::too_many_demo_accounts};
    expect_work(request, tx, "demo_account", network, opened, work);

    Newcomer newcomer;
    newcomer.email =
        token::normal_email("guest-" + crypto::random_name(name_length) + domain).value();
    newcomer.password = crypto::random_name(password_length);
    newcomer.transaction_password = crypto::random_name(transaction_password_length);
    const auto client = add_client(request, tx, newcomer);
    tx.run(insert_demo_account, {client, network});
    return open(request, tx, client, [&](Json::Value& reply) {
        unlock(tx, client);
        reply["password"] = newcomer.password;
        reply["transaction_password"] = newcomer.transaction_password;
    });
}

void open_demo_account(Request& request, Later later) {
    if (!request.config().demo) throw Error{Code::demo_only};
    auto work = work_in(request.params);
    request.params.refuse_others();
    password_lane().run(std::move(later),
                        [&request, work = std::move(work)] { return open_account(request, work); });
}

constexpr Parameter parameters[] = {work_parameter};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/demo-account", Access::guest, Limit::logins,
          Effect::changes_secretly, nullptr, open_demo_account}
        .takes(parameters)
        .gives("DemoAccount")
        .means("Opens a throw-away account of a demo, signed in and open for trading"),
};

}  // namespace

const std::span<const Route> demo_account_routes{routes};

}  // namespace cambio::auth
