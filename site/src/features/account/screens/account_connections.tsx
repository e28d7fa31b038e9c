// What the account is known by besides its email: Google, a mobile number, a browser wallet.
import { Apple, AtSign, Smartphone, Wallet } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { t } from "../../../lib/i18n";
import { defaultCountry, international, phoneProblem, type Phone } from "../../../lib/phone";
import { useSearchParams } from "../../../lib/router";
import { useStatus } from "../../../lib/status";
import type { Proof } from "../../../lib/step_up";
import { signWithWallet, WalletMissing, WalletRefused } from "../../../lib/wallet";
import { Button } from "../../../ui/button";
import { CodeField } from "../../../ui/code_field";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { PhoneInput } from "../../../ui/phone_input";
import { ErrorState, Skeleton } from "../../../ui/states";
import { StepUpDialog, useStepUp } from "../../../ui/step_up_dialog";
import {
  bindWallet,
  lookAgain,
  sendSmsCode,
  startGoogle,
  unbindGoogle,
  unbindWallet,
  useChange,
  useConnections,
  verifyMobile,
  type Connections,
} from "../api";
import { about, isBesideField, tellDone, tellError } from "../notices";
import { codeProblem, shortened } from "../rules";
import styles from "./account.module.css";
import { Card, Row, SubPage } from "./card";

type Opened = "mobile" | "bind_google" | "unbind_google" | "bind_wallet" | "unbind_wallet";

/** The wallet asks its owner; the server checks what was signed, and the password. */
async function connectWallet(proof: Proof): Promise<void> {
  await bindWallet(await signWithWallet("connect"), proof);
}

const smsFields = ["mobile_number", "verification_code"];

function MobileDialog({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState<Phone>({ country: defaultCountry, number: "" });
  const [code, setCode] = useState("");
  const [shown, show] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The number, not the country above it, is what people come for.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const verify = useChange(verifyMobile);
  const stepUp = useStepUp();
  const badNumber = phoneProblem(phone);
  const badCode = codeProblem(code);
  const mobileNumber = international(phone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (badNumber || badCode || verify.isPending) return;
    stepUp.ask({ act: "bind_mobile", confirm: t("account.save"), work: save });
  };
  const save = async (proof: Proof) => {
    try {
      await verify.mutateAsync({ mobile_number: mobileNumber, verification_code: code, proof });
    } catch (error) {
      // What is wrong with the number or its code is said beside them.
      if (!isBesideField(error, smsFields)) throw error;
      return stepUp.close();
    }
    tellDone("account.number_saved");
    onClose();
  };
  const typed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      verify.reset();
    };
  if (stepUp.dialog) return stepUp.dialog;
  return (
    <Dialog open onClose={onClose} title={t("account.mobile_title")} keepOnScrim>
      <form ref={form} className={styles.dialog} noValidate onSubmit={submit}>
        <PhoneInput
          size="m"
          value={phone}
          onValue={typed(setPhone)}
          error={
            about(verify.error, "mobile_number") ?? (shown && badNumber ? t(badNumber) : undefined)
          }
        />
        <CodeField
          small
          label={t("account.code_by_sms")}
          value={code}
          onValue={typed(setCode)}
          send={badNumber ? undefined : () => sendSmsCode(mobileNumber)}
          error={
            about(verify.error, "verification_code") ?? (shown && badCode ? t(badCode) : undefined)
          }
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={onClose}>
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
    void lookAgain();
    tellDone("account.disconnected");
    close();
  };
  switch (opened) {
    case "mobile":
      return <MobileDialog onClose={close} />;
    case "bind_google":
      return (
        <StepUpDialog
          act="bind_google"
          title={t("account.bind_title", { what: t("account.google") })}
          text={t("account.bind_google_text")}
          password="login"
          confirm={t("account.bind")}
          onClose={close}
          work={async (proof) => location.assign((await startGoogle(proof)).url)}
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
          onClose={close}
          work={async (proof) => {
            try {
              await connectWallet(proof);
            } catch (error) {
              if (error instanceof WalletMissing) return tellError("account.wallet_missing");
              if (error instanceof WalletRefused) return tellError("account.wallet_refused");
              throw error;
            }
            void lookAgain();
            tellDone("account.connected");
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
          onClose={close}
          work={(proof) =>
            unbound(opened === "unbind_google" ? unbindGoogle(proof) : unbindWallet(proof))
          }
        />
      );
    default:
      return null;
  }
}

function Rows({ bound, open }: { bound: Connections; open: (dialog: Opened) => void }) {
  const googleOffered = useStatus()?.sign_in?.google === true;
  const act = (text: "bind" | "unbind" | "change_number", dialog: Opened) => (
    <Button look={text === "bind" ? "secondary" : "outline"} size="s" onClick={() => open(dialog)}>
      {t(`account.${text}`)}
    </Button>
  );
  const google = bound.gmail.status === "BOUND";
  const mobile = bound.mobile.status === "BOUND";
  const wallet = bound.wallet.status === "BOUND";
  const googleText = googleOffered ? "account.google_text" : "account.google_off";
  return (
    <ul>
      <Row
        icon={AtSign}
        name={t("account.google")}
        text={google ? bound.gmail.email : t(googleText)}
        on={google}
        action={
          google
            ? act("unbind", "unbind_google")
            : googleOffered
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
  const [given, setGiven] = useSearchParams();
  const done = given.get("google") === "connected";
  const failed = given.get("google_error");
  useEffect(() => {
    if (!done && !failed) return;
    if (done) tellDone("account.connected");
    else tellError("account.google_failed");
    setGiven({}, { replace: true });
  }, [done, failed, setGiven]);
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
            onRetry={() => void query.refetch()}
          />
        )}
        {query.data && <Rows bound={query.data} open={open} />}
      </Card>
      <Dialogs opened={opened} close={() => open(undefined)} />
    </SubPage>
  );
}
