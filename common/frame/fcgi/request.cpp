#include "fcgi/request.h"

#include "fcgi/serve.h"

namespace cambio::fcgi {

const token::Session& Request::session() const {
    if (!session_) throw Error{Code::unauthorized};
    return *session_;
}

const Config& Request::config() const {
    return services_->config;
}

pg::Pool::Lease Request::db() const {
    return services_->pool.borrow();
}

Redis& Request::redis() const {
    return services_->redis;
}

Push& Request::push() const {
    return services_->push;
}

std::string Request::place() const {
    return services_->places.of(client_ip);
}

}  // namespace cambio::fcgi
