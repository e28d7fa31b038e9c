// Where an open order lies: from its id to its slot. Open addressing with linear probing, at most
// half full, so a look-up costs one cache line as a rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "money/ids.h"

namespace cambio::matching {

class OrderIndex {
  public:
    OrderIndex() : entries_(1024), shift_(64 - 6) {}

    std::size_t size() const { return size_; }

    std::optional<std::uint32_t> find(OrderId id) const {
        for (std::size_t at = home(id.value);; at = next(at)) {
            const Entry& entry = entries_[at];
            if (entry.id == id.value) return entry.slot;
            if (entry.id == 0) return std::nullopt;
        }
    }

    // False, and nothing changed, when the id is there already.
    bool insert(OrderId id, std::uint32_t slot) {
        if ((size_ + 1) * 2 > entries_.size()) grow();
        std::size_t at = home(id.value);
        for (; entries_[at].id != 0; at = next(at)) {
            if (entries_[at].id == id.value) return false;
        }
        entries_[at] = {id.value, slot};
        ++size_;
        return true;
    }

    // The id must be there. What stood behind it moves up, so that no tombstones gather.
    void erase(OrderId id) {
        std::size_t hole = home(id.value);
        while (entries_[hole].id != id.value) hole = next(hole);
        for (std::size_t at = next(hole); entries_[at].id != 0; at = next(at)) {
            const std::size_t probed = (at - home(entries_[at].id)) & mask();
            if (probed >= ((at - hole) & mask())) {
                entries_[hole] = entries_[at];
                hole = at;
            }
        }
        entries_[hole] = {};
        --size_;
    }

    void reserve(std::size_t orders) {
        while (orders * 2 > entries_.size()) grow();
    }

    // Fetches the line for an insert or erase that will come soon.
    void prefetch(OrderId id) const { __builtin_prefetch(&entries_[home(id.value)], 1); }

  private:
    struct Entry {
        std::int64_t id = 0;
        std::uint32_t slot = 0;
    };

    std::size_t mask() const { return entries_.size() - 1; }
    std::size_t next(std::size_t at) const { return (at + 1) & mask(); }

    // Sixteen neighbouring ids stay neighbours, because ids come in sequence and the next order
    // then finds its line in the cache; the groups are spread by Fibonacci hashing (Knuth, volume
    // 3, 6.4), because the orders that stay are sparse.
    std::size_t home(std::int64_t id) const {
        const auto number = static_cast<std::uint64_t>(id);
        return (((number >> 4) * 0x9E3779B97F4A7C15U) >> shift_) << 4 | (number & 15);
    }

    void grow() {
        std::vector<Entry> old(entries_.size() * 2);
        old.swap(entries_);
        --shift_;
        size_ = 0;
        for (const Entry& entry : old) {
            if (entry.id != 0) insert({entry.id}, entry.slot);
        }
    }

    std::vector<Entry> entries_;
    unsigned shift_;  // 64 − log2 of the groups
    std::size_t size_ = 0;
};

}  // namespace cambio::matching
