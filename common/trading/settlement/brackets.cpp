#include "settlement/brackets.h"

#include "crypto/crypto.h"
#include "settlement/placing.h"
#include "settlement/scale.h"

namespace cambio::settlement {

namespace {

Decimal whole_lots(Decimal quantity, const markets::Market& market) {
    return quantity_of(market, {whole_steps(quantity, market.lot, matching::max_lots.value)});
}

}  // namespace

Decimal usual_stop_loss_limit(const markets::Market& market, Side side, Decimal stop_loss,
                              Decimal protection) {
    return price_of(market,
                    protected_from(market, stop_loss, matching::opposite(side), protection));
}

Order filled_at(Decimal price, const PlaceOrder& request, const markets::Market& market) {
    Order order = order_of(request, {}, {}, 0);
    if (order.quantity.zero())
        order.quantity = whole_lots(Decimal::divide(order.total, price, Rounding::down), market);
    order.filled = order.quantity;
    order.filled_total = Decimal::multiply(price, order.filled, Rounding::down);
    order.state = OrderState::approved;
    return order;
}

bool brings_pair(const Order& order) {
    return order.bracket.given() && order.state != OrderState::pending && order.filled.positive();
}

PlaceOrder pair_after(const Order& done, const markets::Market& market) {
    PlaceOrder pair;
    pair.market = done.market;
    pair.side = matching::opposite(done.side);
    pair.price = done.bracket.take_profit;
    pair.stop_price = done.bracket.stop_loss;
    pair.stop_limit_price = done.bracket.stop_loss_limit;
    if (done.side == Side::buy) {
        pair.quantity = whole_lots(done.filled - done.fee, market);
    } else {
        const Decimal proceeds = done.filled_total - done.fee;
        const Decimal dearest = maximum(pair.price, pair.stop_limit_price);
        const Decimal affordable = Decimal::divide(proceeds, dearest, Rounding::down);
        pair.quantity = whole_lots(minimum(done.filled, affordable), market);
    }
    pair.session = done.session;
    pair.attached_to = done.id;
    pair.client_key = "bracket:" + std::to_string(done.id.value);
    pair.content_hash = crypto::content_hash(pair.client_key);
    return pair;
}

}  // namespace cambio::settlement
