// Sends one call at a time, byte for byte as it was made up, and measures the answer beyond the
// connect.
import { Agent, request } from "node:http";

// Addresses of this machine that nobody else uses, so that what is counted for an address (wrong
// passwords, calls) concerns no other test.
const local = `127.77.${process.pid & 255}.7`;
const giveUpAfter = 60_000;
const tries = 3;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function once(base, call, options) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = request({
      agent,
      hostname,
      port,
      localAddress: local,
      method: call.method,
      path: call.path + (call.query ? `?${call.query}` : ""),
      headers: call.headers,
      timeout: giveUpAfter,
      ...options,
    });
    let started = performance.now();
    sent.on("socket", (socket) => {
      if (socket.connecting)
        socket.once("connect", () => (started = performance.now()));
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer came")));
    sent.on("error", (error) => {
      reject(Object.assign(error, { reused: sent.reusedSocket }));
    });
    sent.on("response", (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode,
          type: response.headers["content-type"] ?? "",
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
          milliseconds: performance.now() - started,
        }),
      );
    });
    sent.end(call.body);
  });
}

const large = 64 * 1024;

/** nginx refuses a large body before it has come whole, and then its answer may get lost. */
const cutShort = (call, { code }) =>
  (code === "ECONNRESET" || code === "EPIPE") &&
  Buffer.byteLength(call.body ?? "") > large;

const unread = {
  status: 413,
  type: "",
  headers: {},
  body: "",
  milliseconds: 0,
};

/** The reply to a call; `options` go to node's request. */
export async function send(base, call, options = {}) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(base, call, options);
    } catch (error) {
      if (cutShort(call, error)) return unread;
      // nginx closed a connection just when it was used again: it has seen nothing of the call.
      if (!error.reused && attempt === tries) throw error;
    }
  }
}

export const closeConnections = () => agent.destroy();
