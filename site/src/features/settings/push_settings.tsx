// Notifications that come to a device while the site is closed: whether they come to this one, and
// to which others they come.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing, MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { get, post, sentenceOf } from "../../lib/api";
import type { Schemas } from "../../lib/calls";
import { t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import {
  browsersPath,
  pushAbility,
  turnPushesOff,
  turnPushesOn,
  type Ability,
} from "../../lib/web_push";
import { TextButton } from "../../ui/button";
import { Time } from "../../ui/number";
import { Segment } from "../../ui/tabs";
import { toast } from "../../ui/toast";
import { Setting } from "./setting";
import styles from "./settings.module.css";

type Browser = Schemas["PushBrowsers"]["browsers"][number];

const key = ["push_browsers"];

function useAct<Given>(act: (given: Given) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
    onError: (error) =>
      toast({ tone: "error", title: t("settings.push_failed"), text: sentenceOf(error) }),
  });
}

/** Why there is nothing to choose; undefined: there is. */
function obstacle(ability: Ability): string | undefined {
  if (ability === "unable") return t("settings.push_unable");
  return ability === "denied" ? t("settings.push_denied") : undefined;
}

function ThisDevice({ publicKey, here }: { publicKey: string; here: Browser | undefined }) {
  const [ability, setAbility] = useState(pushAbility);
  const turn = useAct(async (on: boolean) => {
    if (on) setAbility(await turnPushesOn(publicKey));
    else await turnPushesOff();
  });
  const why = obstacle(ability);
  return (
    <Setting icon={BellRing} title={t("settings.push")} text={t("settings.push_text")}>
      {why === undefined ? (
        <Segment
          label={t("settings.push")}
          items={(["on", "off"] as const).map((id) => ({ id, label: t(`settings.push_${id}`) }))}
          value={here ? "on" : "off"}
          onValue={(next) => {
            if (!turn.isPending) turn.mutate(next === "on");
          }}
        />
      ) : (
        <p className={styles.text} role="status">
          {why}
        </p>
      )}
    </Setting>
  );
}

function OtherDevice({ browser }: { browser: Browser }) {
  const end = useAct((id: string) => post(`${browsersPath}/remove`, { id }));
  return (
    <li className={styles.device}>
      <span className={styles.words}>
        {browser.device}{" "}
        <span className={styles.text}>
          {t("settings.push_since")} <Time at={browser.created_at} style="date" />
        </span>
      </span>
      <TextButton
        aria-label={`${t("settings.push_end")}: ${browser.device}`}
        disabled={end.isPending}
        onClick={() => end.mutate(browser.id)}
      >
        {t("settings.push_end")}
      </TextButton>
    </li>
  );
}

/** Nothing for guests, until the server has answered, and where it sends none. */
export function PushSettings() {
  const client = useSession()?.client.id;
  const { data } = useQuery({
    queryKey: [...key, client ?? ""],
    queryFn: ({ signal }) => get(browsersPath, undefined, signal),
    enabled: client !== undefined,
  });
  const publicKey = data?.public_key ?? null;
  if (client === undefined || !data || publicKey === null) return null;
  const here = data.browsers.find(({ current }) => current);
  const others = data.browsers.filter(({ current }) => !current);
  return (
    <section aria-labelledby="settings-push">
      <h2 id="settings-push" className={styles.section}>
        {t("settings.push_title")}
      </h2>
      <p className={styles.kept}>{t("settings.push_lead")}</p>
      <ul className={styles.card}>
        <ThisDevice publicKey={publicKey} here={here} />
        {others.length > 0 && (
          <Setting
            icon={MonitorSmartphone}
            title={t("settings.push_others")}
            text={t("settings.push_others_text")}
          >
            <ul>
              {others.map((browser) => (
                <OtherDevice key={browser.id} browser={browser} />
              ))}
            </ul>
          </Setting>
        )}
      </ul>
    </section>
  );
}
