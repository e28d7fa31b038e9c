#pragma once

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace cambio::test {

struct Scheduling {
    int nice = -1;
    int policy = -1;  ///< SCHED_OTHER, …
};

/// Of a process or a thread, by its file in /proc that is called "stat".
inline Scheduling scheduling_of(const std::string& stat) {
    std::string text;
    std::getline(std::ifstream{stat}, text);
    // The third field is the first one behind the program's name, which may hold anything.
    constexpr std::size_t nice = 19 - 3, policy = 41 - 3;
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) return {};
    std::istringstream rest{text.substr(name_end + 1)};
    const std::vector<std::string> fields{std::istream_iterator<std::string>{rest}, {}};
    if (fields.size() <= policy) return {};
    return {std::stoi(fields[nice]), std::stoi(fields[policy])};
}

}  // namespace cambio::test
