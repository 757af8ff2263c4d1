import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** A proxy in front of a correct service that adds one fault. */

export interface ProxiedRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ProxiedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** How the proxy breaks the service. */
export interface Fault {
  /** Changes the request. When it returns an answer, the service is not called. */
  onRequest?: (request: ProxiedRequest) => ProxiedAnswer | undefined | Promise<ProxiedAnswer | undefined>;
  /** Changes the answer. */
  onResponse?: (answered: ProxiedAnswer, request: ProxiedRequest) => void;
}

/** A row for each fault: the checks or the rule that must find it, a colon, and what is wrong. */
export type FaultTable<Broken = Fault> = Record<string, Broken>;

/** The rows of a table, and the identifiers that find each. */
export const rowsOf = <Broken>(table: FaultTable<Broken>): { name: string; ids: string[]; fault: Broken }[] =>
  Object.entries(table).map(([name, fault]) => ({ name, ids: name.split(": ", 1)[0]!.split(", "), fault }));

/** Starts a proxy, which stops at the end of the test, or before. */
export async function startBroken(
  t: TestContext,
  target: string,
  fault: Fault,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    const request = { method: incoming.method!, path: incoming.url!, headers: { ...incoming.headers }, body };
    const original = { ...request, headers: { ...request.headers } };
    const answered = (await fault.onRequest?.(request)) ?? (await forward(target, request));
    fault.onResponse?.(answered, original);
    const { "content-length": _, "transfer-encoding": __, connection: ___, ...headers } = answered.headers;
    const length =
      incoming.method === "HEAD" || answered.status === 304 ? {} : { "content-length": answered.bytes.length };
    response.writeHead(answered.status, { ...headers, ...length });
    response.end(incoming.method === "HEAD" ? undefined : answered.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  t.after(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

function forward(target: string, { method, path, headers, body }: ProxiedRequest): Promise<ProxiedAnswer> {
  const { host: _, connection: __, "content-length": ___, "transfer-encoding": ____, ...rest } = headers;
  const sent = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(target + path, { method, headers: sent, agent: false }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray());
      resolve({ status: answer.statusCode!, headers: { ...answer.headers }, bytes });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

export const problem = (status: number, code = "made-up"): ProxiedAnswer => ({
  status,
  headers: { "content-type": "application/problem+json", vary: "Accept, Accept-Encoding" },
  bytes: Buffer.from(JSON.stringify({ type: `urn:x:${code}`, title: "No", status, detail: "No.", code })),
});

type Where = string | RegExp;
const isAt = (where: Where, { method, path }: ProxiedRequest): boolean =>
  typeof where === "string" ? path.split("?")[0]!.includes(where) : where.test(`${method} ${path}`);

/** Changes the text of answers at a path in a format, but not of failures. */
export const inText = (
  where: Where,
  format: "json" | "xml",
  change: (text: string, request: ProxiedRequest) => string,
): Fault => ({
  onResponse: (answered, request) => {
    const type = answered.headers["content-type"] ?? "";
    if (!isAt(where, request) || !type.startsWith(`application/${format}`) || answered.headers["content-encoding"])
      return;
    answered.bytes = Buffer.from(change(answered.bytes.toString(), request));
  },
});

// A fault may do anything to an answer, whatever its shape.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Anything = any;

/** Changes the value of JSON answers at a path. */
export const changeJson = (where: Where, change: (value: Anything, request: ProxiedRequest) => void): Fault =>
  inText(where, "json", (text, request) => {
    const value = JSON.parse(text);
    change(value, request);
    return JSON.stringify(value);
  });

/** Changes the value of JSON bodies that are sent to a path. */
export const inBody = (where: Where, change: (body: Anything) => void): Fault => ({
  onRequest: (request) => {
    if (!isAt(where, request) || !request.body.startsWith("{")) return undefined;
    const body = JSON.parse(request.body);
    change(body);
    request.body = JSON.stringify(body);
    return undefined;
  },
});

/** Answers requests at a path itself. */
export const instead = (where: Where, answer: (request: ProxiedRequest) => ProxiedAnswer | undefined): Fault => ({
  onRequest: (request) => (isAt(where, request) ? answer(request) : undefined),
});

/** Changes the address before the service sees it. */
export const rewritten = (change: (path: string) => string): Fault => ({
  onRequest: (request) => {
    request.path = change(request.path);
    return undefined;
  },
});

/** Changes the headers, the status or anything else of every answer at a path. */
export const everyAnswer = (
  where: Where,
  change: (answered: ProxiedAnswer, request: ProxiedRequest) => void,
): Fault => ({
  onResponse: (answered, request) => {
    if (isAt(where, request)) change(answered, request);
  },
});

/** Passes requests on without this header. */
export const withoutHeader = (name: string): Fault => ({
  onRequest: ({ headers }) => {
    delete headers[name];
    return undefined;
  },
});
