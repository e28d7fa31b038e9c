#include "matching/book.h"

namespace cambio::matching {

std::optional<Ticks> Book::best(Side side, Source source) const {
    const std::int64_t clients = source == Source::provider ? no_rank : ladder(side).best();
    const std::int64_t provider = source == Source::clients ? no_rank : provider_.best(side);
    const std::int64_t rank = std::min(clients, provider);
    if (rank == no_rank) return std::nullopt;
    return price_of(side, rank);
}

std::vector<DepthLevel> Book::depth(Side side, std::size_t most) const {
    const std::vector<ProviderLevel> offers = provider_.offers(side);
    std::vector<DepthLevel> result;
    auto offer = offers.begin();
    const auto add_offers_before = [&](std::int64_t rank) {
        for (; offer != offers.end() && rank_of(side, offer->price) < rank; ++offer) {
            if (result.size() == most) return;
            result.push_back({offer->price, {}, offer->lots});
        }
    };
    ladder(side).walk([&](std::int64_t rank, const Level& level) {
        add_offers_before(rank);
        if (result.size() == most) return false;
        result.push_back({price_of(side, rank), level.lots, {}});
        if (offer != offers.end() && offer->price == result.back().price) {
            result.back().provider = (offer++)->lots;
        }
        return true;
    });
    add_offers_before(no_rank);
    return result;
}

std::optional<RestingOrder> Book::find(OrderId id) const {
    const auto slot = index_.find(id);
    if (!slot) return std::nullopt;
    const Node& node = nodes_[*slot];
    return RestingOrder{node.id, node.client, node.side, price_of(node.side, node.rank), node.lots};
}

std::vector<RestingOrder> Book::orders(Side side) const {
    std::vector<RestingOrder> result;
    ladder(side).walk([&](std::int64_t rank, const Level& level) {
        for (std::uint32_t slot = level.first; slot != no_slot; slot = nodes_[slot].next) {
            const Node& node = nodes_[slot];
            result.push_back({node.id, node.client, side, price_of(side, rank), node.lots});
        }
        return true;
    });
    return result;
}

std::uint64_t Book::digest() const {
    std::uint64_t state = 0xcbf29ce484222325U;  // FNV-1a, over whole words, stirred
    const auto mix = [&state](std::int64_t word) {
        state = (state ^ static_cast<std::uint64_t>(word)) * 0x100000001b3U;
        state ^= state >> 29;
    };
    for (const Side side : {Side::buy, Side::sell}) {
        for (const RestingOrder& order : orders(side)) {
            mix(order.id.value);
            mix(order.client.value);
            mix(order.price.value);
            mix(order.lots.value);
        }
        mix(-1);
        for (const ProviderLevel& level : provider_.levels(side)) {
            mix(level.price.value);
            mix(level.lots.value);
        }
        mix(-1);
    }
    mix(provider_.capacity().base.value);
    mix(provider_.capacity().quote);
    return state;
}

}  // namespace cambio::matching
