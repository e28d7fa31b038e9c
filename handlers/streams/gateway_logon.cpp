// A connection that has proven an Ed25519 key once: its later requests need neither the key nor a
// signature. Only the key's name is kept; what it may is asked by every call.

#include <utility>

#include "clock.h"
#include "gateway.h"
#include "json/parse.h"
#include "json/write.h"

namespace cambio::streams {

using binance::CallReply, binance::GatewayRequest;

namespace {

constexpr int good = 200;
constexpr int too_many_requests = 429;
constexpr int banned = 418;

CallReply with_body(CallReply reply, const Json::Value& body) {
    reply.body = json::compact(body);
    return reply;
}

}  // namespace

std::string time_as_parameter() {
    return "{\"timestamp\":" + std::to_string(now()) + '}';
}

Json::Value Gateway::connection() const {
    Json::Value state;
    state["apiKey"] = logon_ ? Json::Value{logon_->key} : Json::Value{};
    state["authorizedSince"] = logon_ ? Json::Value{Json::Int64{logon_->since}} : Json::Value{};
    state["connectedSince"] = Json::Int64{connected_since_};
    state["returnRateLimits"] = limits_;
    state["serverTime"] = Json::Int64{now()};
    state["userDataStream"] = !user_streams_.empty();
    return state;
}

void Gateway::ask_logon(ClientCall call, std::function<void(const CallReply&)> then) {
    ++busy_;
    ++counters().calls;
    held_ = waiting_ = true;
    call.method = "POST";
    call.target = "/internal/user-logon";
    call.address = address_;
    place_.calls.ask(
        call, [this, self = shared_from_this(), then = std::move(then)](const CallReply& reply) {
            held_ = false;
            if (!closing()) then(reply);
            done();
        });
}

void Gateway::log_on(const GatewayRequest& request) {
    ClientCall call;
    call.body = request.body;
    ask_logon(std::move(call), [this, request](const CallReply& reply) {
        const auto proven = json::parse_object(reply.body);
        if (!proven || reply.status != good) return say(reply_to(request, reply, place_.of_key));
        const auto key = (*proven)["apiKey"].asString();
        if (logon_ && logon_->key != key) log_out();
        logon_ = {key, now()};
        ++logons_;
        say(reply_to(request, with_body(reply, connection()), place_.of_key));
    });
}

void Gateway::tell_logon(const GatewayRequest& request) {
    if (!logon_) return say(binance::gateway_reply(request.id, connection()));
    ClientCall call;
    call.body = time_as_parameter();
    call.logon_key = logon_->key;
    ask_logon(std::move(call), [this, request](const CallReply& reply) {
        const bool refused = reply.status == too_many_requests || reply.status == banned;
        if (refused || !reply.is_json || reply.status >= 500)
            return say(reply_to(request, reply, place_.of_key));
        if (reply.status != good) log_out();
        CallReply told = with_body(reply, connection());
        told.status = good;
        say(reply_to(request, told, place_.of_key));
    });
}

void Gateway::forget_logon(std::uint64_t logon) {
    if (logon != 0 && logon == logons_) log_out();
}

void Gateway::log_out() {
    logon_.reset();
    end_by_logon();
}

void Gateway::end_by_logon() {
    for (const auto id : std::exchange(by_logon_, {})) {
        const auto found = user_streams_.find(id);
        if (found == user_streams_.end()) continue;
        const auto stream = found->second;
        stream->end();
    }
}

}  // namespace cambio::streams
