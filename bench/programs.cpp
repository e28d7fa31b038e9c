// What bench/run programs loads an installation with. It prints one line that bench/run reads.
//
//   bench_programs orders PORT FILE SECONDS WAY PAIR:PRICE:TICK:QUANTITY
//     64 connections, an order under way on each: limit orders within 20 ticks of a price, buying
//     and selling at random. WAY: site (a session), rest or ws (Binance's calls, its WebSocket
//     API), each with -ed25519 or -hmac, or ws-logon (a connection that has logged on by Ed25519
//     and signs no more). Orders a second, p50 and p99 in milliseconds, refused.
//
//   bench_programs listen PORT FILE SECONDS PAIR:PRICE:TICK:QUANTITY
//     a thousand connections that listen to the changes of a book, in which orders are placed and
//     cancelled meanwhile so that it changes ten times a second. Updates a second, p50 and p99 of
//     milliseconds from the time that an update bears to its arrival.
//
// FILE has a line for each client: its token, and of its keys the id and the secret of the one of
// Ed25519 (its seed, base64url) and of the one of HMAC-SHA256. Requests are signed beforehand, for
// what the client's own processor takes is not to be measured.
#include <sodium.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "requests.h"
#include "share.h"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Failure = beast::error_code;
using Tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;
using namespace programs;

constexpr std::size_t listeners = 1000;
/// Requests of a connection that are signed before the first is sent, for each second.
constexpr std::size_t signed_a_second = 250;
/// Ten updates a second are the most that a book's stream tells.
constexpr std::chrono::milliseconds stir_pace{40};

/// What all connections count together.
struct Score {
    std::vector<double> delays;  ///< milliseconds
    std::size_t refused = 0;
    std::size_t late = 0;  ///< requests that were not ready beforehand
    std::string refusal;   ///< the last one
    Clock::time_point end;
};

void expect(Failure failure, const char* what) {
    if (failure) throw std::runtime_error{std::string{what} + ": " + failure.message()};
}

/// A connection that sends one request after the other, each when the one before is answered.
class Line : public std::enable_shared_from_this<Line> {
  public:
    Line(Score& score, std::unique_ptr<Writer> writer, int seconds)
        : score_{score}, writer_{std::move(writer)} {
        ready_.resize(signed_a_second * static_cast<std::size_t>(seconds));
        for (auto& request : ready_) request = writer_->next();
        std::reverse(ready_.begin(), ready_.end());
    }
    virtual ~Line() = default;
    virtual void connect(const Tcp::endpoint& server) = 0;

    void ask() {
        began_ = Clock::now();
        if (began_ >= score_.end) return;
        if (ready_.empty()) {
            ready_.push_back(writer_->next());
            ++score_.late;
        }
        request_ = std::move(ready_.back());
        ready_.pop_back();
        send();
    }

  protected:
    virtual void send() = 0;
    const Writer& writer() const { return *writer_; }
    void answered(bool taken, const std::string& reply) {
        const std::chrono::duration<double, std::milli> delay = Clock::now() - began_;
        if (taken)
            score_.delays.push_back(delay.count());
        else {
            ++score_.refused;
            score_.refusal = reply;
        }
        ask();
    }
    std::string request_;

  private:
    Score& score_;
    std::unique_ptr<Writer> writer_;
    std::vector<std::string> ready_;
    Clock::time_point began_;
};

class HttpLine : public Line {
  public:
    HttpLine(asio::io_context& io, Score& score, std::unique_ptr<Writer> writer, int seconds)
        : Line{score, std::move(writer), seconds}, socket_{io} {}
    void connect(const Tcp::endpoint& server) override {
        socket_.connect(server);
        socket_.set_option(Tcp::no_delay{true});
    }

  private:
    void send() override {
        asio::async_write(socket_, asio::buffer(request_),
                          [self = shared_from_this(), this](Failure failure, std::size_t) {
                              expect(failure, "write");
                              read();
                          });
    }
    void read() {
        reply_ = {};
        http::async_read(socket_, buffer_, reply_,
                         [self = shared_from_this(), this](Failure failure, std::size_t) {
                             expect(failure, "read");
                             answered(reply_.result() == http::status::ok, reply_.body());
                         });
    }
    Tcp::socket socket_;
    beast::flat_buffer buffer_;
    http::response<http::string_body> reply_;
};

