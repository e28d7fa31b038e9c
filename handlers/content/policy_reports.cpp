// What browsers report of the content policy (nginx/nginx.conf): that a page wanted to load or run
// something which it may not; and what the site reports in the same form, that a part of a page has
// failed (site/src/lib/failure_report). Anybody can send such a report, and an address or a message
// in it may hold whatever stood on the page: a line of the log names the directive and the origin
// that was blocked, or the error's kind and the place in the script, and the part of the site, and
// there are few lines a minute of each.
#include <atomic>
#include <mutex>

#include "fcgi/serve.h"
#include "json/parse.h"
#include "log/log.h"
#include "routes.h"

namespace cambio::content {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;
using Clock = std::chrono::steady_clock;

constexpr std::size_t max_report = 16u << 10;
constexpr std::size_t max_word = 60;
constexpr Json::ArrayIndex max_of_one = 10;
constexpr int lines_of_a_minute = 20;

/// Counts lines, and what was left out of them.
class Quota {
  public:
    /// How many reports were left out since the last line; nothing: this one is, too.
    std::optional<std::int64_t> take() {
        const std::lock_guard lock{mutex_};
        const auto now = Clock::now();
        if (now >= ends_) {
            ends_ = now + std::chrono::minutes{1};
            lines_ = 0;
        }
        if (lines_ == lines_of_a_minute) {
            ++left_out_;
            return std::nullopt;
        }
        ++lines_;
        return std::exchange(left_out_, 0);
    }

  private:
    std::mutex mutex_;
    Clock::time_point ends_{};
    int lines_ = 0;
    std::int64_t left_out_ = 0;
};

/// The first letters of `text` that are harmless in a log.
std::string word(std::string_view text, std::string_view besides = {}) {
    const auto harmless = [besides](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || besides.find(c) != std::string_view::npos;
    };
    std::string result;
    for (const char c : text.substr(0, max_word)) {
        if (!harmless(c)) break;
        result += c;
    }
    return result;
}

/// Of an address: "https://example.com:8443". Of anything else its first word: "inline", "data".
std::string origin_of(std::string_view address) {
    const std::string scheme = word(address);
    if (!address.substr(scheme.size()).starts_with("://")) return scheme;
    return scheme + "://" + word(address.substr(scheme.size() + 3), ".:");
}

/// The part of the site: "/withdraw" of "https://…/withdraw/BTC?to=…".
std::string part_of(std::string_view address) {
    const auto host = address.find("://");
    const auto path = address.find('/', host == std::string_view::npos ? 0 : host + 3);
    return path == std::string_view::npos ? "" : '/' + word(address.substr(path + 1), "_");
}

std::string text_of(const Json::Value& report, const char* name) {
    const Json::Value& value = report[name];
    return value.isString() ? value.asString() : std::string{};
}

void note(const std::string& directive, const std::string& blocked, const std::string& page) {
    static Quota quota;
    const auto left_out = quota.take();
    if (!left_out) return;
    log::warn("content_policy_violated", {{"directive", word(directive)},
                                          {"blocked", origin_of(blocked)},
                                          {"page", part_of(page)},
                                          {"left_out_before", std::to_string(*left_out)}});
}

void note_failure(const Json::Value& report) {
    static Quota quota;
    const auto left_out = quota.take();
    if (!left_out) return;
    log::warn("page_failed", {{"error", word(text_of(report, "name"))},
                              {"place", word(text_of(report, "place"), "._:")},
                              {"page", part_of(text_of(report, "documentURL"))},
                              {"left_out_before", std::to_string(*left_out)}});
}

/// By the Reporting API (a list), or as browsers did it before (one object).
void read(const Json::Value& sent) {
    if (sent.isArray()) {
        for (Json::ArrayIndex i = 0; i < std::min(sent.size(), max_of_one); ++i) {
            if (!sent[i].isObject() || !sent[i]["body"].isObject()) continue;
            const Json::Value& report = sent[i]["body"];
            if (text_of(sent[i], "type") == "page-failure") {
                note_failure(report);
                continue;
            }
            note(text_of(report, "effectiveDirective"), text_of(report, "blockedURL"),
                 text_of(report, "documentURL"));
        }
        return;
    }
    const Json::Value& report = sent["csp-report"];
    if (!report.isObject()) throw Error{Code::bad_request};
    note(text_of(report, "violated-directive"), text_of(report, "blocked-uri"),
         text_of(report, "document-uri"));
}

Reply take_report(Request& request) {
    if (request.body.size() > max_report) throw Error{Code::body_too_large};
    const auto sent = json::parse(request.body);
    if (!sent) throw Error{Code::bad_request};
    read(*sent);
    Json::Value reply;
    reply["message"] = "success";
    return Reply::json(reply);
}

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/policy-reports", Access::guest, Limit::changes, Effect::changes,
          take_report}
        .reads_body_itself()
        .gives("Message")
        .means("Takes a browser's report of what the content policy has stopped, or of a page that "
               "failed"),
};

}  // namespace

const std::span<const Route> policy_report_routes{routes};

}  // namespace cambio::content
