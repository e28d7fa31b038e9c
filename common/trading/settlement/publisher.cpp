#include "settlement/publisher.h"

#include <pthread.h>
#include <sys/resource.h>

#include <map>
#include <set>

#include "log/log.h"
#include "markets/last_price.h"
#include "markets/shown_books.h"
#include "markets/trades.h"
#include "settlement/scale.h"

namespace cambio::settlement {

namespace {

constexpr std::chrono::milliseconds pace{50};
/// Each message costs as much as settling an order or two: after a sending of so many orders the
/// next one waits longer.
constexpr std::size_t busy_orders = 200;
constexpr std::chrono::milliseconds busy_pace{500};
/// By so much its thread is nicer than the others of the process: orders come before the news of
/// them.
constexpr int niceness = 5;
/// More order events than this for one client in one sending become a single "refresh": a program
/// that trades so fast reads the replies, and a page reads its lists anew.
constexpr std::size_t max_orders = 20;

/// Of a market in one message: as many as a page shows.
constexpr int max_trades = 100;
/// A publisher that cannot keep up drops what waits; pages see the gap and fetch a snapshot.
constexpr std::size_t max_waiting = 2000;

constexpr const char* read_balances = R"sql(
    select client_id, asset_id, held, balance from ledger_accounts
    where client_id = any($1::bigint[]) and house = '' and wallet = 1
)sql";

void member(std::string& out, std::string_view name, std::string_view value) {
    out += '"';
    out += name;
    out += "\":\"";
    out += value;
    out += '"';
}

std::vector<markets::Level> shown(const std::vector<matching::DepthLevel>& levels,
                                  const markets::Market& market) {
    std::vector<markets::Level> result;
    result.reserve(levels.size());
    for (const matching::DepthLevel& level : levels) {
        result.push_back(
            {price_of(market, level.price), quantity_of(market, level.clients + level.provider)});
    }
    return result;
}

void append_levels(std::string& out, const std::vector<markets::Level>& levels) {
    out += '[';
    for (const auto& [price, quantity] : levels) {
        out += '{';
        member(out, "unit_price", price.str());
        out += ',';
        member(out, "number_of_order", quantity.str());
        out += ',';
        member(out, "total", Decimal::multiply(price, quantity, Rounding::half_even).str());
        out += "},";
    }
    if (out.back() == ',') out.pop_back();
    out += ']';
}

/// Whether one order took it at the price of the trade before, which stands beside it.
bool continues(const std::vector<Trade>& trades, std::vector<Trade>::const_iterator trade) {
    if (trade == trades.begin()) return false;
    const auto before = trade - 1;
    return trade->taker.value != 0 && before->taker == trade->taker &&
           before->price == trade->price;
}

struct Trades {
    const markets::Market* market = nullptr;
    std::string json;
    int count = 0;
};

struct Balance {
    Decimal available;
    Decimal held;
};

}  // namespace

Publisher::Publisher(std::string conninfo, Push& push)
    : conninfo_{std::move(conninfo)}, push_{push} {}

Publisher::~Publisher() {
    stop();
}

void Publisher::start() {
    thread_ = std::thread{[this] { loop(); }};
}

void Publisher::stop() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Publisher::tell(BatchEvents&& events) {
    {
        const std::lock_guard lock{mutex_};
        if (waiting_.size() > max_waiting) waiting_.clear();
        waiting_.push_back(std::move(events));
    }
    wake_.notify_one();
}

void Publisher::loop() {
    pthread_setname_np(pthread_self(), "publisher");
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + niceness);  // of this thread alone
    std::unique_lock lock{mutex_};
    for (;;) {
        wake_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        std::vector<BatchEvents> batches;
        batches.swap(waiting_);
        lock.unlock();
        try {
            send(batches);
        } catch (const std::exception& failure) {
            log::warn("settlement.publisher", {{"error", failure.what()}});
            connection_.reset();
        }
        lock.lock();
        std::size_t orders = 0;
        for (const BatchEvents& batch : batches) orders += batch.orders.size();
        wake_.wait_for(lock, orders < busy_orders ? pace : busy_pace, [this] { return stopping_; });
    }
}

void Publisher::send(const std::vector<BatchEvents>& batches) {
    const std::set<std::string> refreshed = send_orders(batches);
    send_trades(batches);
    send_books(batches);
    send_balances(batches, refreshed);
}

/// Returns the clients that are to read everything anew.
std::set<std::string> Publisher::send_orders(const std::vector<BatchEvents>& batches) {
    using Seen = std::pair<const Order*, const markets::Market*>;
    std::map<std::string, std::map<OrderId, Seen>> by_client;
    for (const BatchEvents& batch : batches) {
        for (const OrderEvent& event : batch.orders) {
            const markets::Market* market = batch.directory->find(event.order.market);
            if (market == nullptr) continue;
            by_client[event.unique_id][event.order.id] = {&event.order, market};
        }
    }
    std::set<std::string> refreshed;
    for (const auto& [unique_id, orders] : by_client) {
        if (orders.size() > max_orders) {
            push_.tell(unique_id, ClientEvent::refresh);
            refreshed.insert(unique_id);
            continue;
        }
        for (const auto& [id, seen] : orders) {
            std::string data;
            append_json(data, *seen.first, *seen.second);
            push_.tell(unique_id, ClientEvent::order, std::move(data));
        }
    }
    return refreshed;
}

