#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "web_push/encryption.h"

namespace cambio::test {

/// The other end of a push message: a browser with keys of its own, which opens what was encrypted
/// for it (RFC 8291).
class PushBrowser {
  public:
    PushBrowser();
    ~PushBrowser();
    PushBrowser(PushBrowser&&) noexcept;

    const web_push::BrowserKeys& keys() const { return keys_; }
    std::string p256dh() const;  ///< in base64url, as browsers give them
    std::string auth() const;

    /// The text of a message's body. Throws where it was not encrypted for this browser.
    std::string open(std::string_view body) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
    web_push::BrowserKeys keys_;
};

/// What a push service does with the Authorization header of a message (RFC 8292): the claims,
/// once their signature is that of the key that it brings. Throws where it is not.
struct VapidClaims {
    std::string key;  ///< 65 bytes
    std::string audience, subject;
    std::int64_t expires = 0;
};
VapidClaims read_vapid(std::string_view authorization);

/// A key file's 97 bytes, anew.
std::string new_vapid_key();

}  // namespace cambio::test
