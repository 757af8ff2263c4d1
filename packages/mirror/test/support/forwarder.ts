import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** A proxy in front of the service. A test can see every request, delay it, or make the service unreachable. */
export interface Forwarder {
  url: string;
  /** Paths with their queries, in order of arrival. */
  requests: string[];
  /** Called before a request is forwarded. */
  before: (path: string) => void | Promise<void>;
  /** Refuses connections, and closes open ones. */
  down(): Promise<void>;
  /** Accepts connections again, at the same port. */
  up(): Promise<void>;
}

export async function startForwarder(t: TestContext, target: string): Promise<Forwarder> {
  const { hostname, port: targetPort } = new URL(target);
  let port = 0;
  const server = createServer(async (incoming, response) => {
    forwarder.requests.push(incoming.url!);
    await forwarder.before(incoming.url!);
    const { method, url: path, headers } = incoming;
    const outgoing = request({ hostname, port: targetPort, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  const up = async () => {
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  };
  const down = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await up();
  t.after(down);
  const forwarder: Forwarder = { url: `http://127.0.0.1:${port}`, requests: [], before: () => {}, down, up };
  return forwarder;
}
