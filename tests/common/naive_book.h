// The order book's rules once more, written for nothing but to be plainly right: vectors that are
// searched from end to end, and a checkpoint that is a copy. The real book is compared with it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "matching/book.h"
#include "matching/types.h"

namespace cambio::matching {

class NaiveBook {
  public:
    void submit(const Order& order, std::vector<Event>& events) {
        if (order.post_only && next(order, order.quantity, 0).what != Next::nobody) {
            return cancelled(events, order, order.quantity, Reason::post_only_would_cross);
        }
        if (order.time_in_force == TimeInForce::fok) {
            NaiveBook rehearsal = *this;
            std::vector<Event> rehearsed;
            if (rehearsal.take(order, rehearsed).left.value > 0) {
                return cancelled(events, order, order.quantity, Reason::fok_unfillable);
            }
        }
        const Outcome outcome = take(order, events);
        const bool some = outcome.left < order.quantity;
        if (outcome.left.value == 0) {
            done(events, order, Reason::filled);
        } else if (outcome.why == Next::own) {
            cancelled(events, order, outcome.left, Reason::self_trade);
        } else if (outcome.why == Next::too_dear && some) {
            done(events, order, Reason::budget_spent);
        } else if (order.kind == Kind::market) {
            cancelled(events, order, outcome.left,
                      some ? Reason::market_remainder : Reason::no_liquidity);
        } else if (order.time_in_force == TimeInForce::ioc) {
            cancelled(events, order, outcome.left, Reason::ioc_remainder);
        } else {
            resting.push_back({order.id, order.client, order.side, order.limit, outcome.left});
            rested(events, order, outcome.left);
        }
    }

    bool cancel(OrderId id, std::vector<Event>& events) {
        const auto found = std::find_if(resting.begin(), resting.end(),
                                        [id](const RestingOrder& order) { return order.id == id; });
        if (found == resting.end()) return false;
        events.push_back({.what = What::cancelled,
                          .reason = Reason::user,
                          .side = found->side,
                          .order = id,
                          .client = found->client,
                          .lots = found->lots});
        resting.erase(found);
        return true;
    }

    Amended amend(const Order& order, std::vector<Event>& events) {
        const auto found =
            std::find_if(resting.begin(), resting.end(),
                         [&order](const RestingOrder& other) { return other.id == order.id; });
        if (found == resting.end()) return Amended::not_open;
        if (found->price == order.limit && order.quantity <= found->lots) {
            found->lots = order.quantity;
            rested(events, order, order.quantity);
            return Amended::kept_place;
        }
        const Next met = next(order, order.quantity, 0);
        if (order.post_only && met.what != Next::nobody) return Amended::would_cross;
        if (met.what == Next::own) return Amended::self_trade;
        resting.erase(found);
        submit(order, events);
        return Amended::came_anew;
    }

    void sweep_provider(std::vector<Event>& events) {
        for (const Side side : {Side::buy, Side::sell}) {
            while (const auto at = best(side)) {
                RestingOrder& maker = resting[*at];
                const auto offer = best_offer(opposite(side));
                if (!offer || !reaches(side, maker.price, offer->price)) break;
                const Lots lots = std::min(
                    {maker.lots, offer->lots, payable(opposite(side), maker.price, maker.lots)});
                pay(opposite(side), maker.price, lots);
                Order sweeper{.id = provider_order, .client = provider_client};
                sweeper.side = opposite(side);
                trade(events, sweeper, *at, lots);
            }
        }
    }

    // The best first, as the real book lists them.
    std::vector<RestingOrder> orders(Side side) const {
        std::vector<RestingOrder> result;
        for (const RestingOrder& order : resting) {
            if (order.side == side) result.push_back(order);
        }
        std::stable_sort(result.begin(), result.end(),
                         [side](const RestingOrder& a, const RestingOrder& b) {
                             return better(side, a.price, b.price);
                         });
        return result;
    }

    std::vector<RestingOrder> resting;                 // the oldest first
    std::array<std::vector<ProviderLevel>, 2> levels;  // of the provider's side
    ProviderCapacity capacity;

  private:
    struct Next {
        enum What { nobody, own, too_dear, client, provider } what = nobody;
        std::size_t at = 0;  // of the client's order in `resting`
        Ticks price{};
        Lots lots{};
    };
    struct Outcome {
        Lots left;
        Next::What why;
    };

    static bool better(Side side, Ticks a, Ticks b) { return side == Side::buy ? a > b : a < b; }
    static bool reaches(Side side, Ticks limit, Ticks price) {
        return side == Side::buy ? price <= limit : price >= limit;
    }

