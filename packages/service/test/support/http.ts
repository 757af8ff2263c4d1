import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { RequestOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import type { FastifyInstance } from "fastify";
import { createHttp, type HttpOptions } from "../../src/http/server.ts";
import { createLogger } from "../../src/log.ts";
import { createMetrics, type Metrics } from "../../src/metrics.ts";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A real server on a free loopback port, and a request without additional headers. Closed after the test. */
export interface TestServer {
  app: FastifyInstance;
  port: number;
  metrics: Metrics;
  /** The log lines. */
  lines: string[];
  ask(path: string, sent?: Sent): Promise<Answer>;
}

export async function startHttp(
  t: TestContext,
  routes: (app: FastifyInstance) => void,
  options: Partial<HttpOptions> = {},
): Promise<TestServer> {
  const lines: string[] = [];
  const metrics = createMetrics();
  const logger = createLogger("debug", { destination: { write: (line) => void lines.push(line) } });
  const app = createHttp({ logger, metrics, ...options });
  routes(app);
  await app.listen({ port: 0, host: "127.0.0.1" });
  t.after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, metrics, lines, ask: (path, sent) => askAt({ port, path }, sent) };
}

/** Sends a request on its own connection, over HTTP or with the `request` of node:https, and reads the whole answer. */
export function askAt(
  options: RequestOptions,
  { method = "GET", headers = {}, body }: Sent = {},
  request = httpRequest,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", ...options, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode!, headers: response.headers, body: bytes, text: bytes.toString() });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
