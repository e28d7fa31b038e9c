// Any bytes as a JSON body, against jsoncpp: what is taken has the same members with the same
// values there, what is refused names a reason, and what is taken can be written and read again.
#include <string>
#include <string_view>

#include "fcgi/body.h"
#include "fcgi/text.h"
#include "fuzz.h"
#include "json/parse.h"

namespace {

using cambio::Code;
using cambio::Error;
using cambio::fcgi::Params;
using cambio::fuzz::require;

constexpr std::size_t longest = 1u << 20;

void check_refusal(const Error& error, std::string_view input) {
    const bool whole = error.code() == Code::bad_request && error.field().empty();
    const bool of_a_field =
        error.code() == Code::invalid_parameter ||
        // jsoncpp takes no member that stands twice either.
        (error.code() == Code::duplicate_parameter && !cambio::json::parse_object(input));
    const bool field = of_a_field && !error.field().empty() && error.field().size() <= 64 &&
                       cambio::fcgi::printable_utf8(error.field());
    require(whole || field, "a refusal has a reason", input);
}

/// The member as its parameter has it: numbers keep the spelling that the body gave them.
std::string spelled(const Json::Value& value, std::string_view input) {
    if (value.isString()) return value.asString();
    if (value.isBool()) return value.asBool() ? "true" : "false";
    const auto start = static_cast<std::size_t>(value.getOffsetStart());
    return std::string{
        input.substr(start, static_cast<std::size_t>(value.getOffsetLimit()) - start)};
}

void check_member(Params& params, const std::string& name, const std::string& value,
                  std::string_view input) {
    require(cambio::fcgi::valid_utf8(value), "a value is UTF-8 without NUL", input);
    try {
        require(params.required_lines(name, longest) == value, "both read the same", input);
    } catch (const Error& error) {
        require(error.code() == Code::invalid_parameter && error.field() == name,
                "only control characters are refused", input);
        require(!cambio::fcgi::printable_utf8(value), "what is printable is taken", input);
    }
}

/// All members of `body`, which was taken as `params`, and nothing else.
void check_members(Params& params, const Json::Value& body, std::string_view input) {
    for (const auto& name : body.getMemberNames()) {
        require(!name.empty() && name.size() <= 64 && cambio::fcgi::printable_utf8(name),
                "a name is short and printable", input);
        if (!body[name].isNull()) check_member(params, name, spelled(body[name], input), input);
    }
    params.refuse_others();
    require(body.size() <= 100, "there are at most 100 members", input);
}

/// Asks for every member until one is refused because it stands twice.
bool has_doubled_member(Params& params) {
    for (;;) {
        try {
            params.refuse_others();
            return false;
        } catch (const Error& error) {
            if (error.code() == Code::duplicate_parameter) return true;
            try {
                params.required_lines(error.field(), longest);
            } catch (const Error&) {
                // It is asked for now, whatever its value.
            }
        }
    }
}

/// The same members as we write them, which have to be taken in their turn.
std::string written(const Json::Value& body, std::string_view input) {
    std::string text = "{";
    for (const auto& name : body.getMemberNames()) {
        if (text.size() > 1) text += ',';
        cambio::fcgi::append_json_string(text, name);
        text += ':';
        if (body[name].isNull())
            text += "null";
        else
            cambio::fcgi::append_json_string(text, spelled(body[name], input));
    }
    return text + "}";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    Params params;
    try {
        cambio::fcgi::add_json(params, input);
    } catch (const Error& error) {
        check_refusal(error, input);
        return 0;
    }
    if (input.empty()) return 0;
    const auto body = cambio::json::parse_object(input);
    if (!body) {
        // Not taken there: a member that stands twice, and a number beyond a double.
        require(has_doubled_member(params) || input.find_first_of("eE") != std::string_view::npos ||
                    size > 300,
                "jsoncpp takes what we take", input);
        return 0;
    }
    check_members(params, *body, input);
    Params again;
    cambio::fcgi::add_json(again, written(*body, input));
    return 0;
}
