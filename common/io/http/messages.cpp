#include "http/messages.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <json/value.h>
#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>

#include "config/contradictions.h"
#include "crypto/crypto.h"
#include "http/http.h"
#include "json/write.h"
#include "log/log.h"
#include "pg/pg.h"

namespace cambio {

namespace {

std::string base64(std::string_view raw) {
    constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
    std::string text(sodium_base64_encoded_len(raw.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(raw.data()),
                      raw.size(), variant);
    text.pop_back();
    return text;
}

bool one_line_of_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

/// An address that cannot break out of its header or its SMTP command.
bool safe_address(std::string_view address) {
    constexpr std::string_view forbidden = " <>,;:\"\\()[]";
    const auto at = address.find('@');
    return address.size() <= 254 && one_line_of_ascii(address) && at != std::string_view::npos &&
           at > 0 && at + 1 < address.size() &&
           address.find('@', at + 1) == std::string_view::npos &&
           address.find_first_of(forbidden) == std::string_view::npos;
}

/// RFC 2047: words of at most 75 characters, cut between the characters of UTF-8.
std::string encoded_subject(std::string_view subject) {
    if (one_line_of_ascii(subject) && subject.size() <= 60) return std::string{subject};
    std::string result;
    while (!subject.empty()) {
        std::size_t length = std::min<std::size_t>(45, subject.size());
        while (length < subject.size() && length > 1 &&
               (static_cast<unsigned char>(subject[length]) & 0xc0) == 0x80)
            --length;
        if (!result.empty()) result += "\r\n ";
        result += "=?UTF-8?B?" + base64(subject.substr(0, length)) + "?=";
        subject.remove_prefix(length);
    }
    return result;
}

std::string date_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[64];
    std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S +0000", &parts);
    return text;
}

/// RFC 5322 with a body in base64, which no relay can mangle and no text can break out of.
std::string mail_text(const Config& config, const Message& message) {
    const auto domain = config.mail_from.substr(config.mail_from.find('@') + 1);
    std::string text =
        "Date: " + date_text() + "\r\nFrom: Cambio <" + config.mail_from + ">\r\nTo: <" +
        message.to + ">\r\nMessage-ID: <" + crypto::uuid() + "@" + domain +
        ">\r\nSubject: " + encoded_subject(message.subject) +
        "\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
        "Content-Transfer-Encoding: base64\r\nAuto-Submitted: auto-generated\r\n\r\n";
    const std::string body = base64(message.text);
    for (std::size_t at = 0; at < body.size(); at += 76) text += body.substr(at, 76) + "\r\n";
    return text;
}

struct Upload {
    std::string_view rest;
};

std::size_t give_text(char* buffer, std::size_t, std::size_t room, void* source) {
    auto& rest = static_cast<Upload*>(source)->rest;
    const auto count = std::min(room, rest.size());
    std::memcpy(buffer, rest.data(), count);
    rest.remove_prefix(count);
    return count;
}

bool send_by_smtp(const Config& config, const Message& message) {
    if (!safe_address(message.to) || !safe_address(config.mail_from)) return false;
    const http::Client starts_curl;
    const std::unique_ptr<CURL, void (*)(CURL*)> curl{curl_easy_init(), curl_easy_cleanup};
    const std::unique_ptr<curl_slist, void (*)(curl_slist*)> recipients{
        curl_slist_append(nullptr, ("<" + message.to + ">").c_str()), curl_slist_free_all};
    if (!curl || !recipients) return false;

    const std::string text = mail_text(config, message);
    const std::string sender = "<" + config.mail_from + ">";
    Upload upload{text};
    curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl.get(), CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl.get(), CURLOPT_URL, config.smtp_url.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT_MS, 20'000L);
    // Neither a password nor a code travels in the clear.
    const bool with_name = !config.smtp_user.empty();
    const auto tls =
        with_name || !on_this_machine(config.smtp_url) ? CURLUSESSL_ALL : CURLUSESSL_TRY;
    curl_easy_setopt(curl.get(), CURLOPT_USE_SSL, static_cast<long>(tls));
    if (with_name) {
        curl_easy_setopt(curl.get(), CURLOPT_USERNAME, config.smtp_user.c_str());
        curl_easy_setopt(curl.get(), CURLOPT_PASSWORD, config.smtp_password.c_str());
    }
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_FROM, sender.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_RCPT, recipients.get());
    curl_easy_setopt(curl.get(), CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl.get(), CURLOPT_READFUNCTION, give_text);
    curl_easy_setopt(curl.get(), CURLOPT_READDATA, &upload);
    const CURLcode code = curl_easy_perform(curl.get());
    if (code != CURLE_OK) log::warn("mail_not_sent", {{"reason", curl_easy_strerror(code)}});
    return code == CURLE_OK;
}

/// For its writer, and for the group of the programs, of which one shows it.
bool write_whole(const std::string& path, const std::string& text) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0640);
    if (fd < 0) return false;
    std::size_t written = 0;
    while (written < text.size()) {
        const auto count = ::write(fd, text.data() + written, text.size() - written);
        if (count < 0) break;
        written += static_cast<std::size_t>(count);
    }
    return ::close(fd) == 0 && written == text.size();
}

/// A file appears in the outbox whole or not at all, and file names sort by time.
bool put_into_outbox(const std::string& folder, const Message& message) {
    Json::Value entry;
    entry["to"] = message.to;
    entry["subject"] = message.subject;
    entry["text"] = message.text;
    entry["sent_at"] = pg::iso(pg::now());

    char name[64];
    const auto microseconds = pg::now().time_since_epoch().count();
    std::snprintf(name, sizeof name, "%020lld-%s", static_cast<long long>(microseconds),
                  crypto::random_name(6).c_str());
    const std::string path = folder + "/" + name + ".json";
    const std::string draft = folder + "/." + name + ".tmp";
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (!write_whole(draft, json::compact_utf8(entry)) ||
        std::rename(draft.c_str(), path.c_str()) != 0) {
        log::error("outbox_not_written", {{"folder", folder}, {"reason", std::strerror(errno)}});
        ::unlink(draft.c_str());
        return false;
    }
    return true;
}

bool send_by_gateway(const Config& config, const Message& message) {
    Json::Value body;
    body["to"] = message.to;
    body["text"] = message.text;
    http::Outgoing request;
    request.method = "POST";
    request.url = config.sms_url;
    request.headers = {"Content-Type: application/json",
                       "Authorization: Bearer " + config.sms_token};
    request.body = json::compact_utf8(body);
    request.timeout = std::chrono::seconds{10};
    const auto answer = http::Client{}.send(request);
    if (!answer.ok())
        log::warn("sms_not_sent",
                  {{"reason", answer.reason}, {"status", std::to_string(answer.status)}});
    return answer.ok();
}

/// Whatever goes wrong, a message is only ever not sent.
template <class Send>
bool without_throwing(Send send) {
    try {
        return send();
    } catch (const std::exception& problem) {
        log::error("message_not_sent", {{"reason", problem.what()}});
        return false;
    }
}

}  // namespace

bool send_mail(const Config& config, const Message& message) {
    return without_throwing([&] {
        return config.smtp_url.empty() ? put_into_outbox(config.outbox_dir, message)
                                       : send_by_smtp(config, message);
    });
}

bool send_sms(const Config& config, const Message& message) {
    return without_throwing([&] {
        return config.sms_url.empty() ? put_into_outbox(config.outbox_dir, message)
                                      : send_by_gateway(config, message);
    });
}

}  // namespace cambio
