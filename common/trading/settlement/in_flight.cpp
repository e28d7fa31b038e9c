#include "settlement/in_flight.h"

#include "settlement/batch.h"

namespace cambio::settlement {

bool InFlight::joins(Command& command) {
    const KeyedCommand* request = command.keyed();
    if (request == nullptr || request->client_key.empty()) return false;
    std::string key = key_of(command.caller.client, request->client_key);
    {
        const std::lock_guard lock{mutex_};
        const auto [found, fresh] =
            firsts_.try_emplace(key, First{command.caller.id, request->content_hash, {}});
        if (!fresh) {
            First& first = found->second;
            // Something else under the same key, or another session's, is judged for itself.
            const bool same =
                first.session == command.caller.id && first.content_hash == request->content_hash;
            if (same) first.repeats.push_back(std::move(command.done));
            return same;
        }
    }
    command.done = [this, key = std::move(key), done = std::move(command.done)](Outcome&& outcome) {
        for (const Done& repeat : land(key)) repeat(Outcome{outcome});
        done(std::move(outcome));
    };
    return false;
}

std::vector<InFlight::Done> InFlight::land(const std::string& key) {
    const std::lock_guard lock{mutex_};
    return std::move(firsts_.extract(key).mapped().repeats);
}

}  // namespace cambio::settlement
