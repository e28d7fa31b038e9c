import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { CodeField } from "../../../ui/code_field";
import { Input } from "../../../ui/input";
import { send_anti_phishing_code, set_anti_phishing, useChange, useSecurity } from "../api";
import { about, is_beside_field, tell_done, tell_failed } from "../notices";
import { anti_phishing_problem, code_problem } from "../rules";
import styles from "./account.module.css";
import { Card, SubPage } from "./card";

const fields = ["anti_phishing_code", "verification_code"];

export default function AntiPhishing() {
  const navigate = useNavigate();
  const current = useSecurity().data?.anti_phishing_code;
  const change = useChange(set_anti_phishing);
  const [word, set_word] = useState("");
  const [code, set_code] = useState("");
  const [shown, show] = useState(false);
  const bad_word = anti_phishing_problem(word);
  const bad_code = code_problem(code);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (bad_word || bad_code || change.isPending) return;
    change.mutate(
      { anti_phishing_code: word, verification_code: code },
      {
        onSuccess: () => {
          tell_done("account.saved");
          void navigate("/account/security");
        },
        onError: (error) => {
          if (!is_beside_field(error, fields)) tell_failed(error);
        },
      },
    );
  };
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    change.reset();
  };
  return (
    <SubPage title={t("account.anti_phishing_title")} text={t("account.anti_phishing_text")}>
      <Card>
        <form className={styles.form} noValidate onSubmit={submit}>
          {current && (
            <dl className={styles.facts}>
              <div>
                <dt>{t("account.anti_phishing_current")}</dt>
                <dd className="mono">{current}</dd>
              </div>
            </dl>
          )}
          <Input
            size="l"
            label={t("account.anti_phishing_new")}
            value={word}
            on_value={typed(set_word)}
            maxLength={20}
            hint={t("account.anti_phishing_hint")}
            error={
              about(change.error, "anti_phishing_code") ??
              (shown && bad_word ? t(bad_word) : undefined)
            }
          />
          <CodeField
            label={t("account.code_by_mail")}
            value={code}
            on_value={typed(set_code)}
            send={send_anti_phishing_code}
            error={
              about(change.error, "verification_code") ??
              (shown && bad_code ? t(bad_code) : undefined)
            }
          />
          <Button type="submit" look="primary" size="xl" wide busy={change.isPending}>
            {t(current ? "account.anti_phishing_change" : "account.anti_phishing_create")}
          </Button>
        </form>
      </Card>
    </SubPage>
  );
}
