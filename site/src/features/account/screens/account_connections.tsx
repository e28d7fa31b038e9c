// What the account is known by besides its email: Google, a mobile number, a browser wallet.
import { Apple, AtSign, Smartphone, Wallet } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useSearchParams } from "react-router";
import { t } from "../../../lib/i18n";
import { default_country, international, phone_problem, type Phone } from "../../../lib/phone";
import { useStatus } from "../../../lib/status";
import type { Proof } from "../../../lib/step_up";
import { sign_with_wallet, WalletMissing, WalletRefused } from "../../../lib/wallet";
import { Button } from "../../../ui/button";
import { CodeField } from "../../../ui/code_field";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { PhoneInput } from "../../../ui/phone_input";
import { ErrorState, Skeleton } from "../../../ui/states";
import { StepUpDialog, useStepUp } from "../../../ui/step_up_dialog";
import {
  bind_wallet,
  look_again,
  send_sms_code,
  start_google,
  unbind_google,
  unbind_wallet,
  useChange,
  useConnections,
  verify_mobile,
  type Connections,
} from "../api";
import { about, is_beside_field, tell_done, tell_error } from "../notices";
import { code_problem, shortened } from "../rules";
import styles from "./account.module.css";
import { Card, Row, SubPage } from "./card";

type Opened = "mobile" | "bind_google" | "unbind_google" | "bind_wallet" | "unbind_wallet";

/** The wallet asks its owner; the server checks what was signed, and the password. */
async function connect_wallet(proof: Proof): Promise<void> {
  await bind_wallet(await sign_with_wallet("connect"), proof);
}

const sms_fields = ["mobile_number", "verification_code"];

