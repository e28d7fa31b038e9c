// Somebody else's live chat, on an origin of its own: a script that brings what such widgets bring.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const widget = (origin: string) => `
  const frame = document.createElement("iframe");
  frame.src = "${origin}/frame.html";
  frame.title = "Live chat";
  const picture = new Image();
  picture.src = "${origin}/agent.svg";
  picture.alt = "";
  const button = document.createElement("button");
  button.append(picture, "Chat with us");
  fetch("${origin}/agents.json").then((reply) => reply.json()).then(({ online }) => {
    button.append(" (" + online + " online)");
    document.body.append(button, frame);
  });
`;

export class ChatProvider {
  readonly #server: Server;
  origin = "";
  /** Each path that was asked for. */
  readonly asked: string[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? "";
      this.asked.push(path);
      const [type, body] = path.startsWith("/widget.js")
        ? ["text/javascript", widget(this.origin)]
        : path === "/agents.json"
          ? ["application/json", '{"online":3}']
          : path === "/agent.svg"
            ? ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>']
            : ["text/html", "<p>How can we help?</p>"];
      response.writeHead(200, {
        "Content-Type": type,
        "Access-Control-Allow-Origin": "*",
      });
      response.end(body);
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
