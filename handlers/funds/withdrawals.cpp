// Asking for a withdrawal, and taking it back as long as nobody can have signed it.
#include "withdrawals/withdrawals.h"

#include "crypto/crypto.h"
#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "gate.h"
#include "offers.h"
#include "routes.h"
#include "token/acting.h"
#include "token/codes.h"
#include "token/two_factor.h"

namespace cambio::funds {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;
using withdrawals::Stage;

constexpr std::size_t max_name = 16;
constexpr std::size_t max_address = 128;
constexpr std::size_t max_code = 64;
constexpr std::size_t max_password = 128;

// No-key: rows that refer to the client may be written meanwhile; two withdrawals of one client
// take turns, so that both see what the other has used of the limits.
const std::string lock_client = std::string{R"sql(
    select email, withdraw_transfer_status = 'NOT_ALLOWED' as restricted, withdraw_restriction,
           withdrawals_rest_until > now() as resting,
           to_char(withdrawals_rest_until at time zone 'UTC',
                   'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until,
           one_step_withdrawal, withdrawal_whitelist, )sql"} +
                                withdrawals::daily_limit + R"sql(
      from clients where id = $1 for no key update
)sql";
constexpr const char* find_repeat = R"sql(
    select id, content_hash from withdrawals where client_id = $1 and client_key = $2
)sql";
constexpr const char* is_saved = R"sql(
    select exists (select from withdrawal_addresses where client_id = $1 and asset_id = $2
                   and network = $3 and address = $4) as saved
)sql";
constexpr const char* mark_factors = "savepoint factors";
constexpr const char* undo_factors = "rollback to savepoint factors";

/// What was asked for.
struct WithdrawalInput {
    std::string coin, network, address;  ///< the address as it was given, until it is checked
    Decimal amount, fee;
    Offer offer;                  ///< empty where the same was asked for before
    std::string code;             ///< by mail, or empty
    std::string two_factor_code;  ///< of the app, or empty
    std::string key;
    std::int64_t hash = 0;
};

std::int64_t hash_of(const WithdrawalInput& input) {
    return crypto::content_hash(input.coin + ' ' + input.network + ' ' + input.address + ' ' +
                                input.amount.str() + ' ' + input.fee.str());
}

/// What was answered under this key before.
std::optional<WithdrawalId> asked_before(pg::Connection& connection, const WithdrawalInput& input,
                                         ClientId client) {
    if (input.key.empty()) return std::nullopt;
    const auto found = connection.run(find_repeat, {client, input.key});
    if (found.empty()) return std::nullopt;
    if (found[0].integer("content_hash") != input.hash)
        throw Error{Code::client_id_reused, "client_id"};
    return found[0].id<WithdrawalId>("id");
}

/// Holds what was asked for against what the house offers now.
void check_offer(pg::Connection& connection, Request& request, WithdrawalInput& input) {
    input.offer = find_offer(connection, request.config(), input.coin, input.network);
    input.address = read_address(input.offer.network, input.address);
    refuse_own(connection, request.config(), input.offer.network, input.address);
    request.params.amount("withdraw_amount", input.offer.places);
    if (input.amount < input.offer.minimum || input.amount <= input.offer.fee)
        throw Error{Code::below_minimum, "withdraw_amount"}.with("minimum",
                                                                 input.offer.minimum.str());
    if (input.fee != input.offer.fee)
        throw Error{Code::fee_changed, "gasfee"}.with("fee", input.offer.fee.str());
}

// A repeat is found by its key before anything that may have changed since is looked at.
WithdrawalInput read_input(Request& request) {
    auto& params = request.params;
    WithdrawalInput input;
    input.coin = params.required<std::string>("coin", max_name);
    input.network = params.required<std::string>("bchain_name", max_name);
    input.address = params.optional<std::string>("withdraw_address", max_address).value_or("");
    input.amount = params.amount("withdraw_amount");
    input.fee = params.required<Decimal>("gasfee");
    input.code = params.optional<std::string>("verification", max_code).value_or("");
    input.two_factor_code = params.optional<std::string>("two_factor_code", max_code).value_or("");
    input.key = fcgi::read_idempotency_key(params);
    input.hash = hash_of(input);
    auto connection = request.db();
    if (!asked_before(*connection, input, request.client()))
        check_offer(*connection, request, input);
    return input;
}

