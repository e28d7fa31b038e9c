#include "risk/gate.h"

namespace cambio::risk {

namespace {

/// Trades this close together are remembered as one, so that a busy minute stays a short list.
constexpr std::chrono::seconds together{1};

}  // namespace

bool moved_against(House house, Decimal promised, Decimal now, Decimal spread) {
    const Decimal half = Decimal::divide(spread, Decimal::of(2), Rounding::up);
    const Decimal room = Decimal::multiply(promised, half, Rounding::down);
    return house == House::sells ? now > promised + room : now < promised - room;
}

Room room_for(const OpenInterest& open, const Caps& caps, House house, Decimal size) {
    if (open.own + size > caps.client || open.own_of_contract + size > caps.client_of_contract)
        return Room::none_for_client;
    const Decimal times = Decimal::of(gross_times);
    const auto most = [&](Decimal cap) { return Decimal::multiply(cap, times, Rounding::down); };
    if (open.gross + size > most(caps.contract)) return Room::none_in_contract;
    if (open.gross_of_all + size > most(caps.house)) return Room::none_for_house;
    const auto distance = [](Decimal net) { return net.negative() ? -net : net; };
    const Decimal after = distance(house == House::sells ? open.net + size : open.net - size);
    if (after <= distance(open.net)) return Room::enough;
    if (after > caps.contract) return Room::none_in_contract;
    return open.others + after > caps.house ? Room::none_for_house : Room::enough;
}

void Budget::took(Time at, Decimal worth) {
    if (!worth.positive()) return;
    sum_ += worth;
    if (!taken_.empty() && at - taken_.back().at < together) {
        taken_.back().worth += worth;
    } else {
        taken_.push_back({at, worth});
    }
}

void Budget::at_least(Time now, Decimal worth) {
    forget(now);
    took(now, worth - sum_);
}

Decimal Budget::left(Time now, Decimal limit) {
    forget(now);
    return maximum(limit - sum_, Decimal{});
}

void Budget::forget(Time now) {
    while (!taken_.empty() && now - taken_.front().at >= window + together) {
        sum_ -= taken_.front().worth;
        taken_.pop_front();
    }
}

}  // namespace cambio::risk
