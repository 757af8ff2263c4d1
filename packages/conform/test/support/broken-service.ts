import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/** A proxy in front of a good service that breaks one thing. */

export interface Asked {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

export interface Fault {
  /** Changes what the service is asked; answers in its place when it returns something. */
  asks?: (asked: Asked) => Answered | undefined;
  /** Changes what it answers. */
  answers?: (answered: Answered, asked: Asked) => void;
}

/** Starts one, until the end of the test. */
export async function startBroken(t: TestContext, target: string, fault: Fault): Promise<{ url: string }> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const asked = { method: request.method!, path: request.url!, headers: { ...request.headers }, body };
    const original = { ...asked, headers: { ...asked.headers } };
    const answered = fault.asks?.(asked) ?? (await forward(target, asked));
    fault.answers?.(answered, original);
    const { "content-length": _, "transfer-encoding": __, connection: ___, ...headers } = answered.headers;
    const length =
      request.method === "HEAD" || answered.status === 304 ? {} : { "content-length": answered.bytes.length };
    response.writeHead(answered.status, { ...headers, ...length });
    response.end(request.method === "HEAD" ? undefined : answered.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function forward(target: string, { method, path, headers, body }: Asked): Promise<Answered> {
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

export const problem = (status: number, code = "made-up"): Answered => ({
  status,
  headers: { "content-type": "application/problem+json", vary: "Accept, Accept-Encoding" },
  bytes: Buffer.from(JSON.stringify({ type: `urn:x:${code}`, title: "No", status, detail: "No.", code })),
});

type Where = string | RegExp;
const isAt = (where: Where, { method, path }: Asked): boolean =>
  typeof where === "string" ? path.split("?")[0]!.includes(where) : where.test(`${method} ${path}`);

/** Changes the text of answers at a path in a form, but not of failures. */
export const inText = (where: Where, form: "json" | "xml", change: (text: string, asked: Asked) => string): Fault => ({
  answers: (answered, asked) => {
    const type = answered.headers["content-type"] ?? "";
    if (!isAt(where, asked) || !type.startsWith(`application/${form}`) || answered.headers["content-encoding"]) return;
    answered.bytes = Buffer.from(change(answered.bytes.toString(), asked));
  },
});

// A fault may do anything to an answer, whatever its shape.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Anything = any;

/** Changes the value of JSON answers at a path. */
export const inJson = (where: Where, change: (value: Anything, asked: Asked) => void): Fault =>
  inText(where, "json", (text, asked) => {
    const value = JSON.parse(text);
    change(value, asked);
    return JSON.stringify(value);
  });

/** Changes the value of JSON bodies that are sent to a path. */
export const inBody = (where: Where, change: (body: Anything) => void): Fault => ({
  asks: (asked) => {
    if (!isAt(where, asked) || !asked.body.startsWith("{")) return undefined;
    const body = JSON.parse(asked.body);
    change(body);
    asked.body = JSON.stringify(body);
    return undefined;
  },
});

/** Answers requests at a path itself. */
export const instead = (where: Where, answer: (asked: Asked) => Answered | undefined): Fault => ({
  asks: (asked) => (isAt(where, asked) ? answer(asked) : undefined),
});

/** Changes the address before the service sees it. */
export const rewritten = (change: (path: string) => string): Fault => ({
  asks: (asked) => {
    asked.path = change(asked.path);
    return undefined;
  },
});

/** Changes the headers, the status or anything else of every answer at a path. */
export const everyAnswer = (where: Where, change: (answered: Answered, asked: Asked) => void): Fault => ({
  answers: (answered, asked) => {
    if (isAt(where, asked)) change(answered, asked);
  },
});
