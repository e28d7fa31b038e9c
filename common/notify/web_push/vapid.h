#pragma once

#include <memory>
#include <string>

#include "pg/pg.h"

namespace cambio::web_push {

/// By which push services know who sends (RFC 8292): a key on P-256, whose public half browsers
/// are given when they subscribe.
class VapidKey {
  public:
    /// A number of 32 bytes and its point of 65. Throws std::invalid_argument where they do not
    /// belong together.
    explicit VapidKey(const std::string& raw);
    /// Reads such a file (WEB_PUSH_KEY_FILE, in base64); throws std::runtime_error naming the path.
    static VapidKey read(const std::string& path);
    ~VapidKey();
    VapidKey(VapidKey&&) noexcept;

    const std::string& public_half() const;  ///< 65 bytes
    /// The header's value for messages to a push service ("https://push.example.com"); `contact` is
    /// a mailto: or https: address where its people reach ours.
    std::string authorization(const std::string& service, const std::string& contact,
                              pg::Time now) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The public half of a key file, from the file beside it (.pub).
std::string read_public_half(const std::string& path);

}  // namespace cambio::web_push
