#include "fcgi/later.h"

#include <exception>

#include "fcgi/boundary.h"
#include "fcgi/route.h"

namespace cambio::fcgi {

namespace {

thread_local Dispatch* current = nullptr;

}  // namespace

Dispatch::Dispatch(const Request& request) : request_{&request}, outer_{current} {
    current = this;
}

Dispatch::~Dispatch() {
    current = outer_;
}

bool Dispatch::give_back(const Request& request, Later::Finish& finish) {
    if (current == nullptr || current->request_ != &request || std::uncaught_exceptions() == 0)
        return false;
    current->returned_ = std::move(finish);
    return true;
}

Later::Later(std::shared_ptr<Request> request, Finish finish)
    : request_{std::move(request)}, finish_{std::move(finish)} {}

Later::Later(Later&& other) noexcept
    : request_{std::move(other.request_)}, finish_{std::exchange(other.finish_, nullptr)} {}

Later& Later::operator=(Later&& other) noexcept {
    if (this != &other) {
        Later before{std::move(*this)};
        request_ = std::move(other.request_);
        finish_ = std::exchange(other.finish_, nullptr);
    }
    return *this;
}

Later::~Later() {
    if (!finish_ || Dispatch::give_back(*request_, finish_)) return;
    answer(Reply::error(Error{Code::internal}, request_->id));
}

void Later::answer(Reply reply) {
    if (!finish_) return;
    const auto finish = std::exchange(finish_, nullptr);
    finish(std::move(reply));
}

void Later::answer(const std::exception& error) {
    answer(reply_for(error, *request_));
}

}  // namespace cambio::fcgi
