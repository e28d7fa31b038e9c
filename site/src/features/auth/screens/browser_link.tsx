// A link by email that makes a browser known, for an owner whom strangers' wrong guesses keep out
// of a browser in which nobody has signed in yet: asked for beside the refusal, and followed here.
import { useEffect, useState } from "react";
import { sentenceOf } from "../../../lib/api";
import { t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { Notice } from "../../../ui/notice";
import { toast } from "../../../ui/toast";
import { followBrowserLink, sendBrowserLink } from "../api";
import styles from "./access.module.css";
import { BackButton } from "./back_button";
import { Outbox } from "./outbox";

/** Offers to have the link mailed; whoever has that address, the answer is the same. */
export function LinkOffer({ email }: { email: string }) {
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await sendBrowserLink(email);
      setSent(true);
    } catch (error) {
      toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
    }
    setBusy(false);
  };
  return (
    <>
      <Notice tone="info">
        <p role="status">{sent ? t("auth.link_sent", { email }) : t("auth.link_offer")}</p>
      </Notice>
      {sent ? (
        <Outbox />
      ) : (
        <Button look="outline" size="l" wide busy={busy} onClick={() => void send()}>
          {t("auth.link_send")}
        </Button>
      )}
    </>
  );
}

interface FollowLinkProps {
  token: string;
  /** The person goes on to sign in, or does not want this. */
  onDone: () => void;
}

/** Asks before it sends the token, which uses it up: what opens links in mails presses nothing. */
export function FollowLink({ token, onDone }: FollowLinkProps) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Nobody who looks at the history of this browser finds it there.
  useEffect(() => {
    const { pathname, search } = globalThis.location;
    globalThis.history.replaceState(globalThis.history.state, "", pathname + search);
  }, [token]);

  const follow = async () => {
    setBusy(true);
    setError(null);
    try {
      await followBrowserLink(token);
      toast({ tone: "success", title: t("common.success"), text: t("auth.link_followed") });
      return onDone();
    } catch (refusal) {
      setError(sentenceOf(refusal));
      setBusy(false);
    }
  };
  return (
    <>
      <BackButton onClick={onDone} />
      <h1 className={styles.title}>{t("auth.link_title")}</h1>
      <p className={styles.text}>{t("auth.link_text")}</p>
      <div className={styles.after}>
        {error && (
          <p className={styles.hint} role="alert">
            {error}
          </p>
        )}
        <Button look="primary" size="xl" wide busy={busy} onClick={() => void follow()}>
          {t("auth.link_follow")}
        </Button>
      </div>
    </>
  );
}
