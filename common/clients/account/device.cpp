#include "account/device.h"

#include <array>

namespace cambio::account {

namespace {

struct Sign {
    std::string_view sign;
    std::string_view name;
};

// The first match decides: browsers also name the ones that they imitate.
constexpr std::array browsers = {
    Sign{"Edg", "Edge"},
    Sign{"OPR/", "Opera"},
    Sign{"SamsungBrowser", "Samsung Internet"},
    Sign{"Firefox/", "Firefox"},
    Sign{"FxiOS/", "Firefox"},
    Sign{"CriOS/", "Chrome"},
    Sign{"Chromium/", "Chromium"},
    Sign{"Chrome/", "Chrome"},
    Sign{"Safari/", "Safari"},
};
constexpr std::array systems = {
    Sign{"Windows", "Windows"}, Sign{"Android", "Android"}, Sign{"iPhone", "iOS"},
    Sign{"iPad", "iPadOS"},     Sign{"Mac OS X", "macOS"},  Sign{"CrOS", "ChromeOS"},
    Sign{"Linux", "Linux"},
};

template <class Signs>
std::string_view first_of(const Signs& signs, std::string_view text) {
    for (const auto& [sign, name] : signs)
        if (text.find(sign) != std::string_view::npos) return name;
    return {};
}

}  // namespace

std::string device_name(std::string_view user_agent) {
    const auto browser = first_of(browsers, user_agent);
    const auto system = first_of(systems, user_agent);
    std::string name{browser.empty() ? "Unknown browser" : browser};
    if (!system.empty()) name += " on " + std::string{system};
    return name;
}

}  // namespace cambio::account
