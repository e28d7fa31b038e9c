#include "guard.h"

#include "ledger/ledger.h"
#include "risk/next_price.h"
#include "risk/refused.h"
#include "token/trading_password.h"

namespace cambio::positions {

namespace {

using fcgi::Later;
using fcgi::Reply;

// Where there is no such contract, nobody waits.
constexpr const char* without_mark_since = R"sql(
    select count(*) as missing from marks k join markets m on m.id = k.market_id
    where m.pair = any($1::text[]) and least(k.provider_at, k.received_at) < $2
)sql";

std::unique_ptr<token::TradingPasswords> passwords;
std::unique_ptr<risk::NextPrice> marks;
std::unique_ptr<ledger::WaitingHolds> holds;
std::unique_ptr<risk::RefusedWriter> refused;

void answer(Later& later, const Act& act) {
    try {
        later.answer(act(later.request()));
    } catch (const std::exception& error) {
        later.answer(error);
    }
}

void wait_for_mark(const std::shared_ptr<Later>& waiting,
                   const std::shared_ptr<const PricedAct>& what) {
    try {
        Acceptance given = what->accept(waiting->request());
        if (given.answered) return waiting->answer(std::move(*given.answered));
        marks->wait({what->pair}, [waiting, what, accepted = given.accepted](pg::Time asked) {
            // The same request came before, and has its answer by then.
            if (!accepted) return wait_for_mark(waiting, what);
            answer(*waiting, [&](const fcgi::Request& request) {
                return fcgi::retried([&] {
                    return accepted->settle(
                        [&] { return what->act(request, asked, accepted.get()); });
                });
            });
        });
    } catch (const std::exception& error) {
        waiting->answer(error);
    }
}

}  // namespace

void start_guard(fcgi::Services& services) {
    passwords =
        std::make_unique<token::TradingPasswords>(services.pool, services.hash_keys.current());
    marks = std::make_unique<risk::NextPrice>(
        services.pool, without_mark_since, services.config.house_last_look,
        std::chrono::milliseconds{services.config.house_stale_after_ms});
    holds = std::make_unique<ledger::WaitingHolds>(services.config.database_url,
                                                   ledger::Kind::margin_hold);
    refused = std::make_unique<risk::RefusedWriter>(services.pool);
}

void stop_guard(fcgi::Services&) {
    marks->stop();
    passwords->stop();
    refused->stop();
    passwords.reset();
}

void guarded(Later later, std::optional<std::string> password, Act act) {
    const auto waiting = std::make_shared<Later>(std::move(later));
    fcgi::prove_trading_password(
        *passwords, waiting, std::move(password),
        [waiting, act = std::move(act)] { waiting->answer(act(waiting->request())); });
}

void guarded_at_next_mark(Later later, std::optional<std::string> password, PricedAct act) {
    const auto what = std::make_shared<const PricedAct>(std::move(act));
    if (!marks->looks()) {
        return guarded(std::move(later), std::move(password), [what](const fcgi::Request& request) {
            return fcgi::retried([&] { return what->act(request, {}, nullptr); });
        });
    }
    const auto waiting = std::make_shared<Later>(std::move(later));
    fcgi::prove_trading_password(*passwords, waiting, std::move(password),
                                 [waiting, what] { wait_for_mark(waiting, what); });
}

ledger::WaitingHolds& waiting_holds() {
    return *holds;
}

Decimal may_pay(pg::Transaction& tx, AccountId available, AccountId held, Decimal balance,
                const risk::Accepted* accepted) {
    const auto amount = accepted == nullptr ? std::nullopt : accepted->end(tx);
    if (!amount) return balance;
    ledger::transfer(tx, held, available, *amount, ledger::Kind::margin_release, accepted->id);
    return *amount;
}

Position lock_for(pg::Transaction& tx, const fcgi::Request& request, PositionId id) {
    Position position = lock_own(tx, request.client(), id);
    token::expect_may_trade_in(request.session(), position.market);
    return position;
}

std::optional<std::string> read_key(fcgi::Request& request) {
    auto key = fcgi::read_idempotency_key(request.params);
    if (key.empty()) return std::nullopt;
    return key;
}

}  // namespace cambio::positions
