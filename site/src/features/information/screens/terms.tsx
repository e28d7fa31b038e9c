import { LegalPage } from "./legal_page";

const ids = [
  "agreement",
  "eligibility",
  "account",
  "identity",
  "orders",
  "simulation",
  "fees",
  "money",
  "risk",
  "conduct",
  "freeze",
  "service",
  "liability",
  "changes",
  "law",
] as const;

const sections = ids.map((id) => ({
  id,
  title: `legal.terms_${id}` as const,
  text: `legal.terms_${id}_text` as const,
}));

export default function Terms() {
  return <LegalPage heading="legal.terms_title" lead="legal.terms_lead" sections={sections} />;
}
