#include "accepted_conversion.h"

#include <mutex>
#include <set>

#include "engine.h"

namespace cambio::spot {

namespace {

std::mutex mutex;
std::set<std::string> on_their_way;

}  // namespace

std::shared_ptr<AcceptedConversion> AcceptedConversion::begin(const ledger::ActiveClient& owner,
                                                              const std::string& key) {
    auto accepted = std::make_shared<AcceptedConversion>();
    accepted->owner = owner;
    if (key.empty()) return accepted;
    std::string name = std::to_string(owner.id.value) + ':' + key;
    const std::lock_guard lock{mutex};
    if (!on_their_way.insert(name).second) return nullptr;
    accepted->key = std::move(name);
    return accepted;
}

AcceptedConversion::~AcceptedConversion() {
    give_back();
    if (key.empty()) return;
    const std::lock_guard lock{mutex};
    on_their_way.erase(key);
}

void AcceptedConversion::give_back() {
    if (id.value == 0) return;
    engine().waiting_holds.give_back(id.value);
    id = {};
}

}  // namespace cambio::spot