/// What can be said of an address before a code is sent for it, or a password typed. Money goes by
/// what settle() finds: a list may have grown meanwhile.
Reply check_address(Request& request) {
    auto& params = request.params;
    const auto coin = params.required<std::string>("coin", max_name);
    const auto network = params.required<std::string>("bchain_name", max_name);
    const auto given = params.optional<std::string>("withdraw_address", max_address).value_or("");
    params.refuse_others();
    auto connection = request.db();
    const auto offer = find_offer(*connection, request.config(), coin, network);
    const auto address = read_address(offer.network, given);
    refuse_own(*connection, request.config(), offer.network, address);
    refuse_fraudulent(request.config(), offer.network, address);
    return Reply::message("success");
}

Reply reply_of(pg::Connection& connection, WithdrawalId id) {
    Json::Value reply;
    reply["message"] = "success";
    reply["withdrawal"] = *withdrawals::view(connection, id);
    return Reply::json(reply);
}

/// Whether this client may withdraw at all now, and to this address.
void require_allowed(pg::Transaction& tx, const Config& config, const WithdrawalInput& input,
                     const pg::Row& client, ClientId id) {
    if (withdrawals::stopped(tx.connection())) throw Error{Code::withdrawals_paused};
    if (client.boolean("restricted"))
        throw Error{Code::withdrawals_restricted}.with("restriction",
                                                       client.str("withdraw_restriction"));
    if (!client.null("resting") && client.boolean("resting"))
        throw Error{Code::withdrawals_resting}.with("until", client.str("until"));
    refuse_fraudulent(config, input.offer.network, input.address);
    const auto saved =
        tx.one(is_saved, {id, input.offer.asset, input.offer.network.name, input.address});
    if (client.boolean("withdrawal_whitelist") && !saved.boolean("saved"))
        throw Error{Code::address_not_saved, "withdraw_address"};
}

/// Decides by the balance and the limits what is written.
withdrawals::Request decide(pg::Transaction& tx, const Config& config, const WithdrawalInput& input,
                            const pg::Row& client, ClientId id) {
    const auto available = withdrawals::available(tx, id, input.offer.asset, config.stale_after_ms);
    if (available < input.amount)
        throw Error{Code::insufficient_balance, "withdraw_amount"}.with("available",
                                                                        available.str());
    // Without a price nobody can say what is left of a limit in USDT.
    if (!input.offer.price) throw Error{Code::stale_price, "coin"};
    const Decimal worth = Decimal::multiply(input.amount, *input.offer.price, Rounding::up);
    const withdrawals::Rules rules{Decimal::of(client.integer("withdraw_limit")),
                                   client.boolean("one_step_withdrawal")};
    const auto used = withdrawals::used(tx, id);
    if (!withdrawals::within_limit(rules, used, worth))
        throw Error{Code::withdrawal_limit, "withdraw_amount"}
            .with("limit", rules.limit.str())
            .with("left", withdrawals::left_of(rules.limit, used.all).str());
    const bool one_step = input.code.empty();
    if (one_step && !withdrawals::needs_no_code(rules, used, worth))
        throw Error{Code::missing_parameter, "verification"};
    return {.client = id,
            .key = input.key,
            .content_hash = input.hash,
            .asset = input.offer.asset,
            .network = input.offer.network.name,
            .address = input.address,
            .amount = input.amount,
            .fee = input.offer.fee,
            .worth = worth,
            .one_step = one_step,
            .confirmations_needed = input.offer.confirmations};
}

/// Checks the code of the app and the one by mail. A wrong one is counted, and nothing else is used
/// up by it: returns the message that answers it, with the transaction committed.
std::optional<Reply> refused_by_factors(pg::Transaction& tx, const Request& request,
                                        const WithdrawalInput& input, const std::string& email) {
    const auto& keys = request.services().hash_keys;
    const auto asker = token::Asker::session(request.session().id);
    tx.run(mark_factors);
    if (token::two_factor_on(tx, request.client())) {
        if (input.two_factor_code.empty()) return Reply::message("two_factor_required");
        if (token::check_second_factor(tx, keys, request.client(), asker, input.two_factor_code) ==
            token::SecondFactor::wrong) {
            tx.commit();
            return Reply::message("wrong_two_factor");
        }
    }
    if (input.code.empty()) return std::nullopt;
    const auto check = [&] {
        return token::check_code(tx, keys.current(), token::Purpose::withdrawal, email, input.code,
                                 asker);
    };
    switch (check()) {
        case token::CodeCheck::right:
            return std::nullopt;
        case token::CodeCheck::expired:
            throw Error{Code::code_expired, "verification"};
        case token::CodeCheck::wrong:
            break;
    }
    tx.run(undo_factors);
    check();
    tx.commit();
    return Reply::message("wrong_code");
}

