#include "markets/provider_push.h"

#include <algorithm>
#include <charconv>

#include "json/parse.h"
#include "json/write.h"
#include "markets/provider_rows.h"
#include "news/plain_text.h"

namespace cambio::markets {
namespace {

using Kind = StreamMessage::Kind;

constexpr std::size_t max_word = 200;

std::string text_in(const Json::Value& object, const char* name) {
    return object[name].isString() ? object[name].asString() : std::string{};
}

/// The instrument that an answer or a push is about, if it is about this channel.
std::string instrument_of(Channel channel, const Json::Value& root) {
    const Json::Value& arg = root["arg"];
    if (!arg.isObject() || text_in(arg, "channel") != name_of(channel)) return {};
    const std::string name = text_in(arg, "instId");
    const bool word = std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7f; });
    return word && name.size() <= 64 ? name : std::string{};
}

std::int64_t count_of(const Json::Value& row) {
    if (!row.isMember("count")) return 1;
    const std::string written = text_in(row, "count");
    std::int64_t count = 0;
    const char* end = written.data() + written.size();
    const auto [rest, problem] = std::from_chars(written.data(), end, count);
    if (problem != std::errc{} || rest != end || count < 1) throw rows::Malformed{"count"};
    return count;
}

/// Only a number says which trades several in one are.
void check_number(const std::string& id) {
    const bool digits = std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || id.size() > 18 || (id.size() > 1 && id.front() == '0')) {
        throw rows::Malformed{"tradeId"};
    }
}

PushedRow row_of(Channel channel, const Json::Value& row) {
    PushedRow pushed;
    switch (channel) {
        case Channel::books:
            pushed.value = rows::book(row);
            if (row["seqId"].isInt64()) pushed.sequence = row["seqId"].asInt64();
            break;
        case Channel::tickers:
            pushed.value = rows::ticker(row);
            break;
        case Channel::trades: {
            auto trade = rows::trade(row);
            check_number(trade.id);
            pushed.value = std::move(trade);
            pushed.count = count_of(row);
            break;
        }
        case Channel::mark_prices:
            pushed.value = rows::mark_price(row);
            break;
    }
    return pushed;
}

StreamMessage malformed(std::string instrument, std::string reason) {
    return {Kind::malformed, std::move(instrument), {}, std::move(reason)};
}

StreamMessage answer_of(Channel channel, const Json::Value& root) {
    const std::string event = text_in(root, "event");
    const std::string instrument = instrument_of(channel, root);
    // The words of somebody else, for the log.
    const auto said = news::plain_text(
        event + " " + text_in(root, "code") + " " + text_in(root, "msg"), max_word);
    if (event == "subscribe" && !instrument.empty()) return {Kind::subscribed, instrument, {}, {}};
    if (event == "error") return {Kind::refused, {}, {}, said};
    return {Kind::notice, {}, {}, said};
}

}  // namespace

const char* name_of(Channel channel) {
    switch (channel) {
        case Channel::books:
            return "books5";
        case Channel::tickers:
            return "tickers";
        case Channel::trades:
            return "trades";
        case Channel::mark_prices:
            return "mark-price";
    }
    return "";
}

Instant PushedRow::at() const {
    return std::visit([](const auto& row) { return row.at; }, value);
}

StreamMessage message_of(Channel channel, std::string_view text) {
    if (text == "pong") return {Kind::pong, {}, {}, {}};
    const auto root = json::parse_object(text);
    if (!root) return malformed({}, "not a JSON object");
    if ((*root).isMember("event")) return answer_of(channel, *root);
    const std::string instrument = instrument_of(channel, *root);
    if (instrument.empty()) return malformed({}, "arg");
    const Json::Value& data = (*root)["data"];
    if (!data.isArray() || data.empty()) return malformed(instrument, "data");
    StreamMessage message{Kind::pushed, instrument, {}, {}};
    try {
        for (const Json::Value& row : data) {
            const bool another =
                row.isObject() && row.isMember("instId") && text_in(row, "instId") != instrument;
            if (another) throw rows::Malformed{"instId"};
            message.rows.push_back(row_of(channel, row));
        }
    } catch (const rows::Malformed& problem) {
        return malformed(instrument, problem.what());
    }
    return message;
}

std::string subscription_to(Channel channel, const std::vector<std::string>& instruments) {
    Json::Value message;
    message["op"] = "subscribe";
    message["args"] = Json::Value{Json::arrayValue};
    for (const auto& instrument : instruments) {
        Json::Value arg;
        arg["channel"] = name_of(channel);
        arg["instId"] = instrument;
        message["args"].append(std::move(arg));
    }
    return json::compact(message);
}

}  // namespace cambio::markets
