// What a program signs: calls under /binance/ that name a signature, which is one of the query and the
// body as they are sent, hostile or not, so that what lies behind the check of it is asked, too; and
// calls of our own in the same way, also where they take no key.
import { createHmac, generateKeyPairSync, sign } from "node:crypto";

const shareOfSigned = 0.9;
/** Of our own calls: those that take a key, and those that take none. */
const shareOfKeys = 0.3;
const shareOfWrongKeys = 0.05;
const shareOfBadSignatures = 0.05;
/** Of a POST: some of the fields in the query, the others in the body. */
const shareOfDivided = 0.2;

/** A key pair of a program, with the public half as PEM. */
export function newKeyPair() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    privateKey,
    publicKey: publicKey.export({ type: "spki", format: "pem" }),
  };
}

/** How a call of a person is to be one of its program: as Binance's, as ours, or not at all. */
export function wayOfProgram(operation, person, random) {
  if (person.apiKey === undefined) return undefined;
  if (operation.access === "api_key")
    return random.chance(shareOfSigned) ? "binance" : undefined;
  const share = operation.byKey ? shareOfKeys : shareOfWrongKeys;
  return random.chance(share) ? "own" : undefined;
}

/** The fields of a program's call, which proves itself last: without the signature. */
export const withoutSignature = (fields) =>
  fields.filter(({ name }) => name.toLowerCase() !== "signature");

const joined = (...parts) => parts.filter((part) => part !== "").join("&");

/** Writes the fields, each as `asText` has it, into the query, the body or both. */
export function writeForm(call, fields, random) {
  const text = (some) => some.join("&");
  if (call.method !== "POST" && call.method !== "PUT") {
    call.query = text(fields);
    return;
  }
  const inQuery = random.chance(shareOfDivided) ? fields.length >> 1 : 0;
  call.query = text(fields.slice(0, inQuery));
  call.headers["Content-Type"] = "application/x-www-form-urlencoded";
  call.body = text(fields.slice(inQuery));
}

/** A signature by the key, as its kind writes it; now and then a wrong one. */
export function signatureOf({ privateKey, secret }, text, random) {
  const bytes = secret
    ? createHmac("sha256", secret).update(text).digest()
    : sign(null, text, privateKey);
  if (random.chance(shareOfBadSignatures))
    bytes[random.below(bytes.length)] ^= 1;
  return bytes.toString(secret ? "hex" : "base64");
}

/** What of the call is a body that anybody reads. */
const bodyOf = ({ method, body }) =>
  method === "GET" || method === "HEAD" ? "" : (body ?? "");

/** Signs the call as it stands. */
export function signCall(call, { apiKey }, random) {
  const text = Buffer.from(call.query + bodyOf(call));
  const signature = signatureOf(apiKey, text, random);
  delete call.headers.Authorization;
  call.headers["X-MBX-APIKEY"] = apiKey.name;
  call.query = joined(call.query, `signature=${encodeURIComponent(signature)}`);
}

/** Signs a call of our own as it stands (handlers/PROGRAMS.md). */
export function signOwnCall(call, { apiKey }, random) {
  const { method, path, query } = call;
  const timestamp = `${Date.now()}`;
  const lines = [timestamp, method, path, query, bodyOf(call)];
  delete call.headers.Authorization;
  call.headers["X-Cambio-Key"] = apiKey.name;
  call.headers["X-Cambio-Timestamp"] = timestamp;
  call.headers["X-Cambio-Signature"] = signatureOf(
    apiKey,
    Buffer.from(lines.join("\n")),
    random,
  );
}
