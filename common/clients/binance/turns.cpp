#include "binance/turns.h"

#include <utility>

namespace cambio::binance {

void Turns::take(const std::string& name, Next next) {
    const auto [found, free] = waiting_.try_emplace(name);
    if (free) return next();
    found->second.push_back(std::move(next));
}

void Turns::pass(const std::string& name) {
    const auto found = waiting_.find(name);
    if (found->second.empty()) {
        waiting_.erase(found);
        return;
    }
    const auto next = std::move(found->second.front());
    found->second.pop_front();
    next();
}

}  // namespace cambio::binance
