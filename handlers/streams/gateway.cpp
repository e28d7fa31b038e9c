#include "gateway.h"

#include <algorithm>

#include "bounds.h"
#include "clock.h"
#include "json/parse.h"

namespace cambio::streams {

using binance::CallReply, binance::GatewayAct, binance::GatewayCall, binance::GatewayLimits,
    binance::GatewayRefusal, binance::GatewayRequest;

namespace {

constexpr int unauthorized = 401;
constexpr int unable = -1001;
constexpr int not_authorized = -1002;
constexpr int already_active = -2035;
constexpr int not_active = -2036;
constexpr int too_many = -2042;

}  // namespace

Gateway::Gateway(Socket socket, GatewayPlace& place, Counters& counters, std::string address,
                 bool limits)
    : Client{std::move(socket), counters, Frames::answered, max_read * place.rate_limit_factor},
      place_{place},
      address_{std::move(address)},
      limits_{limits},
      pause_{executor()} {}

void Gateway::opened() {
    connected_since_ = now();
}

void Gateway::ended() {
    pause_.cancel();
    for (const auto& [id, stream] : user_streams_) leave(*stream);
    user_streams_.clear();
}

void Gateway::answer(const std::string& text) {
    const auto read_text = binance::read_gateway_request(text);
    if (const auto* refusal = std::get_if<GatewayRefusal>(&read_text)) {
        say(binance::gateway_refusal(*refusal));
        return next();
    }
    const auto& request = std::get<GatewayRequest>(read_text);
    if (const auto* const* found = std::get_if<const GatewayCall*>(&request.what)) {
        call(request, **found);
    } else {
        answer_itself(request, std::get<GatewayAct>(request.what));
    }
    next();
}

void Gateway::answer_itself(const GatewayRequest& request, GatewayAct act) {
    switch (act) {
        case GatewayAct::logon:
            return log_on(request);
        case GatewayAct::status:
            return tell_logon(request);
        case GatewayAct::logout:
            log_out();
            return say(binance::gateway_reply(request.id, connection()));
        case GatewayAct::subscribe:
            return subscribe(request);
        case GatewayAct::subscribe_by_logon:
            return subscribe_by_logon(request);
        case GatewayAct::unsubscribe:
            return unsubscribe(request);
        case GatewayAct::subscriptions:
            return subscriptions(request);
    }
}

/// Whoever asks for more than is answered meanwhile waits, and nobody else does.
void Gateway::next() {
    if (closing() || held_) return;
    waiting_ = busy_ >= max_calls;
    if (waiting_) return;
    const auto at = std::chrono::steady_clock::now();
    while (!requests_.empty() && requests_.front() + std::chrono::seconds{1} <= at)
        requests_.pop_front();
    requests_.push_back(at);
    if (requests_.size() <= max_requests * place_.rate_limit_factor) return read();
    pause_.expires_at(requests_.front() + std::chrono::seconds{1});
    pause_.async_wait([this, self = shared_from_this()](Failure failure) {
        if (!failure) read();
    });
}

void Gateway::done() {
    --busy_;
    if (waiting_ && !held_) next();
}

std::string Gateway::reply_to(const GatewayRequest& request, const CallReply& reply,
                              const GatewayLimits& limits) const {
    return binance::gateway_reply(request.id, reply,
                                  request.limits.value_or(limits_) ? &limits : nullptr, now());
}

void Gateway::call(const GatewayRequest& request, const GatewayCall& call) {
    ++busy_;
    ++counters().calls;
    const auto& limits = call.by_key ? place_.of_key : place_.of_address;
    const bool by_logon = call.by_key && logon_ && !request.by_itself;
    place_.calls.ask({.method = std::string{call.method},
                      .target = std::string{call.path},
                      .body = request.body,
                      .address = address_,
                      .api_key = {},
                      .logon_key = by_logon ? logon_->key : ""},
                     [this, self = shared_from_this(), request, &limits,
                      logon = by_logon ? logons_ : 0](const CallReply& reply) {
                         say(reply_to(request, reply, limits));
                         if (reply.status == unauthorized) forget_logon(logon);
                         done();
                     });
}

void Gateway::subscribe(const GatewayRequest& request) {
    ++busy_;
    ++counters().calls;
    place_.calls.ask({.method = "POST",
                      .target = "/internal/user-stream",
                      .body = request.body,
                      .address = address_,
                      .api_key = {},
                      .logon_key = {}},
                     [this, self = shared_from_this(), request](const CallReply& reply) {
                         if (!closing()) listen(request, reply, request.api_key);
                         done();
                     });
}

void Gateway::subscribe_by_logon(const GatewayRequest& request) {
    if (!logon_) return refuse_without_logon(request);
    ++busy_;
    ++counters().calls;
    place_.calls.ask({.method = "POST",
                      .target = "/internal/user-stream",
                      .body = time_as_parameter(),
                      .address = address_,
                      .api_key = {},
                      .logon_key = logon_->key},
                     [this, self = shared_from_this(), request, key = logon_->key,
                      logon = logons_](const CallReply& reply) {
                         const auto id = next_subscription_;
                         // It may have logged out meanwhile.
                         if (!logon_ || logon_->key != key)
                             refuse_without_logon(request);
                         else if (!closing() && listen(request, reply, key))
                             by_logon_.insert(id);
                         if (reply.status == unauthorized) forget_logon(logon);
                         done();
                     });
}

void Gateway::refuse_without_logon(const GatewayRequest& request) {
    say(binance::gateway_refusal({request.id, unauthorized, not_authorized,
                                  "You are not authorized to execute this request."}));
}

bool Gateway::listen(const GatewayRequest& request, const CallReply& reply,
                     const std::string& api_key) {
    const auto refuse = [&](std::string text) {
        say(std::move(text));
        return false;
    };
    const auto body = json::parse_object(reply.body);
    if (!body || reply.status != 200) return refuse(reply_to(request, reply, place_.of_key));
    const auto channel = (*body)["channel"].asString();
    if (std::ranges::any_of(user_streams_,
                            [&](const auto& item) { return item.second->channel() == channel; }))
        return refuse(binance::gateway_refusal(
            {request.id, 400, already_active, "User Data Stream subscription already active."}));
    if (user_streams_.size() >= max_user_streams)
        return refuse(binance::gateway_refusal(
            {request.id, 400, too_many, "Maximum subscription ID reached for this connection."}));
    auto& hearers = place_.hearers[channel];
    if (hearers >= max_hearers_of_client)
        return refuse(binance::gateway_refusal(
            {request.id, 400, too_many, "Too many subscriptions to this account."}));
    ++hearers;
    const auto id = next_subscription_++;
    CallReply good = reply;
    good.body = "{\"subscriptionId\":" + std::to_string(id) + '}';
    const std::weak_ptr<Client> weak = weak_from_this();
    const auto begun = std::make_shared<bool>(false);
    UserStream::Listener listener{
        .ready =
            [this, weak, begun, text = reply_to(request, good, place_.of_key)] {
                const auto self = weak.lock();
                *begun = true;
                if (self) say(text);
            },
        .events =
            [this, weak, id](const auto& events) {
                const auto self = weak.lock();
                if (self) tell(id, events);
            },
        .ended =
            [this, weak, begun, id, request] {
                const auto self = weak.lock();
                if (!self) return;
                if (*begun) {
                    Json::Value event;
                    event["e"] = "eventStreamTerminated";
                    event["E"] = Json::Int64{now()};
                    tell(id, {event});
                } else {
                    say(binance::gateway_refusal(
                        {request.id, 503, unable,
                         "Internal error; unable to process your request. Please try again."}));
                }
                forget(id);
            }};
    auto stream = std::make_shared<UserStream>(place_.io, place_.looks, place_.calls, channel,
                                               api_key, address_, std::move(listener));
    user_streams_[id] = stream;
    ++counters().user_streams;
    stream->start();
    return true;
}

void Gateway::unsubscribe(const GatewayRequest& request) {
    const auto& wanted = request.subscription;
    const auto found =
        wanted.isInt64() ? user_streams_.find(wanted.asInt64()) : user_streams_.end();
    if (wanted.isNull()) {
        while (!user_streams_.empty()) forget(user_streams_.begin()->first);
    } else if (found != user_streams_.end()) {
        forget(found->first);
    } else {
        return say(binance::gateway_refusal(
            {request.id, 400, not_active, "User Data Stream subscription not active."}));
    }
    say(binance::gateway_reply(request.id, Json::Value{Json::objectValue}));
}

void Gateway::subscriptions(const GatewayRequest& request) {
    Json::Value list{Json::arrayValue};
    for (const auto& [id, stream] : user_streams_) {
        Json::Value one;
        one["subscriptionId"] = Json::Int64{id};
        list.append(std::move(one));
    }
    say(binance::gateway_reply(request.id, list));
}

void Gateway::tell(std::int64_t subscription, const std::vector<Json::Value>& events) {
    for (const auto& event : events) say(binance::gateway_event(subscription, event));
}

void Gateway::forget(std::int64_t subscription) {
    by_logon_.erase(subscription);
    const auto found = user_streams_.find(subscription);
    if (found == user_streams_.end()) return;
    leave(*found->second);
    user_streams_.erase(found);
}

void Gateway::leave(UserStream& stream) {
    const auto heard = place_.hearers.find(stream.channel());
    if (--heard->second == 0) place_.hearers.erase(heard);
    --counters().user_streams;
    stream.close();
}

}  // namespace cambio::streams
