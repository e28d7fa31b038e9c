#include "server.h"

#include <algorithm>

#include "bounds.h"
#include "log/log.h"
#include "metrics/metrics.h"

namespace cambio::streams {

namespace {

constexpr const char* no_such_call = R"({"code":-1000,"msg":"There is no such call."})";
constexpr const char* no_upgrade =
    R"({"code":-1000,"msg":"Here is a WebSocket: ask for an upgrade of the connection."})";
constexpr std::size_t looked_at_first = 1024;

}  // namespace

/// A connection until it is known what is wanted. It holds itself.
class Server::Opening : public std::enable_shared_from_this<Opening> {
  public:
    Opening(Server& server, Local::socket socket) : server_{server}, socket_{std::move(socket)} {
        parser_.header_limit(largest_head);
        parser_.body_limit(std::uint64_t{0});
    }

    void start() {
        socket_.expires_after(opening_patience);
        http::async_read(socket_, buffer_, parser_,
                         [self = shared_from_this()](Failure failure, std::size_t) {
                             if (!failure) self->answer();
                         });
    }

  private:
    void answer() {
        const auto& request = parser_.get();
        const std::string target{request.target()};
        if (target == "/internal/metrics")
            return reply(http::status::ok, "text/plain", server_.metrics());
        bool limits = true;
        if (binance::read_gateway_place(target, limits)) return open_gateway(limits);
        const auto place = binance::read_stream_place(target);
        if (!place) return refuse(http::status::not_found, no_such_call);
        if (!websocket::is_upgrade(request))
            return refuse(http::status::upgrade_required, no_upgrade);
        if (place->streams.size() > max_streams)
            return refuse(http::status::bad_request,
                          R"({"code":-1000,"msg":"These are too many streams."})");
        server_.hub_.find(
            place->streams, [self = shared_from_this(), combined = place->combined](auto found) {
                if (const auto* refusal = std::get_if<binance::StreamRefusal>(&found))
                    return self->refuse(refusal->code < 0 ? http::status::service_unavailable
                                                          : http::status::bad_request,
                                        binance::stream_refusal(*refusal));
                self->open(combined, std::move(std::get<Streams>(found)));
            });
    }

    void open(bool combined, Streams streams) {
        open(std::make_shared<Session>(std::move(socket_), server_.hub_, server_.counters_,
                                       combined, std::move(streams)));
    }

    /// Whose address nginx does not tell, nobody could count or keep out.
    void open_gateway(bool limits) {
        const auto& request = parser_.get();
        std::string address{request["X-Real-IP"]};
        if (!websocket::is_upgrade(request) || address.empty())
            return refuse(http::status::upgrade_required, no_upgrade);
        open(std::make_shared<Gateway>(std::move(socket_), server_.gateway_, server_.counters_,
                                       std::move(address), limits));
    }

    void open(const std::shared_ptr<Client>& client) {
        server_.keep(client);
        client->start(parser_.get());
    }

    void refuse(http::status status, const std::string& body) {
        reply(status, "application/json", body);
    }

    void reply(http::status status, const char* type, std::string body) {
        reply_ = {status, parser_.get().version()};
        reply_.set(http::field::content_type, type);
        reply_.keep_alive(false);
        reply_.body() = std::move(body);
        reply_.prepare_payload();
        socket_.expires_after(opening_patience);
        http::async_write(socket_, reply_, [self = shared_from_this()](Failure, std::size_t) {
            Failure ignored;
            self->socket_.socket().shutdown(Local::socket::shutdown_send, ignored);
        });
    }

    Server& server_;
    Socket socket_;
    beast::flat_buffer buffer_;
    http::request_parser<http::empty_body> parser_;
    http::response<http::string_body> reply_;
};

Server::Server(asio::io_context& io, int listening, Hub& hub, GatewayPlace gateway)
    : acceptor_{io, Local{}, listening}, pause_{io}, hub_{hub}, gateway_{std::move(gateway)} {}

void Server::start() {
    acceptor_.async_accept([this](Failure failure, Local::socket socket) {
        if (!acceptor_.is_open()) return;
        if (!failure) {
            std::make_shared<Opening>(*this, std::move(socket))->start();
            return start();
        }
        // Too many descriptors are open, perhaps: some are closed in a moment.
        log::warn("not_accepted", {{"reason", failure.message()}});
        pause_.expires_after(retry_pause);
        pause_.async_wait([this](Failure cancelled) {
            if (!cancelled && acceptor_.is_open()) start();
        });
    });
}

void Server::stop() {
    Failure ignored;
    acceptor_.close(ignored);
    for (const auto& place : clients_) {
        if (const auto client = place.lock())
            client->close(websocket::close_code::going_away, "The server is restarted");
    }
}

void Server::keep(const std::shared_ptr<Client>& client) {
    if (clients_.size() >= std::max(looked_at_first, 2 * looked_at_)) {
        std::erase_if(clients_, [](const auto& one) { return one.expired(); });
        looked_at_ = clients_.size();
    }
    clients_.push_back(client);
}

std::string Server::metrics() const {
    metrics::Exposition all;
    const auto add = [&](const char* name, const char* type, const char* help, std::int64_t value) {
        all.family(name, type, help).sample({}, value);
    };
    add("cambio_streams_connections", "gauge", "Programs that are connected.",
        counters_.connections);
    add("cambio_streams_subscriptions", "gauge", "Streams that they hear, together.",
        counters_.subscriptions);
    add("cambio_streams_streams", "gauge", "Different streams that somebody hears.",
        static_cast<std::int64_t>(hub_.size()));
    add("cambio_streams_connections_total", "counter", "Connections that were opened.",
        counters_.opened);
    add("cambio_streams_messages_sent_total", "counter", "Messages that were sent.",
        counters_.sent);
    add("cambio_streams_ended_slow_total", "counter",
        "Connections that were ended because they read too slowly.", counters_.ended_slow);
    add("cambio_streams_ended_talkative_total", "counter",
        "Connections that were ended because they said too much.", counters_.ended_talkative);
    add("cambio_streams_user_streams", "gauge",
        "Subscriptions to the orders and coins of a client.", counters_.user_streams);
    add("cambio_streams_calls_total", "counter",
        "Calls that were asked for clients of the WebSocket API.", counters_.calls);
    return std::move(all).text();
}

}  // namespace cambio::streams
