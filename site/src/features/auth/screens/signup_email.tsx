import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { ApiError, sentenceOf } from "../../../lib/api";
import { sentences, t } from "../../../lib/i18n";
import { useStatus } from "../../../lib/status";
import { useWayIn } from "../../../lib/way_in";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Checkbox, Input } from "../../../ui/input";
import { toast } from "../../../ui/toast";
import { emailExists, sendCode } from "../api";
import { useReason } from "../reason";
import { emailProblem, resendTime, type Problem } from "../rules";
import { keepBegun } from "../social";
import styles from "./access.module.css";
import { GoogleButton, Or } from "./google_button";
import { StepHead } from "./step_head";

interface EmailStepProps {
  email: string;
  /** The agreement was given before. */
  agreed: boolean;
  referral: string | undefined;
  /** The email came from Google, and belongs to that sign-up. */
  fromGoogle: boolean;
  onSent: (email: string, resendAt: number) => void;
}

const undeliverable = new Set(["invalid_email", "unavailable"]);

function Taken(props: { open: boolean; email: string; onClose: () => void }) {
  const { from } = useWayIn();
  const navigate = useNavigate();
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t("auth.email_exists")}>
      <p>{t("auth.email_exists_text", { email: props.email })}</p>
      <DialogActions>
        <Button look="outline" size="l" onClick={props.onClose}>
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
  const { referral, fromGoogle, onSent } = props;
  const [email, setEmail] = useState(props.email);
  const [agreed, setAgreed] = useState(props.agreed);
  const [problem, setProblem] = useState<Problem>(null);
  const [agreementProblem, setAgreementProblem] = useState<Problem>(null);
  const [taken, setTaken] = useState(false);
  const [busy, setBusy] = useState(false);
  const reason = useReason("sign_up");
  const google = useStatus()?.sign_in?.google === true && !fromGoogle;

  const send = async (name: string) => {
    if (await emailExists(name)) {
      setProblem("auth.email_exists");
      return setTaken(true);
    }
    try {
      onSent(name, resendTime(await sendCode(name)));
    } catch (error) {
      // A code that was just sent is still good: go on with it.
      if (error instanceof ApiError && error.code === "code_too_soon") {
        return onSent(name, resendTime({}));
      }
      // A mail that cannot be sent was given an address that is none, as far as anybody can tell.
      if (error instanceof ApiError && !undeliverable.has(error.code)) throw error;
      setProblem("auth.email_not_found");
      toast({ tone: "error", title: t("common.error"), text: t("auth.email_not_found") });
    }
  };
  const beginGoogle = () => {
    setAgreementProblem(agreed ? null : "auth.required");
    if (agreed) keepBegun({ referral });
    return agreed;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = emailProblem(email);
    setProblem(found);
    setAgreementProblem(agreed ? null : "auth.required");
    if (found || !agreed) return;
    setBusy(true);
    try {
      await send(email.trim());
    } catch (error) {
      toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
    } finally {
      setBusy(false);
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
          onValue={setEmail}
          error={problem && t(problem)}
          hint={
            fromGoogle ? t("auth.from_google") : referral && t("auth.referred", { code: referral })
          }
          readOnly={fromGoogle}
          name="username"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
        />
        <Checkbox
          checked={agreed}
          onChange={setAgreed}
          name="agreement"
          error={!agreed && agreementProblem && t(agreementProblem)}
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
          <GoogleButton label={t("auth.google_sign_up")} before={beginGoogle} />
        </div>
      )}
      <Taken open={taken} email={email.trim()} onClose={() => setTaken(false)} />
    </>
  );
}
