#include "faults/asking.h"

namespace cambio::faults {

namespace {

constexpr std::chrono::seconds last_patience{30};

/// What a call that worked says; a quote says nothing but itself.
bool success(const std::string& message) {
    return message == "success" || message == "closeRequest" || message.empty();
}

}  // namespace

Told ask(FastCgiClient& client, const std::string& path, const Fields& fields,
         const std::set<std::string>& usual, Score& score) {
    try {
        const Answer answer = client.post_json(path, fields);
        Json::Value body = answer.json();
        const std::string code = body["message"].asString();
        if (answer.status == 503) {
            ++score.unavailable;
            return {};
        }
        if (answer.status == 200 && success(code)) return {Told::What::done, {}, std::move(body)};
        const bool expected = answer.status < 500 && usual.contains(code);
        if (!expected) score.odd(path + ": " + std::to_string(answer.status) + " " + answer.body);
        if (answer.status >= 500) return {};
        return {Told::What::refused, code, {}};
    } catch (const test::NoAnswer&) {
        ++score.no_answer;
    } catch (const std::exception& failure) {
        score.odd(path + ": " + failure.what());
    }
    return {};
}

bool Patience::over() {
    const auto now = std::chrono::steady_clock::now();
    if (*stop_ && stopped_at_ == std::chrono::steady_clock::time_point{}) stopped_at_ = now;
    return *stop_ && now - stopped_at_ > last_patience;
}

std::string decimal(int amount, int places) {
    std::string digits = std::to_string(amount);
    const auto wanted = static_cast<std::size_t>(places) + 1;
    if (digits.size() < wanted) digits.insert(0, wanted - digits.size(), '0');
    return digits.insert(digits.size() - static_cast<std::size_t>(places), ".");
}

}  // namespace cambio::faults
