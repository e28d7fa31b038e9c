import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { t } from "../../../lib/i18n";
import type { WayIn } from "../../../lib/way_in";
import { LinkButton } from "../../../ui/button";
import styles from "./landing.module.css";

/** The way in for guests: what they type as their email is filled in where the account is made. */
export function Begin() {
  const [email, setEmail] = useState("");
  const navigate = useNavigate();
  const state: WayIn = { new_here: true, email: email.trim() };
  const begin = (event: FormEvent) => {
    event.preventDefault();
    void navigate("/signin", { state });
  };
  return (
    <form className={styles.begin} noValidate onSubmit={begin}>
      <input
        type="email"
        className={styles.email}
        aria-label={t("landing.email")}
        placeholder={t("landing.email")}
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <LinkButton to="/signin" state={state} look="primary" size="xl">
        {t("landing.get_started")}
      </LinkButton>
    </form>
  );
}
