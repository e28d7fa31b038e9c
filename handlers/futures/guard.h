#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fcgi/gate.h"
#include "fcgi/route.h"
#include "fcgi/serve.h"
#include "pg/pg.h"
#include "positions/position.h"
#include "risk/accepted.h"
#include "token/sessions.h"

/// Who may change a position, and that a request sent twice changes it once.
namespace cambio::positions {

void start_guard(fcgi::Services& services);
void stop_guard(fcgi::Services& services);

/// Runs `act` once the transaction password has proved right, on this thread or on that of the
/// passwords, and answers with what it returns or throws; otherwise with why not. Without a
/// password (fcgi::read_trading_password) at once.
using Act = std::function<fcgi::Reply(const fcgi::Request&)>;
void guarded(fcgi::Later later, std::optional<std::string> password, Act act);
/// As the descriptions of the calls have it.
inline constexpr fcgi::Parameter password_parameter = {
    "transaction_password", fcgi::Type::secret, fcgi::Need::optional,
    "The transaction password; required unless the session is unlocked for trading or the call is "
    "signed with an API key."};

/// What comes of looking at a request before it waits: it is accepted, or was answered before, or,
/// with neither, the same is on its way.
struct Acceptance {
    std::shared_ptr<risk::Accepted> accepted;
    std::optional<fcgi::Reply> answered;
};
/// A request for the next mark price of a pair. `act` gets the time which that must not be older
/// than, and what was accepted; nullptr: nobody waited. It is retried().
struct PricedAct {
    std::string pair;
    std::function<Acceptance(const fcgi::Request&)> accept;
    std::function<fcgi::Reply(const fcgi::Request&, pg::Time asked, const risk::Accepted*)> act;
};
/// As guarded(), and then at a mark price that was made after now.
void guarded_at_next_mark(fcgi::Later later, std::optional<std::string> password, PricedAct act);
/// Of those that wait.
ledger::WaitingHolds& waiting_holds();

/// What the client can pay with, once its accounts are locked: where it was accepted, what was held
/// then and is given back here, for what was paid in since does not count.
Decimal may_pay(pg::Transaction& tx, AccountId available, AccountId held, Decimal balance,
                const risk::Accepted* accepted);

/// As lock_own; a program's key may be kept to other markets.
Position lock_for(pg::Transaction& tx, const fcgi::Request& request, PositionId id);

/// The idempotency key, or nothing: up to 64 letters, digits, '_' and '-'.
std::optional<std::string> read_key(fcgi::Request& request);

}  // namespace cambio::positions