using WebSocket = websocket::stream<Tcp::socket>;

void open(WebSocket& socket, const Tcp::endpoint& server, const std::string& path) {
    socket.next_layer().connect(server);
    socket.next_layer().set_option(Tcp::no_delay{true});
    socket.handshake("localhost", path);
}

class SocketLine : public Line {
  public:
    SocketLine(asio::io_context& io, Score& score, std::unique_ptr<Writer> writer, int seconds,
               bool logs_on)
        : Line{score, std::move(writer), seconds}, socket_{io}, logs_on_{logs_on} {}
    void connect(const Tcp::endpoint& server) override {
        open(socket_, server, "/binance/ws-api/v3?returnRateLimits=false");
        if (!logs_on_) return;
        socket_.write(asio::buffer(writer().logon()));
        socket_.read(buffer_);
        const auto reply = beast::buffers_to_string(buffer_.data());
        buffer_.clear();
        if (!is_good(reply)) throw std::runtime_error{"no logon: " + reply};
    }

  private:
    void send() override {
        socket_.async_write(asio::buffer(request_),
                            [self = shared_from_this(), this](Failure failure, std::size_t) {
                                expect(failure, "write");
                                read();
                            });
    }
    void read() {
        socket_.async_read(buffer_,
                           [self = shared_from_this(), this](Failure failure, std::size_t) {
                               expect(failure, "read");
                               const auto reply = beast::buffers_to_string(buffer_.data());
                               buffer_.clear();
                               answered(is_good(reply), reply);
                           });
    }
    static bool is_good(const std::string& reply) {
        return reply.find("\"status\":200") != std::string::npos;
    }
    WebSocket socket_;
    const bool logs_on_;
    beast::flat_buffer buffer_;
};

void load_orders(const Load& load) {
    asio::io_context io{1};
    Score score;
    const Tcp::endpoint server{asio::ip::address_v4::loopback(), load.port};
    std::vector<std::shared_ptr<Line>> lines;
    for (std::size_t number = 0; number < connections; ++number) {
        auto writer = std::make_unique<Writer>(load, number);
        if (load.way.starts_with("ws"))
            lines.push_back(std::make_shared<SocketLine>(io, score, std::move(writer), load.seconds,
                                                         load.way == "ws-logon"));
        else
            lines.push_back(std::make_shared<HttpLine>(io, score, std::move(writer), load.seconds));
    }
    for (const auto& line : lines) line->connect(server);
    score.end = Clock::now() + std::chrono::seconds{load.seconds};
    for (const auto& line : lines) line->ask();
    io.run();
    const double rate = static_cast<double>(score.delays.size()) / load.seconds;
    // Some meet an order of their own client, which is refused.
    if (score.refused * 20 > score.delays.size())
        std::fprintf(stderr, "refused: %s\n", score.refusal.c_str());
    if (score.late > 0)
        std::fprintf(stderr, "%zu requests were written while it was measured\n", score.late);
    std::printf("RESULT %.1f %.3f %.3f %zu\n", rate, share(score.delays, 0.5),
                share(score.delays, 0.99), score.refused);
}

/// Places and cancels orders, so that the book never stays as it was.
class Stirrer : public std::enable_shared_from_this<Stirrer> {
  public:
    Stirrer(asio::io_context& io, const Load& load, const Tcp::endpoint& server)
        : writer_{load, 0}, socket_{io}, timer_{io} {
        socket_.connect(server);
    }
    void stir(Clock::time_point end) {
        if (Clock::now() >= end) return;
        request_ = ++turns_ % 8 == 0 ? writer_.cancel_all() : writer_.next();
        timer_.expires_after(stir_pace);
        asio::async_write(socket_, asio::buffer(request_),
                          [self = shared_from_this(), this, end](Failure failure, std::size_t) {
                              expect(failure, "write");
                              reply_ = {};
                              http::async_read(
                                  socket_, buffer_, reply_,
                                  [self, this, end](Failure cut, std::size_t) {
                                      expect(cut, "read");
                                      timer_.async_wait([self, this, end](Failure) { stir(end); });
                                  });
                          });
    }

