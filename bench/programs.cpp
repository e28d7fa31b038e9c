// What bench/run programs loads an installation with. It prints one line that bench/run reads.
//
//   bench_programs orders PORT FILE SECONDS WAY PAIR:PRICE:TICK:QUANTITY
//     64 connections, an order under way on each: limit orders within 20 ticks of a price, buying
//     and selling at random. WAY: site (a session), rest or ws (Binance's calls, its WebSocket
//     API), each with -ed25519 or -hmac. Orders a second, p50 and p99 in milliseconds, refused.
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
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "share.h"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Failure = beast::error_code;
using Tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;

constexpr std::size_t connections = 64;
constexpr std::size_t listeners = 1000;
/// Requests of a connection that are signed before the first is sent, for each second.
constexpr std::size_t signed_a_second = 150;
constexpr int nearest_ticks = 20;
constexpr int wander_ticks = 40;
/// Ten updates a second are the most that a book's stream tells.
constexpr std::chrono::milliseconds stir_pace{40};

struct Person {
    std::string token, ed25519, seed, hmac, secret;
};

struct Market {
    std::string pair, quantity;
    double price = 0, tick = 0;
    int places = 0;
};

/// What a load is told by its command line.
struct Load {
    unsigned short port = 0;
    int seconds = 0;
    std::string way;
    Market market;
    std::vector<Person> people;
};

