#include "chain/tron/draft.h"

#include <chrono>

#include "chain/evm/draft.h"
#include "chain/tron/form.h"

namespace cambio::chain {

Draft tron_draft(const Order& order, const SigningTerms& terms) {
    EvmNode node{order.node_url};
    require_decimals(node, order);
    TronTerms call;
    call.sender = order.sender;
    call.block_number = node.height();
    call.block_id = node.block_hash(call.block_number).value_or("");
    if (call.block_id.empty())
        throw NotPossible{"The node of " + order.network.name + " does not have its own block."};
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    call.timestamp = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    call.expiration = call.timestamp + terms.tron_hours * 3'600'000;
    call.fee_limit = terms.tron_fee_limit;
    return {tron_form(order.network, order.coin, order.first().address, order.first().amount, call),
            std::nullopt,
            {}};
}

}  // namespace cambio::chain
