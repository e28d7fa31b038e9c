// Any bytes as what a client of the WebSocket API sends: whatever is answered is JSON, and the text
// that is signed is of these parameters and of no others.
#include <map>

#include "binance/gateway.h"
#include "fcgi/body.h"
#include "fuzz.h"
#include "json/parse.h"

namespace {

using cambio::fuzz::require;
using namespace cambio::binance;

bool is_json(const std::string& text) {
    return cambio::json::parse_object(text).has_value();
}

/// The parameters that a signed text says, by the only way to read it.
cambio::fcgi::Params params_of(std::string_view text) {
    cambio::fcgi::Params params;
    while (!text.empty()) {
        const auto field = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(text.size(), field.size() + 1));
        const auto equals = field.find('=');
        require(equals != std::string_view::npos, "each has a name and a value", field);
        params.add(std::string{field.substr(0, equals)}, std::string{field.substr(equals + 1)});
    }
    return params;
}

void check_signed(const std::string& body) {
    cambio::fcgi::Params params;
    std::string text;
    try {
        cambio::fcgi::add_json(params, body);
        text = params.sorted_text();
    } catch (const cambio::Error&) {
        return;
    }
    require(params_of(text).sorted_text() == text, "it is read in one way", text);
    params.take("apiKey");
    require(text.empty() || !params.take("apiKey"), "what was taken is not there", text);
}

void check_reply(std::string_view input, const Json::Value& id) {
    const GatewayLimits limits{1, 2, 3};
    CallReply reply{.status = 400,
                    .body = std::string{input},
                    .is_json = true,
                    .weight = std::string{input.substr(0, 3)},
                    .orders_10s = {},
                    .orders_1d = {},
                    .retry_after = std::string{input.substr(0, 2)}};
    require(is_json(gateway_reply(id, reply, &limits, 1)), "a refusal is JSON", input);
    reply.is_json = false;
    require(is_json(gateway_reply(id, reply, nullptr, 1)), "no reply is told in JSON", input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    bool limits = false;
    read_gateway_place(input, limits);
    check_signed(std::string{input});
    const auto read = read_gateway_request(input);
    if (const auto* refusal = std::get_if<GatewayRefusal>(&read)) {
        require(is_json(gateway_refusal(*refusal)), "a refusal is JSON", input);
        check_reply(input, refusal->id);
        return 0;
    }
    const auto& request = std::get<GatewayRequest>(read);
    require(request.body.empty() || is_json(request.body), "parameters stay JSON", input);
    check_signed(request.body);
    check_reply(input, request.id);
    return 0;
}
