#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cambio {

/// A kept connection with nchan's publisher on a unix socket. Messages go out many at a time
/// (HTTP/1.1 pipelining), because a round trip for each costs 20 times as much. Not for two threads
/// at once; never throws for the network.
class Publisher {
  public:
    explicit Publisher(std::string socket);
    ~Publisher();
    Publisher(const Publisher&) = delete;
    Publisher& operator=(const Publisher&) = delete;

    struct Message {
        std::string channel;
        std::string text;
        bool ends = false;  ///< instead of a text: whoever listens to the channel is sent away
    };
    /// Sends them in order. False: the publisher is away or silent for a second; some may have
    /// arrived.
    bool send(const std::vector<Message>& messages);

  private:
    std::size_t send_some(const Message* messages, std::size_t count);
    bool connect();
    void disconnect();
    bool write(std::string_view bytes);
    bool read_more();
    bool read_answer();

    std::string socket_;
    int fd_ = -1;
    bool last_answer_ = false;  ///< the server closes after the answer that was read last
    std::string received_;
};

}  // namespace cambio
