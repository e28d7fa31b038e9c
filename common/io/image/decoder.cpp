#include "image/decoder.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "error/error.h"
#include "image/answer.h"
#include "log/log.h"

namespace cambio::image {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* program_name = "picture_decoder";
constexpr std::size_t channels = 3;

[[noreturn]] void cannot(const std::string& what) {
    throw std::runtime_error{"a picture cannot be decoded: " + what};
}

class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_{fd} {
        if (fd < 0) cannot("there is no descriptor left");
    }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

  private:
    int fd_;
};

/// The file in memory: the program reads it whenever it likes, and nobody waits to write it.
void fill(const Descriptor& file, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = ::write(file.get(), bytes.data(), bytes.size());
        if (count <= 0) cannot("there is no memory for it");
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    ::lseek(file.get(), 0, SEEK_SET);
}

/// Everything that the program begins with, and nothing of ours beside it.
struct Beginning {
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};

    Beginning(const Descriptor& input, const Descriptor& output) {
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        const bool made =
            posix_spawn_file_actions_init(&files) == 0 && posix_spawnattr_init(&attributes) == 0 &&
            posix_spawn_file_actions_adddup2(&files, input.get(), STDIN_FILENO) == 0 &&
            posix_spawn_file_actions_adddup2(&files, output.get(), STDOUT_FILENO) == 0 &&
            posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0) ==
                0 &&
            posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1) == 0 &&
            posix_spawnattr_setsigmask(&attributes, &none) == 0 &&
            posix_spawnattr_setsigdefault(&attributes, &all) == 0 &&
            posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) ==
                0;
        if (!made) cannot("there is no memory to start a program");
    }
    ~Beginning() {
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&attributes);
    }
    Beginning(const Beginning&) = delete;
    Beginning& operator=(const Beginning&) = delete;
};

/// A running program, which does not outlive this.
class Child {
  public:
    explicit Child(pid_t pid) : pid_{pid} {}
    ~Child() { end(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Its wait status; what has ended by itself is not killed by this.
    int wait() {
        int status = 0;
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
        pid_ = -1;
        return status;
    }
    void end() {
        if (pid_ < 0) return;
        ::kill(pid_, SIGKILL);
        wait();
    }

  private:
    pid_t pid_;
};

pid_t start(const std::string& program, std::vector<std::string> words, const Descriptor& input,
            const Descriptor& output) {
    const Beginning beginning{input, output};
    std::vector<char*> arguments;
    words.insert(words.begin(), program_name);
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    char* nothing[] = {nullptr};
    pid_t pid = -1;
    const int problem = ::posix_spawn(&pid, program.c_str(), &beginning.files,
                                      &beginning.attributes, arguments.data(), nothing);
    if (problem != 0) cannot(program + " does not start, error " + std::to_string(problem));
    return pid;
}

/// All that is written until the other end is closed. Nothing: there was no end to it in time, or
/// within `most` bytes.
std::optional<std::string> read_all(const Descriptor& from, std::size_t most,
                                    Clock::time_point deadline) {
    std::string text;
    std::array<char, 64u << 10> piece{};
    for (;;) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return {};
        pollfd ready{from.get(), POLLIN, 0};
        if (::poll(&ready, 1, static_cast<int>(left)) <= 0) continue;
        const auto count = ::read(from.get(), piece.data(), piece.size());
        if (count == 0) return text;
        if (count < 0 && errno != EINTR) return {};
        if (count > 0) text.append(piece.data(), static_cast<std::size_t>(count));
        if (text.size() > most) return {};
    }
}

std::string_view word_of(Format format) {
    return media_type(format).substr(media_type(format).find('/') + 1);
}

/// What becomes of a picture that the program did not get to an answer with is what becomes of any
/// broken one; but the operator hears of it.
[[noreturn]] void broke_at(Format format, const std::string& how, std::string_view field) {
    log::warn("picture_broke_decoder", {{"format", std::string{word_of(format)}}, {"how", how}});
    throw Error{Code::image_invalid, std::string{field}};
}

std::string end_of(int status) {
    if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
    return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Decoder::Decoder(std::string program, std::chrono::milliseconds patience)
    : program_{std::move(program)}, patience_{patience} {
    if (::access(program_.c_str(), X_OK) != 0) cannot("there is no program " + program_);
}

Decoder Decoder::beside_program() {
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const auto here = folder / program_name;
    return Decoder{std::filesystem::exists(here) ? here : folder.parent_path() / program_name};
}

void Decoder::check(const Source& source, const Limits& limits, std::string_view field) const {
    cover(source, limits, 0, 0, field);
}

Picture Decoder::cover(const Source& source, const Limits& limits, int width, int height,
                       std::string_view field) const {
    const auto deadline = Clock::now() + patience_;
    const auto pixels =
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * channels;
    const Descriptor file{::memfd_create("picture", MFD_CLOEXEC)};
    fill(file, source.bytes);
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) cannot("there is no descriptor left");
    const Descriptor answers{ends[0]};
    Descriptor theirs{ends[1]};
    Child child{
        start(program_,
              {std::string{word_of(source.format)}, std::to_string(limits.max_side),
               std::to_string(limits.max_pixels), std::to_string(width), std::to_string(height)},
              file, theirs)};
    theirs.close();

    auto answer = read_all(answers, 1 + pixels, deadline);
    if (!answer) broke_at(source.format, "no answer", field);
    const int status = child.wait();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        broke_at(source.format, end_of(status), field);
    if (*answer == std::string{invalid}) throw Error{Code::image_invalid, std::string{field}};
    if (*answer == std::string{too_large}) throw Error{Code::image_too_large, std::string{field}};
    if (answer->size() != 1 + pixels || answer->front() != taken)
        broke_at(source.format, "another answer", field);
    answer->erase(0, 1);
    return {width, height, *std::move(answer)};
}

}  // namespace cambio::image
