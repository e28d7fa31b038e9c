#include "support/simulated_market.h"

#include <json/reader.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace cambio::test {
namespace {

/// A year of candles is computed when it is first asked for, which takes a sanitized simulator
/// seconds, and more beside other tests.
constexpr std::chrono::seconds slowest_answer{60};

std::vector<std::string> command(const std::vector<std::string>& options) {
    const char* bin = std::getenv("CAMBIO_BIN");
    if (bin == nullptr) throw std::runtime_error{"CAMBIO_BIN is not set: run the test by CTest"};
    std::vector<std::string> argv{std::string{bin} + "/market_simulator", "--port", "0"};
    argv.insert(argv.end(), options.begin(), options.end());
    return argv;
}

ChildProcess::Options output_to(const std::string& file) {
    ChildProcess::Options options;
    options.output = file;
    return options;
}

Json::Value parsed(const std::string& text) {
    Json::Value value;
    const std::unique_ptr<Json::CharReader> reader{Json::CharReaderBuilder{}.newCharReader()};
    if (!reader->parse(text.data(), text.data() + text.size(), &value, nullptr)) {
        throw std::runtime_error{"not JSON: " + text.substr(0, 200)};
    }
    return value;
}

}  // namespace

SimulatedMarket::SimulatedMarket(const std::vector<std::string>& options)
    : child_{command(options), output_to(folder_.file("output"))} {
    const std::string announcement = "listening on 127.0.0.1:";
    wait_until("the market simulator listens", [&] {
        std::ifstream in{folder_.file("output")};
        std::stringstream text;
        text << in.rdbuf();
        const std::string output = text.str();
        if (!child_.running()) throw std::runtime_error{"market_simulator ended: " + output};
        const auto found = output.find(announcement);
        const auto end = output.find('\n', found);
        if (found == std::string::npos || end == std::string::npos) return false;
        port_ = output.substr(found + announcement.size(), end - found - announcement.size());
        return true;
    });
    url_ = "http://127.0.0.1:" + port_;
}

http::Answer SimulatedMarket::get(const std::string& path) {
    http::Outgoing request;
    request.url = url_ + path;
    request.timeout = slowest_answer;
    return client_.send(request);
}

Json::Value SimulatedMarket::data(const std::string& path) {
    const http::Answer answer = get(path);
    if (answer.outcome != http::Outcome::answered)
        throw std::runtime_error{path + ": " + answer.reason};
    const Json::Value root = parsed(answer.body);
    if (!answer.ok() || root["code"] != "0") throw std::runtime_error{path + ": " + answer.body};
    return root["data"];
}

void SimulatedMarket::control(const std::string& path, const std::string& body) {
    http::Outgoing request;
    request.method = "POST";
    request.url = url_ + "/control/" + path;
    request.body = body;
    request.timeout = slowest_answer;
    const http::Answer answer = client_.send(request);
    if (!answer.ok()) throw std::runtime_error{path + ": " + answer.reason + answer.body};
}

void SimulatedMarket::fault(const std::string& kind, const std::string& more) {
    control("fault?kind=" + kind + more);
}

void SimulatedMarket::pin_price(const std::string& instrument, const std::string& price) {
    control("price?instId=" + instrument + "&price=" + price);
}

void SimulatedMarket::pin_funding(const std::string& instrument, const std::string& rate,
                                  const std::string& time, const std::string& after) {
    control("funding?instId=" + instrument + "&rate=" + rate + "&time=" + time + "&after=" + after);
}

void SimulatedMarket::pin_book(const std::string& instrument, const std::string& book) {
    control("book?instId=" + instrument, book);
}

void SimulatedMarket::clear() {
    control("clear");
}

void SimulatedMarket::clear(const std::string& instrument) {
    control("clear?instId=" + instrument);
}

void SimulatedMarket::advance(std::int64_t milliseconds) {
    control("time?advance_ms=" + std::to_string(milliseconds));
}

Json::Value SimulatedMarket::state() {
    return parsed(get("/control/state").body);
}

}  // namespace cambio::test
