#include "matching/book.h"

#include <stdexcept>

namespace cambio::matching {
Book::Book(std::uint32_t max_open) : max_open_(std::min(max_open, max_open_orders)) {}

void Book::reserve(std::uint32_t open_orders) {
    index_.reserve(open_orders);
    const std::size_t before = nodes_.size();
    if (open_orders <= before) return;
    nodes_.resize(open_orders);
    for (std::size_t slot = open_orders; slot > before; --slot) {
        free_slot(static_cast<std::uint32_t>(slot - 1));
    }
}

// The hot path: everything that it calls is inlined, which is worth a twentieth.
[[gnu::flatten]] void Book::submit(const Order& order, Effects& effects) {
    if (!in_bounds(order)) throw std::invalid_argument("matching: order out of bounds");
    const Side against = opposite(order.side);
    Taker taker{order, rank_of(against, order.limit), order.quantity, order.quote_budget};

    if (order.post_only &&
        std::min(ladder(against).best(), provider_.best(against)) <= taker.reach) {
        effects.cancelled(order.id, order.client, order.side, order.quantity,
                          Reason::post_only_would_cross);
        return;
    }
    if (order.time_in_force == TimeInForce::fok && !can_fill(taker)) {
        effects.cancelled(order.id, order.client, order.side, order.quantity,
                          Reason::fok_unfillable);
        return;
    }
    index_.prefetch(order.id);
    const Stop stop = match(taker, effects);
    finish(taker, stop, effects);
}

// What becomes of an order that matching has left with something, and of its end.
void Book::finish(const Taker& taker, Stop stop, Effects& effects) {
    const Order& order = taker.order;
    const bool untouched = taker.lots == order.quantity;
    Reason reason = Reason::none;
    if (stop == Stop::filled) {
        return effects.done(order.id, order.client, order.side, Reason::filled);
    } else if (stop == Stop::self_trade) {
        reason = Reason::self_trade;
    } else if (stop == Stop::budget_spent && !untouched) {
        return effects.done(order.id, order.client, order.side, Reason::budget_spent);
    } else if (order.kind == Kind::market) {
        reason = untouched ? Reason::no_liquidity : Reason::market_remainder;
    } else if (order.time_in_force == TimeInForce::ioc) {
        reason = Reason::ioc_remainder;
    } else if (place(order, taker.lots)) {
        return effects.rested(order, taker.lots);
    } else {
        reason = Reason::book_full;
    }
    effects.cancelled(order.id, order.client, order.side, taker.lots, reason);
}

Book::Stop Book::match(Taker& taker, Effects& effects) {
    const Side against = opposite(taker.order.side);
    for (;;) {
        const std::int64_t clients = ladder(against).best();
        const std::int64_t provider = provider_.best(against);
        if (std::min(clients, provider) > taker.reach) return Stop::out_of_reach;
        const Stop stop =
            clients <= provider ? match_level(taker, effects) : match_provider(taker, effects);
        if (stop != Stop::none) return stop;
    }
}

// Trades with the clients' best level until it is used up or the taker stops.
Book::Stop Book::match_level(Taker& taker, Effects& effects) {
    const Side against = opposite(taker.order.side);
    Ladder& makers = ladder(against);
    const Ticks price = price_of(against, makers.best());
    Level& level = makers.best_level();
    const bool budgeted = taker.order.quote_budget != 0;
    do {
        const Node& maker = nodes_[level.first];
        Lots lots = std::min(taker.lots, maker.lots);
        if (budgeted) {
            lots = std::min(lots, Lots{taker.budget / price.value});
            if (lots.value == 0) return Stop::budget_spent;
            taker.budget -= price.value * lots.value;
        }
        if (maker.client == taker.order.client) return Stop::self_trade;
        taker.lots -= lots;
        effects.fill(taker.order, {maker.id, maker.client, against, price, maker.lots - lots},
                     lots);
        reduce_first(level, lots, effects);
        if (taker.lots.value == 0) return Stop::filled;
    } while (makers.best() == rank_of(against, price));
    return Stop::none;
}

// Trades with the provider's best level until it is used up or the taker stops.
Book::Stop Book::match_provider(Taker& taker, Effects& effects) {
    const Side against = opposite(taker.order.side);
    const Ticks price = price_of(against, provider_.best(against));
    Lots lots = std::min(taker.lots, provider_.available(against, price));
    if (taker.order.quote_budget != 0) {
        lots = std::min(lots, Lots{taker.budget / price.value});
        if (lots.value == 0) return Stop::budget_spent;
        taker.budget -= price.value * lots.value;
    }
    keep_provider();
    provider_.take(against, price, lots);
    taker.lots -= lots;
    effects.fill(taker.order, {provider_order, provider_client, against, price, {}}, lots);
    return taker.lots.value == 0 ? Stop::filled : Stop::none;
}

// What match would do, without doing it.
bool Book::can_fill(const Taker& taker) const {
    const Side against = opposite(taker.order.side);
    Lots needed = taker.lots;
    std::int64_t budget = taker.budget;
    const auto take = [&](Ticks price, Lots lots) {
        lots = std::min(lots, needed);
        if (taker.order.quote_budget != 0) {
            lots = std::min(lots, Lots{budget / price.value});
            budget -= price.value * lots.value;
        }
        needed -= lots;
    };

    const std::vector<ProviderLevel> offers = provider_.offers(against);
    auto offer = offers.begin();
    const auto take_offers_before = [&](std::int64_t rank) {
        for (; offer != offers.end() && rank_of(against, offer->price) < rank; ++offer) {
            take(offer->price, offer->lots);
        }
    };
    bool blocked = false;
    ladder(against).walk([&](std::int64_t rank, const Level& level) {
        if (rank > taker.reach) return false;
        take_offers_before(rank);
        for (std::uint32_t slot = level.first; slot != no_slot; slot = nodes_[slot].next) {
            if (needed.value == 0) return false;
            blocked = nodes_[slot].client == taker.order.client;
            if (blocked) return false;
            take(price_of(against, rank), nodes_[slot].lots);
        }
        return true;
    });
    if (!blocked) take_offers_before(taker.reach + 1);
    return needed.value == 0;
}

bool Book::takes_provider(const Order& order) const {
    const Side against = opposite(order.side);
    const std::int64_t provider = provider_.best(against);
    if (order.post_only || provider > rank_of(against, order.limit)) return false;
    Lots needed = order.quantity;
    std::int64_t budget = order.quote_budget;
    // Clients at the same price come first.
    ladder(against).walk([&](std::int64_t rank, const Level& level) {
        if (rank > provider) return false;
        Lots lots = std::min(needed, level.lots);
        if (order.quote_budget != 0) {
            const std::int64_t price = price_of(against, rank).value;
            lots = std::min(lots, Lots{budget / price});
            budget -= price * lots.value;
        }
        needed -= lots;
        return needed.value > 0;
    });
    if (order.quote_budget != 0 && budget < price_of(against, provider).value) return false;
    return needed.value > 0;
}

bool Book::cancel(OrderId id, Effects& effects) {
    const auto slot = index_.find(id);
    if (!slot) return false;
    const Node& node = nodes_[*slot];
    effects.cancelled(node.id, node.client, node.side, node.lots, Reason::user);
    remove(*slot);
    return true;
}

Amended Book::amend(const Order& order, Effects& effects) {
    const auto slot = index_.find(order.id);
    if (!slot) return Amended::not_open;
    Node& node = nodes_[*slot];
    if (!in_bounds(order) || order.kind != Kind::limit || order.time_in_force != TimeInForce::gtc ||
        order.client != node.client || order.side != node.side) {
        throw std::invalid_argument("matching: amended order out of bounds");
    }
    if (rank_of(order.side, order.limit) == node.rank && order.quantity <= node.lots) {
        const Lots less = node.lots - order.quantity;
        record(Change::reduced, *slot, less);
        node.lots -= less;
        ladder(node.side).at(node.rank).lots -= less;
        effects.rested(order, order.quantity);
        return Amended::kept_place;
    }
    const Side against = opposite(order.side);
    const std::int64_t reach = rank_of(against, order.limit);
    const std::int64_t clients = ladder(against).best();
    const std::int64_t provider = provider_.best(against);
    if (order.post_only && std::min(clients, provider) <= reach) return Amended::would_cross;
    if (clients <= std::min(reach, provider) &&
        nodes_[ladder(against).best_level().first].client == order.client) {
        return Amended::self_trade;
    }
    remove(*slot);
    submit(order, effects);
    return Amended::came_anew;
}

void Book::restore(const Order& order, Lots remaining) {
    if (!in_bounds(order) || order.kind != Kind::limit || remaining.value <= 0 ||
        remaining > order.quantity) {
        throw std::invalid_argument("matching: restored order out of bounds");
    }
    const Side against = opposite(order.side);
    if (ladder(against).best() <= rank_of(against, order.limit)) {
        throw std::logic_error("matching: restored order crosses the book");
    }
    if (!place(order, remaining)) throw std::logic_error("matching: more orders than fit");
}

void Book::set_provider(Side side, std::span<const ProviderLevel> levels) {
    keep_provider();
    provider_.set_levels(side, levels);
}

void Book::set_provider_capacity(ProviderCapacity capacity) {
    keep_provider();
    provider_.set_capacity(capacity);
}

void Book::sweep_provider(Effects& effects) {
    sweep(Side::buy, effects);
    sweep(Side::sell, effects);
}

void Book::sweep(Side side, Effects& effects) {
    const Side against = opposite(side);
    Ladder& makers = ladder(side);
    while (makers.best() != no_rank) {
        const Ticks price = price_of(side, makers.best());
        if (provider_.best(against) > rank_of(against, price)) return;
        Level& level = makers.best_level();
        const Node& maker = nodes_[level.first];
        const Lots lots = std::min(maker.lots, provider_.available(against, price));
        keep_provider();
        provider_.take(against, price, lots);
        const Order provider{.id = provider_order, .client = provider_client, .side = against};
        effects.fill(provider, {maker.id, maker.client, side, price, maker.lots - lots}, lots);
        reduce_first(level, lots, effects);
    }
}

// The order at the head of the level has traded.
void Book::reduce_first(Level& level, Lots lots, Effects& effects) {
    Node& maker = nodes_[level.first];
    level.lots -= lots;
    maker.lots -= lots;
    if (maker.lots.value > 0) {
        record(Change::reduced, level.first, lots);
        return;
    }
    effects.done(maker.id, maker.client, maker.side, Reason::filled);
    record(Change::removed, level.first, lots);
    remove_first(level);
}

// Takes the order at the head of the level out of the book. Its slot keeps its neighbours, so that
// a rollback can put it back between them; a checkpoint therefore delays the slot's next use.
void Book::remove_first(Level& level) {
    const std::uint32_t slot = level.first;
    const Node& node = nodes_[slot];
    index_.erase(node.id);
    level.first = node.next;
    if (level.first == no_slot) {
        ladder(node.side).close(node.rank);
    } else {
        nodes_[level.first].prev = no_slot;
    }
    if (!recording_) free_slot(slot);
}

// Takes an order out from anywhere in its level.
void Book::remove(std::uint32_t slot) {
    Node& node = nodes_[slot];
    Level& level = ladder(node.side).at(node.rank);
    record(Change::removed, slot, node.lots);
    level.lots -= node.lots;
    node.lots = {};
    if (node.prev == no_slot) {
        remove_first(level);
        return;
    }
    index_.erase(node.id);
    nodes_[node.prev].next = node.next;
    (node.next == no_slot ? level.last : nodes_[node.next].prev) = node.prev;
    if (!recording_) free_slot(slot);
}

// False when the book is full.
bool Book::place(const Order& order, Lots lots) {
    if (index_.size() >= max_open_) return false;
    const std::uint32_t slot = take_slot();
    if (!index_.insert(order.id, slot)) {
        free_slot(slot);
        throw std::logic_error("matching: the id of an open order again");
    }
    const std::int64_t rank = rank_of(order.side, order.limit);
    Level& level = ladder(order.side).open(rank);
    Node& node = nodes_[slot];
    node.id = order.id;
    node.client = order.client;
    node.rank = rank;
    node.lots = lots;
    node.prev = level.last;
    node.next = no_slot;
    node.side = order.side;
    (level.last == no_slot ? level.first : nodes_[level.last].next) = slot;
    level.last = slot;
    level.lots += lots;
    record(Change::placed, slot, lots);
    return true;
}

std::uint32_t Book::take_slot() {
    if (free_ == no_slot) {
        nodes_.emplace_back();
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t slot = free_;
    free_ = nodes_[slot].next;
    return slot;
}

void Book::free_slot(std::uint32_t slot) {
    nodes_[slot].next = free_;
    free_ = slot;
}

}  // namespace cambio::matching