function MobileDialog({ on_close }: { on_close: () => void }) {
  const [phone, set_phone] = useState<Phone>({ country: default_country, number: "" });
  const [code, set_code] = useState("");
  const [shown, show] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The number, not the country above it, is what people come for.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const verify = useChange(verify_mobile);
  const step_up = useStepUp();
  const bad_number = phone_problem(phone);
  const bad_code = code_problem(code);
  const mobile_number = international(phone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (bad_number || bad_code || verify.isPending) return;
    step_up.ask({ act: "bind_mobile", confirm: t("account.save"), work: save });
  };
  const save = async (proof: Proof) => {
    try {
      await verify.mutateAsync({ mobile_number, verification_code: code, proof });
    } catch (error) {
      // What is wrong with the number or its code is said beside them.
      if (!is_beside_field(error, sms_fields)) throw error;
      return step_up.close();
    }
    tell_done("account.number_saved");
    on_close();
  };
  const typed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      verify.reset();
    };
  if (step_up.dialog) return step_up.dialog;
  return (
    <Dialog open on_close={on_close} title={t("account.mobile_title")} keep_on_scrim>
      <form ref={form} className={styles.dialog} noValidate onSubmit={submit}>
        <PhoneInput
          size="m"
          value={phone}
          on_value={typed(set_phone)}
          error={
            about(verify.error, "mobile_number") ??
            (shown && bad_number ? t(bad_number) : undefined)
          }
        />
        <CodeField
          small
          label={t("account.code_by_sms")}
          value={code}
          on_value={typed(set_code)}
          send={bad_number ? undefined : () => send_sms_code(mobile_number)}
          error={
            about(verify.error, "verification_code") ??
            (shown && bad_code ? t(bad_code) : undefined)
          }
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={on_close}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={verify.isPending}>
            {t("account.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Dialogs(props: { opened: Opened | undefined; close: () => void }) {
  const { opened, close } = props;
  const unbound = async (work: Promise<unknown>) => {
    await work;
    void look_again();
    tell_done("account.disconnected");
    close();
  };
  switch (opened) {
    case "mobile":
      return <MobileDialog on_close={close} />;
    case "bind_google":
      return (
        <StepUpDialog
          act="bind_google"
          title={t("account.bind_title", { what: t("account.google") })}
          text={t("account.bind_google_text")}
          password="login"
          confirm={t("account.bind")}
          on_close={close}
          work={async (proof) => location.assign((await start_google(proof)).url)}
        />
      );
    case "bind_wallet":
      return (
        <StepUpDialog
          act="bind_wallet"
          title={t("account.bind_title", { what: t("account.wallet") })}
          text={t("account.bind_wallet_text")}
          password="login"
          confirm={t("account.bind")}
          on_close={close}
          work={async (proof) => {
            try {
              await connect_wallet(proof);
            } catch (error) {
              if (error instanceof WalletMissing) return tell_error("account.wallet_missing");
              if (error instanceof WalletRefused) return tell_error("account.wallet_refused");
              throw error;
            }
            void look_again();
            tell_done("account.connected");
            close();
          }}
        />
      );
    case "unbind_google":
    case "unbind_wallet":
      return (
        <StepUpDialog
          act={opened}
          title={t("account.unbind_title", {
            what: t(opened === "unbind_google" ? "account.google" : "account.wallet"),
          })}
          text={t("account.unbind_text")}
          password="login"
          confirm={t("account.unbind")}
          on_close={close}
          work={(proof) =>
            unbound(opened === "unbind_google" ? unbind_google(proof) : unbind_wallet(proof))
          }
        />
      );
    default:
      return null;
  }
}

function Rows({ bound, open }: { bound: Connections; open: (dialog: Opened) => void }) {
  const google_offered = useStatus()?.sign_in?.google === true;
  const act = (text: "bind" | "unbind" | "change_number", dialog: Opened) => (
    <Button look={text === "bind" ? "secondary" : "outline"} size="s" onClick={() => open(dialog)}>
      {t(`account.${text}`)}
    </Button>
  );
  const google = bound.gmail.status === "BOUND";
  const mobile = bound.mobile.status === "BOUND";
  const wallet = bound.wallet.status === "BOUND";
  const google_text = google_offered ? "account.google_text" : "account.google_off";
  return (
    <ul>
      <Row
        icon={AtSign}
        name={t("account.google")}
        text={google ? bound.gmail.email : t(google_text)}
        on={google}
        action={
          google
            ? act("unbind", "unbind_google")
            : google_offered
              ? act("bind", "bind_google")
              : undefined
        }
      />
      <Row
        icon={Smartphone}
        name={t("account.mobile_title")}
        text={mobile ? shortened(bound.mobile.mobile_number) : t("account.mobile_text")}
        on={mobile}
        action={act(mobile ? "change_number" : "bind", "mobile")}
      />
      <Row
        icon={Wallet}
        name={t("account.wallet")}
        text={
          wallet ? (
            <span className="mono">{shortened(bound.wallet.wallet_address)}</span>
          ) : (
            t("account.wallet_text")
          )
        }
        on={wallet}
        action={wallet ? act("unbind", "unbind_wallet") : act("bind", "bind_wallet")}
      />
      <Row icon={Apple} name={t("account.apple")} text={t("account.apple_text")} on={false} />
    </ul>
  );
}

/** Says how it went at Google, once, and takes it out of the address. */
function useGoogleAnswer(): void {
  const [given, set_given] = useSearchParams();
  const done = given.get("google") === "connected";
  const failed = given.get("google_error");
  useEffect(() => {
    if (!done && !failed) return;
    if (done) tell_done("account.connected");
    else tell_error("account.google_failed");
    set_given({}, { replace: true });
  }, [done, failed, set_given]);
}

export default function AccountConnections() {
  useGoogleAnswer();
  const query = useConnections();
  const [opened, open] = useState<Opened>();
  return (
    <SubPage title={t("account.connections_title")} text={t("account.connections_text")}>
      <Card>
        {query.isPending && <Skeleton height={288} />}
        {query.isError && !query.data && (
          <ErrorState
            title={t("account.load_failed")}
            error={query.error}
            on_retry={() => void query.refetch()}
          />
        )}
        {query.data && <Rows bound={query.data} open={open} />}
      </Card>
      <Dialogs opened={opened} close={() => open(undefined)} />
    </SubPage>
  );
}
