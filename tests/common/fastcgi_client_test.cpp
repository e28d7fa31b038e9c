// The tests' own FastCGI client against libfcgi, so that a failing handler test blames the handler.
#include "support/fastcgi_client.h"

#include <fcgiapp.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "support/child_process.h"

namespace cambio::test {
namespace {

/// Answers with what it was asked, as libfcgi understood it; "/end" ends the server.
class EchoServer {
  public:
    EchoServer() {
        FCGX_Init();
        listener_ = FCGX_OpenSocket(socket().c_str(), 16);
        thread_ = std::jthread{[this] { serve(); }};
    }
    ~EchoServer() {
        FastCgiClient client{socket(), ""};
        client.get("/end");
    }
    std::string socket() const { return folder_.file("echo.sock"); }

  private:
    void serve() const {
        FCGX_Request request;
        FCGX_InitRequest(&request, listener_, 0);
        bool last = false;
        while (!last && FCGX_Accept_r(&request) == 0) {
            const auto variable = [&](const char* name) {
                const char* value = FCGX_GetParam(name, request.envp);
                return std::string{value == nullptr ? "" : value};
            };
            std::string body(static_cast<std::size_t>(std::stol(variable("CONTENT_LENGTH"))), '\0');
            FCGX_GetStr(body.data(), static_cast<int>(body.size()), request.in);
            last = variable("DOCUMENT_URI") == "/end";
            const std::string answer =
                "Status: 418 Teapot\r\nX-Query: " + variable("QUERY_STRING") +
                "\r\nX-Type: " + variable("CONTENT_TYPE") +
                "\r\nX-Authorization: " + variable("HTTP_AUTHORIZATION") +
                "\r\nX-Secret: " + variable("CAMBIO_SECRET") + "\r\n\r\n" + body;
            FCGX_PutStr(answer.data(), static_cast<int>(answer.size()), request.out);
            FCGX_Finish_r(&request);
            if (last) FCGX_Free(&request, 1);
        }
        close(listener_);
    }

    ScratchFolder folder_;
    int listener_ = -1;
    std::jthread thread_;
};

TEST(FastCgiClient, CarriesEverythingBothWays) {
    EchoServer server;
    FastCgiClient client{server.socket(), "open sesame"};
    client.bearer("v4.public.x");
    const Answer got = client.get("/api/x", {{"name", "a b&c=ü"}, {"n", ""}});
    EXPECT_EQ(got.status, 418);
    EXPECT_EQ(got.header("x-query"), "name=a%20b%26c%3D%C3%BC&n=");
    EXPECT_EQ(got.header("x-authorization"), "Bearer v4.public.x");
    EXPECT_EQ(got.header("x-secret"), "open sesame");
    EXPECT_EQ(got.body, "");

    const Answer posted = client.post_json("/api/x", {{"amount", "0.1"}});
    EXPECT_EQ(posted.header("x-type"), "application/json");
    EXPECT_EQ(posted.json()["amount"].asString(), "0.1");
    EXPECT_EQ(client.post_form("/api/x", {{"amount", "0.1"}}).body, "amount=0.1");
}

TEST(FastCgiClient, SplitsWhatDoesNotFitOneRecord) {
    EchoServer server;
    FastCgiClient client{server.socket(), ""};
    const std::string body(200'000, 'x');
    EXPECT_EQ(client.post("/api/x", "text/plain", body).body, body);
    const std::string query(100'000, 'q');
    EXPECT_EQ(client.raw({{"QUERY_STRING", query}}, "").header("x-query"), query);
}

TEST(FastCgiClient, SaysThatNobodyAnswers) {
    FastCgiClient client{"/tmp/cambio-nobody-listens-here.sock", ""};
    EXPECT_THROW(client.get("/"), NoAnswer);
}

}  // namespace
}  // namespace cambio::test
