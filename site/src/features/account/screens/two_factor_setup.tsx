// Setting an authenticator app up: the password, the QR code and a code of the app, the recovery
// codes.
import { Copy } from "lucide-react";
import { lazy, useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import { Button, IconButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { LazyBoundary } from "../../../ui/lazy_boundary";
import { OtpInput } from "../../../ui/otp_input";
import { StepUpDialog } from "../../../ui/step_up_dialog";
import { begin_two_factor, confirm_two_factor, look_again } from "../api";
import { about, copy, tell_done, tell_failed } from "../notices";
import { code_digits } from "../rules";
import styles from "./account.module.css";
import { RecoveryCodes } from "./recovery_codes";

const QrCode = lazy(() => import("../../../ui/qr_code"));

interface Setup {
  secret: string;
  uri: string;
}

function Scan(props: {
  setup: Setup;
  on_close: () => void;
  on_codes: (codes: readonly string[]) => void;
}) {
  const [code, set_code] = useState("");
  const [error, set_error] = useState<string>();
  const [busy, set_busy] = useState(false);
  const confirm = async (digits: string) => {
    if (digits.length < code_digits || busy) return;
    set_busy(true);
    try {
      props.on_codes((await confirm_two_factor(digits)).recovery_codes);
    } catch (reason) {
      set_code("");
      set_error(about(reason, "code"));
      if (!about(reason, "code")) tell_failed(reason);
    } finally {
      set_busy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < code_digits) set_error(t("account.code_required"));
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
        on_value={(value) => {
          set_code(value);
          if (value !== "") set_error(undefined);
        }}
        on_complete={(value) => void confirm(value)}
        error={error}
      />
      <DialogActions>
        <Button look="outline" size="l" onClick={props.on_close}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" look="primary" size="l" busy={busy}>
          {t("account.turn_on")}
        </Button>
      </DialogActions>
    </form>
  );
}

export function TwoFactorSetup(props: { email: string; on_close: () => void }) {
  const [setup, set_setup] = useState<Setup>();
  const [codes, set_codes] = useState<readonly string[]>();
  const finish = () => {
    if (codes) tell_done("account.two_factor_on");
    props.on_close();
  };
  if (!setup) {
    return (
      <StepUpDialog
        act="two_factor_on"
        title={t("account.two_factor_title")}
        text={t("account.two_factor_begin")}
        password="login"
        confirm={t("account.continue")}
        on_close={props.on_close}
        work={async (proof) => set_setup(await begin_two_factor(proof))}
      />
    );
  }
  const title = t(codes ? "account.recovery_title" : "account.two_factor_title");
  return (
    <Dialog open on_close={finish} title={title} keep_on_scrim>
      {codes ? (
        <RecoveryCodes codes={codes} email={props.email} on_done={finish} />
      ) : (
        <Scan
          setup={setup}
          on_close={props.on_close}
          on_codes={(made) => {
            set_codes(made);
            void look_again();
          }}
        />
      )}
    </Dialog>
  );
}
