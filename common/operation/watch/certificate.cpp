#include "watch/certificate.h"

#include <openssl/pem.h>
#include <openssl/x509.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

namespace cambio::watch {

namespace {

std::optional<std::int64_t> first_end_in(const std::string& path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(path.c_str(), "r"),
                                                               &std::fclose};
    if (!file) return std::nullopt;
    std::optional<std::int64_t> first;
    for (;;) {
        const std::unique_ptr<X509, void (*)(X509*)> certificate{
            PEM_read_X509(file.get(), nullptr, nullptr, nullptr), &X509_free};
        std::tm parts{};
        if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate.get()), &parts) != 1)
            return first;
        const std::int64_t end = timegm(&parts);
        first = first ? std::min(*first, end) : end;
    }
}

}  // namespace

std::optional<Certificates> shown_certificates() {
    const char* file = std::getenv("CAMBIO_CERTIFICATE");
    if (file == nullptr) return std::nullopt;
    return Certificates{file, first_end_in(file)};
}

}  // namespace cambio::watch
