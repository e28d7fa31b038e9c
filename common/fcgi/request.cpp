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

}  // namespace cambio::fcgi
