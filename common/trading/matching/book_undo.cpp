// Checkpoints. The journal holds each change since the checkpoint; undone from the last to the
// first, each finds the book exactly as its change left it, so an order goes back between the
// neighbours that it had.
#include <stdexcept>
#include <utility>

#include "matching/book.h"

namespace cambio::matching {

void Book::checkpoint() {
    if (recording_) throw std::logic_error("matching: a checkpoint is open already");
    recording_ = true;
}

void Book::commit() {
    if (!recording_) throw std::logic_error("matching: commit without a checkpoint");
    for (const Undo& undo : journal_) {
        if (undo.change == Change::removed) free_slot(undo.slot);
    }
    journal_.clear();
    recording_ = provider_kept_ = false;
}

void Book::rollback() {
    if (!recording_) throw std::logic_error("matching: rollback without a checkpoint");
    recording_ = false;
    for (; !journal_.empty(); journal_.pop_back()) {
        const Undo& undo = journal_.back();
        if (undo.change == Change::placed) {
            remove(undo.slot);
        } else if (undo.change == Change::removed) {
            put_back(undo.slot, undo.lots);
        } else {
            Node& node = nodes_[undo.slot];
            node.lots += undo.lots;
            ladder(node.side).at(node.rank).lots += undo.lots;
        }
    }
    if (provider_kept_) std::swap(provider_, kept_provider_);
    provider_kept_ = false;
}

// The slot of a removed order still knows its place.
void Book::put_back(std::uint32_t slot, Lots lots) {
    Node& node = nodes_[slot];
    node.lots = lots;
    index_.insert(node.id, slot);
    Level& level = ladder(node.side).open(node.rank);
    level.lots += lots;
    (node.prev == no_slot ? level.first : nodes_[node.prev].next) = slot;
    (node.next == no_slot ? level.last : nodes_[node.next].prev) = slot;
}

void Book::keep_provider() {
    if (!recording_ || provider_kept_) return;
    kept_provider_ = provider_;
    provider_kept_ = true;
}

}  // namespace cambio::matching
