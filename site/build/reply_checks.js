// Whether a reply is what the API description promises. A reply is {method, path, status, type,
// body}, with the content type and the body as text.
import Ajv from "ajv/dist/2020.js";
import formats from "ajv-formats";

const escaped = (part) => part.replaceAll("~", "~0").replaceAll("/", "~1");

/** The members that are wrong, each with its value's place: "/client/user: must have …". */
const problemsOf = (validate) =>
  validate.errors
    .filter(({ keyword }) => keyword !== "oneOf" && keyword !== "anyOf")
    .map(({ instancePath, message, params }) => {
      const what = params.additionalProperty ?? params.unevaluatedProperty;
      const place = instancePath.replace(/\/[0-9]+(?=\/|$)/g, "/*");
      return `${place || "the reply"} ${message}${what ? `: ${what}` : ""}`;
    });

export class ReplyChecks {
  #api;
  #statuses;
  #ajv = new Ajv({ strict: false, allErrors: true });
  #validators = new Map();

  constructor(api) {
    this.#api = api;
    const codes = api.components.schemas.ErrorCode["x-codes"];
    this.#statuses = new Map(codes.map(({ code, status }) => [code, status]));
    formats(this.#ajv);
    this.#ajv.addSchema(api, "api");
  }

  /** The operation that the description has for a method and a path, if any. */
  operation({ method, path }) {
    return this.#api.paths[path]?.[method.toLowerCase()];
  }

  /** What is wrong with a reply, in no particular order; nothing: it is as described. */
  faults_of(reply) {
    const { status } = reply;
    const [method, operation] = this.#nearest(reply);
    if (!operation && status < 400) return ["no table describes this call"];
    const read = this.#read(reply);
    if (read.fault) return [read.fault];
    if (!operation) return this.#faults_of_error(status, read.value);
    const code = operation.responses[status] ? `${status}` : `${Math.floor(status / 100)}XX`;
    const response = operation.responses[code];
    if (!response) return ["the call has no such status"];
    const { content } = this.#follow(response);
    if (!content) return [];
    const type = reply.type.split(";")[0];
    const range = content[type] ? type : type.replace(/\/.*/, "/*");
    if (!content[range]) return [`the content type is ${type}`];
    if (read.value === undefined) return [];
    const inherited = response.$ref?.slice(2).split("/");
    // A refusal in the words of all; another one has its own schema.
    if (status >= 400 && (inherited || read.value?.request_id)) {
      return this.#faults_of_error(status, read.value);
    }
    const place = ["paths", reply.path, method, "responses", code];
    return this.#faults_of_value([...place, "content", range, "schema"], read.value);
  }

  /** The operation of a reply; of a refused method, another one of the path, which words it alike. */
  #nearest(reply) {
    const method = reply.method.toLowerCase();
    const operation = this.operation(reply);
    if (operation || reply.status < 400) return [method, operation];
    return Object.entries(this.#api.paths[reply.path] ?? {})[0] ?? [method, undefined];
  }

  /** The body as a value, by its content type; no value where it is neither JSON nor text. */
  #read({ type, body }) {
    if (type.startsWith("text/")) return { value: body };
    if (type !== "application/json") return {};
    try {
      return { value: JSON.parse(body) };
    } catch {
      return { fault: `is no JSON: ${body.slice(0, 200)}` };
    }
  }

  #faults_of_error(status, value) {
    const faults = this.#faults_of_value(["components", "schemas", "Error"], value);
    const expected = this.#statuses.get(value?.message);
    if (expected !== undefined && expected !== status) {
      faults.push(`${value.message} should have the status ${expected}`);
    }
    return faults;
  }

  #faults_of_value(place, value) {
    const validate = this.#validator(place);
    return validate(value) ? [] : [...new Set(problemsOf(validate))];
  }

  /** The compiled schema at that place in the description. */
  #validator(place) {
    const pointer = encodeURI(`api#/${place.map(escaped).join("/")}`);
    if (!this.#validators.has(pointer)) {
      this.#validators.set(pointer, this.#ajv.compile({ $ref: pointer }));
    }
    return this.#validators.get(pointer);
  }

  #follow(object) {
    if (!object.$ref) return object;
    return object.$ref
      .slice(2)
      .split("/")
      .reduce((at, part) => at[part], this.#api);
  }
}
