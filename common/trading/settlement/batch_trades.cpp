#include "settlement/batch.h"
#include "settlement/scale.h"

/// The money of a trade. The taker pays from what it has available, a maker from what is held for
/// its order, the house from its liquidity; everybody receives into what is available. A trade
/// happens at the maker's limit, so a hold is used up exactly.
namespace cambio::settlement {

/// `taker` is nullptr when the provider's new levels meet resting orders.
void Batch::settle(Touched& touched, Order* taker) {
    for (const matching::Event& event : effects_) {
        if (event.what == matching::What::fill) fill(touched, taker, event);
    }
}

Batch::Party Batch::taker_party(MarketState& state, Order* taker, Side side) {
    const markets::Market& market = state.market;
    const AssetId paid = side == Side::buy ? market.quote.id : market.base.id;
    const AssetId received = side == Side::buy ? market.base.id : market.quote.id;
    if (taker == nullptr) {
        const auto house = ledger::House::liquidity;
        return {nullptr, &accounts_.house(house, paid), &accounts_.house(house, received), {}};
    }
    return {taker, &accounts_.at({taker->client, paid, false}),
            &accounts_.at({taker->client, received, false}),
            accounts_.client(taker->client)->fees.taker};
}

Batch::Party Batch::maker_party(MarketState& state, Order* maker, Side side) {
    Party party = taker_party(state, maker, side);
    if (maker == nullptr) return party;
    const markets::Market& market = state.market;
    const AssetId paid = side == Side::buy ? market.quote.id : market.base.id;
    party.pays = &accounts_.at({maker->client, paid, true});
    party.rate = accounts_.client(maker->client)->fees.maker;
    return party;
}

/// A share of what the party received; the part that 18 places cannot hold stays with the client.
Decimal Batch::pay_fee(const Party& party, Decimal received, AssetId asset) {
    if (party.order == nullptr) return {};
    const Decimal fee = Decimal::multiply(received, party.rate, Rounding::down);
    ledger_.transfer(*party.receives, accounts_.house(ledger::House::fees, asset), fee,
                     ledger::Kind::fee, party.order->id.value);
    party.order->fee += fee;
    return fee;
}

void Batch::fill(Touched& touched, Order* taker, const matching::Event& event) {
    MarketState& state = *touched.state;
    const markets::Market& market = state.market;
    LiveOrderPtr maker;
    if (event.maker != matching::provider_order) {
        maker = state.open.at(event.maker);
        change(touched, maker);
        // The first fill of a pair's limit leg: the stop leg waits no more.
        if (const OrderId partner = maker->order.partner; partner.value != 0) {
            maker->order.partner = {};
            end(touched, state.open.at(partner), OrderReason::oco);
        }
    }
    const Decimal quantity = quantity_of(market, event.lots);
    const Decimal amount = notional_of(market, event.price, event.lots);

    const Party taking = taker_party(state, taker, event.side);
    const Party making =
        maker_party(state, maker ? &maker->order : nullptr, matching::opposite(event.side));
    const bool taker_buys = event.side == Side::buy;
    const Party& buyer = taker_buys ? taking : making;
    const Party& seller = taker_buys ? making : taking;
    const auto order_of = [](const Party& party, const Party& other) {
        return (party.order != nullptr ? party.order : other.order)->id.value;
    };
    ledger_.transfer(*buyer.pays, *seller.receives, amount, ledger::Kind::trade,
                     order_of(buyer, seller));
    ledger_.transfer(*seller.pays, *buyer.receives, quantity, ledger::Kind::trade,
                     order_of(seller, buyer));
    const AssetId taker_asset = taker_buys ? market.base.id : market.quote.id;
    const AssetId maker_asset = taker_buys ? market.quote.id : market.base.id;
    const Decimal taker_fee = pay_fee(taking, taker_buys ? quantity : amount, taker_asset);
    const Decimal maker_fee = pay_fee(making, taker_buys ? amount : quantity, maker_asset);

    for (Order* order : {taking.order, making.order}) {
        if (order == nullptr) continue;
        order->filled += quantity;
        order->filled_total += amount;
    }
    if (maker && event.maker_remaining.value == 0) {
        maker->order.state = OrderState::approved;
        state.leave(maker->order);
    }
    touched.written = true;
    const Decimal price = price_of(market, event.price);
    touched.last = price;
    if (!state.stops.empty()) note_price(touched, price);
    fills_.push_back({market.id, state.seq + 1, touched.fills++, event.order, event.maker,
                      event.client, event.maker_client, event.side, price, quantity, taker_fee,
                      maker_fee});
}

/// `kind` says the direction: order_hold reserves what the order still needs, order_release gives
/// it back.
void Batch::move_hold(MarketState& state, const Order& order, ledger::Kind kind) {
    const markets::Market& market = state.market;
    const AssetId asset = order.side == Side::buy ? market.quote.id : market.base.id;
    ledger::Account& available = accounts_.at({order.client, asset, false});
    ledger::Account& held = accounts_.at({order.client, asset, true});
    const bool reserve = kind == ledger::Kind::order_hold;
    ledger_.transfer(reserve ? available : held, reserve ? held : available, order.hold(), kind,
                     order.id.value);
}

}  // namespace cambio::settlement
