#include "operator.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>

namespace cambio::control {

namespace {

std::string name_of(uid_t uid) {
    const passwd* entry = ::getpwuid(uid);
    return entry != nullptr ? entry->pw_name : std::to_string(uid);
}

std::optional<uid_t> logged_in() {
    constexpr auto nobody = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t uid = nobody;
    std::ifstream{"/proc/self/loginuid"} >> uid;
    return uid == nobody ? std::nullopt : std::optional<uid_t>{uid};
}

}  // namespace

Operator who_asks() {
    const uid_t uid = ::getuid();
    const auto login = logged_in();
    if (uid == 0 && login) return {name_of(*login), *login, ""};
    if (uid == 0) {
        const char* before = std::getenv("SUDO_USER");
        const bool said = before != nullptr && *before != '\0';
        return {said ? std::string{"root (sudo says "} + before + ")" : "root", 0, ""};
    }
    if (login && *login != uid)
        return {name_of(uid), uid,
                name_of(*login) + " logged in and acts as " + name_of(uid) +
                    ": run this as yourself, or as root with sudo"};
    return {name_of(uid), uid, ""};
}

}  // namespace cambio::control
