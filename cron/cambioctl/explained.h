#pragma once

#include <string>

#include "chain/outgoing.h"
#include "chain/review.h"
#include "chain/rpc.h"
#include "control.h"

namespace cambio::control {

/// Does the work. What is not possible is the operator's matter: a sentence and status 1.
template <class Work>
auto explained(const Work& work) {
    try {
        return work();
    } catch (const chain::NotCredited& refusal) {
        throw Refused{refusal.what()};
    } catch (const chain::NotPossible& refusal) {
        throw Refused{refusal.what()};
    } catch (const chain::Mismatch& refusal) {
        throw Refused{refusal.what()};
    } catch (const chain::RpcError& failure) {
        throw Refused{std::string{"The node failed: "} + failure.what()};
    }
}

}  // namespace cambio::control
