// One market in memory that does what the rows of data/order_semantics.json say and tells what came
// of it, in the words of that file. After each input it proves what holds for every input: undone
// it leaves no trace, the memory restored from the stored orders is the same, money is held for
// open orders and for nothing else, and none is made or lost.
#pragma once

#include <gtest/gtest.h>
#include <json/value.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "settlement/batch.h"
#include "settlement/brackets.h"
#include "settlement/scale.h"
#include "support/builders.h"

namespace cambio::settlement {

class OrderStory {
  public:
    explicit OrderStory(const Json::Value& row) {
        markets_.try_emplace(id_, rules(row["market"]));
        state().leased = true;
        state().stale = false;
        state().seq = 0;
        state().last_price = test::dec(row.get("last", "100").asString());
        hear_quote(state().last_price, std::chrono::seconds{0});
        limits_.price_protection = test::dec("0.02");
        limits_.house_stale_after = std::chrono::hours{1};
        limits_.open_orders = row.get("open_orders", 200).asInt();
        limits_.last_look = row.get("last_look", false).asBool();
        ids_.add_block(1, 1'000'000);
        for (const auto house : {ledger::House::liquidity, ledger::House::fees}) {
            for (const AssetId asset : {base_, quote_}) keep_house(house, asset);
        }
        fund_house(row.get("house_coins", "10000").asString(),
                   row.get("house_money", "1000000").asString());
    }

    std::vector<std::string> hear(const std::string& input) {
        std::istringstream words{input};
        std::string first;
        words >> first;
        if (first == "provider") return provider(words);
        if (first == "market") {
            words >> first;
            state().market.open = first == "open";
            return {};
        }
        if (first == "pairs") {
            words >> first;
            pairs_wait_ = first == "wait";
            return bring_pairs();
        }
        if (first == "cancel") return run(cancel(words), {});
        if (first == "amend") return run(amend(words), {}, "amend");
        std::vector<std::string> names{first};
        std::string who;
        words >> who;
        if (!people_.contains(who)) {
            names.push_back(who);
            words >> who;
        }
        return run({.caller = caller(who), .what = order(words), .done = {}}, names);
    }

  private:
    MarketState& state() { return markets_.at(id_); }

    markets::Market rules(const Json::Value& changed) const {
        markets::Market market;
        market.id = id_;
        market.pair = "XUSDT";
        market.base.id = base_;
        market.base.code = "X";
        market.quote.id = quote_;
        market.quote.code = "USDT";
        const auto number = [&](const char* name, const char* usual) {
            return test::dec(changed.get(name, usual).asString());
        };
        market.tick = number("tick", "1");
        market.lot = number("lot", "1");
        market.unit = Decimal::multiply(market.tick, market.lot, Rounding::down);
        market.minimum_quantity = number("minimum_quantity", "1");
        market.minimum_total = number("minimum_total", "10");
        market.provider_limit = number("provider_limit", "1000");
        market.open = true;
        return market;
    }

    // -- Money

    AccountId next_account() { return AccountId{++last_account_}; }
    void keep_house(ledger::House house, AssetId asset) {
        ledger::Account account;
        account.id = next_account();
        accounts_.keep_house(house, asset, account);
    }
    void fund_house(const std::string& coins, const std::string& money) {
        accounts_.house(ledger::House::liquidity, base_).balance = test::dec(coins);
        accounts_.house(ledger::House::liquidity, quote_).balance = test::dec(money);
    }