    std::optional<std::size_t> best(Side side) const {
        std::optional<std::size_t> found;
        for (std::size_t i = 0; i < resting.size(); ++i) {
            if (resting[i].side != side) continue;
            if (!found || better(side, resting[i].price, resting[*found].price)) found = i;
        }
        return found;
    }

    Lots payable(Side side, Ticks price, Lots most) const {
        if (side == Side::sell) return std::min(most, capacity.base);
        return std::min(most, Lots{capacity.quote / price.value});
    }
    void pay(Side side, Ticks price, Lots lots) {
        auto& offers = levels[static_cast<std::size_t>(side)];
        offers.front().lots -= lots;
        if (offers.front().lots.value == 0) offers.erase(offers.begin());
        if (side == Side::sell) {
            capacity.base -= lots;
        } else {
            capacity.quote -= lots.value * price.value;
        }
    }
    std::optional<ProviderLevel> best_offer(Side side) const {
        const auto& offers = levels[static_cast<std::size_t>(side)];
        if (offers.empty() || payable(side, offers[0].price, {1}).value == 0) return std::nullopt;
        return offers[0];
    }

    // Whom the order would meet next, and for how much.
    Next next(const Order& order, Lots left, std::int64_t spent) const {
        const Side against = opposite(order.side);
        const auto maker = best(against);
        const auto offer = best_offer(against);
        Next result;
        if (maker && !(offer && better(against, offer->price, resting[*maker].price))) {
            const RestingOrder& found = resting[*maker];
            result = {found.client == order.client ? Next::own : Next::client, *maker, found.price,
                      std::min(left, found.lots)};
        } else if (offer) {
            result = {Next::provider, 0, offer->price,
                      payable(against, offer->price, std::min(left, offer->lots))};
        }
        if (result.what == Next::nobody || !reaches(order.side, order.limit, result.price)) {
            return {};
        }
        if (order.quote_budget > 0) {
            const std::int64_t affordable = (order.quote_budget - spent) / result.price.value;
            result.lots = std::min(result.lots, Lots{affordable});
            if (result.lots.value == 0) result.what = Next::too_dear;
        }
        return result;
    }

    Outcome take(const Order& order, std::vector<Event>& events) {
        Lots left = order.quantity;
        std::int64_t spent = 0;
        while (left.value > 0) {
            const Next met = next(order, left, spent);
            if (met.what == Next::client) {
                trade(events, order, met.at, met.lots);
            } else if (met.what == Next::provider) {
                pay(opposite(order.side), met.price, met.lots);
                filled(events, order, {provider_order, provider_client, {}, met.price, {}},
                       met.lots);
            } else {
                return {left, met.what};
            }
            left -= met.lots;
            spent += met.price.value * met.lots.value;
        }
        return {left, Next::nobody};
    }

    void trade(std::vector<Event>& events, const Order& taker, std::size_t at, Lots lots) {
        RestingOrder& maker = resting[at];
        maker.lots -= lots;
        filled(events, taker, maker, lots);
        if (maker.lots.value > 0) return;
        events.push_back({.what = What::done,
                          .reason = Reason::filled,
                          .side = maker.side,
                          .order = maker.id,
                          .client = maker.client});
        resting.erase(resting.begin() + static_cast<std::ptrdiff_t>(at));
    }

    static void filled(std::vector<Event>& events, const Order& taker, const RestingOrder& maker,
                       Lots lots) {
        events.push_back({.what = What::fill,
                          .side = taker.side,
                          .order = taker.id,
                          .maker = maker.id,
                          .client = taker.client,
                          .maker_client = maker.client,
                          .price = maker.price,
                          .lots = lots,
                          .maker_remaining = maker.lots});
    }
    static void rested(std::vector<Event>& events, const Order& order, Lots left) {
        events.push_back({.what = What::rested,
                          .side = order.side,
                          .order = order.id,
                          .client = order.client,
                          .price = order.limit,
                          .lots = left});
    }
    static void done(std::vector<Event>& events, const Order& order, Reason reason) {
        events.push_back({.what = What::done,
                          .reason = reason,
                          .side = order.side,
                          .order = order.id,
                          .client = order.client});
    }
    static void cancelled(std::vector<Event>& events, const Order& order, Lots left,
                          Reason reason) {
        events.push_back({.what = What::cancelled,
                          .reason = reason,
                          .side = order.side,
                          .order = order.id,
                          .client = order.client,
                          .lots = left});
    }
};

}  // namespace cambio::matching
