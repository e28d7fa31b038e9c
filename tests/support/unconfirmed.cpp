#include "support/unconfirmed.h"

#include <atomic>
#include <thread>

#include "support/child_process.h"

namespace cambio::test {

namespace {

/// A commit that changes nothing, and waits.
constexpr const char* any_commit = "select pg_logical_emit_message(true, 'probe', '')";

}  // namespace

Unconfirmed::Unconfirmed(const std::string& superuser)
    : superuser_{superuser}, connection_{superuser} {
    set("alter system set synchronous_standby_names = 'nobody'");
    // The server tells its back ends in its own time: from the first commit that waits.
    while (!probe_waits()) {
    }
}

Unconfirmed::~Unconfirmed() {
    set("alter system reset synchronous_standby_names");
}

bool Unconfirmed::waiting() {
    return !connection_.run("select 1 from pg_stat_activity where wait_event = 'SyncRep'").empty();
}

void Unconfirmed::cancel() {
    connection_.run(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
}

void Unconfirmed::terminate() {
    connection_.run(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
}

void Unconfirmed::set(const char* setting) {
    connection_.script(setting);
    connection_.run("select pg_reload_conf()");
}

bool Unconfirmed::probe_waits() {
    std::atomic<bool> over = false;
    std::thread probe{[this, &over] {
        try {
            pg::Connection{superuser_}.run(any_commit);
        } catch (const pg::Failure&) {
            // It was cut while it waited.
        }
        over = true;
    }};
    bool waited = false;
    wait_until("a commit to wait or to pass", [&] {
        waited = waited || waiting();
        if (waited) terminate();
        return over.load();
    });
    probe.join();
    return waited;
}

}  // namespace cambio::test
