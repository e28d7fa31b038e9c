// What proves that it is the account's owner: the code of the authenticator app, or the mailed one
// where there is no app, or a passkey instead, and the password that the act asks for. Shows the words of the area
// "step_up".
import { Fingerprint } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { sentence_of } from "../lib/api";
import { t } from "../lib/i18n";
import { usePasskeyHere } from "../lib/passkey";
import {
  factor_of,
  is_about_password,
  lacks_code,
  prove_by_passkey,
  send_act_code,
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

const code_digits = 6;
const code_height = 74;

/** A press on the button: what is missing, what was refused, and which code is asked for. */
function useProof(props: StepUp) {
  const known = useFactor();
  const [asked, set_asked] = useState(props.factor);
  const [errors, set_errors] = useState<Errors>({});
  const [busy, set_busy] = useState(false);
  const [password, set_password] = useState("");
  const [code, set_code] = useState("");
  const factor = asked ?? known;
  const missing = (): Errors => ({
    ...(props.password && password === "" && { password: t("step_up.required") }),
    ...(factor === "mail" && code.length < code_digits && { code: t("step_up.six_digits") }),
    ...(factor === "app" && code === "" && { code: t("step_up.required") }),
  });
  const refused = (error: unknown) => {
    const lacking = lacks_code(error);
    if (lacking) set_asked(lacking);
    if (lacking || factor_of(error)) {
      set_code("");
      return set_errors(lacking === undefined ? { code: sentence_of(error) } : {});
    }
    if (props.password && is_about_password(error)) {
      return set_errors({ password: sentence_of(error) });
    }
    toast({ tone: "error", title: t("common.error"), text: sentence_of(error) });
  };
  const send = async (problems: Errors, codes: () => Promise<Codes> | Codes) => {
    if (busy) return;
    set_errors(problems);
    if (Object.values(problems).some(Boolean)) return;
    set_busy(true);
    try {
      await props.work({ password, ...(await codes()) });
    } catch (error) {
      refused(error);
    } finally {
      set_busy(false);
    }
  };
  const submit = () =>
    factor &&
    send(missing(), () => ({
      [factor === "app" ? "two_factor_code" : "verification_code"]: code,
    }));
  const by_passkey = () =>
    send({ password: missing().password }, async () => ({
      passkey: await prove_by_passkey(props.act),
    }));
  const typed = (field: keyof Errors, set: (value: string) => void) => (value: string) => {
    set(value);
    set_errors((before) => ({ ...before, [field]: undefined }));
  };
  return {
    factor,
    errors,
    busy,
    submit,
    by_passkey,
    password: { value: password, on_value: typed("password", set_password) },
    code: { value: code, on_value: typed("code", set_code) },
  };
}

export function StepUpDialog(props: StepUp & { on_close: () => void }) {
  const { factor, errors, busy, submit, by_passkey, password, code } = useProof(props);
  const passkey_here = usePasskeyHere();
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
    <Dialog open on_close={props.on_close} title={props.title ?? t("step_up.title")} keep_on_scrim>
      <form ref={form} className={styles.fields} noValidate onSubmit={send}>
        <p className={styles.text}>{props.text ?? t("step_up.text")}</p>
        {factor === undefined && <Skeleton height={code_height} />}
        {factor === "mail" && (
          <CodeField
            small
            label={t("step_up.code_by_mail")}
            send={() => send_act_code(props.act)}
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
        {passkey_here && (
          <Button look="ghost" size="m" wide disabled={busy} onClick={() => void by_passkey()}>
            <Fingerprint size={16} strokeWidth={1.5} aria-hidden="true" />
            {t("step_up.use_passkey")}
          </Button>
        )}
        <DialogActions>
          <Button look="outline" size="l" onClick={props.on_close}>
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
  const [asked, set_asked] = useState<StepUp>();
  const close = () => set_asked(undefined);
  return {
    ask: set_asked,
    close,
    dialog: asked && <StepUpDialog {...asked} on_close={close} />,
  };
}
