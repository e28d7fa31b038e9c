import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { text_or, t } from "../../../lib/i18n";
import { toast } from "../../../ui/toast";
import { google_login } from "../api";
import { enter, type Entry, type Second } from "../enter";
import { start_page } from "../../../lib/preferences";
import { keep_social, kept_begun } from "../social";
import styles from "./access.module.css";
import { FrozenDialog } from "./frozen_dialog";
import { SecondStep } from "./second_step";

const redirect_after_ms = 1_500;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Completes a sign-in by Google with what stands in the page's address, which is used up by it. */
export default function Redirect() {
  const navigate = useNavigate();
  const [second, set_second] = useState<Second | null>(null);
  const [frozen, set_frozen] = useState(false);
  const begun = useRef(false);

  const to_wallet = async () => {
    await wait(redirect_after_ms);
    await navigate(start_page(), { replace: true });
  };
  const to_sign_in = (text?: string) => {
    if (text) toast({ tone: "error", title: t("common.error"), text });
    void navigate("/signin", { replace: true });
  };
  const settle = async (entry: Entry) => {
    if (entry.kind === "in") return to_wallet();
    if (entry.kind === "second") return set_second(entry.second);
    if (entry.kind === "frozen") return set_frozen(true);
    if (entry.kind === "failed") return to_sign_in(entry.text ?? t("auth.login_failed"));
    keep_social({ email: entry.email, token: entry.social });
    const referral = kept_begun()?.referral;
    await navigate(referral ? `/signup/${referral}` : "/signup", { replace: true });
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const given = new URLSearchParams(globalThis.location.search);
    // Nobody who looks at the history of this browser finds it there.
    globalThis.history.replaceState(globalThis.history.state, "", "/redirect");
    const data = given.get("data");
    const error = given.get("error");
    if (data) void enter(() => google_login(data)).then(settle);
    else if (error) to_sign_in(text_or(`errors.${error}`, t("auth.login_failed")));
    else to_sign_in();
  });

  if (second !== null) {
    return (
      <SecondStep
        {...second}
        on_in={to_wallet}
        on_frozen={() => set_frozen(true)}
        on_back={() => to_sign_in()}
      />
    );
  }
  return (
    <>
      <h1 className={styles.title}>{t("auth.redirect_title")}</h1>
      <p className={styles.text} role="status">
        {t("auth.redirecting")}
      </p>
      <FrozenDialog open={frozen} on_close={() => to_sign_in()} />
    </>
  );
}
