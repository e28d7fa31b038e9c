// Somebody else's live chat, on an origin of its own: a page that tries to reach the one that frames it.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const page = `<!doctype html><title>Chat</title>
<p>How can we help?</p>
<p id="seen"></p>
<script>
  let seen = "nothing";
  try {
    seen = parent.document.title;
  } catch {}
  document.getElementById("seen").textContent = "Sees " + seen + ", comes from " + (document.referrer || "nowhere");
</script>`;

export class ChatProvider {
  readonly #server: Server;
  origin = "";
  /** Each path that was asked for. */
  readonly asked: string[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      this.asked.push(request.url ?? "");
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(page);
    });
  }

  static async start(): Promise<ChatProvider> {
    const started = new ChatProvider();
    await new Promise<void>((ready) =>
      started.#server.listen(0, "127.0.0.1", ready),
    );
    const { port } = started.#server.address() as AddressInfo;
    started.origin = `http://127.0.0.1:${port}`;
    return started;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}
