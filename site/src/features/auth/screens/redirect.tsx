import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { textOr, t } from "../../../lib/i18n";
import { toast } from "../../../ui/toast";
import { googleLogin } from "../api";
import { enter, type Entry, type Second } from "../enter";
import { startPage } from "../../../lib/preferences";
import { keepSocial, keptBegun } from "../social";
import styles from "./access.module.css";
import { FrozenDialog } from "./frozen_dialog";
import { SecondStep } from "./second_step";

const redirectAfterMs = 1_500;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Completes a sign-in by Google with what stands in the page's address, which is used up by it. */
export default function Redirect() {
  const navigate = useNavigate();
  const [second, setSecond] = useState<Second | null>(null);
  const [frozen, setFrozen] = useState(false);
  const begun = useRef(false);

  const toWallet = async () => {
    await wait(redirectAfterMs);
    await navigate(startPage(), { replace: true });
  };
  const toSignIn = (text?: string) => {
    if (text) toast({ tone: "error", title: t("common.error"), text });
    void navigate("/signin", { replace: true });
  };
  const settle = async (entry: Entry) => {
    if (entry.kind === "in") return toWallet();
    if (entry.kind === "second") return setSecond(entry.second);
    if (entry.kind === "frozen") return setFrozen(true);
    if (entry.kind === "failed") return toSignIn(entry.text ?? t("auth.login_failed"));
    keepSocial({ email: entry.email, token: entry.social });
    const referral = keptBegun()?.referral;
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
    if (data) void enter(() => googleLogin(data)).then(settle);
    else if (error) toSignIn(textOr(`errors.${error}`, t("auth.login_failed")));
    else toSignIn();
  });

  if (second !== null) {
    return (
      <SecondStep
        {...second}
        onIn={toWallet}
        onFrozen={() => setFrozen(true)}
        onBack={() => toSignIn()}
      />
    );
  }
  return (
    <>
      <h1 className={styles.title}>{t("auth.redirect_title")}</h1>
      <p className={styles.text} role="status">
        {t("auth.redirecting")}
      </p>
      <FrozenDialog open={frozen} onClose={() => toSignIn()} />
    </>
  );
}
