#pragma once

#include <cstddef>

namespace cambio::image {

/// What a process may still take once it is locked in.
struct Allowance {
    std::size_t memory;  ///< bytes of address space, what is mapped already among them
    unsigned seconds;    ///< of a processor
};

/// Takes away from this process, for good, what decoding needs not: it can read descriptor 0, write
/// descriptor 1, take memory and end. Any other system call ends it by SIGSYS. Call it with one
/// thread, before a byte of a stranger's file is read. Throws std::runtime_error.
void lock_in(const Allowance& allowance);

}  // namespace cambio::image
