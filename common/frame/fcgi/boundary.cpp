#include "fcgi/boundary.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <typeinfo>

#include "log/log.h"

namespace cambio::fcgi {

namespace {

std::string kind_of(const std::exception& problem) {
    const char* mangled = typeid(problem).name();
    const std::unique_ptr<char, void (*)(void*)> name{
        abi::__cxa_demangle(mangled, nullptr, nullptr, nullptr), std::free};
    return name ? name.get() : mangled;
}

/// Nobody's fault that time mends: no connection (08, 57P), a lost race (40), no resources (53).
bool passing(const pg::Failure& failure) {
    return failure.connection_lost() || failure.serialization() || failure.state.starts_with("53");
}

Code code_of(const pg::Failure& failure, const Request& request) {
    const Code code = passing(failure) ? Code::unavailable : Code::internal;
    // PostgreSQL's own words may quote a parameter; the state and the constraint never do.
    log::error(
        "database_refused",
        {{"path", request.path}, {"state", failure.state}, {"constraint", failure.constraint}});
    return code;
}

Reply refusal(const Error& error, const Request& request) {
    Reply reply = request.refusal == nullptr ? Reply::error(error, request.id)
                                             : request.refusal(error, request);
    for (const auto& [name, value] : request.reply_headers) reply.header(name, value);
    return reply;
}

}  // namespace

Reply reply_for(const std::exception& problem, const Request& request) {
    const log::RequestScope scope{request.id};
    if (const auto* error = dynamic_cast<const Error*>(&problem)) return refusal(*error, request);
    if (const auto* failure = dynamic_cast<const pg::Failure*>(&problem))
        return refusal(Error{code_of(*failure, request)}, request);
    const bool too_large = dynamic_cast<const DecimalError*>(&problem) != nullptr;
    log::error("request_failed",
               {{"path", request.path}, {"kind", kind_of(problem)}, {"reason", problem.what()}});
    return refusal(Error{too_large ? Code::out_of_range : Code::internal}, request);
}

}  // namespace cambio::fcgi
