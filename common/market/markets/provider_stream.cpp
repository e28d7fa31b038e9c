#include "markets/provider_stream.h"

#include <algorithm>
#include <map>
#include <random>
#include <utility>

#include "http/web_socket.h"
#include "log/log.h"

namespace cambio::markets {
namespace {

using http::WebSocket;
using Clock = WebSocket::Clock;
using std::chrono::milliseconds;

/// Well below the 64 kB that the provider takes in one message, and such that asking once more for
/// each one keeps to its 480 subscriptions an hour.
constexpr std::size_t max_at_once = 200;
constexpr int max_singly = 400;
/// A push is made before it comes. What is later than this would hide all that follows it.
constexpr std::chrono::seconds clocks_differ{60};
/// A broken provider is not to fill the log.
constexpr std::chrono::seconds log_pause{10};

}  // namespace

struct ProviderStream::State {
    struct Instrument {
        bool wanted = false;
        bool asked = false;  ///< on this connection
        std::optional<UnbrokenRun> run;
        Instant told_at{};
        std::int64_t told_sequence = 0;
    };

    State(const std::string& url, Channel followed, const Options& settings)
        : channel{followed}, options{settings}, socket{url} {}

    void tend(Clock::time_point now);
    Clock::time_point next_duty(Clock::time_point now) const;
    void take(const std::string& text, std::vector<Pushed>& pushed);
    void begin_run(Instrument& instrument);

    Channel channel;
    Options options;
    WebSocket socket;
    std::map<std::string, Instrument> instruments;
    int runs = 0;
    int malformed = 0;
    int connections = 0;
    Clock::time_point open_at{};  ///< when the next try is due
    int failures = 0;             ///< connections in a row that brought nothing

  private:
    void note_loss(Clock::time_point now);
    void greet(Clock::time_point now);
    void subscribe(Clock::time_point now);
    void subscribe_singly(Clock::time_point now);
    void ask(Clock::time_point now);
    void send(std::string text, Clock::time_point now);
    void refuse(const StreamMessage& message);
    void tell(StreamMessage& message, std::vector<Pushed>& pushed);

