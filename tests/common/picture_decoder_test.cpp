// A stranger's picture is decoded by a process that can do nothing else, and what becomes of it is
// never more than a picture that could not be read.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "error/error.h"
#include "image/codecs.h"
#include "image/decoder.h"
#include "image/locked.h"
#include "log/log.h"
#include "support/handler_process.h"
#include "support/pictures.h"

namespace cambio::test {
namespace {

using image::Decoder, image::Format, image::Limits, image::Source;
using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr Limits limits{.max_side = 4096, .max_pixels = 4'000'000};

std::string contents(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    return text.str();
}

template <class Act>
std::string refusal(Act act) {
    try {
        act();
    } catch (const Error& error) {
        EXPECT_EQ(error.field(), "image");
        return std::string{name_of(error.code())};
    }
    return "taken";
}

/// The head of a PNG of that size, without anything behind it that would be a picture.
std::string png_of(int width, int height) {
    const auto number = [](int value) {
        std::string four;
        for (int shift = 24; shift >= 0; shift -= 8) four += static_cast<char>(value >> shift);
        return four;
    };
    const auto chunk = [&](std::string body) {
        std::uint32_t sum = 0xffffffffu;
        for (const char c : body) {
            sum ^= static_cast<unsigned char>(c);
            for (int i = 0; i < 8; ++i) sum = (sum & 1u) != 0 ? 0xedb88320u ^ (sum >> 1) : sum >> 1;
        }
        return number(static_cast<int>(body.size()) - 4) + body +
               number(static_cast<int>(sum ^ 0xffffffffu));
    };
    return "\x89PNG\r\n\x1a\n" +
           chunk("IHDR" + number(width) + number(height) + std::string{"\x08\x02\x00\x00\x00", 5}) +
           chunk("IDAT" + std::string{"\x78\x9c\x03\x00\x00\x00\x00\x01", 8}) + chunk("IEND");
}

class PictureDecoder : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        logs = std::make_unique<ScratchFolder>();
        log::open("pictures", "info", logs->path());
    }
    static void TearDownTestSuite() { logs.reset(); }

    static Decoder real() { return Decoder{program_path("picture_decoder")}; }
    /// One that does what the script says instead.
    Decoder script(const std::string& text, milliseconds patience = std::chrono::seconds{20}) {
        const auto path = folder.write("script", "#!/bin/sh\n" + text + "\n");
        ::chmod(path.c_str(), 0700);
        return Decoder{path, patience};
    }
    /// What was logged since the last look.
    std::string told() {
        const auto all = contents(logs->file("pictures.log"));
        const auto news = all.substr(read);
        read = all.size();
        return news;
    }
    std::string refused_by(const Decoder& decoder) const {
        return refusal([&] { decoder.check(picture, limits, "image"); });
    }

    static std::unique_ptr<ScratchFolder> logs;
    ScratchFolder folder;
    std::size_t read = contents(logs->file("pictures.log")).size();
    const Source picture{Format::jpeg, jpeg_picture(64, 48)};
};
std::unique_ptr<ScratchFolder> PictureDecoder::logs;

TEST_F(PictureDecoder, SoundPicturesComeBackAsTheCodecsDrawThem) {
    const auto cut = real().cover(picture, limits, 16, 16, "image");
    EXPECT_EQ(cut.width, 16);
    EXPECT_EQ(cut.height, 16);
    EXPECT_EQ(cut.pixels, image::cover(image::decode(picture, limits, "image"), 16, 16).pixels);
    EXPECT_EQ(refused_by(real()), "taken");
    EXPECT_EQ(told(), "");
}

