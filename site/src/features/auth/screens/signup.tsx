import { useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router";
import { start_page } from "../../../lib/preferences";
import { current_session } from "../../../lib/session";
import { email_login } from "../api";
import { enter } from "../enter";
import type { Problem } from "../rules";
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
  const { referral } = useParams();
  const navigate = useNavigate();
  const [step, set_step] = useState<1 | 2 | 3>(1);
  const [draft, set_draft] = useState<Draft>({ email: "", code: "", resend_at: 0 });
  const [code_problem, set_code_problem] = useState<Problem>(null);
  const [frozen, set_frozen] = useState(false);
  if (was_in) return <Navigate to={start_page()} replace />;

  const registered = async (password: string) => {
    const entry = await enter(() => email_login(draft.email, password));
    if (entry.kind === "in") return navigate(start_page(), { replace: true });
    if (entry.kind === "frozen") return set_frozen(true);
    // The account exists now; only the automatic sign-in did not work.
    return navigate("/signin", { replace: true });
  };

  return (
    <>
      {step === 1 && (
        <EmailStep
          email={draft.email}
          referral={referral}
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
          draft={{ username: draft.email, code: draft.code, referral }}
          on_registered={registered}
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
