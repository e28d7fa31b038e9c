#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "matching/book.h"
#include "push/push.h"
#include "settlement/batch.h"

namespace cambio::settlement {

/// What a client's own channel hears of a batch.
struct OrderEvent {
    std::string unique_id;
    Order order;
};

/// The merged book of one market, best first.
struct BookEvent {
    MarketId market;
    std::vector<matching::DepthLevel> asks;
    std::vector<matching::DepthLevel> bids;
    Decimal last_price;
    std::optional<pg::Time> as_of;  ///< of the provider's last price; nothing: there was none
};

struct BatchEvents {
    std::shared_ptr<const markets::Directory> directory;
    std::vector<OrderEvent> orders;
    std::vector<Trade> trades;
    std::vector<BookEvent> books;
    pg::Time at;
};

/// Tells browsers what became durable: orders and balances to their owners, books and trades to
/// all. The books also go where other programs read them, before they are pushed: who fetches one
/// after a push finds nothing older. A thread of its own, which gives way to the others, sends at
/// most twenty times a second, so that a burst of orders becomes few messages; balances are read
/// when they are sent, so that they are never older than the orders.
class Publisher {
  public:
    Publisher(std::string conninfo, Push& push);
    ~Publisher();
    Publisher(const Publisher&) = delete;
    Publisher& operator=(const Publisher&) = delete;

    void start();
    void stop();
    void tell(BatchEvents&& events);

  private:
    void loop();
    void send(const std::vector<BatchEvents>& batches);
    std::set<std::string> send_orders(const std::vector<BatchEvents>& batches);
    void send_balances(const std::vector<BatchEvents>& batches,
                       const std::set<std::string>& refreshed);
    void send_trades(const std::vector<BatchEvents>& batches);
    void send_books(const std::vector<BatchEvents>& batches);

    const std::string conninfo_;
    Push& push_;
    std::optional<pg::Connection> connection_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<BatchEvents> waiting_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace cambio::settlement
