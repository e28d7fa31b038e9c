#pragma once

#include <cstdint>
#include <string>

/// Who sits at the terminal.
namespace cambio::control {

struct Operator {
    std::string name;       ///< for the log
    std::int64_t uid = -1;  ///< of one person, where two are needed
    /// Why the uid says nothing of who it is; empty: it does.
    std::string doubt;
};

/// As the kernel knows it, for an environment is what its owner makes it. Root is whoever logged in
/// before sudo or su: the kernel keeps that number from the login on (/proc/self/loginuid), and
/// only root could change it, as root can change everything here. Where no login was noted, root is
/// root, however many people share it. Everybody else is its own user; where somebody else logged
/// in, that one could be counted a second time by another way, so it counts as nobody.
Operator who_asks();

}  // namespace cambio::control
