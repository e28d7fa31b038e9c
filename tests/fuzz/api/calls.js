// Makes up one call: who asks for what, with which parameters, written how.
import {
  asForm,
  asJson,
  contentTypes,
  hostileHeaders,
  hostileValue,
  malformedBodies,
} from "./hostile.js";
import { frameOf, isFramed, spoiledFrame } from "./gateway.js";
import { Random } from "./random.js";
import { recipes } from "./recipes.js";
import {
  signCall,
  signOwnCall,
  wayOfProgram,
  withoutSignature,
  writeForm,
} from "./signed.js";
import { kindOf, ownedKinds, validValue } from "./values.js";

const identities = { client: 10, stranger: 5, guest: 3, frozen: 2 };
const manners = {
  asMeant: 10,
  oneWrong: 6,
  allWrong: 1.5,
  fields: 1.5,
  envelope: 2.5,
};
const verbs = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "TRACE",
  "FUZZ",
];
const shareOfForms = 0.3;
const shareOfOptional = 0.5;
const shareOfRecipes = 0.7;

/** Every operation of a description, in its order. */
export function operationsOf(api) {
  const list = [];
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const body = operation.requestBody?.content["application/json"].schema;
      const also = Object.values(methods).some((other) => other["x-also"]);
      list.push({
        method: method.toUpperCase(),
        path,
        access: operation["x-access"],
        /** Takes an API key of ours in place of a session. */
        byKey: operation.security.some((way) => "key" in way),
        changes: method !== "get" || also,
        parameters: body
          ? Object.entries(body.properties).map(([name, schema]) => ({
              name,
              schema,
              required: body.required?.includes(name) ?? false,
            }))
          : (operation.parameters ?? []),
      });
    }
  }
  return list;
}

const isSecret = ({ schema }) => schema.format === "password";

/** The fields of a call, [{name, value}], as they are meant to be. */
function meantFields(operation, random, context) {
  const { method, path } = operation;
  const recipe = recipes[`${method} ${path}`] ?? recipes[path];
  if (recipe && random.chance(shareOfRecipes)) {
    const values = recipe(random, context);
    return operation.parameters
      .filter(({ name }) => name in values)
      .map((parameter) => ({
        name: parameter.name,
        value: {
          text: `${values[parameter.name]}`,
          ownedBy: ownedKinds.has(kindOf(path, parameter.name))
            ? context.victim
            : undefined,
        },
        parameter,
      }));
  }
  const fields = [];
  for (const parameter of operation.parameters) {
    const value = validValue(parameter, random, context);
    if (parameter.required || random.chance(shareOfOptional)) {
      fields.push({ name: parameter.name, value, parameter });
    }
  }
  return fields;
}

/** Wrong passwords come seldom: they lock an account, and nothing gets deep any more. */
function spoil(fields, random) {
  if (fields.length === 0) return;
  const at = random.below(fields.length);
  const value = hostileValue(random);
  if (isSecret(fields[at].parameter) && !random.chance(0.1)) return;
  fields[at] = { ...fields[at], value };
}

function rearrange(fields, random, operation) {
  const [one] = fields;
  switch (random.pick(["twice", "unknown", "missing", "cased", "many"])) {
    case "twice":
      if (one)
        fields.push({
          ...one,
          value: random.chance(0.5) ? one.value : { text: "1" },
        });
      break;
    case "unknown":
      fields.push({
        name: random.pick(["x", "client_id[]", "__proto__", "é", "id"]),
        value: { text: "1" },
      });
      break;
    case "missing":
      if (fields.length > 0) fields.splice(random.below(fields.length), 1);
      break;
    case "cased":
      if (one) fields.push({ ...one, name: one.name.toUpperCase() });
      break;
    default:
      for (let i = operation.parameters.length; i < 101; i += 1) {
        fields.push({ name: `f${i}`, value: { text: "" } });
      }
  }
}

const formFields = (fields) =>
  fields.map(
    ({ name, value }) => `${encodeURIComponent(name)}=${asForm(value)}`,
  );

