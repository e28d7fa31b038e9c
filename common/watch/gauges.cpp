#include "watch/gauges.h"

#include "positions/exposure.h"
#include "risk/refused.h"

namespace cambio::watch {

namespace {

// These stand there while all is well, too, so that their absence can be noticed.
constexpr const char* read_alarms = R"sql(
    select coalesce(a.subject, w.subject) as subject, a.subject is not null as rings
      from (values ('audit'), ('prices'), ('streams')) as w (subject)
      full join alarms a on a.subject = w.subject order by 1
)sql";

}  // namespace

std::string gauges(pg::Connection& db) {
    std::string text = "# TYPE cambio_alarm gauge\n";
    for (const auto row : db.run(read_alarms))
        text += "cambio_alarm{subject=\"" + row.str("subject") + "\"} " +
                (row.boolean("rings") ? "1\n" : "0\n");
    text += "# TYPE cambio_house_exposure_usdt gauge\n";
    for (const auto& coin : positions::coin_exposures(db))
        text += "cambio_house_exposure_usdt{coin=\"" + coin.coin + "\"} " + coin.worth.str() + '\n';
    text +=
        "# HELP cambio_house_refusals_total What the house's risk gate turned down, since it is "
        "counted.\n# TYPE cambio_house_refusals_total counter\n";
    for (const auto& one : risk::read_refusals(db)) {
        text += "cambio_house_refusals_total{place=\"";
        text += risk::name_of(one.place);
        text += "\",reason=\"";
        text += risk::name_of(one.why);
        text += "\"} " + std::to_string(one.all) + '\n';
    }
    return text;
}

}  // namespace cambio::watch
