import { BookOpen, Car, FileText, IdCard, type LucideIcon } from "lucide-react";
import { useId, useRef, useState } from "react";
import { cx } from "../../../lib/cx";
import { t } from "../../../lib/i18n";
import type { TextKey } from "../../../text/catalogue";
import { Button } from "../../../ui/button";
import { FieldError, Input } from "../../../ui/input";
import {
  documentProblems,
  idTypes,
  longestIdNumber,
  type Document,
  type IdType,
  type Problems,
} from "../rules";
import styles from "./kyc.module.css";

const looks: { readonly [T in IdType]: { icon: LucideIcon; text: TextKey } } = {
  "Driver's License": { icon: Car, text: "kyc.id_type_driver" },
  "Government ID": { icon: IdCard, text: "kyc.id_type_government" },
  Passport: { icon: BookOpen, text: "kyc.id_type_passport" },
  Others: { icon: FileText, text: "kyc.id_type_others" },
};

function IdTypes(props: {
  value: IdType | "";
  onValue: (type: IdType) => void;
  error: TextKey | undefined;
  first: React.RefObject<HTMLInputElement | null>;
}) {
  const id = useId();
  return (
    <fieldset
      className={styles.types}
      aria-describedby={props.error ? `${id}-error` : undefined}
      aria-invalid={props.error ? true : undefined}
    >
      <legend className={styles.label}>{t("kyc.id_type")}</legend>
      <div className={styles["type-cards"]}>
        {idTypes.map((type, index) => {
          const { icon: Icon, text } = looks[type];
          return (
            <label key={type} className={cx(styles.type, type === props.value && styles.chosen)}>
              <input
                ref={index === 0 ? props.first : undefined}
                type="radio"
                name={`${id}-type`}
                className={styles.radio}
                checked={type === props.value}
                onChange={() => props.onValue(type)}
              />
              <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
              {t(text)}
            </label>
          );
        })}
      </div>
      {props.error && <FieldError id={`${id}-error`}>{t(props.error)}</FieldError>}
    </fieldset>
  );
}

/** Step 1: which document it is. */
export function DocumentStep(props: {
  document: Document;
  onDocument: (document: Document) => void;
  onNext: () => void;
}) {
  const { document, onDocument } = props;
  const [problems, setProblems] = useState<Problems>({});
  const first = useRef<HTMLInputElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const change = (part: Partial<Document>) => {
    const next = { ...document, ...part };
    onDocument(next);
    // A field that is filled in is right at once; an empty one is told about by the button.
    const left = documentProblems(next);
    setProblems((shown) => ({
      ...(shown.id_type && left.id_type && { id_type: left.id_type }),
      ...(shown.id_number && left.id_number && { id_number: left.id_number }),
    }));
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const found = documentProblems(document);
    setProblems(found);
    if (found.id_type) first.current?.focus();
    else if (found.id_number) number.current?.focus();
    else props.onNext();
  };
  return (
    <form className={styles.card} onSubmit={submit} noValidate>
      <h2 className={styles["card-title"]}>{t("kyc.document_title")}</h2>
      <p className={styles["card-text"]}>{t("kyc.document_text")}</p>
      <IdTypes
        value={document.id_type}
        onValue={(idType) => change({ id_type: idType })}
        error={problems.id_type}
        first={first}
      />
      <div className={styles.number}>
        <Input
          ref={number}
          label={t("kyc.id_number")}
          size="l"
          value={document.id_number}
          maxLength={longestIdNumber}
          onValue={(idNumber) => change({ id_number: idNumber })}
          hint={t("kyc.id_number_hint")}
          error={problems.id_number && t(problems.id_number)}
        />
      </div>
      <div className={styles.actions}>
        <span />
        <Button type="submit" look="primary" size="l">
          {t("kyc.continue")}
        </Button>
      </div>
    </form>
  );
}
