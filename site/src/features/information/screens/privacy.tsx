import { LegalPage } from "./legal_page";

const ids = [
  "controller",
  "account",
  "identity",
  "money",
  "sessions",
  "browser",
  "others",
  "security",
  "rights",
  "changes",
] as const;

const sections = ids.map((id) => ({
  id,
  title: `legal.privacy_${id}` as const,
  text: `legal.privacy_${id}_text` as const,
}));

export default function Privacy() {
  return <LegalPage heading="legal.privacy_title" lead="legal.privacy_lead" sections={sections} />;
}
