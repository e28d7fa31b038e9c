#include "token/address.h"

#include <algorithm>

#include "text/letters.h"

namespace cambio::token {

namespace {

constexpr std::size_t max_local = 64;   // RFC 5321, 4.5.3.1.1
constexpr std::size_t max_email = 254;  // RFC 5321, 4.5.3.1.3, without the angle brackets
constexpr std::size_t fewest_digits = 8;
constexpr std::size_t max_digits = 15;  // ITU-T E.164, 6.1

// What a header or an SMTP command would read as its own punctuation.
constexpr std::string_view refused = "()<>[],;:\\\"@";

bool digit(char c) {
    return c >= '0' && c <= '9';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

bool local_part(std::string_view text) {
    return !text.empty() && text.size() <= max_local && std::ranges::all_of(text, [](char c) {
        return c > ' ' && c < 0x7f && refused.find(c) == std::string_view::npos;
    });
}

bool domain(std::string_view text) {
    if (text.empty() || text.front() == '.' || text.back() == '.') return false;
    if (text.find("..") != std::string_view::npos) return false;
    return std::ranges::all_of(
        text, [](char c) { return (c >= 'a' && c <= 'z') || digit(c) || c == '.' || c == '-'; });
}

}  // namespace

std::optional<std::string> normal_email(std::string_view text) {
    std::string email{trimmed(text)};
    if (email.size() > max_email) return std::nullopt;
    email = text::lower(email);
    const auto at = email.find('@');
    if (at == std::string::npos) return std::nullopt;
    const std::string_view whole = email;
    if (!local_part(whole.substr(0, at)) || !domain(whole.substr(at + 1))) return std::nullopt;
    return email;
}

std::optional<std::string> normal_phone(std::string_view text) {
    const bool space_for_plus = !text.empty() && text.front() == ' ';
    text = trimmed(text);
    const bool plus = !text.empty() && text.front() == '+';
    if (plus) text.remove_prefix(1);

    std::string digits;
    for (const char c : text) {
        if (digit(c))
            digits += c;
        else if (c != ' ' && c != '-' && c != '.' && c != '(' && c != ')')
            return std::nullopt;
    }
    if (!plus && !space_for_plus) {
        if (digits.size() != 10) return std::nullopt;
        return "+1" + digits;
    }
    if (digits.size() < fewest_digits || digits.size() > max_digits || digits.front() == '0')
        return std::nullopt;
    return "+" + digits;
}

}  // namespace cambio::token
