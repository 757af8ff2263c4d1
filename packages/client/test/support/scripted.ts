import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { TestContext } from "node:test";

/** A local HTTP server with scripted answers, which records its requests. */

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An answer, or a failure: the socket is destroyed, or no answer is sent. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; body?: string }
  | { cut: "before" | "inside" }
  | { silent: true };

export interface ScriptedServer {
  url: string;
  requests: ReceivedRequest[];
}

/** Starts a server that answers by the number of requests so far, from 1. It stops after the test. */
export async function startScripted(
  t: TestContext,
  reply: (count: number, request: ReceivedRequest) => Reply,
): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const body = Buffer.concat(await request.toArray()).toString();
    const one = { method: method!, url: url!, headers, body };
    requests.push(one);
    const answer = reply(requests.length, one);
    if ("silent" in answer) return;
    if ("cut" in answer) {
      if (answer.cut === "inside") response.writeHead(200, { "content-length": "100" }).write("{");
      setImmediate(() => (response.socket as Socket).destroy());
      return;
    }
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  });
  t.after(() => closed(server));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** An answer in JSON. */
export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { "content-type": status < 400 ? "application/json" : "application/problem+json", ...headers },
  body: JSON.stringify(value),
});

/** Problem details in JSON. */
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  json(
    { type: `urn:paseo:problem:${code}`, title: "Title", status, detail: `Detail of ${code}.`, code },
    status,
    headers,
  );

/** Short waits for tests. */
export const quick = { firstMs: 1, maxMs: 4 };
