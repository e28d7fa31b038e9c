#include "faults/trader.h"

#include <algorithm>
#include <set>
#include <thread>

#include "json/write.h"

namespace cambio::faults {

namespace {

constexpr const char* my_order = "/api/v2/my-order";
constexpr const char* amend_order = "/api/v3/trades/amend-order";
constexpr const char* cancel_order = "/api/v3/trades/cancel-order";
/// A client with more resting orders than this cancels those of a market.
constexpr std::size_t max_resting = 60;

/// Refusals that honest clients meet on a sound exchange.
const std::set<std::string> usual_refusals{
    "insufficient_balance", "no_liquidity",         "self_trade",     "would_cross",
    "fill_or_kill",         "too_many_open_orders", "order_not_open", "below_minimum",
    "stale_price",          "stop_would_trigger",   "oco_prices",     "below_filled",
    "bracket_side",         "order_filling",
};

const char* name_of(Entry::Type type) {
    switch (type) {
        case Entry::Type::limit:
            return "LIMIT";
        case Entry::Type::market:
            return "MARKET";
        case Entry::Type::stop:
            return "STOP_LIMIT";
        case Entry::Type::pair:
            return "OCO";
        case Entry::Type::stop_market:
            return "STOP_MARKET";
        case Entry::Type::profit:
            return "TAKE_PROFIT_LIMIT";
        case Entry::Type::profit_market:
            return "TAKE_PROFIT_MARKET";
        case Entry::Type::trailing:
            return "TRAILING_STOP_MARKET";
    }
    return "";
}

}  // namespace

Trader::Trader(Arena& arena, Score& score, bool poor, std::uint64_t seed)
    : score_{score}, random_{seed} {
    Player player = arena.player(poor);
    journal_.client = player.person.id;
    token_ = std::move(player.token);
    lanes_.resize(2);
    for (Lane& lane : lanes_) {
        for (std::size_t i = 0; i < handler_count; ++i) {
            lane.push_back(arena.handler(i).client());
            lane.back().bearer(token_);
        }
    }
}

void Trader::run(const std::atomic<bool>& stop) {
    patience_.begin(stop);
    while (!stop) {
        const int choice = number(1, 100);
        if (resting_.size() > max_resting || choice <= 1) {
            cancel_all();
        } else if (choice <= 12 && !resting_.empty()) {
            cancel_one();
        } else if (choice <= 24 && !resting_.empty()) {
            amend_one();
        } else {
            place();
        }
    }
}

Told Trader::ask(Lane& lane, std::size_t handler, const std::string& path, const Fields& fields,
                 bool order) {
    const int round = score_.round;
    Told told = faults::ask(lane[handler], path, fields, usual_refusals, score_);
    if (order && told.done() && round == score_.round) ++score_.answered_since[handler];
    return told;
}

Told Trader::insist(const std::string& path, const Fields& fields, bool order) {
    for (;;) {
        Told told = ask(lanes_[0], home_, path, fields, order);
        if (!told.nothing() || patience_.over()) return told;
        ++score_.asked_again;
        home_ = (home_ + 1) % handler_count;
        std::this_thread::sleep_for(breath);
    }
}

Fields Trader::invent(Entry& entry) {
    entry.key =
        std::to_string(journal_.client.value) + "-" + std::to_string(journal_.entries.size());
    entry.pair = std::string{Arena::coins[static_cast<std::size_t>(number(0, 2))]} + "USDT";
    entry.buy = chance(50);
    const int type = number(1, 100);
    entry.type = type <= 10   ? Entry::Type::market
                 : type <= 15 ? Entry::Type::stop
                 : type <= 20 ? Entry::Type::stop_market
                 : type <= 22 ? Entry::Type::profit
                 : type <= 24 ? Entry::Type::profit_market
                 : type <= 28 ? Entry::Type::trailing
                 : type <= 34 ? Entry::Type::pair
                              : Entry::Type::limit;
    Fields fields{{"name", entry.pair},
                  {"delegate_type", entry.buy ? "BUY" : "SELL"},
                  {"market_type", name_of(entry.type)},
                  {"trade_type", "market"},
                  {"transaction_password", World::transaction_password},
                  {"client_id", entry.key}};
    if (entry.at_market() && entry.buy && chance(50)) {
        // More than one lot is worth at any price here.
        fields.emplace_back("total", decimal(number(600, 20'000), 2));
    } else {
        entry.quantity = decimal(number(60, 2'000), 3);
        fields.emplace_back("number_of_order", entry.quantity);
    }
    if (entry.type != Entry::Type::market) invent_prices(entry, fields);
    return fields;
}

void Trader::invent_prices(Entry& entry, Fields& fields) {
    // A buy waits for a price above, a sell for one below, near enough to be reached soon; its
    // limit is worse than that, so that it then trades at once. What takes a profit waits on the
    // other side, and there lies the limit leg of a pair.
    const int away = entry.buy ? 1 : -1;
    const int stop = 1000 + (entry.takes_profit() ? -away : away) * number(1, 8);
    const int after = stop + away * number(0, 10);
    if (entry.type == Entry::Type::trailing) {
        fields.emplace_back("trailing_delta", std::to_string(number(10, 60)));
        return;
    }
    if (entry.waits()) {
        fields.emplace_back("stop_price", decimal(stop, 1));
        if (entry.at_market()) return;
        entry.price = decimal(after, 1);
        fields.emplace_back("order_per_unit", entry.price);
        return;
    }
    if (entry.type == Entry::Type::pair) {
        entry.price = decimal(1000 - away * number(1, 12), 1);
        fields.emplace_back("order_per_unit", entry.price);
        fields.emplace_back("stop_price", decimal(stop, 1));
        fields.emplace_back("stop_limit_price", decimal(after, 1));
        return;
    }
    // Both sides reach over the middle, so that about half of the orders cross.
    const int price = 1000 - away * number(-5, 15);
    entry.price = decimal(price, 1);
    fields.emplace_back("order_per_unit", entry.price);
    if (chance(12)) attach(entry, fields, price);
    const int choice = number(1, 100);
    if (choice <= 4) fields.emplace_back("time_in_force", "IOC");
    if (choice > 4 && choice <= 6) fields.emplace_back("time_in_force", "FOK");
    if (choice > 6 && choice <= 8) fields.emplace_back("post_only", "true");
}

/// Near enough for both to be reached soon, and for the price to have passed them before the pair
/// comes. Between 99.8 and 100.2 the provider's price is on the right side of the stop.
void Trader::attach(const Entry& entry, Fields& fields, int price) {
    const int away = entry.buy ? 1 : -1;
    const int worst = entry.buy ? std::min(price, 998) : std::max(price, 1002);
    fields.emplace_back("take_profit", decimal(price + away * number(1, 8), 1));
    fields.emplace_back("stop_loss", decimal(worst - away * number(1, 8), 1));
}

void Trader::place() {
    journal_.entries.emplace_back();
    Entry& entry = journal_.entries.back();
    const Fields fields = invent(entry);
    home_ = static_cast<std::size_t>(number(0, handler_count - 1));
    send_order(entry, fields);
    // A page that was reloaded sends the order again long after it was answered.
    if (entry.fate == Entry::Fate::acknowledged && chance(5)) {
        ++score_.twice;
        const Told again = insist(my_order, fields, false);
        hear(entry, again);
        if (again.refused()) {
            score_.odd("the acknowledged key " + entry.key + " was refused later: " + again.code);
        }
    }
    if (entry.fate == Entry::Fate::acknowledged) ++score_.acknowledged;
    if (entry.fate == Entry::Fate::refused) ++score_.refused;
    if (entry.state == "PENDING") resting_.push_back(&entry);
}

void Trader::send_order(Entry& entry, const Fields& fields) {
    std::vector<Told> answers(1);
    if (chance(30)) {
        ++score_.twice;
        answers.resize(2);
        const auto other = static_cast<std::size_t>(number(0, handler_count - 1));
        std::thread second{[&] { answers[1] = ask(lanes_[1], other, my_order, fields, true); }};
        answers[0] = ask(lanes_[0], home_, my_order, fields, true);
        second.join();
    } else {
        answers[0] = ask(lanes_[0], home_, my_order, fields, true);
    }
    const bool all_answered = std::none_of(answers.begin(), answers.end(),
                                           [](const Told& told) { return told.nothing(); });
    if (!all_answered) {
        entry.unanswered = true;
        ++score_.asked_again;
        answers.push_back(insist(my_order, fields, true));
    }
    for (const Told& told : answers) hear(entry, told);
    const auto refused = [](const Told& told) { return told.refused(); };
    const bool differ = entry.fate == Entry::Fate::acknowledged &&
                        std::any_of(answers.begin(), answers.end(), refused);
    if (differ) ++score_.differently;
    // Without a definite last word nobody knows, whatever an earlier submit was told.
    const bool open_end = answers.back().nothing();
    if (open_end && entry.fate == Entry::Fate::refused) entry.fate = Entry::Fate::unknown;
}

void Trader::hear(Entry& entry, const Told& told) {
    if (told.nothing()) return;
    if (told.refused()) {
        if (entry.fate == Entry::Fate::unknown) {
            entry.fate = Entry::Fate::refused;
            score_.refusal(told.code);
        }
        return;
    }
    const Json::Value& order = told.body["order"];
    const std::string id = order["id"].asString();
    if (entry.fate == Entry::Fate::acknowledged && entry.id != id) {
        score_.odd("the key " + entry.key + " was acknowledged as " + entry.id + " and as " + id);
    }
    if (order["client_id"].asString() != entry.key) {
        score_.odd("the key " + entry.key +
                   " was answered with the order of another: " + order["client_id"].asString());
    }
    // Of two answers at once the one that knows more of the order is the later one.
    const bool later = entry.fate != Entry::Fate::acknowledged ||
                       test::dec(order["filled"].asString()) >= test::dec(entry.filled);
    entry.fate = Entry::Fate::acknowledged;
    entry.id = id;
    if (!later) return;
    entry.state = order["state"].asString();
    entry.filled = order["filled"].asString();
}

/// Other prices and another quantity, and what is stored of that.
std::string Trader::invent_change(const Entry& entry, Fields& fields) {
    const int away = entry.buy ? 1 : -1;
    const int stop = 1000 + (entry.takes_profit() ? -away : away) * number(1, 8);
    const int after = stop + away * number(0, 10);
    const bool pair = entry.type == Entry::Type::pair;
    std::string stored = entry.id;
    const auto add = [&](const char* field, const std::string& value) {
        fields.emplace_back(field, value);
        stored += ' ' + test::dec(value).str();
    };
    if (!entry.price.empty()) {
        const int price = pair ? 1000 - away * number(1, 12) : 1000 - away * number(-5, 15);
        add("order_per_unit", decimal(entry.waits() ? after : price, 1));
    }
    if (!entry.quantity.empty()) add("number_of_order", decimal(number(60, 2'000), 3));
    if (pair) {
        // The limit leg is named; these are the other one's.
        fields.emplace_back("stop_price", decimal(stop, 1));
        fields.emplace_back("stop_limit_price", decimal(after, 1));
    } else if (entry.type == Entry::Type::trailing) {
        add("trailing_delta", std::to_string(number(10, 60)));
    } else if (entry.waits()) {
        add("stop_price", decimal(stop, 1));
    }
    return stored;
}

/// Of what rests or waits as far as this client knows.
void Trader::amend_one() {
    Entry& entry =
        *resting_[static_cast<std::size_t>(number(0, static_cast<int>(resting_.size()) - 1))];
    Act& act = journal_.acts.emplace_back();
    act.what = "amendment";
    // The engine's key of a change; see settlement::amend_key.
    const std::string key =
        std::to_string(journal_.client.value) + "-" + std::to_string(++changes_);
    act.key = "amend:" + key;
    entry.changed = true;
    Fields fields{{"order_id", entry.id},
                  {"transaction_password", World::transaction_password},
                  {"client_id", key}};
    act.content = invent_change(entry, fields);
    Told told = ask(lanes_[0], home_, amend_order, fields, false);
    if (told.nothing()) {
        act.unanswered = true;
        ++score_.asked_again;
        told = insist(amend_order, fields, false);
    }
    hear_amended(entry, act, told);
    if (act.fate != Fate::acknowledged || !chance(20)) return;
    ++score_.twice;
    const Told again = insist(amend_order, fields, false);
    if (again.refused())
        score_.odd("the acknowledged change " + key + " was refused later: " + again.code);
}

void Trader::hear_amended(Entry& entry, Act& act, const Told& told) {
    if (told.nothing()) return;
    act.fate = told.refused() ? Fate::refused : Fate::acknowledged;
    if (told.refused()) return score_.refusal(told.code);
    score_.moved(act.what);
    const Json::Value& order = told.body["order"];
    if (order["id"].asString() != entry.id)
        score_.odd("the change of " + entry.id + " was answered with another order");
    entry.state = order["state"].asString();
    entry.filled = order["filled"].asString();
}

void Trader::cancel_one() {
    const auto at = static_cast<std::size_t>(number(0, static_cast<int>(resting_.size()) - 1));
    Entry& entry = *resting_[at];
    resting_[at] = resting_.back();
    resting_.pop_back();
    entry.cancel_asked = true;
    const Told told = insist(cancel_order,
                             {{"order_id", entry.id},
                              {"name", entry.pair},
                              {"client_id", "c" + std::to_string(++cancels_)}},
                             false);
    if (!told.done()) return;
    ++score_.cancelled;
    const unsigned legs = entry.type == Entry::Type::pair ? 2 : 1;
    if (told.body["orders"].size() > legs)
        score_.odd("a cancellation of one order named others: " + json::compact(told.body));
    for (const Json::Value& order : told.body["orders"]) hear_cancelled(order);
}

void Trader::cancel_all() {
    const std::string pair =
        std::string{Arena::coins[static_cast<std::size_t>(number(0, 2))]} + "USDT";
    for (Entry* entry : resting_) {
        if (entry->pair == pair) entry->cancel_asked = true;
    }
    const Told told = insist(cancel_order, {{"all", "true"}, {"name", pair}}, false);
    if (told.done()) {
        score_.cancelled += told.body["orders"].size();
        for (const Json::Value& order : told.body["orders"]) hear_cancelled(order);
    }
    std::erase_if(resting_, [&](const Entry* entry) { return entry->pair == pair; });
}

void Trader::hear_cancelled(const Json::Value& order) {
    // Of a pair only the limit leg has the key; the verdict looks at both. Attached ones were never
    // asked for by themselves.
    const std::string key = order["client_id"].asString();
    if ((key.empty() && order.isMember("oco_group")) || key.starts_with("bracket:")) return;
    const auto found = std::find_if(journal_.entries.rbegin(), journal_.entries.rend(),
                                    [&](const Entry& entry) { return entry.key == key; });
    const std::string id = order["id"].asString();
    if (found != journal_.entries.rend() && found->id.empty() && found->unanswered) {
        // A submit that got no answer arrived after the next one was refused.
        found->id = id;
    }
    if (found == journal_.entries.rend() || found->id != id) {
        return score_.odd("a cancellation named an order that was never acknowledged: " + key);
    }
    const bool asked = found->cancel_asked || found->fate != Entry::Fate::acknowledged;
    if (!asked) score_.odd("an order was cancelled that should not be: " + key);
    found->cancelled = true;
    found->state = order["state"].asString();
    found->filled = order["filled"].asString();
}

}  // namespace cambio::faults
