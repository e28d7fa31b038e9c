// What a program signs: calls under /binance/ that name a signature. It is one of the query and the
// body as they are sent, hostile or not, so that what lies behind the check of it is asked, too.
import { generateKeyPairSync, sign } from "node:crypto";

const shareOfSigned = 0.9;
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

/** Whether this call of a person is to be one of its program. */
export const isByProgram = (operation, person, random) =>
  operation.access === "api_key" &&
  person.apiKey !== undefined &&
  random.chance(shareOfSigned);

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

/** Signs the call as it stands. */
export function signCall(call, person, random) {
  const { name, privateKey } = person.apiKey;
  const read = call.method === "GET" || call.method === "HEAD";
  const body = read ? "" : (call.body ?? "");
  const signed = Buffer.concat([Buffer.from(call.query), Buffer.from(body)]);
  const signature = sign(null, signed, privateKey);
  if (random.chance(shareOfBadSignatures)) signature[random.below(64)] ^= 1;
  delete call.headers.Authorization;
  call.headers["X-MBX-APIKEY"] = name;
  const field = `signature=${encodeURIComponent(signature.toString("base64"))}`;
  call.query = joined(call.query, field);
}
