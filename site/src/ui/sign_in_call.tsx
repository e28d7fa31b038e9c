// What stands in place of a form where a guest may look on: the way to an account, and back here.
import { useLocation } from "react-router";
import { cx } from "../lib/cx";
import { t } from "../lib/i18n";
import type { WayIn } from "../lib/way_in";
import { LinkButton } from "./button";
import styles from "./sign_in_call.module.css";
import { TryNow } from "./try_now";

/** The address of this page, to come back to. */
function useHere(): string {
  const { pathname, search, hash } = useLocation();
  return `${pathname}${search}${hash}`;
}

/** Shows the words of the area "guests". */
export function SignInCall({
  title,
  className,
}: {
  title: string;
  className?: string | undefined;
}) {
  const back: WayIn = { from: useHere() };
  return (
    <section className={cx(styles.call, className)} aria-label={title}>
      <div className={styles.words}>
        <h2>{title}</h2>
        <p>{t("guests.text")}</p>
      </div>
      <Ways back={back} />
    </section>
  );
}

function Ways({ back }: { back: WayIn }) {
  return (
    <div className={styles.ways}>
      <LinkButton to="/signin" look="primary" size="l" state={{ ...back, new_here: true }}>
        {t("guests.create")}
      </LinkButton>
      <LinkButton to="/signin" look="outline" size="l" state={back}>
        {t("guests.sign_in")}
      </LinkButton>
      <TryNow look="ghost" size="l">
        {t("guests.try_now")}
      </TryNow>
    </div>
  );
}

/** The two ways alone, at the bottom of a phone's screen. */
export function SignInBar({ className }: { className?: string | undefined }) {
  const back: WayIn = { from: useHere() };
  return (
    <div className={className}>
      <LinkButton to="/signin" look="primary" size="l" wide state={{ ...back, new_here: true }}>
        {t("guests.create")}
      </LinkButton>
      <LinkButton to="/signin" look="outline" size="l" wide state={back}>
        {t("guests.sign_in")}
      </LinkButton>
    </div>
  );
}
