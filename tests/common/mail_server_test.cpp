// Mail to a server that somebody else wrote (Debian's aiosmtpd), which keeps it in a Maildir.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "crypto/crypto.h"
#include "http/messages.h"
#include "support/child_process.h"

namespace cambio {

namespace {

sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
}

int free_port() {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    auto address = loopback(0);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size), 0);
    ::close(fd);
    return ntohs(address.sin_port);
}

bool listens(int port) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    const auto address = loopback(port);
    const bool there =
        ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(fd);
    return there;
}

class MailServer : public testing::Test {
  protected:
    MailServer() {
        crypto::start();
        config.smtp_url = "smtp://127.0.0.1:" + std::to_string(port);
        config.mail_from = "noreply@cambio.example";
    }

    std::string only_mail() const {
        std::string text;
        int mails = 0;
        for (const auto& entry : std::filesystem::directory_iterator{box + "/new"}) {
            std::ostringstream all;
            all << std::ifstream{entry.path()}.rdbuf();
            text = all.str();
            ++mails;
        }
        EXPECT_EQ(mails, 1);
        return text;
    }

    test::ScratchFolder folder;
    std::string box = folder.file("box");
    int port = free_port();
    Config config;
};

TEST_F(MailServer, TakesACodeAsItWasMeant) {
    const test::ChildProcess server{{"/usr/bin/python3", "-m", "aiosmtpd", "-n", "-l",
                                     "127.0.0.1:" + std::to_string(port), "-c",
                                     "aiosmtpd.handlers.Mailbox", box}};
    test::wait_until("the mail server listens", [&] { return listens(port); });
    ASSERT_TRUE(send_mail(config, {"mira@example.com", "Ihr Code für Cambio: 123456",
                                   "Grüße\n.\nIhr Code ist 123456."}));
    const auto mail = only_mail();
    EXPECT_THAT(mail, testing::HasSubstr("To: <mira@example.com>"));
    EXPECT_THAT(mail, testing::HasSubstr("X-RcptTo: mira@example.com"));
    EXPECT_THAT(mail, testing::HasSubstr("Subject: =?UTF-8?B?"));
    EXPECT_THAT(mail, testing::HasSubstr("R3LDvMOfZQouCklociBDb2RlIGlzdCAxMjM0NTYu"));
}

TEST_F(MailServer, WithoutTlsIsToldNothingButOnThisMachineAndWithoutAPassword) {
    test::ChildProcess::Options options;
    options.output = folder.file("log");
    const test::ChildProcess server{
        {"/usr/bin/python3", "-m", "aiosmtpd", "-n", "-d", "-l",
         "127.0.0.1:" + std::to_string(port), "-c", "aiosmtpd.handlers.Mailbox", box},
        options};
    test::wait_until("the mail server listens", [&] { return listens(port); });
    const Message code{"mira@example.com", "Code", "123456"};
    ASSERT_TRUE(send_mail(config, code));
    // Linux leads this address to loopback; to the program it is no address of this machine.
    config.smtp_url = "smtp://0.0.0.0:" + std::to_string(port);
    EXPECT_FALSE(send_mail(config, code));
    config.smtp_url = "smtp://127.0.0.1:" + std::to_string(port);
    config.smtp_user = "cambio";
    config.smtp_password = "word";
    EXPECT_FALSE(send_mail(config, code));
    only_mail();

    // It was reached each time, and heard of a mail once.
    const auto heard = [&](const char* command) {
        std::ifstream log{options.output};
        int times = 0;
        for (std::string line; std::getline(log, line);)
            if (line.find(std::string{">> b'"} + command) != std::string::npos) ++times;
        return times;
    };
    test::wait_until("the log is written", [&] { return heard("EHLO") == 3; });
    EXPECT_EQ(heard("MAIL FROM"), 1);
    EXPECT_EQ(heard("AUTH"), 0);
}

TEST_F(MailServer, ThatIsAwayOrWantsNoSuchRecipientIsAFailure) {
    EXPECT_FALSE(send_mail(config, {"mira@example.com", "Code", "123456"}));
    const test::ChildProcess server{{"/usr/bin/python3", "-m", "aiosmtpd", "-n", "-l",
                                     "127.0.0.1:" + std::to_string(port), "-c",
                                     "aiosmtpd.handlers.Mailbox", box}};
    test::wait_until("the mail server listens", [&] { return listens(port); });
    EXPECT_FALSE(send_mail(config, {"mira", "Code", "123456"}));
}

}  // namespace

}  // namespace cambio
