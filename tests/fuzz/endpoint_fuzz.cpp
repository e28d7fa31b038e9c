// The address that a browser gives for push messages. libcurl, which will call it, reads in what is
// taken the very host of an allowed service, its usual port, and nobody's name or password.
#include <curl/curl.h>

#include <memory>
#include <string>
#include <vector>

#include "fuzz.h"
#include "web_push/services.h"

namespace {

using namespace cambio;
using fuzz::require;

const std::vector<std::string> services{"push.example.com", "*.notify.example.net",
                                        "http://127.0.0.1:8090"};

struct FreeUrl {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

/// Empty where the address has none.
std::string part_of(CURLU* url, CURLUPart part) {
    char* text = nullptr;
    if (curl_url_get(url, part, &text, 0) != CURLUE_OK) return {};
    std::string copy = text;
    curl_free(text);
    return copy;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = fuzz::text_of(data, size);
    const auto endpoint = web_push::endpoint_of(input, services);
    if (!endpoint) return 0;
    const std::unique_ptr<CURLU, FreeUrl> url{curl_url()};
    const std::string address{input};
    require(curl_url_set(url.get(), CURLUPART_URL, address.c_str(), 0) == CURLUE_OK,
            "libcurl can read what is taken", input);
    const auto host = part_of(url.get(), CURLUPART_HOST);
    const auto port = part_of(url.get(), CURLUPART_PORT);
    require(part_of(url.get(), CURLUPART_USER).empty() &&
                part_of(url.get(), CURLUPART_PASSWORD).empty(),
            "nobody signs in", input);
    if (endpoint->public_only) {
        require(part_of(url.get(), CURLUPART_SCHEME) == "https" && port.empty(),
                "https on its usual port", input);
        require(host == "push.example.com" || host.ends_with(".notify.example.net"),
                "a host of a service", input);
        require(endpoint->service == "https://" + host, "the service is that host", input);
    } else {
        require(host == "127.0.0.1" && port == "8090", "the peer of a test", input);
    }
    return 0;
}