function write(call, fields, random) {
  const form = formFields(fields).join("&");
  const asFormBody = random.chance(shareOfForms);
  if (call.method === "GET" || call.method === "DELETE") {
    call.query = form;
  } else if (asFormBody) {
    call.headers["Content-Type"] = "application/x-www-form-urlencoded";
    call.body = form;
  } else {
    call.headers["Content-Type"] = "application/json";
    const members = fields.map(
      ({ name, value }) => `${JSON.stringify(name)}:${asJson(value)}`,
    );
    call.body = `{${members.join(",")}}`;
  }
}

/** Spoils what stands around the parameters. */
function spoilEnvelope(call, random) {
  switch (
    random.pick(["verb", "header", "type", "body", "large", "path", "query"])
  ) {
    case "verb":
      call.method = random.pick(verbs);
      break;
    case "header":
      Object.assign(call.headers, random.pick(hostileHeaders));
      break;
    case "type":
      call.method = "POST";
      call.headers["Content-Type"] = random.pick(contentTypes);
      call.body ??= "a=1";
      break;
    case "body":
      call.method = "POST";
      call.headers["Content-Type"] ??= "application/json";
      call.body = random.pick(malformedBodies);
      break;
    case "large":
      call.method = "POST";
      call.headers["Content-Type"] = "application/json";
      call.body = `{"a":"${"a".repeat(random.pick([65_526, 65_540, 200_000, 1_100_000]))}"}`;
      break;
    case "path":
      call.path += random.pick([
        "/",
        "/../x",
        "%00",
        "//",
        ";a=b",
        "%2e%2e",
        ".json",
        "/1",
      ]);
      break;
    default:
      call.query = random.pick([
        "%",
        "a=%zz",
        "&".repeat(500),
        `a=${"a".repeat(7000)}`,
        `a=${"a".repeat(20_000)}`,
        "%00=%00",
        "a[]=1&a[]=2",
      ]);
  }
}

/** The identity and operation of a call; each operation has its turn. */
export function planCall(operations, seed, index) {
  const random = new Random(seed, index);
  const offset = new Random(seed, Math.floor(index / operations.length)).below(
    operations.length,
  );
  const operation = operations[(index + offset) % operations.length];
  return { random, operation, identity: random.weighted(identities) };
}

/** Writes a call that goes by HTTP. */
function writeByWay(call, fields, random, { way, manner, person }) {
  if (way === "binance")
    writeForm(call, formFields(withoutSignature(fields)), random);
  else write(call, fields, random);
  if (manner === "envelope") spoilEnvelope(call, random);
  if (way === "binance") signCall(call, person, random);
  if (way === "own") signOwnCall(call, person, random);
}

/**
 * The call with its bytes: a `frame` is one of the WebSocket API. `people` are {client, stranger, frozen}; a guest and a stranger know what
 * the client has. `secrets` of a call are what no log may have.
 */
export function makeCall(
  { random, operation, identity },
  people,
  fresh,
  coins,
) {
  const person = identity === "guest" ? people.client : people[identity];
  const context = {
    path: operation.path,
    person,
    client: people.client,
    victim: people.client,
    coins: coins[identity] ?? coins.client,
    fresh,
  };
  const manner = random.weighted(manners);
  const fields = meantFields(operation, random, context);
  if (manner === "oneWrong") spoil(fields, random);
  if (manner === "allWrong")
    for (let i = 0; i < fields.length * 2; i += 1) spoil(fields, random);
  if (manner === "fields") rearrange(fields, random, operation);
  const call = {
    method: operation.method,
    path: operation.path,
    query: "",
    headers: {},
  };
  if (identity !== "guest")
    call.headers.Authorization = `Bearer ${person.token}`;
  const way =
    identity === "guest" ? undefined : wayOfProgram(operation, person, random);
  if (way === "binance" && isFramed(operation, random)) {
    call.frame = frameOf(operation, withoutSignature(fields), person, random);
    if (manner === "envelope") call.frame = spoiledFrame(call.frame, random);
  } else {
    writeByWay(call, fields, random, { way, manner, person });
  }
  if (way !== undefined) call.scope = person.apiKey.scope;
  if (call.method === "GET" || call.method === "HEAD") delete call.body;
  else call.headers["Content-Length"] = `${Buffer.byteLength(call.body ?? "")}`;
  call.foreign = fields.some(
    ({ value }) => value.ownedBy && value.ownedBy !== person,
  );
  call.manner = manner;
  call.values = Object.fromEntries(
    fields.map(({ name, value }) => [name, value.text ?? value.raw]),
  );
  return call;
}
