import { useEffect, useRef, useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { start_page } from "../../../lib/preferences";
import { current_session } from "../../../lib/session";
import { sentence_of } from "../../../lib/api";
import { open_first_steps } from "../../../lib/first_steps";
import { t } from "../../../lib/i18n";
import { useWayIn } from "../../../lib/way_in";
import { toast } from "../../../ui/toast";
import { email_login, send_code } from "../api";
import { enter, useArrival } from "../enter";
import { resend_time, type Problem } from "../rules";
import { forget_social, kept_begun, kept_social } from "../social";
import { FrozenDialog } from "./frozen_dialog";
import { CodeStep } from "./signup_code";
import { EmailStep } from "./signup_email";
import { SecretsStep } from "./signup_secrets";

/** What the steps have gathered so far. */
interface Draft {
  email: string;
  code: string;
  /** When another code may be asked for, in milliseconds since 1970. */
  resend_at: number;
}

export default function SignUp() {
  const [was_in] = useState(() => current_session() !== null);
  const [social, set_social] = useState(kept_social);
  // Whoever gave the agreement before the way to Google goes on at the code.
  const [begun] = useState(() => (social ? kept_begun() : null));
  const given = useParams().referral ?? begun?.referral;
  const [referral, set_referral] = useState(given);
  const navigate = useNavigate();
  const arrive = useArrival();
  const { from, email: typed = "" } = useWayIn();
  const [step, set_step] = useState<1 | 2 | 3>(1);
  const [draft, set_draft] = useState<Draft>({
    email: social?.email ?? typed,
    code: "",
    resend_at: 0,
  });
  const [code_problem, set_code_problem] = useState<Problem>(null);
  const [frozen, set_frozen] = useState(false);
  const resumed = useRef(false);
  useEffect(() => {
    if (!begun || !social || resumed.current) return;
    resumed.current = true;
    const go_on = (answer: { resend_after?: number }) => {
      set_draft({ email: social.email, code: "", resend_at: resend_time(answer) });
      set_step(2);
    };
    send_code(social.email).then(go_on, (error: unknown) => {
      toast({ tone: "error", title: t("common.error"), text: sentence_of(error) });
    });
  }, [begun, social]);
  if (was_in) return <Navigate to={start_page()} replace />;

  const registered = async (password: string) => {
    forget_social();
    const entry = await enter(() => email_login(draft.email, password));
    if (entry.kind === "in") {
      open_first_steps(entry.client);
      return arrive();
    }
    if (entry.kind === "frozen") return set_frozen(true);
    // The account exists now; only the automatic sign-in did not work.
    return navigate("/signin", { replace: true, state: { from } });
  };

  return (
    <>
      {step === 1 && (
        <EmailStep
          email={draft.email}
          agreed={draft.resend_at > 0 && !social}
          referral={referral}
          from_google={social !== null}
          on_sent={(email, resend_at) => {
            set_draft({ email, code: "", resend_at });
            set_code_problem(null);
            set_step(2);
          }}
        />
      )}
      {step === 2 && (
        <CodeStep
          email={draft.email}
          code={draft.code}
          resend_at={draft.resend_at}
          problem={code_problem}
          on_resent={(resend_at) => set_draft({ ...draft, code: "", resend_at })}
          on_back={() => set_step(1)}
          on_code={(code) => {
            set_draft({ ...draft, code });
            set_step(3);
          }}
        />
      )}
      {step === 3 && (
        <SecretsStep
          draft={{ username: draft.email, code: draft.code, referral, social: social?.token }}
          on_registered={registered}
          on_social_expired={() => {
            forget_social();
            set_social(null);
          }}
          on_unknown_referral={() => set_referral(undefined)}
          on_wrong_code={(problem) => {
            set_code_problem(problem);
            set_draft({ ...draft, code: "" });
            set_step(2);
          }}
          on_back={() => set_step(2)}
        />
      )}
      <FrozenDialog open={frozen} on_close={() => set_frozen(false)} />
    </>
  );
}
