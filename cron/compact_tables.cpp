// Writes anew those tables of a few rows that have become large because their rows change all the
// time and some transaction was open for long (migration 080 says why and which).
#include <array>

#include "jobs/job.h"
#include "log/log.h"

namespace {

using namespace cambio;

constexpr std::array tables{"quotes",      "marks",     "provider_books",
                            "shown_books", "job_marks", "job_runs"};

constexpr const char* compact_table = "select compact_table($1) as compacted";

void compact(jobs::Job& job) {
    for (const std::string table : tables) {
        if (job.db.run(compact_table, {table})[0].boolean("compacted"))
            log::info("table_compacted", {{"table", table}});
    }
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "compact_tables", std::chrono::milliseconds{0}, compact);
}