    WebSocket::State seen = WebSocket::State::closed;
    Clock::time_point sent_at{};   ///< anything
    Clock::time_point asked_at{};  ///< whether the server is there
    Clock::time_point confirm_until{};
    Clock::time_point logged_at{};
    int singly = 0;
    std::minstd_rand random{std::random_device{}()};
};

/// What the time of day asks for: opening, subscribing, a ping, giving up.
void ProviderStream::State::tend(Clock::time_point now) {
    if (socket.state() == WebSocket::State::open) {
        if (seen != WebSocket::State::open) greet(now);
        if (now - socket.heard_at() >= options.give_up_after) {
            socket.close("the server is silent");
        } else {
            subscribe(now);
            subscribe_singly(now);
            ask(now);
        }
    }
    if (socket.state() == WebSocket::State::closed) {
        if (seen != WebSocket::State::closed) note_loss(now);
        if (now >= open_at) {
            socket.open();
            // One that fails at once is a failure like any other.
            if (socket.state() == WebSocket::State::closed) note_loss(now);
        }
    }
    seen = socket.state();
}

void ProviderStream::State::note_loss(Clock::time_point now) {
    constexpr int largest_exponent = 10;
    const auto doubled = options.first_pause * (1 << std::min(failures, largest_exponent));
    const auto longest = std::min<milliseconds>(doubled, options.max_pause);
    std::uniform_int_distribution<milliseconds::rep> half{longest.count() / 2, longest.count()};
    open_at = now + milliseconds{half(random)};
    ++failures;
    for (auto& [name, instrument] : instruments) {
        instrument.asked = false;
        instrument.run.reset();
    }
    log::warn("stream_lost", {{"channel", name_of(channel)}, {"reason", socket.reason()}});
}

void ProviderStream::State::greet(Clock::time_point now) {
    ++connections;
    singly = 0;
    sent_at = asked_at = now;
    log::info("stream_opened", {{"channel", name_of(channel)}});
}

void ProviderStream::State::send(std::string text, Clock::time_point now) {
    socket.send(std::move(text));
    sent_at = now;
}

void ProviderStream::State::subscribe(Clock::time_point now) {
    std::vector<std::string> names;
    const auto flush = [&] {
        if (names.empty()) return;
        send(subscription_to(channel, names), now);
        confirm_until = now + options.confirmed_after;
        names.clear();
    };
    for (auto& [name, instrument] : instruments) {
        if (!instrument.wanted || instrument.asked) continue;
        instrument.asked = true;
        names.push_back(name);
        if (names.size() == max_at_once) flush();
    }
    flush();
}

/// One that the provider does not know may have cost the others of its message theirs.
void ProviderStream::State::subscribe_singly(Clock::time_point now) {
    if (confirm_until == Clock::time_point{} || now < confirm_until) return;
    confirm_until = {};
    for (const auto& [name, instrument] : instruments) {
        if (!instrument.wanted || instrument.run || singly >= max_singly) continue;
        ++singly;
        send(subscription_to(channel, {name}), now);
    }
}

void ProviderStream::State::ask(Clock::time_point now) {
    const bool silent = now - std::max(socket.heard_at(), asked_at) >= options.ask_after;
    if (!silent && now - sent_at < options.speak_after) return;
    asked_at = now;
    send("ping", now);
}

/// When tend() has something to do again at the latest.
Clock::time_point ProviderStream::State::next_duty(Clock::time_point now) const {
    if (socket.state() == WebSocket::State::closed) return open_at;
    if (socket.state() == WebSocket::State::opening) return now + options.ask_after;
    const auto heard = socket.heard_at();
    auto next = std::min({heard + options.give_up_after, sent_at + options.speak_after,
                          std::max(heard, asked_at) + options.ask_after});
    if (confirm_until != Clock::time_point{}) next = std::min(next, confirm_until);
    return next;
}

void ProviderStream::State::begin_run(Instrument& instrument) {
    instrument.run = UnbrokenRun{++runs, pg::now()};
}

/// What a message said that cannot be read is missing: of its instrument, or of any of them.
void ProviderStream::State::refuse(const StreamMessage& message) {
    ++malformed;
    for (auto& [name, instrument] : instruments) {
        const bool meant = message.instrument.empty() || message.instrument == name;
        if (meant && instrument.run) begin_run(instrument);
    }
    if (const auto now = Clock::now(); now - logged_at >= log_pause) {
        logged_at = now;
        log::warn("stream_message_refused", {{"channel", name_of(channel)},
                                             {"instrument", message.instrument},
                                             {"reason", message.reason},
                                             {"refused", std::to_string(malformed)}});
    }
}

void ProviderStream::State::tell(StreamMessage& message, std::vector<Pushed>& pushed) {
    const auto found = instruments.find(message.instrument);
    if (found == instruments.end() || !found->second.wanted || !found->second.run) return;
    Instrument& instrument = found->second;
    failures = 0;
    for (PushedRow& row : message.rows) {
        // Trades are told apart by their ids, several of which can be of one moment.
        if (channel != Channel::trades) {
            const auto at = row.at();
            const bool older = at < instrument.told_at || (at == instrument.told_at &&
                                                           row.sequence < instrument.told_sequence);
            if (older) continue;
            instrument.told_at = at;
            instrument.told_sequence = row.sequence;
        }
        pushed.push_back({message.instrument, std::move(row), instrument.run->number});
    }
}

void ProviderStream::State::take(const std::string& text, std::vector<Pushed>& pushed) {
    StreamMessage message = message_of(channel, text);
    const auto latest = std::chrono::floor<milliseconds>(pg::now() + clocks_differ);
    for (const PushedRow& row : message.rows) {
        if (row.at() <= latest) continue;
        message.kind = StreamMessage::Kind::malformed;
        message.reason = "ts";
    }
    switch (message.kind) {
        case StreamMessage::Kind::pushed:
            return tell(message, pushed);
        case StreamMessage::Kind::malformed:
            return refuse(message);
        case StreamMessage::Kind::subscribed:
            if (const auto found = instruments.find(message.instrument);
                found != instruments.end() && !found->second.run) {
                begin_run(found->second);
            }
            return;
        case StreamMessage::Kind::refused:
        case StreamMessage::Kind::notice:
            log::warn("stream_notice", {{"channel", name_of(channel)}, {"said", message.reason}});
            return;
        case StreamMessage::Kind::pong:
            return;
    }
}

ProviderStream::ProviderStream(const std::string& url, Channel channel, const Options& options)
    : state_{new State{url, channel, options}} {}

ProviderStream::~ProviderStream() = default;

void ProviderStream::hurry() {
    state_->open_at = {};
    state_->failures = 0;
}

void ProviderStream::follow(const std::vector<std::string>& instruments) {
    std::map<std::string, bool> before;
    for (auto& [name, instrument] : state_->instruments) {
        before[name] = std::exchange(instrument.wanted, false);
    }
    for (const auto& name : instruments) {
        auto& instrument = state_->instruments[name];
        instrument.wanted = true;
        // What was pushed while nobody wanted it is missing.
        if (instrument.run && !before[name]) state_->begin_run(instrument);
    }
}

std::vector<Pushed> ProviderStream::read(milliseconds time) {
    State& state = *state_;
    const auto until = Clock::now() + time;
    std::vector<Pushed> pushed;
    do {
        const auto now = Clock::now();
        state.tend(now);
        for (const auto& text : state.socket.run(std::min(until, state.next_duty(now)))) {
            state.take(text, pushed);
        }
    } while (Clock::now() < until);
    return pushed;
}

std::optional<UnbrokenRun> ProviderStream::unbroken(const std::string& instrument) const {
    const auto found = state_->instruments.find(instrument);
    if (state_->socket.state() != WebSocket::State::open || found == state_->instruments.end())
        return std::nullopt;
    return found->second.run;
}

std::optional<pg::Time> ProviderStream::heard_at() const {
    if (state_->socket.state() != WebSocket::State::open) return std::nullopt;
    const auto ago = Clock::now() - state_->socket.heard_at();
    return pg::now() - std::chrono::duration_cast<std::chrono::microseconds>(ago);
}

int ProviderStream::malformed() const {
    return state_->malformed;
}

int ProviderStream::connections() const {
    return state_->connections;
}

}  // namespace cambio::markets
