// Tells the order book what to do in words, and gives its answers in words.
//
//   7 anna buys 5 @ 100 [ioc|fok|post-only|market] [total 480]     an order; `total` is its budget
//   cancel 7        provider sells 101x5 102x5        provider has 50 5000        sweep
//   checkpoint, rollback, commit
//
// Steps are parted by |. Answers: "7 rests 5", "7 takes 3 of 2 @ 100" (of order 2; "of provider";
// "provider takes …"), with "(2 left)" where the maker stays, "7 done", "7 cancelled 2 self_trade".
#pragma once

#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "matching/book.h"

namespace cambio::matching {

inline std::string name_of(Reason reason) {
    static const std::map<Reason, std::string> names = {
        {Reason::none, "none"},
        {Reason::filled, "filled"},
        {Reason::budget_spent, "budget_spent"},
        {Reason::user, "user"},
        {Reason::ioc_remainder, "ioc_remainder"},
        {Reason::fok_unfillable, "fok_unfillable"},
        {Reason::post_only_would_cross, "post_only_would_cross"},
        {Reason::self_trade, "self_trade"},
        {Reason::no_liquidity, "no_liquidity"},
        {Reason::market_remainder, "market_remainder"},
        {Reason::book_full, "book_full"}};
    return names.at(reason);
}

inline std::string name_of(OrderId id) {
    return id == provider_order ? "provider" : std::to_string(id.value);
}

inline std::string tell(const Event& event) {
    const std::string order = name_of(event.order);
    const std::string lots = std::to_string(event.lots.value);
    switch (event.what) {
        case What::rested:
            return order + " rests " + lots;
        case What::done:
            return order + (event.reason == Reason::filled ? " done" : " done budget_spent");
        case What::cancelled:
            return order + " cancelled " + lots + " " + name_of(event.reason);
        case What::fill:
            break;
    }
    const std::string left = std::to_string(event.maker_remaining.value);
    return order + " takes " + lots + " of " + name_of(event.maker) + " @ " +
           std::to_string(event.price.value) +
           (event.maker_remaining.value > 0 ? " (" + left + " left)" : "");
}

// Reads the stories' language and does what it says.
class Teller {
  public:
    explicit Teller(std::uint32_t max_open = max_open_orders) : book(max_open) {}

    std::vector<std::string> hear(const std::string& story) {
        effects.clear();
        std::istringstream steps(story);
        for (std::string step; std::getline(steps, step, '|');) act(step);
        std::vector<std::string> told;
        for (const Event& event : effects) told.push_back(tell(event));
        return told;
    }

    Book book;
    Effects effects;

  private:
    void act(const std::string& step) {
        std::istringstream words(step);
        std::string word;
        words >> word;
        if (word == "provider") return provide(words);
        if (word == "sweep") return book.sweep_provider(effects);
        if (word == "checkpoint") return book.checkpoint();
        if (word == "rollback") return book.rollback();
        if (word == "commit") return book.commit();
        if (word == "cancel") {
            std::int64_t id = 0;
            words >> id;
            if (!book.cancel({id}, effects)) throw std::runtime_error("not open: " + step);
            return;
        }
        order(std::stoll(word), words);
    }

    void order(std::int64_t id, std::istringstream& words) {
        static const std::map<std::string, std::int64_t> clients = {
            {"anna", 1}, {"ben", 2}, {"cleo", 3}, {"dora", 4}};
        std::string who, verb, at, word;
        Order order{.id = {id}};
        words >> who >> verb >> order.quantity.value >> at >> order.limit.value;
        order.client = {clients.at(who)};
        order.side = verb == "buys" ? Side::buy : Side::sell;
        while (words >> word) {
            if (word == "ioc") order.time_in_force = TimeInForce::ioc;
            if (word == "fok") order.time_in_force = TimeInForce::fok;
            if (word == "post-only") order.post_only = true;
            if (word == "market") order.kind = Kind::market;
            if (word == "total") words >> order.quote_budget;
        }
        book.submit(order, effects);
    }

    void provide(std::istringstream& words) {
        std::string verb;
        words >> verb;
        if (verb == "has") {
            ProviderCapacity capacity;
            words >> capacity.base.value >> capacity.quote;
            return book.set_provider_capacity(capacity);
        }
        std::vector<ProviderLevel> levels;
        char times = 0;
        for (ProviderLevel level; words >> level.price.value >> times >> level.lots.value;) {
            levels.push_back(level);
        }
        book.set_provider(verb == "buys" ? Side::buy : Side::sell, levels);
    }
};

}  // namespace cambio::matching