TEST_F(PictureDecoder, TheLargestPhotoFindsRoom) {
    constexpr Limits photos{.max_side = 10'000, .max_pixels = 40'000'000};
    const Source large{Format::jpeg, jpeg_picture(8000, 5000, 60)};
    EXPECT_EQ(refusal([&] { real().check(large, photos, "image"); }), "taken");
    EXPECT_EQ(told(), "");
}

TEST_F(PictureDecoder, BrokenAndLargeOnesAreToldApart) {
    const auto told_of = [](const Source& source) {
        return refusal([&] { real().cover(source, limits, 16, 16, "image"); });
    };
    EXPECT_EQ(told_of({Format::jpeg, picture.bytes.substr(0, picture.bytes.size() / 2)}),
              "image_invalid");
    EXPECT_EQ(told_of({Format::png, picture.bytes}), "image_invalid");
    EXPECT_EQ(told_of({Format::webp, ""}), "image_invalid");
    EXPECT_EQ(told_of({Format::png, png_of(8, 8)}), "image_invalid");
    EXPECT_EQ(told_of({Format::png, png_of(4097, 8)}), "image_too_large");
    EXPECT_EQ(told_of({Format::png, png_of(4000, 4000)}), "image_too_large");
    EXPECT_EQ(told(), "") << "that is nothing that an operator wants to read";
}

#ifndef __SANITIZE_ADDRESS__
TEST_F(PictureDecoder, WhatTakesAllMemoryIsBroken) {
    constexpr Limits generous{.max_side = 40'000, .max_pixels = 2'000'000'000};
    const Source bomb{Format::png, png_of(30'000, 30'000)};
    EXPECT_EQ(refusal([&] { real().check(bomb, generous, "image"); }), "image_invalid");
    const auto line = told();
    EXPECT_THAT(line, HasSubstr("picture_broke_decoder"));
    EXPECT_THAT(line, HasSubstr("ended with status 1"));
}
#endif

TEST_F(PictureDecoder, APictureThatBreaksTheProgramIsBrokenAndTheOperatorHearsOfIt) {
    for (const auto& [text, how] : std::initializer_list<std::pair<const char*, const char*>>{
             {"kill -SEGV $$", "ended by signal 11"},
             {"kill -SYS $$", "ended by signal 31"},
             {"printf t; exit 1", "ended with status 1"},
             {"exit 0", "another answer"},
             {"printf x", "another answer"},
             {"printf tt", "no answer"},
             {"exec cat /dev/zero", "no answer"}}) {
        EXPECT_EQ(refused_by(script(text)), "image_invalid") << text;
        const auto line = told();
        EXPECT_THAT(line, HasSubstr("picture_broke_decoder")) << text;
        EXPECT_THAT(line, HasSubstr(how)) << text;
        EXPECT_THAT(line, HasSubstr("jpeg")) << text;
    }
    const auto few = script("printf tabc");
    EXPECT_EQ(refusal([&] { few.cover(picture, limits, 16, 16, "image"); }), "image_invalid");
    EXPECT_THAT(told(), HasSubstr("another answer"));
}

TEST_F(PictureDecoder, AProgramThatSaysNothingInTimeIsEnded) {
    const auto file = folder.file("pid");
    EXPECT_EQ(refused_by(script("echo $$ >" + file + "; exec sleep 600", milliseconds{1500})),
              "image_invalid");
    EXPECT_THAT(told(), HasSubstr("no answer"));
    const int pid = std::stoi(contents(file));
    EXPECT_EQ(::kill(pid, 0), -1);
    EXPECT_EQ(errno, ESRCH);
}

TEST_F(PictureDecoder, TheProgramBeginsWithNothingOfOurs) {
    const int leak = ::fcntl(STDIN_FILENO, F_DUPFD, 77);
    ASSERT_GE(leak, 77);
    ASSERT_EQ(::setenv("CAMBIO_LEAK", "a secret", 1), 0);
    const auto found = folder.file("found");
    const auto looks =
        script("(ls /proc/$$/fd; cat /proc/$$/environ; grep SigBlk /proc/$$/status)>" + found +
               "; printf i");
    EXPECT_EQ(refused_by(looks), "image_invalid");
    ::close(leak);
    EXPECT_EQ(told(), "");
    // dash keeps its script open as 10.
    EXPECT_EQ(contents(found), "0\n1\n10\n2\nSigBlk:\t0000000000000000\n");
}

TEST_F(PictureDecoder, WithoutTheProgramNothingBegins) {
    EXPECT_THROW(Decoder{folder.file("none")}, std::runtime_error);
}

/// The running program, as the kernel sees it while it waits for its picture.
TEST_F(PictureDecoder, TheProgramIsLockedInBeforeItReads) {
    int input[2], output[2];
    ASSERT_EQ(::pipe2(input, O_CLOEXEC), 0);
    ASSERT_EQ(::pipe2(output, O_CLOEXEC), 0);
    const auto program = program_path("picture_decoder");
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::dup2(input[0], STDIN_FILENO);
        ::dup2(output[1], STDOUT_FILENO);
        ::execl(program.c_str(), "picture_decoder", "jpeg", "4096", "4000000", "2", "2", nullptr);
        ::_exit(127);
    }
    ::close(output[1]);
    const auto place = "/proc/" + std::to_string(pid);
    wait_until("it is locked in", [&] {
        return contents(place + "/status").find("Seccomp:\t2\n") != std::string::npos;
    });
    EXPECT_THAT(contents(place + "/status"), HasSubstr("NoNewPrivs:\t1\n"));
    const auto bounds = contents(place + "/limits");
    for (const char* none : {"Max open files            0 ", "Max processes             0 ",
                             "Max file size             0 ", "Max core file size        0 ",
                             "Max cpu time              5 "})
        EXPECT_THAT(bounds, HasSubstr(none));
    ASSERT_EQ(::write(input[1], picture.bytes.data(), picture.bytes.size()),
              static_cast<ssize_t>(picture.bytes.size()));
    ::close(input[1]);
    char answer[64];
    EXPECT_EQ(::read(output[0], answer, sizeof answer), 13);
    EXPECT_EQ(answer[0], 't');
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    ::close(input[0]);
    ::close(output[0]);
}

