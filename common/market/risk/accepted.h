#pragma once

#include <memory>
#include <string>

#include "ledger/waiting.h"
#include "pg/pg.h"
#include "token/acting.h"

namespace cambio::risk {

/// A request that was accepted and waits for the house's next price: who sent it was looked at, and
/// what it may cost is held, so that nothing its client does meanwhile makes it void.
class Accepted {
  public:
    /// nullptr: one of the client's with this key is on its way in this program. Empty: no key.
    static std::shared_ptr<Accepted> begin(ledger::WaitingHolds& holds,
                                           const token::ActiveClient& owner,
                                           const std::string& key);
    Accepted(ledger::WaitingHolds& holds, token::ActiveClient client);
    /// Ends its key, and gives back what is still held.
    ~Accepted();
    Accepted(const Accepted&) = delete;
    Accepted& operator=(const Accepted&) = delete;

    const token::ActiveClient owner;
    const std::int32_t holder;  ///< see WaitingHolds::owner()
    std::int64_t id = 0;        ///< of what is held; 0: nothing is

    /// In the transaction of its turn: what is held, and is to be given back there.
    std::optional<Decimal> end(pg::Transaction& tx) const;

    /// Returns what `trade` does when the turn has come, once: whoever tries again calls this again
    /// (fcgi::retried). What it throws ends the hold, unless it is to be tried again. So does a
    /// trade that had no use for it: another program had answered, or it was refused.
    template <class Trade>
    auto settle(Trade trade) {
        try {
            ended_ = false;
            auto result = trade();
            if (ended_) id = 0;
            give_back();
            return result;
        } catch (const pg::Failure& failure) {
            if (!failure.serialization() && !failure.unique_violation()) give_back();
            throw;
        } catch (...) {
            give_back();
            throw;
        }
    }

  private:
    void give_back();

    ledger::WaitingHolds& holds_;
    std::string key_;             ///< empty: none
    mutable bool ended_ = false;  ///< in the transaction that is being tried
};

}  // namespace cambio::risk
