// Personal information: the fields, and then the password that confirms them.
import { useState, type FormEvent } from "react";
import { ApiError } from "../../../lib/api";
import { t } from "../../../lib/i18n";
import { Button } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Input, Select } from "../../../ui/input";
import { look_again, save_profile, type Personal, type Profile } from "../api";
import { tell_done } from "../notices";
import { personal_problems } from "../rules";
import styles from "./account.module.css";
import { ConfirmDialog } from "./confirm_dialog";

const genders = ["", "Male", "Female"] as const;
const today = () => new Date().toISOString().slice(0, 10);

type Problems = Partial<Record<keyof Personal, string>>;

function Fields(props: {
  given: Personal;
  refused: Problems;
  on_given: (given: Personal) => void;
  on_next: () => void;
  on_close: () => void;
}) {
  const { given } = props;
  const [shown, show] = useState(false);
  const problems = personal_problems(given, today());
  const set = (field: keyof Personal) => (value: string) =>
    props.on_given({ ...given, [field]: value });
  const error_of = (field: keyof Personal) => {
    const problem = shown ? problems[field] : undefined;
    return problem ? t(problem) : props.refused[field];
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(true);
    if (Object.keys(problems).length === 0) props.on_next();
  };
  return (
    <Dialog open on_close={props.on_close} title={t("account.edit_personal")} keep_on_scrim>
      <form className={styles.dialog} noValidate onSubmit={submit}>
        <Input
          label={t("account.name")}
          value={given.name}
          on_value={set("name")}
          autoComplete="name"
          error={error_of("name")}
        />
        <div className={styles.pair}>
          <Select
            label={t("account.gender")}
            value={given.gender}
            on_value={set("gender")}
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
            on_value={set("date_of_birth")}
            autoComplete="bday"
            error={error_of("date_of_birth")}
          />
        </div>
        <Input
          label={t("account.address")}
          value={given.address}
          on_value={set("address")}
          autoComplete="street-address"
          error={error_of("address")}
        />
        <DialogActions>
          <Button look="outline" size="l" onClick={props.on_close}>
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

export function EditProfile({ profile, on_close }: { profile: Profile; on_close: () => void }) {
  const { name, gender, date_of_birth, address } = profile;
  const [given, set_given] = useState<Personal>({ name, gender, date_of_birth, address });
  const [refused, set_refused] = useState<Problems>({});
  const [confirming, confirm] = useState(false);
  const save = async (password: string) => {
    try {
      await save_profile({ ...given, password });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.field || error.field === "password") throw error;
      set_refused({ [error.field]: error.sentence });
      return confirm(false);
    }
    void look_again();
    tell_done("account.saved");
    on_close();
  };
  if (confirming) {
    return (
      <ConfirmDialog
        title={t("account.confirm_password")}
        text={t("account.confirm_password_text")}
        ask="password"
        act={t("account.confirm")}
        on_close={() => confirm(false)}
        on_confirm={save}
      />
    );
  }
  return (
    <Fields
      given={given}
      refused={refused}
      on_given={(next) => {
        set_given(next);
        set_refused({});
      }}
      on_next={() => confirm(true)}
      on_close={on_close}
    />
  );
}
