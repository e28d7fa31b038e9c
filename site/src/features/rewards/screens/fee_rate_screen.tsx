// Fee rates by level, and where the client stands.
import { compare, divide, forDrawing, multiply, type Decimal } from "../../../lib/decimal";
import { formatNumber, formatPercent } from "../../../lib/format";
import { currentLanguage, t } from "../../../lib/i18n";
import { useSession } from "../../../lib/session";
import { TextLink } from "../../../ui/button";
import { Chip } from "../../../ui/chip";
import { Fact } from "../../../ui/facts";
import { Amount, Short } from "../../../ui/number";
import { Skeleton } from "../../../ui/states";
import { Table, type Column } from "../../../ui/table";
import { useFeeRates, type FeeRates, type Level } from "../api";
import styles from "../rewards.module.css";

const firstLevel = "NO_BADGE";

const levelName = (name: string): string =>
  name === firstLevel ? t("rewards.standard") : `${name.slice(0, 1)}${name.slice(1).toLowerCase()}`;

const rate = (share: Decimal): string =>
  formatPercent(multiply(share, "100"), { signed: false, language: currentLanguage() });

type Own = NonNullable<FeeRates["own"]>;

/** How far it is to the next level: a bar and a sentence. */
function NextLevel({ own }: { own: Own }) {
  const { next, volume } = own;
  if (!next) return <p className={styles.quiet}>{t("rewards.highest_level")}</p>;
  const level = levelName(next.membership_level);
  const reached = compare(next.missing_volume, "0") === 0;
  const percent = reached ? 100 : forDrawing(divide(volume, next.minimum_volume, 4, "down")) * 100;
  const missing = formatNumber(next.missing_volume, {
    places: 2,
    rounding: "up",
    language: currentLanguage(),
  });
  const text = reached
    ? t("rewards.next_level_reached", { level })
    : t("rewards.next_level", { volume: missing, level });
  return (
    <div className={styles["to-next"]}>
      <div className={styles.track} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={styles.quiet}>{text}</p>
    </div>
  );
}

function Standing({ own, level }: { own: Own | undefined; level: Level | undefined }) {
  const coming = <Skeleton width={80} height={20} />;
  return (
    <section className={styles.standing} aria-label={t("rewards.your_level")}>
      <div className={styles.level}>
        <p className={styles.label}>{t("rewards.your_level")}</p>
        <p className={styles["level-name"]}>{own ? levelName(own.membership_level) : coming}</p>
        {own && <NextLevel own={own} />}
      </div>
      <dl className={styles.figures}>
        <Fact name={t("rewards.maker_fee")}>{level ? rate(level.maker) : coming}</Fact>
        <Fact name={t("rewards.taker_fee")}>{level ? rate(level.taker) : coming}</Fact>
        <Fact name={t("rewards.volume")}>
          {own ? <Amount value={own.volume} places={2} unit="USDT" /> : coming}
        </Fact>
        <Fact name={t("rewards.fee_credit")} testId="fee-credit">
          {own ? <Amount value={own.fee_credit} places={2} unit="USDT" /> : coming}
        </Fact>
      </dl>
    </section>
  );
}

const columns = (own: string | undefined): Column<Level>[] => [
  {
    id: "level",
    header: t("rewards.level"),
    cell: ({ membership_level: name }) => (
      <span className={styles.coin}>
        {levelName(name)}
        {name === own && <Chip tone="accent">{t("rewards.yours")}</Chip>}
      </span>
    ),
    skeleton: 90,
  },
  {
    id: "volume",
    header: t("rewards.minimum_volume"),
    cell: ({ minimum_volume: minimumVolume }) => <Amount value={minimumVolume} />,
    align: "right",
    show: "not-phone",
  },
  {
    id: "short_volume",
    header: t("rewards.volume"),
    cell: ({ minimum_volume: minimumVolume }) => <Short value={minimumVolume} />,
    align: "right",
    show: "phone",
  },
  {
    id: "maker",
    header: t("rewards.maker"),
    cell: ({ maker }) => rate(maker),
    align: "right",
  },
  {
    id: "taker",
    header: t("rewards.taker"),
    cell: ({ taker }) => rate(taker),
    align: "right",
  },
];

export default function FeeRateScreen() {
  const session = useSession();
  const query = useFeeRates(session?.client.id);
  const { levels, own } = query.data ?? {};
  const ownLevel = levels?.find(({ membership_level: name }) => name === own?.membership_level);
  return (
    <>
      <header className={styles.head}>
        <h1>{t("rewards.fees_title")}</h1>
        <p>{t("rewards.fees_lead")}</p>
      </header>
      {session && !query.error && <Standing own={own} level={ownLevel} />}
      <section className={styles.card} aria-labelledby="levels">
        <h2 id="levels" className={styles["card-head"]}>
          {t("rewards.levels")}
        </h2>
        <Table
          label={t("rewards.levels")}
          columns={columns(own?.membership_level)}
          rows={levels}
          rowKey={({ membership_level: name }) => name}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
        <p className={styles.foot}>
          {t("rewards.maker_taker_hint")}
          {!session && (
            <>
              {" "}
              {t("rewards.sign_in_hint")} <TextLink to="/signin">{t("rewards.sign_in")}</TextLink>
            </>
          )}
        </p>
      </section>
    </>
  );
}
