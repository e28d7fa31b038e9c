import { useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { startPage } from "../../../lib/preferences";
import { Redirect } from "../../../lib/router";
import { currentSession } from "../../../lib/session";
import { sentenceOf } from "../../../lib/api";
import { openFirstSteps } from "../../../lib/first_steps";
import { t } from "../../../lib/i18n";
import { useWayIn } from "../../../lib/way_in";
import { toast } from "../../../ui/toast";
import { emailLogin, sendCode } from "../api";
import { enter, useArrival } from "../enter";
import { resendTime, type Problem } from "../rules";
import { forgetSocial, keptBegun, keptSocial } from "../social";
import { FrozenDialog } from "./frozen_dialog";
import { CodeStep } from "./signup_code";
import { EmailStep } from "./signup_email";
import { SecretsStep } from "./signup_secrets";

/** What the steps have gathered so far. */
interface Draft {
  email: string;
  code: string;
  /** When another code may be asked for, in milliseconds since 1970. */
  resendAt: number;
}

export default function SignUp() {
  const [wasIn] = useState(() => currentSession() !== null);
  const [social, setSocial] = useState(keptSocial);
  // Whoever gave the agreement before the way to Google goes on at the code.
  const [begun] = useState(() => (social ? keptBegun() : null));
  const given = useParams().referral ?? begun?.referral;
  const [referral, setReferral] = useState(given);
  const navigate = useNavigate();
  const arrive = useArrival();
  const { from, email: typed = "" } = useWayIn();
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [draft, setDraft] = useState<Draft>({
    email: social?.email ?? typed,
    code: "",
    resendAt: 0,
  });
  const [codeProblem, setCodeProblem] = useState<Problem>(null);
  const [frozen, setFrozen] = useState(false);
  const resumed = useRef(false);
  useEffect(() => {
    if (!begun || !social || resumed.current) return;
    resumed.current = true;
    const goOn = (answer: { resend_after?: number }) => {
      setDraft({ email: social.email, code: "", resendAt: resendTime(answer) });
      setStep(2);
    };
    sendCode(social.email).then(goOn, (error: unknown) => {
      toast({ tone: "error", title: t("common.error"), text: sentenceOf(error) });
    });
  }, [begun, social]);
  if (wasIn) return <Redirect to={startPage()} />;

  const registered = async (password: string) => {
    forgetSocial();
    const entry = await enter(() => emailLogin(draft.email, password));
    if (entry.kind === "in") {
      openFirstSteps(entry.client);
      return arrive();
    }
    if (entry.kind === "frozen") return setFrozen(true);
    // The account exists now; only the automatic sign-in did not work.
    return navigate("/signin", { replace: true, state: { from } });
  };

  return (
    <>
      {step === 1 && (
        <EmailStep
          email={draft.email}
          agreed={draft.resendAt > 0 && !social}
          referral={referral}
          fromGoogle={social !== null}
          onSent={(email, resendAt) => {
            setDraft({ email, code: "", resendAt });
            setCodeProblem(null);
            setStep(2);
          }}
        />
      )}
      {step === 2 && (
        <CodeStep
          email={draft.email}
          code={draft.code}
          resendAt={draft.resendAt}
          problem={codeProblem}
          onResent={(resendAt) => setDraft({ ...draft, code: "", resendAt })}
          onBack={() => setStep(1)}
          onCode={(code) => {
            setDraft({ ...draft, code });
            setStep(3);
          }}
        />
      )}
      {step === 3 && (
        <SecretsStep
          draft={{ username: draft.email, code: draft.code, referral, social: social?.token }}
          onRegistered={registered}
          onSocialExpired={() => {
            forgetSocial();
            setSocial(null);
          }}
          onUnknownReferral={() => setReferral(undefined)}
          onWrongCode={(problem) => {
            setCodeProblem(problem);
            setDraft({ ...draft, code: "" });
            setStep(2);
          }}
          onBack={() => setStep(2)}
        />
      )}
      <FrozenDialog open={frozen} onClose={() => setFrozen(false)} />
    </>
  );
}
