#pragma once

#include <string>

namespace cambio::test {

/// The absolute path of a file of the repository, from its path there ("/cron/crontab"). It is
/// compiled into one place alone, so that a compiler cache serves every checkout.
std::string source_file(const std::string& path);

}  // namespace cambio::test
