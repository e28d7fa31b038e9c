// Setting an authenticator app up: the password, the QR code and a code of the app, the recovery
// codes.
import { Copy } from "lucide-react";
import { useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import { lazyCode } from "../../../lib/lazy_part";
import { Button, IconButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { LazyBoundary } from "../../../ui/lazy_boundary";
import { OtpInput } from "../../../ui/otp_input";
import { StepUpDialog } from "../../../ui/step_up_dialog";
import { beginTwoFactor, confirmTwoFactor, lookAgain } from "../api";
import { about, copy, tellDone, tellFailed } from "../notices";
import { codeDigits } from "../rules";
import styles from "./account.module.css";
import { RecoveryCodes } from "./recovery_codes";

const QrCode = lazyCode(() => import("../../../ui/qr_code"));

interface Setup {
  secret: string;
  uri: string;
}

function Scan(props: {
  setup: Setup;
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const confirm = async (digits: string) => {
    if (digits.length < codeDigits || busy) return;
    setBusy(true);
    try {
      props.onCodes((await confirmTwoFactor(digits)).recovery_codes);
    } catch (reason) {
      setCode("");
      setError(about(reason, "code"));
      if (!about(reason, "code")) tellFailed(reason);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < codeDigits) setError(t("account.code_required"));
    else void confirm(code);
  };
  const groups = props.setup.secret.match(/.{1,4}/g)?.join(" ") ?? props.setup.secret;
  return (
    <form className={styles.dialog} noValidate onSubmit={submit}>
      <p className={styles["dialog-text"]}>{t("account.two_factor_scan")}</p>
      <div className={styles.qr}>
        <LazyBoundary fallback={null}>
          <QrCode text={props.setup.uri} label={t("account.two_factor_qr")} />
        </LazyBoundary>
      </div>
      <div className={styles.key}>
        <span className="hidden-but-read">{t("account.two_factor_key")}</span>
        <code className="mono">{groups}</code>
        <IconButton label={t("account.copy_key")} onClick={() => void copy(props.setup.secret)}>
          <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </div>
      <OtpInput
        small
        label={t("account.two_factor_enter")}
        value={code}
        onValue={(value) => {
          setCode(value);
          if (value !== "") setError(undefined);
        }}
        onComplete={(value) => void confirm(value)}
        error={error}
      />
      <DialogActions>
        <Button look="outline" size="l" onClick={props.onClose}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" look="primary" size="l" busy={busy}>
          {t("account.turn_on")}
        </Button>
      </DialogActions>
    </form>
  );
}

export function TwoFactorSetup(props: { email: string; onClose: () => void }) {
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = () => {
    if (codes) tellDone("account.two_factor_on");
    props.onClose();
  };
  if (!setup) {
    return (
      <StepUpDialog
        act="two_factor_on"
        title={t("account.two_factor_title")}
        text={t("account.two_factor_begin")}
        password="login"
        confirm={t("account.continue")}
        onClose={props.onClose}
        work={async (proof) => setSetup(await beginTwoFactor(proof))}
      />
    );
  }
  const title = t(codes ? "account.recovery_title" : "account.two_factor_title");
  return (
    <Dialog open onClose={finish} title={title} keepOnScrim>
      {codes ? (
        <RecoveryCodes codes={codes} email={props.email} onDone={finish} />
      ) : (
        <Scan
          setup={setup}
          onClose={props.onClose}
          onCodes={(made) => {
            setCodes(made);
            void lookAgain();
          }}
        />
      )}
    </Dialog>
  );
}