  private:
    Writer writer_;
    Tcp::socket socket_;
    asio::steady_timer timer_;
    beast::flat_buffer buffer_;
    http::response<http::string_body> reply_;
    std::string request_;
    std::size_t turns_ = 0;
};

class Listener : public std::enable_shared_from_this<Listener> {
  public:
    Listener(asio::io_context& io, Score& score) : socket_{io}, score_{score} {}
    void connect(const Tcp::endpoint& server, const std::string& path) {
        open(socket_, server, path);
    }
    void listen() {
        socket_.async_read(
            buffer_, [self = shared_from_this(), this](Failure failure, std::size_t) {
                expect(failure, "listen");
                const auto text = beast::buffers_to_string(buffer_.data());
                buffer_.clear();
                const auto at = text.find("\"E\":");
                if (at == std::string::npos) throw std::runtime_error{"no time in " + text};
                if (Clock::now() >= score_.end) return;
                const auto delay = now_ms() - std::strtoll(text.c_str() + at + 4, nullptr, 10);
                score_.delays.push_back(static_cast<double>(delay));
                listen();
            });
    }

  private:
    WebSocket socket_;
    beast::flat_buffer buffer_;
    Score& score_;
};

void listen_to_book(const Load& load) {
    asio::io_context io{1};
    Score score;
    const Tcp::endpoint server{asio::ip::address_v4::loopback(), load.port};
    auto pair = load.market.pair;
    std::transform(pair.begin(), pair.end(), pair.begin(), ::tolower);
    std::vector<std::shared_ptr<Listener>> all;
    for (std::size_t number = 0; number < listeners; ++number) {
        all.push_back(std::make_shared<Listener>(io, score));
        all.back()->connect(server, "/binance/ws/" + pair + "@depth@100ms");
    }
    score.end = Clock::now() + std::chrono::seconds{load.seconds};
    for (const auto& listener : all) listener->listen();
    std::make_shared<Stirrer>(io, load, server)->stir(score.end);
    // Whoever waits for an update that does not come any more waits in vain.
    io.run_until(score.end + std::chrono::seconds{1});
    const double rate = static_cast<double>(score.delays.size()) / load.seconds;
    std::printf("RESULT %.1f %.0f %.0f\n", rate, share(score.delays, 0.5),
                share(score.delays, 0.99));
}

Market read_market(const std::string& text) {
    std::istringstream words{text};
    std::string price, tick;
    Market market;
    std::getline(words, market.pair, ':');
    std::getline(words, price, ':');
    std::getline(words, tick, ':');
    std::getline(words, market.quantity, ':');
    market.price = std::strtod(price.c_str(), nullptr);
    market.tick = std::strtod(tick.c_str(), nullptr);
    const auto point = tick.find('.');
    market.places = point == std::string::npos ? 0 : static_cast<int>(tick.size() - point - 1);
    if (market.quantity.empty() || market.tick <= 0)
        throw std::runtime_error{text + " is not PAIR:PRICE:TICK:QUANTITY"};
    return market;
}

std::vector<Person> read_people(const char* file) {
    std::ifstream lines{file};
    std::vector<Person> people;
    for (Person one; lines >> one.token >> one.ed25519 >> one.seed >> one.hmac >> one.secret;)
        people.push_back(one);
    if (people.empty()) throw std::runtime_error{std::string{file} + " names nobody"};
    return people;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    const bool orders = what == "orders" && argc == 7;
    if (!orders && !(what == "listen" && argc == 6)) {
        std::fputs("usage: see the head of bench/programs.cpp\n", stderr);
        return 2;
    }
    try {
        if (sodium_init() < 0) throw std::runtime_error{"libsodium does not start"};
        Load load{.port = static_cast<unsigned short>(std::atoi(argv[2])),
                  .seconds = std::atoi(argv[4]),
                  .way = orders ? argv[5] : "site",
                  .market = read_market(argv[argc - 1]),
                  .people = read_people(argv[3])};
        orders ? load_orders(load) : listen_to_book(load);
        return 0;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "bench_programs: %s\n", problem.what());
        return 1;
    }
}
