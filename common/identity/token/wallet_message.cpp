#include "token/wallet_message.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "crypto/ethereum.h"

namespace cambio::token {

namespace {

using std::chrono::minutes;

constexpr std::string_view wants = " wants you to sign in with your Ethereum account:";
constexpr std::size_t shortest_nonce = 8;
constexpr minutes max_age{10};
constexpr minutes clock_difference{1};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool alphanumeric(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
}

/// Hands out the lines of a text one by one.
class Lines {
  public:
    explicit Lines(std::string_view text) : rest_{text} {}

    bool left() const { return !ended_; }
    std::string_view peek() const { return rest_.substr(0, rest_.find('\n')); }
    std::string_view next() {
        const auto line = peek();
        ended_ = line.size() == rest_.size();
        rest_.remove_prefix(ended_ ? rest_.size() : line.size() + 1);
        return line;
    }
    /// What stands behind a name on the next line, which is taken only when it has that name.
    std::optional<std::string> field(std::string_view name) {
        if (!left() || !peek().starts_with(name)) return {};
        return std::string{next().substr(name.size())};
    }

  private:
    std::string_view rest_;
    bool ended_ = false;
};

/// A whole number of so many digits at a place of the text, between two bounds.
bool read_number(std::string_view text, std::size_t at, std::size_t digits, int least, int most,
                 int& number) {
    if (at + digits > text.size()) return false;
    const char* begin = text.data() + at;
    if (!std::all_of(begin, begin + digits, is_digit)) return false;
    std::from_chars(begin, begin + digits, number);
    return number >= least && number <= most;
}

/// "Z", "+01:00" or "-08:00", as minutes to take away.
std::optional<minutes> read_zone(std::string_view text) {
    if (text == "Z" || text == "z") return minutes{0};
    int hour = 0, minute = 0;
    if (text.size() != 6 || text[3] != ':' || (text[0] != '+' && text[0] != '-') ||
        !read_number(text, 1, 2, 0, 23, hour) || !read_number(text, 4, 2, 0, 59, minute))
        return {};
    const minutes east{hour * 60 + minute};
    return text[0] == '+' ? east : -east;
}

/// RFC 3339's date-time; parts of a second are dropped.
std::optional<pg::Time> read_time(std::string_view text) {
    using namespace std::chrono;
    int y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0;
    if (text.size() < 20 || text[4] != '-' || text[7] != '-' ||
        (text[10] != 'T' && text[10] != 't') || text[13] != ':' || text[16] != ':' ||
        !read_number(text, 0, 4, 1970, 9999, y) || !read_number(text, 5, 2, 1, 12, mo) ||
        !read_number(text, 8, 2, 1, 31, d) || !read_number(text, 11, 2, 0, 23, h) ||
        !read_number(text, 14, 2, 0, 59, mi) || !read_number(text, 17, 2, 0, 60, s))
        return {};
    text.remove_prefix(19);
    if (text.starts_with('.')) {
        const auto end = text.find_first_not_of("0123456789", 1);
        if (end == 1 || end == std::string_view::npos) return {};
        text.remove_prefix(end);
    }
    const auto zone = read_zone(text);
    const year_month_day date{year{y}, month{static_cast<unsigned>(mo)},
                              day{static_cast<unsigned>(d)}};
    if (!zone || !date.ok()) return {};
    return sys_days{date} + hours{h} + minutes{mi} + seconds{s} - *zone;
}

/// The message's end: what may be left out, but in this order. False: something else stands there.
bool read_optional(Lines& lines, WalletMessage& message) {
    if (const auto text = lines.field("Expiration Time: ")) {
        message.expires_at = read_time(*text);
        if (!message.expires_at) return false;
    }
    if (const auto text = lines.field("Not Before: ")) {
        message.not_before = read_time(*text);
        if (!message.not_before) return false;
    }
    lines.field("Request ID: ");
    if (lines.field("Resources:"))
        while (lines.field("- ")) continue;
    return !lines.left();
}

}  // namespace

std::optional<WalletMessage> parse_wallet_message(std::string_view text) {
    const bool plain = std::none_of(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
    });
    if (!plain) return {};
    Lines lines{text};
    WalletMessage message;
    const auto first = lines.next();
    if (!first.ends_with(wants) || first.size() == wants.size()) return {};
    message.domain = first.substr(0, first.size() - wants.size());
    message.address = lines.next();
    if (crypto::checksum_address(message.address) != message.address) return {};
    // A statement stands between two empty lines; without one they both stand there.
    if (!lines.next().empty()) return {};
    if (lines.left() && !lines.peek().empty()) lines.next();
    if (!lines.left() || !lines.next().empty()) return {};

    const auto uri = lines.field("URI: ");
    const auto version = lines.field("Version: ");
    const auto chain = lines.field("Chain ID: ");
    const auto nonce = lines.field("Nonce: ");
    const auto issued = lines.field("Issued At: ");
    if (!uri || version != "1" || !chain || !nonce || !issued) return {};
    const auto* end = chain->data() + chain->size();
    const auto [stop, problem] = std::from_chars(chain->data(), end, message.chain_id);
    if (problem != std::errc{} || stop != end || message.chain_id <= 0) return {};
    if (nonce->size() < shortest_nonce || !alphanumeric(*nonce)) return {};
    const auto issued_at = read_time(*issued);
    if (!issued_at) return {};
    message.uri = *uri;
    message.nonce = *nonce;
    message.issued_at = *issued_at;
    if (!read_optional(lines, message)) return {};
    return message;
}

bool meant_for(const WalletMessage& message, const std::string& public_url, pg::Time now) {
    const auto& uri = message.uri;
    const bool ours = uri == public_url || uri.starts_with(public_url + "/");
    return message.domain == domain_of(public_url) && ours &&
           message.issued_at <= now + clock_difference && message.issued_at > now - max_age &&
           (!message.expires_at || *message.expires_at > now) &&
           (!message.not_before || *message.not_before <= now + clock_difference);
}

std::string domain_of(const std::string& public_url) {
    const auto begin = public_url.find("://");
    const auto host = begin == std::string::npos ? 0 : begin + 3;
    return public_url.substr(host, public_url.find('/', host) - host);
}

}  // namespace cambio::token
