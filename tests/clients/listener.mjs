// A connection to the streams, and what comes over it.
import { after } from "node:test";
import WebSocket from "ws";

const patience = 120_000;
const address = process.env.CAMBIO_TEST_URL.replace("http", "ws");

/** Those of tests that failed keep nobody waiting. */
const open = new Set();
after(() => open.forEach((socket) => socket.terminate()));

export class Listener {
  heard = [];
  #waiting = new Set();
  #last = 0;

  /** An open connection to that path; rejects with the status where it is refused. */
  static open(path, options = {}) {
    const listener = new Listener();
    const socket = new WebSocket(address + path, options);
    listener.socket = socket;
    open.add(socket);
    listener.closed = new Promise((resolve) => {
      socket.on("close", (code, reason) => resolve({ code, reason: String(reason) }));
    });
    socket.on("message", (data) => {
      listener.heard.push(JSON.parse(data));
      for (const look of listener.#waiting) look();
    });
    return new Promise((resolve, reject) => {
      socket.on("open", () => resolve(listener));
      socket.on("error", reject);
      socket.on("unexpected-response", (_, answer) => {
        let body = "";
        answer.on("data", (part) => (body += part));
        answer.on("end", () => reject(Object.assign(new Error(body), { status: answer.statusCode })));
      });
    });
  }

  /** The first message that is as wanted, of those that came and will come. */
  first(wanted, what = "a message") {
    let timer;
    const found = new Promise((resolve, reject) => {
      const look = () => {
        const message = this.heard.find(wanted);
        if (!message) return;
        this.#waiting.delete(look);
        resolve(message);
      };
      this.#waiting.add(look);
      timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), patience);
      look();
    });
    return found.finally(() => clearTimeout(timer));
  }

  /** The reply to a request of that method. */
  ask(method, params, id = (this.#last += 1)) {
    this.socket.send(JSON.stringify({ method, ...(params && { params }), id }));
    return this.first((message) => message.id === id, `the reply to ${method}`);
  }

  close() {
    this.socket.close();
    return this.closed;
  }
}
