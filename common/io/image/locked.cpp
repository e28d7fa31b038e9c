#include "image/locked.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

// The filter is written out: it is a screenful that can be read here, where libseccomp would be one
// more library inside the process that is to be small.

namespace cambio::image {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t machine = AUDIT_ARCH_AARCH64;
#else
#error "name this machine's AUDIT_ARCH_…, so that its system calls can be told apart"
#endif

constexpr sock_filter load(std::size_t offset) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

/// The lower half of an argument, on machines that keep it first; descriptors and flags have no
/// other.
constexpr sock_filter load_argument(std::size_t which) {
    return load(offsetof(seccomp_data, args) + which * sizeof(std::uint64_t));
}

/// Skips so many instructions unless the value is this one.
constexpr sock_filter unless(std::uint32_t value, std::uint8_t skipped) {
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped);
}

/// Skips so many instructions unless one of these bits is set.
constexpr sock_filter unless_any(std::uint32_t bits, std::uint8_t skipped) {
    return BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skipped);
}

constexpr sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
constexpr sock_filter end_process = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

std::array filter = {
    load(offsetof(seccomp_data, arch)),
    unless(machine, 1),
    load(offsetof(seccomp_data, nr)),
    // The picture comes in by 0, and the answer goes out by 1.
    unless(__NR_read, 4),
    load_argument(0),
    unless(0, 1),
    allow,
    end_process,
    unless(__NR_write, 4),
    load_argument(0),
    unless(1, 1),
    allow,
    end_process,
    // Memory of no file, and none that could be run.
    unless(__NR_mmap, 7),
    load_argument(2),
    unless_any(PROT_EXEC, 1),
    end_process,
    load_argument(3),
    unless_any(MAP_ANONYMOUS, 1),
    allow,
    end_process,
    unless(__NR_munmap, 1),
    allow,
    unless(__NR_mremap, 1),
    allow,
    unless(__NR_brk, 1),
    allow,
    unless(__NR_madvise, 1),
    allow,
    unless(__NR_exit_group, 1),
    allow,
#ifdef __SANITIZE_ADDRESS__
    // The sanitizer asks for the bounds of the stack before any call that does not return.
    unless(__NR_sigaltstack, 1),
    allow,
#endif
    end_process,
};

void limit(__rlimit_resource_t what, rlim_t most) {
    const rlimit both{most, most};
    if (::setrlimit(what, &both) != 0) throw std::runtime_error{"a limit cannot be set"};
}

/// What the language's runtime makes ready at the first exception would ask the kernel for more
/// than it grants afterwards.
void throw_once() {
    try {
        throw std::runtime_error{"the first"};
    } catch (const std::runtime_error&) {
        return;
    }
}

}  // namespace

void lock_in(const Allowance& allowance) {
    throw_once();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, allowance.seconds);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, 0);
    limit(RLIMIT_NPROC, 0);
    // The address sanitizer reserves terabytes, of which it uses little.
#ifndef __SANITIZE_ADDRESS__
    limit(RLIMIT_AS, allowance.memory);
#endif
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        throw std::runtime_error{"the kernel does not accept a system call filter"};
}

}  // namespace cambio::image
