// Any bytes as a query or form, against curl's decoding, and every field through every typed
// getter, against what the getters promise.
#include <curl/curl.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "fcgi/body.h"
#include "fcgi/days.h"
#include "fcgi/gate.h"
#include "fcgi/text.h"
#include "fuzz.h"
#include "http/http.h"

namespace {

using cambio::Code;
using cambio::Decimal;
using cambio::Error;
using cambio::fcgi::Params;
using cambio::fuzz::require;
using cambio::fuzz::take_until;

using Fields = std::multimap<std::string, std::string>;

std::string decoded(std::string_view text) {
    std::string blanks{text};
    std::ranges::replace(blanks, '+', ' ');
    if (blanks.empty()) return {};
    int length = 0;
    const std::unique_ptr<char, void (*)(void*)> plain{
        curl_easy_unescape(nullptr, blanks.data(), static_cast<int>(blanks.size()), &length),
        curl_free};
    return {plain.get(), static_cast<std::size_t>(length)};
}

Fields fields_of(std::string_view text) {
    Fields fields;
    while (!text.empty()) {
        auto field = take_until(text, '&');
        if (field.empty()) continue;
        const auto name = take_until(field, '=');
        fields.emplace(decoded(name), decoded(field));
    }
    return fields;
}

/// Runs a getter, and looks at the reason where it refuses.
template <class Get>
void try_getter(const std::string& name, std::string_view input, Get get) {
    try {
        get();
    } catch (const Error& error) {
        require(error.field() == name, "a refusal names its field", input);
        require(cambio::status_of(error.code()) / 100 == 4, "a refusal is the caller's", input);
    }
}

void check_texts(Params& params, const std::string& name, const std::string& value,
                 std::string_view input) {
    try_getter(name, input, [&] {
        const auto text = params.required<std::string>(name, 40);
        require(text == value, "both read the same", input);
        require(text.size() <= 40 && cambio::fcgi::printable_utf8(text),
                "a text is short and printable", input);
    });
    try_getter(name, input, [&] {
        const auto lines = params.required_lines(name, 80);
        require(lines == value && lines.size() <= 80, "lines are as they came", input);
        require(cambio::fcgi::valid_utf8(lines), "lines are UTF-8", input);
        require(lines.find_first_of("\r\t\x7f") == std::string::npos, "only \\n parts", input);
    });
    try_getter(name, input, [&] {
        const bool on = params.required<bool>(name);
        require(on ? value == "true" || value == "1" : value == "false" || value == "0",
                "a boolean is one of four texts", input);
    });
    try_getter(name, input, [&] {
        const auto index = params.choice(name, {"BUY", "SELL"});
        require(value == (index == 0 ? "BUY" : "SELL"), "a choice is one of its names", input);
    });
}

void check_numbers(Params& params, const std::string& name, const std::string& value,
                   std::string_view input) {
    try_getter(name, input, [&] {
        const auto number = params.required<std::int64_t>(name);
        char* end = nullptr;
        require(number == std::strtoll(value.c_str(), &end, 10) && *end == '\0',
                "strtoll reads the same", input);
    });
    try_getter(name, input, [&] {
        require(params.required<cambio::ClientId>(name).value > 0, "an id is positive", input);
    });
    try_getter(name, input, [&] {
        const auto amount = params.amount(name, 8);
        require(amount.positive() && amount.used_places() <= 8, "an amount has limits", input);
        require(Decimal::parse(value) == amount, "an amount is the decimal", input);
        require(params.required<Decimal>(name) == amount, "as is a decimal", input);
    });
}

void check_lists(Params& params, std::string_view input) {
    const auto refused_with_field = [&](auto get) {
        try {
            get();
        } catch (const Error& error) {
            require(!error.field().empty(), "a refusal names its field", input);
        }
    };
    refused_with_field([&] {
        const auto days = cambio::fcgi::read_days(params);
        const cambio::pg::Time first{std::chrono::sys_days{std::chrono::year{2000} / 1 / 1}};
        const cambio::pg::Time last{std::chrono::sys_days{std::chrono::year{10000} / 1 / 1}};
        for (const auto& day : {days.from, days.until})
            require(!day || (*day >= first && *day <= last), "a day has four digits", input);
    });
    refused_with_field([&] {
        const auto page = cambio::fcgi::read_page(params, 20);
        require(page.limit > 0 && page.limit <= 200, "a page has a size", input);
        require(page.offset >= 0, "a page begins somewhere", input);
    });
    refused_with_field([&] {
        const auto key = cambio::fcgi::read_idempotency_key(params);
        require(key.size() <= 64 &&
                    std::ranges::all_of(
                        key, [](char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; }),
                "an idempotency key is a word", input);
    });
}

void check_again(const Fields& fields, std::string_view input) {
    std::string text;
    for (const auto& [name, value] : fields)
        text += cambio::http::encode(name) + '=' + cambio::http::encode(value) + '&';
    Params params;
    cambio::fcgi::add_form(params, text);
    for (const auto& [name, value] : fields) {
        if (fields.count(name) > 1 || !cambio::fcgi::printable_utf8(value)) continue;
        require(params.required<std::string>(name, value.size()) == value,
                "what is encoded reads the same", input);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    Params params;
    try {
        cambio::fcgi::add_form(params, input);
    } catch (const Error& error) {
        require(error.code() == Code::bad_request ||
                    (error.code() == Code::invalid_parameter && !error.field().empty() &&
                     cambio::fcgi::printable_utf8(error.field())),
                "a refusal has a reason", input);
        return 0;
    }
    const auto fields = fields_of(input);
    require(fields.size() <= 100, "there are at most 100 fields", input);
    for (const auto& [name, value] : fields) {
        require(!name.empty() && name.size() <= 64 && cambio::fcgi::printable_utf8(name),
                "a name is short and printable", input);
        require(cambio::fcgi::valid_utf8(value), "a value is UTF-8 without NUL", input);
        check_texts(params, name, value, input);
        check_numbers(params, name, value, input);
    }
    check_lists(params, input);
    check_again(fields, input);
    return 0;
}
