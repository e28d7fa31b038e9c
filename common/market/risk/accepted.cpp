#include "risk/accepted.h"

#include <mutex>
#include <set>
#include <utility>

namespace cambio::risk {

namespace {

std::mutex mutex;
std::set<std::string> on_their_way;

}  // namespace

Accepted::Accepted(ledger::WaitingHolds& holds, token::ActiveClient client)
    : owner{std::move(client)}, holder{holds.owner()}, holds_{holds} {}

std::shared_ptr<Accepted> Accepted::begin(ledger::WaitingHolds& holds,
                                          const token::ActiveClient& owner,
                                          const std::string& key) {
    auto accepted = std::make_shared<Accepted>(holds, owner);
    if (key.empty()) return accepted;
    std::string name = std::to_string(owner.id.value) + ':' + key;
    const std::lock_guard lock{mutex};
    if (!on_their_way.insert(name).second) return nullptr;
    accepted->key_ = std::move(name);
    return accepted;
}

Accepted::~Accepted() {
    give_back();
    if (key_.empty()) return;
    const std::lock_guard lock{mutex};
    on_their_way.erase(key_);
}

std::optional<Decimal> Accepted::end(pg::Transaction& tx) const {
    if (id == 0) return std::nullopt;
    ended_ = true;
    return holds_.end(tx, id);
}

void Accepted::give_back() {
    if (const std::int64_t held = std::exchange(id, 0); held != 0) holds_.give_back(held);
}

}  // namespace cambio::risk
