// What would have been sent: emails and text messages of an installation without a mail server.
#include "outbox.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "config/config.h"
#include "json/parse.h"
#include "routes.h"

namespace cambio::content {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr std::size_t max_shown = 200;

std::string escaped(std::string_view text) {
    std::string html;
    for (const char c : text) {
        switch (c) {
            case '&':
                html += "&amp;";
                break;
            case '<':
                html += "&lt;";
                break;
            case '>':
                html += "&gt;";
                break;
            case '"':
                html += "&quot;";
                break;
            default:
                html += c;
        }
    }
    return html;
}

/// The newest messages first: file names sort by time (http/messages.cpp).
std::vector<std::filesystem::path> newest_files(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator{folder, problem})
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::ranges::sort(files, std::greater{});
    if (files.size() > max_shown) files.resize(max_shown);
    return files;
}

std::optional<Json::Value> read(const std::filesystem::path& file) {
    std::ifstream stream{file};
    std::stringstream text;
    text << stream.rdbuf();
    return json::parse_object(std::move(text).str());
}

Json::Value messages(const Request& request) {
    const auto& config = request.config();
    if (!outbox_open(config, request.client_ip)) throw Error{Code::not_found};
    Json::Value list{Json::arrayValue};
    for (const auto& file : newest_files(config.outbox_dir))
        if (auto message = read(file)) list.append(*std::move(message));
    return list;
}

constexpr std::string_view page_head = R"html(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Outbox · Cambio</title>
<style>
:root { color-scheme: dark; }
body { margin: 0 auto; max-width: 720px; padding: 40px 16px 64px; background: #0B0B0D;
       color: #F1F0F3; font: 14px/20px Inter, system-ui, sans-serif; }
h1 { margin: 0; font-size: 24px; line-height: 32px; letter-spacing: -.018em; font-weight: 600; }
header p { margin: 8px 0 24px; color: #B0AEB6; }
a { color: #D8B4E8; }
article { margin: 0 0 12px; padding: 16px 20px; border: 1px solid #222227; border-radius: 12px;
          background: #121215; }
h2 { margin: 0 0 4px; font-size: 16px; line-height: 24px; font-weight: 600;
     overflow-wrap: anywhere; }
.sent { margin: 0 0 12px; color: #918F99; font-size: 12px; line-height: 16px;
        overflow-wrap: anywhere; }
.text { margin: 0; color: #B0AEB6; white-space: pre-wrap; overflow-wrap: anywhere; }
form { display: grid; gap: 12px; margin: 0 0 24px; padding: 16px 20px; border: 1px solid #222227;
       border-radius: 12px; background: #121215; }
form p { margin: 0; }
label { display: grid; gap: 4px; color: #B0AEB6; }
input, select, button { padding: 10px 12px; border: 1px solid #2C2C33; border-radius: 8px;
                        background: #17171B; color: #F1F0F3; font: inherit; }
button { background: #D8B4E8; color: #17171B; font-weight: 600; cursor: pointer; }
.empty { padding: 48px 0; text-align: center; color: #B0AEB6; }
</style>
</head>
<body>
<header>
<h1>Outbox</h1>
<p>No mail server is configured, so messages to clients end up here. Only this machine can see this
page; reload it to see new ones. As JSON:
<a href="/dev/outbox.json">outbox.json</a></p>
</header>
<main>
)html";

constexpr std::string_view page_foot = "</main>\n</body>\n</html>\n";

std::string page(const Json::Value& list, const std::string& faucet) {
    std::string html{page_head};
    html += faucet;
    if (list.empty()) html += "<p class=\"empty\">No messages yet.</p>\n";
    for (const auto& message : list) {
        const auto part = [&message](const char* name) {
            return escaped(message[name].isString() ? message[name].asString() : "");
        };
        html += "<article>\n<h2>" + part("subject") + "</h2>\n<p class=\"sent\">To " + part("to") +
                " · <time>" + part("sent_at") + "</time></p>\n<p class=\"text\">" + part("text") +
                "</p>\n</article>\n";
    }
    html += page_foot;
    return html;
}

Reply outbox_page(Request& request) {
    auto reply =
        Reply::text(page(messages(request), faucet_form(request)), "text/html; charset=utf-8");
    reply.header("Content-Security-Policy",
                 "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    reply.header("Cache-Control", "no-store");
    return reply;
}

Reply outbox_data(Request& request) {
    auto reply = Reply::json(messages(request));
    reply.header("Cache-Control", "no-store");
    return reply;
}

constexpr Route routes[] = {
    Route{Method::get, "/dev/outbox", Access::guest, Limit::reads, Effect::reads, outbox_page}
        .means("Shows emails and text messages that were only saved to a folder"),
    Route{Method::get, "/dev/outbox.json", Access::guest, Limit::reads, Effect::reads, outbox_data}
        .means("Lists the same as JSON"),
};

}  // namespace

bool outbox_open(const Config& config, std::string_view client_ip) {
    const bool loopback = client_ip.starts_with("127.") || client_ip == "::1";
    return loopback && config.smtp_url.empty() && config.sms_url.empty();
}

const std::span<const Route> outbox_routes{routes};

}  // namespace cambio::content
