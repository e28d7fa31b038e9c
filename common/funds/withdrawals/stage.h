#pragma once

#include <string_view>

/// How a withdrawal goes from its request to its end: pure.
namespace cambio::withdrawals {

/// The numbers are those of the database.
enum class Stage {
    requested = 1,  ///< waits for the operator
    approved = 2,   ///< waits to be given to the signer
    exported = 3,   ///< somebody may hold a signature of it from now on
    signed_ = 4,    ///< SIGNED: the signed bytes are stored, nothing was sent
    broadcast = 5,  ///< a node took it
    unknown = 6,    ///< a node was asked and nobody knows what became of it
    confirmed = 7,
    rejected = 8,
    cancelled = 9,
};

/// The name on the wire: REQUESTED, SIGNED …
std::string_view name_of(Stage stage);

/// What the client is shown: ONHOLD (waits for review), FLOATING (on its way), PROCEED (settled),
/// FREEZE (stopped, the money is back).
std::string_view state_of(Stage stage);

/// Whether one stage may follow another. From `exported` on a signature may exist, so only a proof
/// that its transaction can never be in a block leads back to `requested` or to `rejected`.
bool may_become(Stage from, Stage to);

/// The owner may take it back as long as nobody can have signed it.
constexpr bool can_be_cancelled(Stage stage) {
    return stage == Stage::requested || stage == Stage::approved;
}

/// Whether it has ended.
constexpr bool ended(Stage stage) {
    return stage >= Stage::confirmed;
}

}  // namespace cambio::withdrawals
