#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "fcgi/request.h"
#include "fcgi/text.h"

namespace cambio::fcgi {

namespace {

[[noreturn]] void refuse(Code code, std::string_view name) {
    throw Error{code, std::string{name}};
}

bool digit(char c) {
    return c >= '0' && c <= '9';
}

bool letter_or_digit(char c) {
    return digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Why a text is not a Decimal: too many places or digits, or no number at all.
Code problem_of(std::string_view value) {
    if (value.starts_with('-')) value.remove_prefix(1);
    const auto point = value.find('.');
    const auto whole = value.substr(0, point);
    const bool has_point = point != std::string_view::npos;
    const auto part = has_point ? value.substr(point + 1) : std::string_view{};
    const bool number = !whole.empty() && std::all_of(whole.begin(), whole.end(), digit) &&
                        (!has_point || !part.empty()) &&
                        std::all_of(part.begin(), part.end(), digit);
    if (!number) return Code::invalid_amount;
    if (part.size() > Decimal::places) return Code::too_many_places;
    return Code::out_of_range;
}

std::size_t position_of(std::string_view name, std::string_view value,
                        std::initializer_list<std::string_view> names) {
    const auto found = std::find(names.begin(), names.end(), value);
    if (found == names.end()) refuse(Code::invalid_parameter, name);
    return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

void Params::add(std::string name, std::string value) {
    const auto [at, fresh] = given_.try_emplace(std::move(name));
    if (fresh)
        at->second.value = std::move(value);
    else
        ++at->second.times;
}

std::string Params::sorted_text() const {
    std::string text;
    for (const auto& [name, given] : given_) {
        if (!std::ranges::all_of(name, letter_or_digit) ||
            given.value.find('&') != std::string::npos)
            throw Error{Code::bad_request};
        if (given.times > 1) refuse(Code::duplicate_parameter, name);
        if (name == "signature") continue;
        if (!text.empty()) text += '&';
        text += name + '=' + given.value;
    }
    return text;
}

std::optional<std::string> Params::take(std::string_view name) {
    const auto found = given_.find(name);
    if (found == given_.end()) return {};
    if (found->second.times > 1) refuse(Code::duplicate_parameter, name);
    std::string value = std::move(found->second.value);
    given_.erase(found);
    return value;
}

const std::string* Params::find(std::string_view name) {
    if (declared_ && std::ranges::find(*declared_, name, &Parameter::name) == declared_->end())
        throw std::logic_error{"the parameter " + std::string{name} +
                               " is not declared in the route's table"};
    const auto found = given_.find(name);
    if (found == given_.end()) return nullptr;
    if (found->second.times > 1) refuse(Code::duplicate_parameter, name);
    found->second.asked = true;
    return &found->second.value;
}

const std::string& Params::needed(std::string_view name) {
    const std::string* value = find(name);
    if (value == nullptr) refuse(Code::missing_parameter, name);
    return *value;
}

std::string Params::to_text(std::string_view name, const std::string& value, std::size_t longest) {
    if (value.size() > longest) refuse(Code::too_long, name);
    if (!printable_utf8(value)) refuse(Code::invalid_parameter, name);
    return value;
}

Decimal Params::to_decimal(std::string_view name, std::string_view value) {
    const auto number = Decimal::parse(value);
    if (!number) refuse(problem_of(value), name);
    return *number;
}

std::int64_t Params::to_integer(std::string_view name, std::string_view value) {
    std::int64_t number = 0;
    const char* end = value.data() + value.size();
    const auto [stop, problem] = std::from_chars(value.data(), end, number);
    if (problem == std::errc::result_out_of_range && stop == end) refuse(Code::out_of_range, name);
    if (problem != std::errc{} || stop != end) refuse(Code::invalid_parameter, name);
    return number;
}

std::int64_t Params::to_id(std::string_view name, std::string_view value) {
    const auto number = to_integer(name, value);
    if (number <= 0) refuse(Code::invalid_parameter, name);
    return number;
}

bool Params::to_bool(std::string_view name, std::string_view value) {
    if (value == "true" || value == "1") return true;
    if (value == "false" || value == "0") return false;
    refuse(Code::invalid_parameter, name);
}

Decimal Params::to_amount(std::string_view name, std::string_view value, int places) {
    const Decimal amount = to_decimal(name, value);
    if (!amount.positive()) refuse(Code::not_positive, name);
    if (amount.used_places() > places) refuse(Code::too_many_places, name);
    return amount;
}

std::string Params::required_lines(std::string_view name, std::size_t longest) {
    const auto& text = needed(name);
    auto one_line = text;
    std::replace(one_line.begin(), one_line.end(), '\n', ' ');
    to_text(name, one_line, longest);
    return text;
}

Decimal Params::amount(std::string_view name, int places) {
    return to_amount(name, needed(name), places);
}

std::optional<Decimal> Params::maybe_amount(std::string_view name, int places) {
    const std::string* value = find(name);
    if (value == nullptr) return {};
    return to_amount(name, *value, places);
}

std::size_t Params::choice(std::string_view name, std::initializer_list<std::string_view> names) {
    return position_of(name, needed(name), names);
}

std::optional<std::size_t> Params::maybe_choice(std::string_view name,
                                                std::initializer_list<std::string_view> names) {
    const std::string* value = find(name);
    if (value == nullptr) return {};
    return position_of(name, *value, names);
}

void Params::refuse_others() const {
    for (const auto& [name, given] : given_) {
        if (given.times > 1) refuse(Code::duplicate_parameter, name);
        if (!given.asked) refuse(Code::unknown_parameter, name);
    }
}

}  // namespace cambio::fcgi
