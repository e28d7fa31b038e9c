// Nobody is reached beyond this machine: whoever tries fails, and is told of in `outside`. Imported
// before the client whose calls it watches.
import dns from "node:dns";
import net from "node:net";

/** Hosts that somebody tried to reach. */
export const outside = [];

const isHere = (host) =>
  host === undefined ||
  host === "localhost" ||
  host === "::1" ||
  host.startsWith("127.") ||
  host.endsWith(".localhost");

function refuse(host) {
  outside.push(host);
  return new Error(`the network is closed: ${host}`);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  const host = typeof options === "object" ? options.host : given[1];
  if (typeof host === "string" && !isHere(host)) {
    this.destroy(refuse(host));
    return this;
  }
  return connect.apply(this, given);
};

for (const place of [dns, dns.promises]) {
  const { lookup } = place;
  place.lookup = (host, ...rest) => {
    if (isHere(host)) return lookup(host.endsWith(".localhost") ? "127.0.0.1" : host, ...rest);
    const error = refuse(host);
    if (place === dns.promises) return Promise.reject(error);
    return process.nextTick(() => rest.at(-1)(error));
  };
}