std::int64_t now_ms() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string signature_of(const Person& person, bool ed25519, const std::string& text) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    if (!ed25519) {
        unsigned char mac[crypto_auth_hmacsha256_BYTES];
        crypto_auth_hmacsha256_state state;
        crypto_auth_hmacsha256_init(&state,
                                    reinterpret_cast<const unsigned char*>(person.secret.data()),
                                    person.secret.size());
        crypto_auth_hmacsha256_update(&state, bytes, text.size());
        crypto_auth_hmacsha256_final(&state, mac);
        char hex[2 * sizeof mac + 1];
        return sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    }
    unsigned char seed[crypto_sign_SEEDBYTES], half[crypto_sign_PUBLICKEYBYTES],
        key[crypto_sign_SECRETKEYBYTES], signature[crypto_sign_BYTES];
    if (sodium_base642bin(seed, sizeof seed, person.seed.data(), person.seed.size(), nullptr,
                          nullptr, nullptr, sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
        throw std::runtime_error{"a seed is no base64url of 32 bytes"};
    crypto_sign_seed_keypair(half, key, seed);
    crypto_sign_detached(signature, nullptr, bytes, text.size(), key);
    char base64[sodium_base64_ENCODED_LEN(sizeof signature, sodium_base64_VARIANT_ORIGINAL)];
    return sodium_bin2base64(base64, sizeof base64, signature, sizeof signature,
                             sodium_base64_VARIANT_ORIGINAL);
}

/// Base64 as a form has it.
std::string encoded(const std::string& text) {
    std::string form;
    for (const char c : text) {
        if (c == '+')
            form += "%2B";
        else if (c == '/')
            form += "%2F";
        else if (c == '=')
            form += "%3D";
        else
            form += c;
    }
    return form;
}

std::string post(const std::string& path, const std::string& type, const std::string& header,
                 const std::string& body) {
    return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\n" +
           header + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Writes the requests of one client, each of which is another order.
class Writer {
  public:
    Writer(const Load& load, std::size_t number)
        : market_{load.market},
          person_{load.people[number % load.people.size()]},
          way_{load.way},
          name_{"load-" + std::to_string(now_ms()) + "-" + std::to_string(number) + "-"},
          random_{number + static_cast<std::size_t>(now_ms())} {}

    std::string next() {
        const auto side = random_() % 2 == 0 ? "BUY" : "SELL";
        const int ticks = static_cast<int>(random_() % (2 * nearest_ticks + 1)) - nearest_ticks;
        char price[40];
        std::snprintf(price, sizeof price, "%.*f", market_.places,
                      market_.price + market_.tick * (ticks + middle()));
        const auto id = name_ + std::to_string(++count_);
        if (way_ == "site") return of_site(id, side, price);
        const bool ed25519 = way_.ends_with("ed25519");
        return way_.starts_with("rest") ? of_rest(id, side, price, ed25519)
                                        : of_socket(id, side, price, ed25519);
    }

    std::string cancel_all() const {
        return post("/api/v3/trades/cancel-order", "application/json", bearer(),
                    R"({"all":"true"})");
    }

  private:
    /// The middle of the prices wanders by 40 ticks, as in orders.lua, so that what rests far from
    /// it is met in its turn.
    int middle() const {
        const double phase = static_cast<double>(count_ * connections % 8000) / 2000;
        return static_cast<int>(std::floor(wander_ticks * (phase < 2 ? phase - 1 : 3 - phase)));
    }

    std::string bearer() const { return "Authorization: Bearer " + person_.token; }

    std::string of_site(const std::string& id, const char* side, const char* price) const {
        return post("/api/v2/my-order", "application/json", bearer(),
                    R"({"name":")" + market_.pair + R"(","delegate_type":")" + side +
                        R"(","number_of_order":")" + market_.quantity + R"(","order_per_unit":")" +
                        price +
                        R"(","trade_type":"market","market_type":"LIMIT","transaction_password":)" +
                        R"("bench trading 1","client_id":")" + id + R"("})");
    }

    std::string of_rest(const std::string& id, const char* side, const char* price,
                        bool ed25519) const {
        const auto text = "symbol=" + market_.pair + "&side=" + side +
                          "&type=LIMIT&timeInForce=GTC&quantity=" + market_.quantity +
                          "&price=" + price + "&newClientOrderId=" + id +
                          "&recvWindow=60000&timestamp=" + std::to_string(now_ms());
        return post("/binance/api/v3/order", "application/x-www-form-urlencoded",
                    "X-MBX-APIKEY: " + (ed25519 ? person_.ed25519 : person_.hmac),
                    text + "&signature=" + encoded(signature_of(person_, ed25519, text)));
    }

    std::string of_socket(const std::string& id, const char* side, const char* price,
                          bool ed25519) const {
        const std::pair<const char*, std::string> parameters[] = {
            {"apiKey", ed25519 ? person_.ed25519 : person_.hmac},
            {"newClientOrderId", id},
            {"price", price},
            {"quantity", market_.quantity},
            {"recvWindow", "60000"},
            {"side", side},
            {"symbol", market_.pair},
            {"timeInForce", "GTC"},
            {"timestamp", std::to_string(now_ms())},
            {"type", "LIMIT"}};
        std::string text, json;
        for (const auto& [name, value] : parameters) {
            const bool number = std::string_view{name} == "timestamp";
            text += (text.empty() ? "" : "&") + std::string{name} + "=" + value;
            json += std::string{"\""} + name + "\":" + (number ? value : "\"" + value + "\"") + ",";
        }
        return R"({"id":")" + id + R"(","method":"order.place","params":{)" + json +
               R"("signature":")" + signature_of(person_, ed25519, text) + R"("}})";
    }

    Market market_;
    Person person_;
    std::string way_, name_;
    std::mt19937_64 random_;
    std::size_t count_ = 0;
};

/// What all connections count together.
struct Score {
    std::vector<double> delays;  ///< milliseconds
    std::size_t refused = 0;
    std::string refusal;  ///< the last one
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
        if (ready_.empty()) ready_.push_back(writer_->next());
        request_ = std::move(ready_.back());
        ready_.pop_back();
        send();
    }

  protected:
    virtual void send() = 0;
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
    SocketLine(asio::io_context& io, Score& score, std::unique_ptr<Writer> writer, int seconds)
        : Line{score, std::move(writer), seconds}, socket_{io} {}
    void connect(const Tcp::endpoint& server) override {
        open(socket_, server, "/binance/ws-api/v3?returnRateLimits=false");
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
                               answered(reply.find("\"status\":200") != std::string::npos, reply);
                           });
    }
    WebSocket socket_;
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
            lines.push_back(
                std::make_shared<SocketLine>(io, score, std::move(writer), load.seconds));
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
