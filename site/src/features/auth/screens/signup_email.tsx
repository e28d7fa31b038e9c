import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { ApiError, sentence_of } from "../../../lib/api";
import { sentences, t } from "../../../lib/i18n";
import { useStatus } from "../../../lib/status";
import { useWayIn } from "../../../lib/way_in";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Checkbox, Input } from "../../../ui/input";
import { toast } from "../../../ui/toast";
import { email_exists, send_code } from "../api";
import { useReason } from "../reason";
import { email_problem, resend_time, type Problem } from "../rules";
import { keep_begun } from "../social";
import styles from "./access.module.css";
import { GoogleButton, Or } from "./google_button";
import { StepHead } from "./step_head";

interface EmailStepProps {
  email: string;
  /** The agreement was given before. */
  agreed: boolean;
  referral: string | undefined;
  /** The email came from Google, and belongs to that sign-up. */
  from_google: boolean;
  on_sent: (email: string, resend_at: number) => void;
}

const undeliverable = new Set(["invalid_email", "unavailable"]);

function Taken(props: { open: boolean; email: string; on_close: () => void }) {
  const { from } = useWayIn();
  const navigate = useNavigate();
  return (
    <Dialog open={props.open} on_close={props.on_close} title={t("auth.email_exists")}>
      <p>{t("auth.email_exists_text", { email: props.email })}</p>
      <DialogActions>
        <Button look="outline" size="l" onClick={props.on_close}>
          {t("auth.use_other")}
        </Button>
        <Button
          look="primary"
          size="l"
          onClick={() => void navigate("/signin", { state: { from } })}
        >
          {t("auth.login")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function EmailStep(props: EmailStepProps) {
  const { referral, from_google, on_sent } = props;
  const [email, set_email] = useState(props.email);
  const [agreed, set_agreed] = useState(props.agreed);
  const [problem, set_problem] = useState<Problem>(null);
  const [agreement_problem, set_agreement_problem] = useState<Problem>(null);
  const [taken, set_taken] = useState(false);
  const [busy, set_busy] = useState(false);
  const reason = useReason("sign_up");
  const google = useStatus()?.sign_in?.google === true && !from_google;

  const send = async (name: string) => {
    if (await email_exists(name)) {
      set_problem("auth.email_exists");
      return set_taken(true);
    }
    try {
      on_sent(name, resend_time(await send_code(name)));
    } catch (error) {
      // A code that was just sent is still good: go on with it.
      if (error instanceof ApiError && error.code === "code_too_soon") {
        return on_sent(name, resend_time({}));
      }
      // A mail that cannot be sent was given an address that is none, as far as anybody can tell.
      if (error instanceof ApiError && !undeliverable.has(error.code)) throw error;
      set_problem("auth.email_not_found");
      toast({ tone: "error", title: t("common.error"), text: t("auth.email_not_found") });
    }
  };
  const begin_google = () => {
    set_agreement_problem(agreed ? null : "auth.required");
    if (agreed) keep_begun({ referral });
    return agreed;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = email_problem(email);
    set_problem(found);
    set_agreement_problem(agreed ? null : "auth.required");
    if (found || !agreed) return;
    set_busy(true);
    try {
      await send(email.trim());
    } catch (error) {
      toast({ tone: "error", title: t("common.error"), text: sentence_of(error) });
    } finally {
      set_busy(false);
    }
  };

  return (
    <>
      <StepHead step={1} title={t("auth.create")} text={sentences(reason, t("auth.create_text"))} />
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Input
          size="l"
          label={t("auth.email")}
          value={email}
          on_value={set_email}
          error={problem && t(problem)}
          hint={
            from_google ? t("auth.from_google") : referral && t("auth.referred", { code: referral })
          }
          readOnly={from_google}
          name="username"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
        />
        <Checkbox
          checked={agreed}
          on_change={set_agreed}
          name="agreement"
          error={!agreed && agreement_problem && t(agreement_problem)}
        >
          {t("auth.agreement")}
        </Checkbox>
        <Button type="submit" look="primary" size="xl" wide busy={busy} disabled={email === ""}>
          {t("auth.next")}
        </Button>
      </form>
      {google && (
        <div className={styles.after}>
          <Or className={styles.or} />
          <GoogleButton label={t("auth.google_sign_up")} before={begin_google} />
        </div>
      )}
      <Taken open={taken} email={email.trim()} on_close={() => set_taken(false)} />
    </>
  );
}