void Publisher::send_balances(const std::vector<BatchEvents>& batches,
                              const std::set<std::string>& refreshed) {
    std::map<ClientId, std::string> unique_ids;
    std::map<std::pair<ClientId, AssetId>, std::string> wanted;
    for (const BatchEvents& batch : batches) {
        for (const OrderEvent& event : batch.orders) {
            const markets::Market* market = batch.directory->find(event.order.market);
            if (market == nullptr || refreshed.contains(event.unique_id)) continue;
            unique_ids.emplace(event.order.client, event.unique_id);
            wanted.emplace(std::pair{event.order.client, market->base.id}, market->base.code);
            wanted.emplace(std::pair{event.order.client, market->quote.id}, market->quote.code);
        }
    }
    if (wanted.empty()) return;
    std::vector<std::int64_t> clients;
    for (const auto& [client, unique_id] : unique_ids) clients.push_back(client.value);
    if (!connection_) connection_.emplace(conninfo_);
    std::map<std::pair<ClientId, AssetId>, Balance> balances;
    for (const pg::Row row : connection_->run(read_balances, {pg::Param::array(clients)})) {
        Balance& balance = balances[{row.id<ClientId>("client_id"), row.id<AssetId>("asset_id")}];
        (row.boolean("held") ? balance.held : balance.available) = row.decimal("balance");
    }
    for (const auto& [key, code] : wanted) {
        const Balance& balance = balances[key];
        std::string data = "{\"wallet\":\"SPOT\",";
        member(data, "name", code);
        data += ',';
        member(data, "wallet_balance", balance.available.str());
        data += ',';
        member(data, "freeze_balance", balance.held.str());
        data += '}';
        push_.tell(unique_ids.at(key.first), ClientEvent::balance, std::move(data));
    }
}

void Publisher::send_trades(const std::vector<BatchEvents>& batches) {
    std::map<MarketId, Trades> by_market;
    // The newest trade stands first.
    for (auto batch = batches.rbegin(); batch != batches.rend(); ++batch) {
        const auto at =
            std::chrono::duration_cast<std::chrono::milliseconds>(batch->at.time_since_epoch());
        for (auto trade = batch->trades.rbegin(); trade != batch->trades.rend(); ++trade) {
            Trades& trades = by_market[trade->market];
            trades.market = batch->directory->find(trade->market);
            if (++trades.count > max_trades) continue;
            std::string& out = trades.json;
            out += '{';
            member(out, "px", trade->price.str());
            out += ',';
            member(out, "sz", trade->quantity.str());
            out += ',';
            member(out, "side", trade->side == Side::buy ? "buy" : "sell");
            out += ',';
            member(out, "ts", std::to_string(at.count()));
            const auto id = markets::trade_id(batch->at, trade->seq, trade->position);
            out += ",\"id\":" + std::to_string(id);
            if (continues(batch->trades, trade.base() - 1)) out += ",\"joins\":true";
            out += ",\"own\":true},";
        }
    }
    for (auto& [id, trades] : by_market) {
        if (trades.market == nullptr) continue;
        trades.json.back() = ']';
        push_.tell(trades.market->pair, MarketEvent::trades, "{\"trades\":[" + trades.json + "}");
    }
}

void Publisher::send_books(const std::vector<BatchEvents>& batches) {
    std::map<MarketId, std::pair<const BookEvent*, const markets::Market*>> newest;
    for (const BatchEvents& batch : batches) {
        for (const BookEvent& book : batch.books) {
            const markets::Market* market = batch.directory->find(book.market);
            if (market != nullptr) newest[book.market] = {&book, market};
        }
    }
    if (newest.empty()) return;
    std::vector<markets::ShownBook> books;
    for (const auto& [id, event] : newest) {
        const auto& [book, market] = event;
        books.push_back({id, shown(book->bids, *market), shown(book->asks, *market)});
    }
    if (!connection_) connection_.emplace(conninfo_);
    markets::show_books(*connection_, books);
    for (const markets::ShownBook& book : books) {
        const auto& [event, market] = newest.at(book.market);
        std::string data = "{\"asks\":";
        append_levels(data, book.asks);
        data += ",\"bids\":";
        append_levels(data, book.bids);
        data += ',';
        member(data, "price", markets::within(book, event->last_price).str());
        if (event->as_of) {
            data += ',';
            member(data, "as_of", pg::iso(*event->as_of));
        }
        data += '}';
        push_.tell(market->pair, MarketEvent::book, std::move(data));
    }
}

}  // namespace cambio::settlement
