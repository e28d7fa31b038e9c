// The door of uploads: before nginx reads a byte of an upload's body, it shows the head of the
// request here and asks whether it comes from a client who may act. The handler that gets the
// upload asks the same again. nginx understands 204, 401 and 403 alone and throws the body of this
// answer away, so a refusal also stands in a header, as it goes to the caller.
#include "fcgi/serve.h"
#include "fcgi/site_session.h"
#include "routes.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr const char* refusal_header = "X-Cambio-Refusal";
/// Whose uploads nginx counts together.
constexpr const char* client_header = "X-Cambio-Upload-Client";

Reply refused(Code code, const Request& request) {
    Reply reply = Reply::error(Error{code}, request.id);
    reply.header(refusal_header, reply.body);
    if (reply.status != 401) reply.status = 403;
    return reply;
}

Reply admit(Request& request) {
    const auto session = fcgi::session_of(request, request.services());
    if (request.doubt) return refused(*request.doubt, request);
    if (!session) return refused(Code::unauthorized, request);
    if (session->frozen) return refused(Code::frozen_account, request);
    Reply admitted = Reply::text({}, "text/plain", 204);
    admitted.header(client_header, std::to_string(session->client.value));
    return admitted;
}

constexpr Route routes[] = {
    Route{Method::get, "/internal/upload-auth", Access::internal, Limit::none, Effect::reads, admit}
        .means("Tells whether a session may upload a picture"),
};

}  // namespace

const std::span<const Route> upload_routes{routes};

}  // namespace cambio::auth
