// Personal information: the fields, and then the password that confirms them.
import { useState, type FormEvent } from "react";
import { ApiError } from "../../../lib/api";
import { t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input, Select } from "../../../ui/input";
import { lookAgain, saveProfile, type Personal, type Profile } from "../api";
import { tellDone } from "../notices";
import { personalProblems } from "../rules";
import styles from "./account.module.css";
import { PasswordConfirmDialog } from "./password_confirm_dialog";

const genders = ["", "Male", "Female"] as const;
const today = () => new Date().toISOString().slice(0, 10);

type Problems = Partial<Record<keyof Personal, string>>;

function Fields(props: {
  given: Personal;
  refused: Problems;
  onGiven: (given: Personal) => void;
  onNext: () => void;
  onClose: () => void;
}) {
  const { given } = props;
  const [shown, show] = useState(false);
  const problems = personalProblems(given, today());
  const set = (field: keyof Personal) => (value: string) =>
    props.onGiven({ ...given, [field]: value });
  const errorOf = (field: keyof Personal) => {
    const problem = shown ? problems[field] : undefined;
    return problem ? t(problem) : props.refused[field];
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (Object.keys(problems).length === 0) props.onNext();
  };
  return (
    <Dialog open onClose={props.onClose} title={t("account.edit_personal")} keepOnScrim>
      <form className={styles.dialog} noValidate onSubmit={submit}>
        <Input
          label={t("account.name")}
          value={given.name}
          onValue={set("name")}
          autoComplete="name"
          error={errorOf("name")}
        />
        <div className={styles.pair}>
          <Select
            label={t("account.gender")}
            value={given.gender}
            onValue={set("gender")}
            options={genders.map((value) => ({
              value,
              label: t(value ? `account.${value}` : "account.gender_none"),
            }))}
          />
          <Input
            label={t("account.date_of_birth")}
            type="date"
            max={today()}
            value={given.date_of_birth}
            onValue={set("date_of_birth")}
            autoComplete="bday"
            error={errorOf("date_of_birth")}
          />
        </div>
        <Input
          label={t("account.address")}
          value={given.address}
          onValue={set("address")}
          autoComplete="street-address"
          error={errorOf("address")}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={props.onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" look="primary" size="l">
            {t("account.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

export function EditProfile({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { name, gender, date_of_birth: dateOfBirth, address } = profile;
  const [given, setGiven] = useState<Personal>({
    name,
    gender,
    date_of_birth: dateOfBirth,
    address,
  });
  const [refused, setRefused] = useState<Problems>({});
  const [confirming, confirm] = useState(false);
  const save = async (password: string) => {
    try {
      await saveProfile({ ...given, password });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.field || error.field === "password") throw error;
      setRefused({ [error.field]: error.sentence });
      return confirm(false);
    }
    void lookAgain();
    tellDone("account.saved");
    onClose();
  };
  if (confirming) {
    return (
      <PasswordConfirmDialog
        title={t("account.confirm_password")}
        text={t("account.confirm_password_text")}
        ask="password"
        act={t("account.confirm")}
        onClose={() => confirm(false)}
        onConfirm={save}
      />
    );
  }
  return (
    <Fields
      given={given}
      refused={refused}
      onGiven={(next) => {
        setGiven(next);
        setRefused({});
      }}
      onNext={() => confirm(true)}
      onClose={onClose}
    />
  );
}