/// The wait status of a process that does this after it was locked in as the program is.
int locked_in(const std::function<int()>& act) {
    const pid_t pid = ::fork();
    if (pid == 0) {
        image::lock_in({512u << 20, 5});
        ::_exit(act());
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    return status;
}

TEST_F(PictureDecoder, WhoeverTakesItOverReachesNothing) {
    static char name[] = "/bin/true";
    static char* words[] = {name, nullptr};
    static char byte = 0;
    const std::pair<const char*, std::function<int()>> acts[] = {
        {"open a file", [] { return ::open("/etc/passwd", O_RDONLY); }},
        {"make a file", [] { return ::open("/tmp/cambio-made", O_WRONLY | O_CREAT, 0600); }},
        {"look for a file", [] { return ::access("/etc/passwd", F_OK); }},
        {"make a socket", [] { return ::socket(AF_INET, SOCK_STREAM, 0); }},
        {"make a local socket", [] { return ::socket(AF_UNIX, SOCK_STREAM, 0); }},
        {"make a pipe",
         [] {
             int ends[2];
             return ::pipe(ends);
         }},
        {"start a program", [] { return ::execve(name, words, nullptr); }},
        {"make a process", [] { return ::fork(); }},
        {"end another one", [] { return ::kill(::getppid(), SIGKILL); }},
        {"look into another one",
         [] { return static_cast<int>(::ptrace(PTRACE_ATTACH, 1, nullptr, nullptr)); }},
        {"read another descriptor", [] { return static_cast<int>(::read(2, &byte, 1)); }},
        {"write another descriptor", [] { return static_cast<int>(::write(2, &byte, 0)); }},
        {"run what it wrote",
         [] {
             return ::mmap(nullptr, 4096, PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                           0) == MAP_FAILED;
         }},
        {"make it run later",
         [] {
             void* page = ::mmap(nullptr, 4096, PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
             return ::mprotect(page, 4096, PROT_EXEC);
         }},
        {"map a file",
         [] { return ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, 0, 0) == MAP_FAILED; }},
    };
    for (const auto& [what, act] : acts) {
        const int status = locked_in(act);
        EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS) << what << ": " << status;
    }
}

TEST_F(PictureDecoder, WhatIsLockedInMayTakeMemoryToItsLimit) {
    const auto takes = [](std::size_t bytes) {
        return locked_in([bytes] {
            try {
                const std::string text(bytes, 'x');
                return text.back() == 'x' ? 0 : 1;
            } catch (const std::bad_alloc&) {
                return 2;
            }
        });
    };
    EXPECT_EQ(WEXITSTATUS(takes(64u << 20)), 0);
#ifndef __SANITIZE_ADDRESS__
    EXPECT_EQ(WEXITSTATUS(takes(600u << 20)), 2);
#endif
}

}  // namespace
}  // namespace cambio::test
