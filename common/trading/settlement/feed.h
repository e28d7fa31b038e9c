#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "markets/market.h"
#include "markets/quotes.h"
#include "risk/house_trades.h"
#include "settlement/cancel_requests.h"
#include "settlement/due_brackets.h"
#include "settlement/requests.h"

namespace cambio::settlement {

/// What the request threads check orders against: rules and prices, half a second old at most.
struct Prices {
    std::shared_ptr<const markets::Directory> directory;
    std::unordered_map<MarketId, markets::Quote> quotes;

    /// nullptr: there never was one.
    const markets::Quote* quote(MarketId market) const;
};

/// What the sequencer must know of the outside world.
struct MarketUpdate {
    std::shared_ptr<const Prices> prices;
    /// New books of the provider; an empty book takes a stale one away.
    std::vector<markets::StoredBook> books{};
    std::unordered_map<MarketId, std::int64_t> seqs{};  ///< the markets' sequences in the database
    std::map<AssetId, risk::Traded> converted{};        ///< by Convert within the last minute
    std::vector<OrderRequest> requests{};               ///< of jobs; each wants to be answered()
    std::vector<CancelRequest> cancellations{};         ///< of the operator; the same
    std::vector<DueBracket> brackets{};                 ///< the same of orders that are done
};

/// Reads rules, quotes, the provider's books, what jobs ask for and what is attached to orders that
/// are done, on a thread of its own.
class Feed {
  public:
    /// A book older than `house_stale_after_ms` is told as one without levels, once.
    Feed(std::string conninfo, int house_stale_after_ms, Push& push,
         std::function<void(MarketUpdate&&)> tell);
    ~Feed();
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;

    /// Reads once, so that prices() has an answer, and starts the thread. Throws pg::Failure.
    void start();
    void stop();
    std::shared_ptr<const Prices> prices() const;
    /// Somebody waits for the next update: it comes sooner, once. Any thread.
    void hurry();
    /// What came of a request that was told: an error, an order, or nothing, where another process
    /// writes its market. Any thread.
    void answered(const OrderRequest& request, std::optional<Code> refusal);
    void answered(const CancelRequest& request, std::optional<CancelAnswer> answer);
    void answered(const DueBracket& due, std::optional<Outcome> outcome);

    /// What the house has traded in the order book, for Convert to know. Any thread.
    void traded(AssetId asset, const risk::Traded& traded);
    /// After stop(): writes what it has not written of that, for whoever trades next.
    void write_last_traded();

  private:
    void loop();
    void read();
    std::vector<markets::StoredBook> changed_books();
    void write_refusals();
    void write_cancellations();
    void write_traded();
    std::vector<OrderRequest> new_requests();
    std::vector<CancelRequest> new_cancellations();

    const std::string conninfo_;
    const int house_stale_after_ms_;
    const std::function<void(MarketUpdate&&)> tell_;
    std::optional<pg::Connection> connection_;
    std::shared_ptr<const markets::Directory> directory_;
    int rounds_ = 0;
    pg::Time newest_{};
    std::unordered_map<MarketId, markets::StoredBook> fresh_;  ///< told and not stale, no levels
    std::unordered_set<MarketId> seen_;                        ///< whose book was told
    DueBrackets brackets_;

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::shared_ptr<const Prices> prices_;
    using RequestKey = std::pair<ClientId, std::string>;
    std::set<RequestKey> told_;  ///< requests without an answer yet
    std::vector<std::pair<RequestKey, Code>> refused_;
    std::set<std::int64_t> cancelling_;  ///< what the operator ends, without an answer yet
    std::vector<std::pair<std::int64_t, CancelAnswer>> cancelled_;
    std::map<AssetId, risk::Traded> traded_;  ///< not written yet
    bool hurried_ = false;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace cambio::settlement
