#pragma once

#include <fcgiapp.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "fcgi/reply.h"
#include "fcgi/request.h"
#include "fcgi/route.h"

namespace cambio::fcgi {

struct Entry;

/// What one FastCGI request brought, before anything of it is believed.
struct Incoming {
    std::shared_ptr<Request> request;
    std::string content_type;              ///< lower case, without parameters
    std::string secret;                    ///< CAMBIO_SECRET
    bool streamed = false;                 ///< the body comes as slowly as its client sends it
    std::optional<std::size_t> announced;  ///< CONTENT_LENGTH; always, where it is not streamed
    std::size_t most = usual_body;         ///< bytes of body that are kept
    bool body_too_large = false;
    bool body_too_slow = false;  ///< it crawled, and its rest was not waited for
    bool crowded = false;        ///< there was no room for its body among those of others
    bool body_complete = true;   ///< as many bytes as were announced
};

/// The room that a request's body gets: decided by its head, before any of the body is read.
struct Room {
    std::size_t bytes = usual_body;
    std::shared_ptr<void> place;  ///< kept as long as the request lives
    bool crowded = false;         ///< it would have got more at a quieter time
};
using RoomFor = std::function<Room(const Incoming&)>;

/// A kept connection with nginx, which carries one request after the other.
class Connection {
  public:
    /// Takes over a connected socket.
    explicit Connection(int fd);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    int fd() const { return fd_; }

    /// Reads all of the request that has begun to arrive but its body; nginx sends that much at
    /// once. False, as of receive_body: the peer left or does not speak FastCGI; the connection is
    /// of no more use.
    bool receive_head(Incoming& incoming, const RoomFor& room_for);

    /// Reads the body. nginx sends it at once where it has buffered it; a streamed one takes as
    /// long as it takes, but is given up once it is slower than 15 kB/s after its tenth second.
    bool receive_body(Incoming& incoming);

    /// Writes the reply of the request that was received last, in one piece where the socket takes
    /// it. False: the connection cannot carry another one.
    bool send(const Reply& reply, std::string_view cache_control);

    /// Asks nginx to close the connection, by an empty record of FCGI_STDERR now and one after each
    /// reply from now on: nginx closes an idle connection on which anything comes, and one where
    /// anything follows the end of a reply. Where it has just begun another request, it reads over
    /// the record and awaits that reply. To be called again for as long as the connection is there:
    /// while another thread reads or writes, or the socket is full, it does nothing.
    void take_leave();

    std::mutex handover;  ///< held while one thread leaves the connection to the next

    // Of the request that is under way.
    std::chrono::steady_clock::time_point started;
    Entry* entry = nullptr;
    bool deferred = false;
    bool may_be_cached = false;

  private:
    bool read_buffered_body(Incoming& incoming);
    bool read_streamed_body(Incoming& incoming);
    void linger();

    int fd_;              ///< -1 once libfcgi has closed it
    std::mutex writing_;  ///< held while a head is read, too, by whose end fd_ may be closed
    bool left_ = false;   ///< leave was taken
    FCGX_Request fcgx_{};
    bool keep_ = false;    ///< nginx asked for it
    bool unread_ = false;  ///< more of the request may still come
};

}  // namespace cambio::fcgi
