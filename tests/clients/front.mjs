// What stands in front of an installation: ends TLS, and passes the host name on.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { connect } from "node:net";

const tls = process.env.CAMBIO_TEST_TLS;

/** Listens at https://api.localhost; the port. Ends with the process. */
export async function startFront(installation) {
  const { hostname, port } = new URL(installation);
  const server = https.createServer(
    { key: readFileSync(`${tls}/key.pem`), cert: readFileSync(`${tls}/certificate.pem`) },
    (request, reply) => {
      const { method, url: path, headers } = request;
      const behind = http.request({ hostname, port, method, path, headers }, (answer) => {
        reply.writeHead(answer.statusCode, answer.headers);
        answer.pipe(reply);
      });
      behind.on("error", () => reply.destroy());
      request.pipe(behind);
    },
  );
  server.on("upgrade", ({ url: path, rawHeaders }, socket, head) => {
    const behind = connect(Number(port), hostname);
    const lines = rawHeaders.map((text, at) => text + (at % 2 ? "\r\n" : ": "));
    behind.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
    behind.write(head);
    for (const [from, to] of [[behind, socket], [socket, behind]])
      from.pipe(to).on("error", () => from.destroy());
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return server.address().port;
}
