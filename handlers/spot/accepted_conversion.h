#pragma once

#include <memory>
#include <string>

#include "ledger/active_client.h"
#include "money/ids.h"

namespace cambio::spot {

/// A conversion that waits for the house's next price: who ordered it was looked at, and what it
/// will cost is held. It is one however often it is sent under its key meanwhile.
struct AcceptedConversion {
    /// nullptr: one with the client's key is on its way in this process. An empty key is none.
    static std::shared_ptr<AcceptedConversion> begin(const ledger::ActiveClient& owner,
                                                     const std::string& key);
    /// Ends its key, and gives back what is still held.
    ~AcceptedConversion();

    void give_back();

    ledger::ActiveClient owner;
    ConversionId id;  ///< 0: nothing is held
    std::string key;  ///< empty: none
};

}  // namespace cambio::spot
