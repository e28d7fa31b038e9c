#include "http/http.h"

#include <curl/curl.h>
#include <sys/socket.h>

#include <algorithm>
#include <new>
#include <string_view>

#include "http/public_address.h"
#include "text/letters.h"

namespace cambio::http {

namespace {

struct Receiver {
    Answer* answer;
    std::size_t largest;
};

struct FreeList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, FreeList>;

std::size_t receive_body(char* data, std::size_t, std::size_t count, void* target) {
    auto& receiver = *static_cast<Receiver*>(target);
    if (receiver.answer->body.size() + count > receiver.largest) {
        receiver.answer->outcome = Outcome::too_large;
        return CURL_WRITEFUNC_ERROR;
    }
    receiver.answer->body.append(data, count);
    return count;
}

std::size_t receive_header(char* data, std::size_t, std::size_t count, void* target) {
    auto& headers = static_cast<Receiver*>(target)->answer->headers;
    const std::string_view line{data, count};
    if (line.starts_with("HTTP/")) headers.clear();  // the answer after a 100 Continue
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return count;

    auto name = text::lower(line.substr(0, colon));
    auto value = line.substr(colon + 1);
    while (!value.empty() && (value.front() == ' ' || value.front() == '\t'))
        value.remove_prefix(1);
    while (!value.empty() && (value.back() == '\r' || value.back() == '\n' || value.back() == ' '))
        value.remove_suffix(1);
    headers[std::move(name)] = value;
    return count;
}

HeaderList header_list(const Outgoing& request) {
    HeaderList list{curl_slist_append(nullptr, "Expect:")};
    for (const auto& header : request.headers) {
        curl_slist* longer = curl_slist_append(list.get(), header.c_str());
        if (longer == nullptr) throw std::bad_alloc{};
        static_cast<void>(list.release());
        list.reset(longer);
    }
    return list;
}

bool on_this_machine(const Outgoing& request) {
    constexpr std::string_view hosts[] = {"http://127.0.0.1", "http://localhost", "http://[::1]"};
    return !request.unix_socket.empty() ||
           std::any_of(std::begin(hosts), std::end(hosts),
                       [&](std::string_view host) { return request.url.starts_with(host); });
}

Outcome outcome_of(CURLcode code) {
    switch (code) {
        case CURLE_OK:
            return Outcome::answered;
        case CURLE_OPERATION_TIMEDOUT:
            return Outcome::timed_out;
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_RESOLVE_PROXY:
        case CURLE_COULDNT_CONNECT:
            return Outcome::unreachable;
        default:
            return Outcome::failed;
    }
}

/// Asked for each address before a connection to it is tried.
curl_socket_t open_public_socket(void*, curlsocktype, curl_sockaddr* address) {
    if (!is_public(address->addr)) return CURL_SOCKET_BAD;
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

void start_once() {
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    static_cast<void>(started);
}

}  // namespace

struct Client::State {
    CURL* curl = nullptr;
    char reason[CURL_ERROR_SIZE] = {};

    void prepare(const Outgoing& request, Receiver& receiver, curl_slist* headers) {
        // Options go, connections stay.
        curl_easy_reset(curl);
        reason[0] = '\0';
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
        curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "cambio/" CAMBIO_VERSION);
        curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, reason);
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive_body);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, &receiver);
        curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, receive_header);
        curl_easy_setopt(curl, CURLOPT_HEADERDATA, &receiver);
        if (!request.unix_socket.empty())
            curl_easy_setopt(curl, CURLOPT_UNIX_SOCKET_PATH, request.unix_socket.c_str());
        if (request.public_only)
            curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_public_socket);
        if (on_this_machine(request)) curl_easy_setopt(curl, CURLOPT_PROXY, "");
        set_method(request);
    }

    void set_method(const Outgoing& request) {
        if (request.method == "GET") return;
        if (request.method == "HEAD") {
            curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
            return;
        }
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body.data());
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE,
                         static_cast<curl_off_t>(request.body.size()));
        if (request.method != "POST")
            curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    }
};

Client::Client() : state_{std::make_unique<State>()} {
    start_once();
    state_->curl = curl_easy_init();
    if (state_->curl == nullptr) throw std::bad_alloc{};
}

Client::~Client() {
    curl_easy_cleanup(state_->curl);
}

Answer Client::send(const Outgoing& request) {
    Answer answer;
    Receiver receiver{&answer, request.largest_body};
    const HeaderList headers = header_list(request);
    state_->prepare(request, receiver, headers.get());

    const CURLcode code = curl_easy_perform(state_->curl);
    if (answer.outcome != Outcome::too_large) answer.outcome = outcome_of(code);
    if (code != CURLE_OK)
        answer.reason = state_->reason[0] != '\0' ? state_->reason : curl_easy_strerror(code);
    if (answer.outcome == Outcome::answered) {
        long status = 0;
        curl_easy_getinfo(state_->curl, CURLINFO_RESPONSE_CODE, &status);
        answer.status = static_cast<int>(status);
    } else {
        answer.body.clear();
    }
    return answer;
}

std::string encode(const std::string& text) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~';
        if (plain) {
            result += c;
        } else {
            result += '%';
            result += digits[byte >> 4];
            result += digits[byte & 15];
        }
    }
    return result;
}

}  // namespace cambio::http