    /// Everybody has 1,000 coins and 100,000 of the quote, and pays no fees.
    token::Session caller(const std::string& who) {
        const ClientId client{people_.at(who)};
        if (accounts_.client(client) == nullptr) {
            accounts_.keep(client, {who, {}, {}});
            for (const bool held : {false, true}) {
                for (const AssetId asset : {base_, quote_}) {
                    const Decimal has =
                        held ? Decimal{} : Decimal::of(asset == base_ ? 1000 : 100'000);
                    ledger::Account account;
                    account.id = next_account();
                    account.balance = has;
                    accounts_.keep({client, asset, held}, account);
                }
            }
        }
        token::Session session;
        session.client = client;
        return session;
    }

    Decimal total(AssetId asset) {
        Decimal sum;
        for (const auto house : {ledger::House::liquidity, ledger::House::fees}) {
            sum += accounts_.house(house, asset).balance;
        }
        for (const auto& [who, id] : people_) {
            for (const bool held : {false, true}) {
                const auto* account = accounts_.find({ClientId{id}, asset, held});
                if (account == nullptr) continue;
                EXPECT_FALSE(account->balance.negative()) << who;
                sum += account->balance;
            }
        }
        return sum;
    }

    // -- Inputs

    void hear_quote(Decimal price, std::chrono::seconds age) {
        const pg::Time at = pg::now() - age;
        state().quote = markets::Quote{id_, price, at, at};
    }

    std::vector<std::string> provider(std::istringstream& words) {
        std::string what, word;
        words >> what;
        if (what == "price" || what == "stale") {
            words >> word;
            hear_quote(test::dec(word), std::chrono::seconds{what == "stale" ? 3600 : 0});
            if (what == "price") state().last_price = test::dec(word);
            // As the sequencer asks it.
            if (!state().quote_reaches_stop(pg::now(), limits_.stale_after_ms)) return {};
            return twice([this](Batch& round) { round.on_price(state(), state().quote->last); });
        }
        if (what == "old") {
            state().provider.provider_at -= 2 * limits_.house_stale_after;
            return {};
        }
        markets::StoredBook& book = provider_book_;
        auto& levels = what == "bids" ? book.bids : book.asks;
        levels.clear();
        while (words >> word) {
            const auto times = word.find('x');
            levels.push_back({test::dec(word.substr(0, times)), test::dec(word.substr(times + 1))});
        }
        book.provider_at = book.received_at = pg::now();
        EXPECT_TRUE(state().hear_provider(provider_levels(state().market, book, {}), pg::now()));
        return twice([this](Batch& round) { round.sweep(state()); });
    }

    Command cancel(std::istringstream& words) {
        std::string who, what;
        words >> who >> what;
        CancelOrders ask;
        if (what != "all") ask.order = OrderId{named_.at(what)};
        return {.caller = caller(who), .what = ask, .done = {}};
    }

    Command amend(std::istringstream& words) {
        std::string who, what, word;
        words >> who >> what;
        AmendOrder ask;
        ask.market = id_;
        ask.order = OrderId{named_.at(what)};
        const auto open = state().open.find(ask.order);
        if (open != state().open.end()) ask.side = open->second->order.side;
        while (words >> word) {
            if (word == "only-reduce") {
                ask.only_reduce = true;
            } else if (word == "trail") {
                words >> word;
                ask.trailing_delta = std::stoi(word);
            } else if (word == "@" || word == "stop" || word == "stop-limit") {
                auto& price = word == "@"      ? ask.price
                              : word == "stop" ? ask.stop_price
                                               : ask.stop_limit_price;
                words >> word;
                price = test::dec(word);
            } else {
                ask.quantity = test::dec(word);
            }
        }
        return {.caller = caller(who), .what = ask, .done = {}};
    }

    PlaceOrder order(std::istringstream& words) const {
        PlaceOrder ask;
        ask.market = id_;
        std::string word;
        words >> word;
        ask.side = word == "BUY" ? Side::buy : Side::sell;
        bool stop = false, profit = false;
        while (words >> word) {
            if (word == "@") {
                words >> word;
                (stop ? ask.stop_limit_price : ask.price) = test::dec(word);
            } else if (word == "stop" || word == "profit") {
                profit = word == "profit";
                words >> word;
                ask.stop_price = test::dec(word);
                stop = true;
            } else if (word == "trail") {
                words >> word;
                ask.trailing_delta = std::stoi(word);
                stop = true;
            } else if (word == "bracket") {
                for (Decimal* price : {&ask.bracket.take_profit, &ask.bracket.stop_loss,
                                       &ask.bracket.stop_loss_limit}) {
                    words >> word;
                    *price = test::dec(word);
                }
            } else if (word == "total") {
                words >> word;
                ask.total = test::dec(word);
            } else if (word == "MARKET") {
                ask.kind = OrderKind::market;
                if (ask.time_in_force == TimeInForce::gtc) ask.time_in_force = TimeInForce::ioc;
            } else if (word == "IOC" || word == "FOK") {
                ask.time_in_force = word == "IOC" ? TimeInForce::ioc : TimeInForce::fok;
            } else if (word == "post-only") {
                ask.post_only = true;
            } else {
                ask.quantity = test::dec(word);
            }
        }
        // A stop with a limit waits on either side.
        if (profit || (stop && ask.kind == OrderKind::market)) {
            const bool rises = (ask.side == Side::buy) != profit;
            ask.stop_from = rises ? Direction::rises : Direction::falls;
        }
        return ask;
    }

    // -- What comes of them

    std::vector<std::string> run(Command&& command, const std::vector<std::string>& names,
                                 const std::string& nameless = "cancel") {
        Job job;
        job.command = std::move(command);
        if (const CancelOrders* them = job.cancel(); them != nullptr && !them->order) {
            for (const Order& order : due_) {
                if (order.client != job.command.caller.client) continue;
                job.brackets.push_back({order.id, id_, {}, order.bracket.stop_loss});
            }
            std::erase_if(due_, [&](const Order& order) {
                return order.client == job.command.caller.client;
            });
        }
        const auto told = twice([&](Batch& round) {
            job.error.reset();
            job.orders.clear();
            round.run(job);
            for (std::size_t i = 0; i < names.size() && i < job.orders.size(); ++i) {
                named_[names[i]] = job.orders[i]->order.id.value;
            }
            const PlaceOrder* placed = job.place();
            if (placed != nullptr && placed->attached_to.value != 0)
                name_attached(job.orders, name_of_order(placed->attached_to));
        });
        if (!job.error) return told;
        EXPECT_TRUE(told.empty());
        std::string refused = names.empty() ? nameless : names.front();
        refused += " refused " + std::string{name_of(job.error->code())};
        if (!job.error->field().empty()) refused += " " + std::string{job.error->field()};
        return {refused};
    }

    /// Does it, undoes it, and does it again.
    template <class Act>
    std::vector<std::string> twice(Act act) {
        const std::string before = fingerprint(state());
        const Decimal coins = total(base_), money = total(quote_);
        {
            Batch rehearsal{markets_, accounts_, ids_, limits_, 1};
            act(rehearsal);
        }
        EXPECT_EQ(fingerprint(state()), before) << "after a rollback";
        Batch round{markets_, accounts_, ids_, limits_, 1};
        act(round);
        const Committed committed = round.commit(pg::now());
        for (const Order& order : committed.orders) stored_[order.id] = order;
        EXPECT_EQ(total(base_), coins);
        EXPECT_EQ(total(quote_), money);
        check_holds();
        check_restored();
        std::vector<std::string> told = tell(committed);
        for (const Order& order : committed.orders) {
            if (!brings_pair(order)) continue;
            due_.push_back(order);
        }
        for (std::string& event : bring_pairs()) told.push_back(std::move(event));
        return told;
    }

    std::vector<std::string> bring_pairs() {
        std::vector<std::string> told;
        if (pairs_wait_) return told;
        for (const Order& order : std::exchange(due_, {})) {
            for (std::string& event : bring_pair(order)) told.push_back(std::move(event));
        }
        return told;
    }

    /// As the sequencer does when its feed tells of the order.
    std::vector<std::string> bring_pair(const Order& done) {
        token::Session session;
        session.client = done.client;
        return run({.caller = session, .what = pair_after(done, state().market), .done = {}}, {},
                   name_of_order(done.id) + ".profit");
    }
    void name_attached(const std::vector<LiveOrderPtr>& orders, const std::string& name) {
        for (const LiveOrderPtr& live : orders) {
            const Order& order = live->order;
            const bool at_once = order.time_in_force == TimeInForce::ioc;
            named_[name + (order.stop() ? ".loss"
                           : at_once    ? ".taken"
                                        : ".profit")] = order.id.value;
        }
    }

    void check_holds() {
        std::map<std::pair<ClientId, AssetId>, Decimal> needed;
        for (const auto& [id, live] : state().open) {
            const AssetId asset = live->order.side == Side::buy ? quote_ : base_;
            needed[{live->order.client, asset}] += live->order.hold();
        }
        for (const auto& [who, id] : people_) {
            for (const AssetId asset : {base_, quote_}) {
                const auto* held = accounts_.find({ClientId{id}, asset, true});
                if (held == nullptr) continue;
                EXPECT_EQ(held->balance.str(), (needed[{ClientId{id}, asset}].str())) << who;
            }
        }
    }

    /// What another process, or this one after a restart, reads of the same orders.
    void check_restored() {
        std::vector<Order> open;
        for (const auto& [id, order] : stored_) {
            if (order.state != OrderState::pending) continue;
            open.push_back(order);
            open.back().partner = {};
            open.back().covered = {};
        }
        std::sort(open.begin(), open.end(), [](const Order& a, const Order& b) {
            return std::pair{a.seq, a.queue_priority()} < std::pair{b.seq, b.queue_priority()};
        });
        MarketState restored{state().market};
        restored.restore(state().seq, std::move(open));
        EXPECT_EQ(orders_in(restored), orders_in(state())) << "after a restart";
    }

    static std::string orders_in(const MarketState& market) {
        std::ostringstream text;
        for (const Side side : {Side::buy, Side::sell}) {
            for (const auto& order : market.book.orders(side)) {
                text << order.id.value << ':' << order.lots.value << '@' << order.price.value
                     << ' ';
            }
        }
        Stops left = market.stops;
        const Decimal most = Decimal::of(1'000'000'000'000);
        while (const LiveOrderPtr next = left.reached({}, most)) {
            text << "stop " << next->order.id.value << " holds " << next->order.hold().str() << ' ';
            left.erase(next->order);
        }
        for (const auto& [turn, live] : market.stops.trailing()) {
            text << "trail " << live->order.id.value << ':' << live->order.stop_price.str()
                 << " holds " << live->order.hold().str() << ' ';
        }
        for (const auto& [id, live] : market.reached) {
            text << "reached " << id.value << " holds " << live->order.hold().str() << ' ';
        }
        const std::map<ClientId, std::vector<OrderId>> own{market.own.begin(), market.own.end()};
        for (const auto& [client, ids] : own) text << client.value << '=' << ids.size() << ' ';
        return text.str();
    }

    std::string fingerprint(const MarketState& market) {
        std::ostringstream text;
        text << market.book.digest() << ' ' << orders_in(market) << market.last_price.str();
        std::map<OrderId, LiveOrderPtr> open{market.open.begin(), market.open.end()};
        for (const auto& [id, live] : open) {
            const Order& order = live->order;
            text << ' ' << id.value << order.price.str() << 'x' << order.quantity.str() << '-'
                 << order.filled.str() << order.stop_price.str() << order.triggered << order.seq
                 << '/' << order.queue_priority().value << '=' << static_cast<int>(order.state)
                 << order.partner.value << order.covered.str() << order.reached_at.has_value();
        }
        for (const auto& [who, id] : people_) {
            for (const bool held : {false, true}) {
                for (const AssetId asset : {base_, quote_}) {
                    const auto* account = accounts_.find({ClientId{id}, asset, held});
                    if (account != nullptr) text << ' ' << account->balance.str();
                }
            }
        }
        return text.str();
    }

    std::string name_of_order(OrderId id) const {
        if (id.value == 0) return "provider";
        for (const auto& [name, value] : named_) {
            if (value == id.value) return name;
        }
        return "?";
    }

    std::vector<std::string> tell(const Committed& committed) {
        std::vector<std::string> told;
        for (const Trade& trade : committed.trades) {
            told.push_back(name_of_order(trade.taker) + " takes " + trade.quantity.str() + " of " +
                           name_of_order(trade.maker) + " @ " + trade.price.str());
        }
        std::map<OrderId, std::string> triggered;
        std::map<std::string, std::string> states;
        for (const Order& order : committed.orders) {
            const std::string name = name_of_order(order.id);
            if (order.triggered && told_triggered_.insert(order.id).second) {
                triggered[order.queue_priority()] = name + " triggers";
            }
            // That its price has come is stored, and nothing that its owner sees.
            const std::string state = state_of(order);
            if (order.waiting() && std::exchange(told_waiting_[order.id], state) == state) continue;
            states[name] = name + " " + state;
        }
        for (const auto& [place, text] : triggered) told.push_back(text);
        for (const auto& [name, text] : states) told.push_back(text);
        return told;
    }

    static std::string state_of(const Order& order) {
        if (order.waiting() && order.trailing_delta != 0)
            return "waits for " + order.stop_price.str();
        if (order.waiting()) return "waits";
        if (order.state == OrderState::pending) return "rests " + order.remaining().str();
        if (order.state == OrderState::approved) return "filled";
        return "cancelled " + order.remaining().str() + " " +
               std::string{reason_name(order.reason)};
    }

    const MarketId id_{1};
    const AssetId base_{1}, quote_{2};
    const std::map<std::string, std::int64_t> people_ = {
        {"anna", 1}, {"ben", 2}, {"cleo", 3}, {"dora", 4}};

    Markets markets_;
    Accounts accounts_;
    OrderIds ids_;
    Limits limits_;
    markets::StoredBook provider_book_;
    std::map<OrderId, Order> stored_;
    std::vector<Order> due_;  ///< done, and without their pairs yet
    bool pairs_wait_ = false;
    std::map<std::string, std::int64_t> named_;
    std::set<OrderId> told_triggered_;
    std::map<OrderId, std::string> told_waiting_;
    std::int64_t last_account_ = 0;
};

}  // namespace cambio::settlement
