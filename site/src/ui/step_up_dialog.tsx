// What proves that it is the account's owner: the code of the authenticator app, or the mailed one
// where there is no app, or a passkey instead, and the password that the act asks for. Shows the words of the area
// "step_up".
import { Fingerprint } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { sentenceOf } from "../lib/api";
import { t } from "../lib/i18n";
import { usePasskeyHere } from "../lib/passkey";
import {
  factorOf,
  isAboutPassword,
  lacksCode,
  proveByPasskey,
  sendActCode,
  useFactor,
  type Act,
  type Codes,
  type Factor,
  type Proof,
} from "../lib/step_up";
import { Button } from "./button";
import { CodeField } from "./code_field";
import styles from "./code_field.module.css";
import { Dialog, DialogActions } from "./dialog";
import { Input, PasswordInput } from "./input";
import { Skeleton } from "./states";
import { toast } from "./toast";

export interface StepUp {
  act: Act;
  /** "Confirm that it is you" without it. */
  title?: string;
  text?: ReactNode;
  /** The password that the act asks for; none where the form before has asked. */
  password?: "login" | "transaction";
  /** Names the act. */
  confirm?: string;
  /** What the server has asked for already. */
  factor?: Factor | undefined;
  /** Throws what the server refused. */
  work: (proof: Proof) => Promise<unknown>;
}

type Errors = Partial<Record<"password" | "code", string | undefined>>;

const codeDigits = 6;
const codeHeight = 74;

/** A press on the button: what is missing, what was refused, and which code is asked for. */
function useProof(props: StepUp) {
  const known = useFactor();
  const [asked, setAsked] = useState(props.factor);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const factor = asked ?? known;
  const missing = (): Errors => ({
    ...(props.password && password === "" && { password: t("step_up.required") }),
    ...(factor === "mail" && code.length < codeDigits && { code: t("step_up.six_digits") }),
    ...(factor === "app" && code === "" && { code: t("step_up.required") }),
  });
  const refused = (error: unknown) => {
    const lacking = lacksCode(error);
    if (lacking) setAsked(lacking);
    if (lacking || factorOf(error)) {
      setCode("");
      return setErrors(lacking === undefined ? { code: sentenceOf(error) } : {});
    }
    if (props.password && isAboutPassword(error)) {
      return setErrors({ password: sentenceOf(error) });
    }
    toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
  };
  const send = async (problems: Errors, codes: () => Promise<Codes> | Codes) => {
    if (busy) return;
    setErrors(problems);
    if (Object.values(problems).some(Boolean)) return;
    setBusy(true);
    try {
      await props.work({ password, ...(await codes()) });
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = () =>
    factor &&
    send(missing(), () => ({
      [factor === "app" ? "two_factor_code" : "verification_code"]: code,
    }));
  const byPasskey = () =>
    send({ password: missing().password }, async () => ({
      passkey: await proveByPasskey(props.act),
    }));
  const typed = (field: keyof Errors, set: (value: string) => void) => (value: string) => {
    set(value);
    setErrors((before) => ({ ...before, [field]: undefined }));
  };
  return {
    factor,
    errors,
    busy,
    submit,
    byPasskey,
    password: { value: password, onValue: typed("password", setPassword) },
    code: { value: code, onValue: typed("code", setCode) },
  };
}

export function StepUpDialog(props: StepUp & { onClose: () => void }) {
  const { factor, errors, busy, submit, byPasskey, password, code } = useProof(props);
  const passkeyHere = usePasskeyHere();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (factor) form.current?.querySelector<HTMLElement>("button, input")?.focus();
  }, [factor]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void submit();
  };
  return (
    <Dialog open onClose={props.onClose} title={props.title ?? t("step_up.title")} keepOnScrim>
      <form ref={form} className={styles.fields} noValidate onSubmit={send}>
        <p className={styles.text}>{props.text ?? t("step_up.text")}</p>
        {factor === undefined && <Skeleton height={codeHeight} />}
        {factor === "mail" && (
          <CodeField
            small
            label={t("step_up.code_by_mail")}
            send={() => sendActCode(props.act)}
            error={errors.code}
            {...code}
          />
        )}
        {factor === "app" && (
          <Input
            label={t("step_up.app_code")}
            autoComplete="one-time-code"
            error={errors.code}
            {...code}
          />
        )}
        {props.password && (
          <PasswordInput
            label={t(
              props.password === "login"
                ? "step_up.login_password"
                : "step_up.transaction_password",
            )}
            autoComplete={props.password === "login" ? "current-password" : "off"}
            error={errors.password}
            {...password}
          />
        )}
        {passkeyHere && (
          <Button look="ghost" size="m" wide disabled={busy} onClick={() => void byPasskey()}>
            <Fingerprint size={16} strokeWidth={1.5} aria-hidden="true" />
            {t("step_up.use_passkey")}
          </Button>
        )}
        <DialogActions>
          <Button look="outline" size="l" onClick={props.onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l" busy={busy}>
            {props.confirm ?? t("step_up.confirm")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** For forms that ask at their end: `ask` opens the dialog, which stands wherever `dialog` does. */
export function useStepUp() {
  const [asked, setAsked] = useState<StepUp>();
  const close = () => setAsked(undefined);
  return {
    ask: setAsked,
    close,
    dialog: asked && <StepUpDialog {...asked} onClose={close} />,
  };
}