Reply settle(const Request& request, const WithdrawalInput& input) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::require_can_withdraw(tx, request.session());
    const auto client = tx.one(lock_client.c_str(), {owner.id});
    if (const auto before = asked_before(*connection, input, owner.id)) {
        tx.mark_as_change();
        tx.commit();
        return reply_of(*connection, *before);
    }
    require_allowed(tx, request.config(), input, client, owner.id);
    const auto asked = decide(tx, request.config(), input, client, owner.id);
    if (auto refusal = refused_by_factors(tx, request, input, client.str("email")))
        return std::move(*refusal);
    const auto id = withdrawals::request(tx, asked, request.config().stale_after_ms);
    auto reply = reply_of(*connection, id);
    const auto withdrawal = withdrawals::lock(tx, id);
    tx.commit();
    withdrawals::announce(*connection, request.push(), *withdrawal);
    return reply;
}

void withdraw(Request& request, Later later) {
    const auto input = read_input(request);
    auto password = request.params.required<std::string>("transaction_password", max_password);
    request.params.refuse_others();
    fcgi::with_transaction_password(passwords(), std::move(later), std::move(password),
                                    [input](const Request& asked) { return settle(asked, input); });
}

Reply cancel_one(const Request& request, WithdrawalId id) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::require_not_frozen(tx, request.session());
    auto withdrawal = withdrawals::lock(tx, id, owner.id);
    if (!withdrawal) throw Error{Code::not_found, "id"};
    // Cancelled twice is cancelled once.
    if (withdrawal->stage == Stage::cancelled) {
        tx.mark_as_change();
        tx.commit();
        return reply_of(*connection, id);
    }
    if (!withdrawals::can_be_cancelled(withdrawal->stage) || withdrawal->in_doubt)
        throw Error{Code::withdrawal_not_open, "id"};
    withdrawals::stop(tx, *withdrawal, Stage::cancelled, "");
    auto reply = reply_of(*connection, id);
    tx.commit();
    withdrawals::announce(*connection, request.push(), *withdrawal);
    return reply;
}

Reply cancel(Request& request) {
    const auto id = request.params.required<WithdrawalId>("id");
    fcgi::read_idempotency_key(request.params);
    request.params.refuse_others();
    return fcgi::retried([&] { return cancel_one(request, id); });
}

constexpr Parameter coin_parameter{"coin", Type::text, Need::required, "The coin's code: USDT."};
constexpr Parameter network_parameter{"bchain_name", Type::text, Need::required,
                                      "The network: TRC20, ERC20, BTC."};
constexpr Parameter address_parameter{"withdraw_address", Type::text, Need::required,
                                      "The recipient's address."};

constexpr Parameter check_parameters[] = {coin_parameter, network_parameter, address_parameter};
constexpr Parameter withdraw_parameters[] = {
    coin_parameter,
    network_parameter,
    address_parameter,
    {"withdraw_amount", Type::amount, Need::required,
     "The amount taken from the wallet; the recipient gets it minus the fee."},
    {"gasfee", Type::amount, Need::required,
     "The network fee that was shown; the request is refused if the fee has changed."},
    {"verification", Type::secret, Need::optional,
     "The code sent by email (POST /api/v3/otp); not needed with one-step withdrawal, up to 10,000 "
     "USDT in 24 hours."},
    {"two_factor_code", Type::secret, Need::optional,
     "The authenticator code, or a recovery code; required if two-factor authentication is on."},
    {"client_id", Type::text, Need::optional,
     "The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is "
     "one withdrawal."},
    {"transaction_password", Type::secret, Need::required, "The transaction password."},
};

constexpr Parameter cancel_parameters[] = {
    {"id", Type::id, Need::required, "The withdrawal's id in the history."},
    {"client_id", Type::text, Need::optional,
     "Optional and without effect: cancelling twice is the same as cancelling once."},
};

// By POST, although it changes nothing: whom somebody pays stands in no log of addresses.
constexpr Route routes[] = {
    Route{Method::post, "/api/v3/withdrawals/check-address", Access::client, Limit::changes,
          Effect::reads, check_address}
        .takes(check_parameters)
        .gives("Message")
        .means("Tells whether an address can receive withdrawals"),
    Route{Method::post, "/api/v3/withdrawals", Access::trading, Limit::changes,
          Effect::changes_secretly, nullptr, withdraw}
        .takes(withdraw_parameters)
        .gives("WithdrawalDone")
        .means("Requests a withdrawal"),
    Route{Method::post, "/api/v3/withdrawals/cancel", Access::client, Limit::changes,
          Effect::changes, cancel}
        .takes(cancel_parameters)
        .gives("WithdrawalDone")
        .means("Cancels a withdrawal that has not been signed"),
};

}  // namespace

const std::span<const Route> withdrawal_routes{routes};

}  // namespace cambio::funds
