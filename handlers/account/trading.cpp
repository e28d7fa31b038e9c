// Opening a session for trading, so that orders need no transaction password for a while, and how a
// client wants to be asked before an order.
#include "account/passkeys.h"
#include "account/step_up_parameters.h"
#include "caller.h"
#include "lanes.h"
#include "routes.h"
#include "token/trading_unlock.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr int usdt_places = 6;

// Who has chosen nothing has no row.
constexpr const char* read_choices = R"sql(
    select coalesce(t.unlock_minutes, 15) as minutes, coalesce(t.confirm, 'always') as confirm,
           coalesce(t.confirm_above, 100) as confirm_above
    from clients c left join trading_choices t on t.client_id = c.id where c.id = $1
)sql";
// A passkey cannot be guessed: it opens a session while others are locked for their guesses.
constexpr const char* locked_itself = R"sql(
    select coalesce(trading_locked_until > now(), false) as locked from sessions where id = $1
)sql";
constexpr const char* write_choices = R"sql(
    insert into trading_choices (client_id, unlock_minutes, confirm, confirm_above)
    values ($1, $2, $3, $4)
    on conflict (client_id) do update
        set unlock_minutes = excluded.unlock_minutes, confirm = excluded.confirm,
            confirm_above = excluded.confirm_above
)sql";

Reply state(pg::Connection& connection, const token::Session& session) {
    const auto rows = connection.run(read_choices, {session.client});
    const auto choices = rows[0];
    const auto until = token::unlocked_until(connection, session);
    Json::Value reply;
    reply["unlocked_until"] = until ? Json::Value{pg::iso(*until)} : Json::Value{};
    reply["minutes"] = Json::Int64{choices.integer("minutes")};
    reply["confirm"] = choices.str("confirm");
    reply["confirm_above"] = choices.decimal("confirm_above").str();
    return Reply::json(reply);
}

Reply show(Request& request) {
    return state(*request.db(), request.session());
}

void open(pg::Transaction& tx, const token::Session& session, token::UnlockedBy proof) {
    const auto minutes = tx.one(read_choices, {session.client}).integer("minutes");
    if (minutes == 0) throw Error{Code::forbidden};
    if (!token::unlock_trading(tx, session, proof, std::chrono::minutes{minutes}))
        throw Error{Code::unauthorized};
}

Reply open_by_password(const Request& request, const std::string& password) {
    require_transaction_password(request, password);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    open(tx, request.session(), token::UnlockedBy::password);
    tx.commit();
    return state(*connection, request.session());
}

// Wrong transaction passwords lock their own session for whatever else is right, too.
Reply open_by_passkey(const Request& request, const std::string& answer) {
    const auto& session = request.session();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    lock_caller(tx, request);
    if (tx.one(locked_itself, {session.id}).boolean("locked")) throw Error{Code::trading_locked};
    expect_passkey(tx, ask_of(session, token::PasskeyUse::unlock),
                   token::Asker::session(session.id), answer);
    open(tx, session, token::UnlockedBy::passkey);
    tx.commit();
    return state(*connection, session);
}

void unlock(Request& request, Later later) {
    auto password = request.params.optional<std::string>("transaction_password").value_or("");
    auto answer = read_passkey(request.params);
    request.params.refuse_others();
    if (password.empty() && answer.empty())
        throw Error{Code::missing_parameter, "transaction_password"};
    password_lane().run(std::move(later),
                        [&request, password = std::move(password), answer = std::move(answer)] {
                            return answer.empty() ? open_by_password(request, password)
                                                  : open_by_passkey(request, answer);
                        });
}

Reply ask_passkey(Request& request) {
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto options =
        ask_for_passkey(tx, request.config(), ask_of(request.session(), token::PasskeyUse::unlock));
    tx.commit();
    return Reply::json(options);
}

Reply lock(Request& request) {
    request.params.refuse_others();
    auto connection = request.db();
    token::close_trading(*connection, request.session().id);
    return state(*connection, request.session());
}

struct Choices {
    int minutes = 0;
    std::string confirm;
    Decimal above;
    std::string password;
};

// Who has a session and no password shall not keep it open for longer than its owner wanted.
Reply choose(const Request& request, const Choices& wish) {
    if (!wish.password.empty()) require_transaction_password(request, wish.password);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    const auto before = tx.one(read_choices, {caller.id}).integer("minutes");
    if (wish.minutes > before && wish.password.empty())
        throw Error{Code::missing_parameter, "transaction_password"};
    tx.change(1, write_choices, {caller.id, wish.minutes, wish.confirm, wish.above});
    token::shorten_unlocks(tx, caller.id, std::chrono::minutes{wish.minutes});
    tx.commit();
    return state(*connection, request.session());
}

void change_choices(Request& request, Later later) {
    constexpr int minutes[] = {0, 15, 60};
    constexpr const char* confirm[] = {"always", "above", "never"};
    auto& params = request.params;
    Choices wish;
    wish.minutes = minutes[params.choice("minutes", {"0", "15", "60"})];
    wish.confirm = confirm[params.choice("confirm", {"always", "above", "never"})];
    wish.above = params.amount("confirm_above", usdt_places);
    wish.password = params.optional<std::string>("transaction_password").value_or("");
    params.refuse_others();
    password_lane().run(std::move(later),
                        [&request, wish = std::move(wish)] { return choose(request, wish); });
}

constexpr Parameter password_or_passkey[] = {
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; required without a passkey."},
    {"passkey", Type::secret, Need::optional,
     "In place of the password: what the browser answered to POST /api/v3/trading-unlock/passkey, "
     "as JSON (AuthenticationResponseJSON of Web Authentication)."}};
constexpr Parameter choices[] = {
    {"minutes", Type::choice, Need::required,
     "For how long a session is opened for trading; 0: orders ask for the password each time.",
     "0|15|60"},
    {"confirm", Type::choice, Need::required,
     "Whether the site asks before an order of an opened session: for each one, for those above an "
     "amount, or for none.",
     "always|above|never"},
    {"confirm_above", Type::amount, Need::required, "That amount, in USDT."},
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; needed for more minutes than before."}};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/trading-unlock", Access::client, Limit::reads, Effect::reads, show}
        .gives("TradingUnlock")
        .means("Says until when this session is open for trading"),
    Route{Method::post, "/api/v3/trading-unlock", Access::trading, Limit::changes,
          Effect::changes_secretly, nullptr, unlock}
        .takes(password_or_passkey)
        .gives("TradingUnlock")
        .means("Opens this session for trading without the transaction password"),
    Route{Method::post, "/api/v3/trading-unlock/passkey", Access::trading, Limit::changes,
          Effect::changes, ask_passkey}
        .gives("PasskeyRequest")
        .means("Asks for a passkey to open this session for trading"),
    Route{Method::post, "/api/v3/trading-lock", Access::client, Limit::endings, Effect::changes,
          lock}
        .gives("TradingUnlock")
        .means("Closes this session for trading without the transaction password"),
    Route{Method::post, "/api/v3/trading-choices", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, change_choices}
        .takes(choices)
        .gives("TradingUnlock")
        .means("Sets how orders ask"),
};

}  // namespace

const std::span<const Route> trading_routes{routes};

}  // namespace cambio::account
