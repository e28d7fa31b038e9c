#include "user_stream.h"

#include "bounds.h"
#include "clock.h"
#include "json/parse.h"
#include "log/log.h"

namespace cambio::streams {

UserStream::UserStream(asio::io_context& io, binance::Turns& turns, ClientCalls& calls,
                       std::string channel, std::string api_key, std::string address,
                       Listener listener)
    : io_{io},
      turns_{turns},
      calls_{calls},
      name_{std::move(channel)},
      api_key_{std::move(api_key)},
      address_{std::move(address)},
      listener_{std::move(listener)},
      next_look_{io} {}

void UserStream::start() {
    const auto look = [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->look();
    };
    // At first for what happened before the channel was heard; and a channel that has ended may
    // have done so because the key has.
    channel_ = std::make_shared<Subscription>(
        io_, calls_.socket(), name_,
        Subscription::Listener{look, [look](const std::string&) { look(); }, look});
    channel_->start();
}

void UserStream::close() {
    closed_ = true;
    next_look_.cancel();
    if (channel_) channel_->close();
}

void UserStream::end() {
    if (closed_) return;
    close();
    listener_.ended();
}

void UserStream::look() {
    if (closed_) return;
    again_ = looking_;
    if (std::exchange(looking_, true)) return;
    turns_.take(name_, [self = shared_from_this()] { self->ask_now(); });
}

void UserStream::ask_now() {
    if (closed_) return turns_.pass(name_);
    calls_.ask({.method = "POST",
                .target = "/internal/user-data",
                .body = view_ ? view_->question() : "",
                .address = address_,
                .api_key = api_key_,
                .logon_key = {}},
               [self = shared_from_this()](const auto& reply) {
                   self->turns_.pass(self->name_);
                   self->see(reply);
               });
}

void UserStream::see(const binance::CallReply& reply) {
    looking_ = false;
    if (closed_) return;
    const auto state = reply.is_json ? json::parse_object(reply.body) : std::nullopt;
    if (state && reply.status >= 400 && reply.status < 500) return end();
    if (!state || reply.status != 200) return look_later(retry_pause);
    try {
        take(*state);
    } catch (const Json::Exception& problem) {
        log::error("look_unreadable", {{"reason", problem.what()}});
        return end();
    }
    if (closed_) return;
    if (std::exchange(again_, false)) return look();
    look_later(max_quiet);
}

void UserStream::take(const Json::Value& state) {
    if (view_) {
        const auto events = view_->changes(state, now());
        if (!events.empty()) listener_.events(events);
    } else {
        view_.emplace(state);
        listener_.ready();
    }
}

void UserStream::look_later(std::chrono::milliseconds pause) {
    next_look_.expires_after(pause);
    next_look_.async_wait([self = shared_from_this()](Failure failure) {
        if (!failure) self->look();
    });
}

}  // namespace cambio::streams
