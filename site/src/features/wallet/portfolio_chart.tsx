// What the wallets were worth, hour by hour or day by day: a line, and the same as a table for those who hear it.
import { useContext, useState, type KeyboardEvent, type PointerEvent } from "react";
import { firstStepsOpen } from "../../lib/first_steps";
import { formatNumber, formatTime } from "../../lib/format";
import { currentLanguage, t } from "../../lib/i18n";
import { useNarrow } from "../../lib/narrow";
import { useSession } from "../../lib/session";
import { Amount, Change } from "../../ui/number";
import { ErrorState, Skeleton } from "../../ui/states";
import { Segment } from "../../ui/tabs";
import { usePortfolio, type PortfolioDay, type Range } from "./api";
import { Balance, HiddenBalances } from "./balance";
import { byClock, chartOf, momentsOf, nearest, type Chart } from "./chart";
import styles from "./chart.module.css";
import { changeOf } from "./holdings";

const spans = [
  { id: "24H", hours: true, n: 24 },
  { id: "7D", hours: true, n: 7 },
  { id: "30D", hours: false, n: 30 },
  { id: "90D", hours: false, n: 90 },
] as const satisfies readonly { id: Range; hours: boolean; n: number }[];
const quote = "USDT";

const dateText = (at: string | Date): string => formatTime(at, "short_date", currentLanguage());
const clockText = (at: string | Date): string => formatTime(at, "clock").slice(0, 5);

/** How a point is called: by its day, or by its moment where there are hours. */
type Name = (point: PortfolioDay) => string;
const dayName: Name = ({ day }) => dateText(`${day}T00:00:00Z`);
const momentName: Name = ({ at }) => `${dateText(at)}, ${clockText(at)} UTC`;

function Tip({ chart, index, name }: { chart: Chart; index: number; name: Name }) {
  const point = chart.points[index];
  if (!point) return null;
  const side = point.x > 50 ? { right: `${100 - point.x}%` } : { left: `${point.x}%` };
  return (
    <>
      <span className={styles.rule} style={{ left: `${point.x}%` }} />
      <span className={styles.dot} style={{ left: `${point.x}%`, top: `${point.y}%` }} />
      <span className={styles.tip} style={side}>
        <span>{name(point.day)}</span>
        <Amount value={point.day.total} places={2} unit={quote} className={styles.strong} />
      </span>
    </>
  );
}

function Plot({ chart, name }: { chart: Chart; name: Name }) {
  const [at, setAt] = useState<number | null>(null);
  const line = chart.points.map(({ x, y }) => `${x} ${y}`).join("L");
  const last = chart.points.length - 1;
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(nearest(chart, ((event.clientX - box.left) / box.width) * 100));
  };
  const press = (event: KeyboardEvent) => {
    const from = at ?? last;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, to)));
  };
  const shown = chart.points[at ?? last];
  return (
    <div
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-label={t("wallet.portfolio_point")}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={
        shown && `${name(shown.day)}: ${formatNumber(shown.day.total, { places: 2 })} ${quote}`
      }
      onPointerMove={move}
      onPointerLeave={() => setAt(null)}
      onKeyDown={press}
      onBlur={() => setAt(null)}
    >
      {chart.ticks.map(({ y, value }) => (
        <span key={value} className={styles.line} style={{ top: `${y}%` }}>
          <Balance>
            <Amount value={value} className={styles.tick} />
          </Balance>
        </span>
      ))}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <defs>
          <linearGradient id="portfolio-fill" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--accent)" stopOpacity="0.22" />
            <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
          </linearGradient>
        </defs>
        <path d={`M0 100L${line}L100 100Z`} fill="url(#portfolio-fill)" />
        <path
          d={`M${line}`}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className={styles.end} style={{ top: `${chart.points[last]?.y ?? 0}%` }} />
      {at !== null && <Tip chart={chart} index={at} name={name} />}
    </div>
  );
}

function Times({ chart }: { chart: Chart }) {
  const narrow = useNarrow();
  const text = byClock(chart) ? clockText : dateText;
  return (
    <div className={styles.days} aria-hidden="true">
      {momentsOf(chart, narrow ? 4 : 5).map((at) => (
        <span key={at.getTime()}>{text(at)}</span>
      ))}
    </div>
  );
}

function ReadTable(props: { points: readonly PortfolioDay[]; hours: boolean; name: Name }) {
  return (
    <table className="hidden-but-read">
      <caption>{t("wallet.portfolio")}</caption>
      <thead>
        <tr>
          <th scope="col">{props.hours ? t("wallet.time") : t("wallet.day")}</th>
          <th scope="col">{t("wallet.value")}</th>
        </tr>
      </thead>
      <tbody>
        {props.points.map((point) => (
          <tr key={point.at}>
            <th scope="row">{props.name(point)}</th>
            <td>
              <Balance>
                <Amount value={point.total} places={2} />
              </Balance>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Body({ points, hours }: { points: readonly PortfolioDay[]; hours: boolean }) {
  const { hidden } = useContext(HiddenBalances);
  const chart = chartOf(points);
  const name = hours ? momentName : dayName;
  if (!chart) {
    return (
      <p className={styles.begins}>
        {hours ? t("wallet.portfolio_begins_hour") : t("wallet.portfolio_begins")}
      </p>
    );
  }
  return (
    <>
      {hidden ? (
        <p className={styles.begins}>{t("wallet.portfolio_hidden")}</p>
      ) : (
        <>
          <Plot chart={chart} name={name} />
          <Times chart={chart} />
        </>
      )}
      <ReadTable points={points} hours={hours} name={name} />
    </>
  );
}

export function PortfolioChart() {
  // The shortest of which everybody soon has more than one point, and which shows more than today.
  const [range, setRange] = useState<Range>("7D");
  const { data, error, refetch } = usePortfolio(range);
  const client = useSession()?.client.id ?? "";
  // The first steps are what a new client begins with: not a chart without a line.
  if (data && !chartOf(data.points) && firstStepsOpen(client)) return null;
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("wallet.portfolio")}</h2>
        {data && data.points.length > 1 && (
          <Balance>
            <Change {...changeOf(data.points)} valuePlaces={2} unit={quote} dense />
          </Balance>
        )}
        <Segment
          small
          label={t("wallet.portfolio_span")}
          items={spans.map(({ id, n }) => ({
            id,
            label: id === "24H" ? t("wallet.span_hours", { n }) : t("wallet.span_days", { n }),
          }))}
          value={range}
          onValue={setRange}
          className={styles.spans}
        />
      </div>
      {data ? (
        <Body points={data.points} hours={spans.some(({ id, hours }) => id === range && hours)} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={200} className={styles.loading} />
      )}
    </div>
  );
}
