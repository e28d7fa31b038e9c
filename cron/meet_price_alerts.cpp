// Tells clients of the price alerts that the market has met: by the bell and by mail, each once.
// A restart begins where the run before it ended, so that no price in between is missed.
#include "jobs/job.h"
#include "jobs/marks.h"
#include "markets/price_alerts.h"
#include "notices/notices.h"

namespace {

using namespace cambio;
using markets::AlertKind, markets::MetPriceAlert;

constexpr std::chrono::milliseconds pace{500};
/// A move within five minutes or more is looked for every ten seconds: it reads a day's candles.
constexpr int looks_for_moves = 20;
/// Trades reach us late by so much at most; what was looked at before does no harm.
constexpr std::chrono::seconds overlap{30};
/// After a long pause nobody wants to hear of what was.
constexpr std::chrono::hours max_look{24};

constexpr const char* any_wait = R"sql(
    select exists (select from price_alerts where met_at is null) as yes
)sql";
constexpr const char* mark_name = "price_alerts";

notices::Kind kind_of(AlertKind kind) {
    switch (kind) {
        case AlertKind::above:
            return notices::Kind::price_alert_above;
        case AlertKind::below:
            return notices::Kind::price_alert_below;
        case AlertKind::move:
            break;
    }
    return notices::Kind::price_alert_move;
}

/// Whoever makes alerts as fast as they are met must not fill the queue of mails, in which the
/// mails that warn others stand.
void tell(pg::Transaction& tx, const MetPriceAlert& met) {
    const auto& wanted = met.alert.wanted;
    Json::Value data;
    data["pair"] = met.alert.pair;
    data["coin"] = met.alert.pair.substr(0, met.alert.pair.find("USDT"));
    data["last"] = met.alert.met_price.str();
    if (wanted.kind == AlertKind::move) {
        data["percent"] = wanted.percent->str();
        data["minutes"] = std::to_string(*wanted.minutes);
    } else {
        data["price"] = wanted.price->str();
    }
    const auto kind = kind_of(wanted.kind);
    if (markets::may_mail_alert(tx, met.client)) return notices::tell(tx, met.client, kind, data);
    notices::tell_by_bell(tx, met.client, kind, data);
}

void meet(jobs::Job& job, bool moves) {
    // An alert made later counts only what comes after it, so there is nothing to note either.
    if (!job.db.run(any_wait)[0].boolean("yes")) return;
    pg::Transaction tx{job.db};
    const auto now = pg::now();
    const auto mark = jobs::read_mark(job.db, mark_name);
    const auto seen = mark ? mark->at : now - max_look;
    const auto since = std::max(seen - overlap, now - max_look);
    const auto met = markets::meet_price_alerts(tx, since, moves);
    for (const auto& one : met) tell(tx, one);
    jobs::set_mark(job.db, mark_name, "", now);
    tx.commit();
    for (const auto& one : met) {
        job.push.tell(one.unique_id, ClientEvent::notification);
        job.push.tell(one.unique_id, ClientEvent::price_alerts);
    }
}

}  // namespace

int main(int argc, char** argv) {
    int looks = 0;
    return jobs::run(argc, argv, "meet_price_alerts", pace, [&](jobs::Job& job) {
        if (looks == 0) markets::forget_old_price_alerts(job.db);
        meet(job, looks % looks_for_moves == 0);
        ++looks;
    });
}
