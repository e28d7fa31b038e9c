import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { t } from "../../../lib/i18n";
import { perform } from "../../../lib/perform";
import { Button } from "../../../ui/button";
import { CodeField } from "../../../ui/code_field";
import { Fact } from "../../../ui/facts";
import { Input } from "../../../ui/input";
import { sendAntiPhishingCode, setAntiPhishing, useChange, useSecurity } from "../api";
import { about, isBesideField, tellDone, tellFailed } from "../notices";
import { antiPhishingProblem, codeProblem } from "../rules";
import styles from "./account.module.css";
import { Card, SubPage } from "./card";

const fields = ["anti_phishing_code", "verification_code"];

export default function AntiPhishing() {
  const navigate = useNavigate();
  const current = useSecurity().data?.anti_phishing_code;
  const change = useChange(setAntiPhishing);
  const [word, setWord] = useState("");
  const [code, setCode] = useState("");
  const [shown, show] = useState(false);
  const badWord = antiPhishingProblem(word);
  const badCode = codeProblem(code);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (badWord || badCode || change.isPending) return;
    perform(
      change,
      { anti_phishing_code: word, verification_code: code },
      {
        onSuccess: () => {
          tellDone("account.saved");
          void navigate("/account/security");
        },
        onError: (error) => {
          if (!isBesideField(error, fields)) tellFailed(error);
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
              <Fact name={t("account.anti_phishing_current")} valueClass="mono">
                {current}
              </Fact>
            </dl>
          )}
          <Input
            size="l"
            label={t("account.anti_phishing_new")}
            value={word}
            onValue={typed(setWord)}
            maxLength={20}
            hint={t("account.anti_phishing_hint")}
            error={
              about(change.error, "anti_phishing_code") ??
              (shown && badWord ? t(badWord) : undefined)
            }
          />
          <CodeField
            label={t("account.code_by_mail")}
            value={code}
            onValue={typed(setCode)}
            send={sendAntiPhishingCode}
            error={
              about(change.error, "verification_code") ??
              (shown && badCode ? t(badCode) : undefined)
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
