import assert from "node:assert/strict";
import { type IncomingHttpHeaders, request } from "node:http";
import {
  decode,
  encode,
  type Format,
  type Operation,
  type OperationId,
  operations,
  Problem,
  problemNamespace,
} from "@paseo/contract";
import Type from "typebox";

/** The partner's side of the wire: bare requests, and a client that works the same in both formats. */

export const namespace = "urn:paseo:partner";
export const formats: readonly Format[] = ["json", "xml"];
export const mediaTypes = { json: "application/json", xml: "application/xml" } as const satisfies Record<
  Format,
  string
>;

/** An answer without decompression or redirects. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** Sends a request with these headers, and besides them only Host, Connection and Content-Length. */
export function send(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<RawAnswer> {
  const { method = "GET", headers = {}, body } = options;
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const sending = request(url, { method, headers });
  sending.on("error", reject);
  sending.on("response", async (answer) => {
    const bytes = Buffer.concat(await answer.toArray());
    resolve({ status: answer.statusCode!, headers: answer.headers, bytes, text: bytes.toString() });
  });
  sending.end(body);
  return promise;
}

/** An operation's answer, with the data for checks. */
export interface Answer {
  operation: Operation;
  format: Format;
  status: number;
  contentType: string;
  text: string;
}

type ResponseOf<Id extends OperationId> = Type.Static<(typeof operations)[Id]["response"]>;
type RequestOf<Id extends OperationId> = (typeof operations)[Id] extends { request: infer S extends Type.TSchema }
  ? Type.Static<S>
  : undefined;
type Params = Record<string, string | number>;

export interface WireOptions {
  /** Format of request bodies. */
  sends: Format;
  /** Format of answers, which Accept names. */
  reads: Format;
  /** The partner's key, sent with reads of orders: without it personal data are masked. */
  key?: string;
  /** Called with every answer. */
  onAnswer?: (answer: Answer) => void;
}

/** A client of the ten operations with plain values. The contract's codecs read and write the formats. */
export class Wire {
  readonly #url: string;
  readonly #options: WireOptions;

  constructor(url: string, options: WireOptions) {
    this.#url = url;
    this.#options = options;
  }

  /** Returns the value of an operation's answer. Fails unless it is a 200 in the accepted format with exactly the contract's fields. */
  async ask<Id extends OperationId>(
    id: Id,
    params: Params = {},
    body?: RequestOf<Id> & object,
    headers: Record<string, string> = {},
  ): Promise<ResponseOf<Id>> {
    const { operation, format, status, contentType, text } = await this.#exchange(
      operations[id],
      params,
      body,
      headers,
    );
    assert.equal(status, 200, text);
    assert.equal(contentType, `${mediaTypes[format]}; charset=utf-8`);
    const decoded = decode(operation.response, text, format, { namespace });
    assert.ok(decoded.ok, `${id} cannot be read: ${JSON.stringify(decoded)}\n${text}`);
    assert.equal(text, encode(operation.response, decoded.value as never, format, { namespace }));
    return decoded.value as ResponseOf<Id>;
  }

  /** Returns the problem that an operation answers with this status. */
  async refused<Id extends OperationId>(
    status: number,
    id: Id,
    params: Params = {},
    body?: RequestOf<Id> & object,
    headers: Record<string, string> = {},
  ): Promise<Problem> {
    const answer = await this.#exchange(operations[id], params, body, headers);
    assert.equal(answer.status, status, answer.text);
    return readProblem(answer.text, answer.contentType, answer.format);
  }

  async #exchange(
    operation: Operation,
    params: Params,
    body: object | undefined,
    more: Record<string, string>,
  ): Promise<Answer> {
    const { sends, reads, key, onAnswer } = this.#options;
    const answer = await send(this.#url + addressOf(operation, params), {
      method: operation.method,
      headers: {
        accept: mediaTypes[reads],
        ...(body && { "content-type": mediaTypes[sends] }),
        ...(key && ["order", "orders"].includes(operation.id) && { "x-api-key": key }),
        ...more,
      },
      ...(body && { body: encode(operation.request!, body as never, sends, { namespace }) }),
    });
    const { status, text } = answer;
    const exchanged = { operation, format: reads, status, contentType: answer.headers["content-type"]!, text };
    onAnswer?.(exchanged);
    return exchanged;
  }
}

/** Returns path and query of an operation with these parameters. */
export function addressOf(operation: Operation, params: Params): string {
  const inPath = new Set<string>();
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return encodeURIComponent(params[name]!);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (!inPath.has(name)) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

const ProblemDocument = Type.Object(Problem.properties, { xml: { name: "problem" } });

/** Reads the problem in a failed request's answer. Fails unless there is a document in the accepted format. */
function readProblem(text: string, contentType: string | undefined, format: Format): Problem {
  assert.equal(contentType, `application/problem+${format}; charset=utf-8`, text);
  const decoded = decode(ProblemDocument, text, format, { namespace: problemNamespace });
  assert.ok(decoded.ok, `the problem cannot be read: ${JSON.stringify(decoded)}\n${text}`);
  return decoded.value;
}

/** Fails unless the answer is this problem, in this format, with no-store. Returns the problem. */
export function assertProblem(answer: RawAnswer, status: number, code: string, format: Format = "json"): Problem {
  assert.equal(answer.status, status, answer.text);
  const problem = readProblem(answer.text, answer.headers["content-type"], format);
  assert.deepEqual([problem.status, problem.code], [status, code], answer.text);
  assert.equal(answer.headers["cache-control"], "no-store");
  assert.equal(answer.headers.vary, "Accept, Accept-Encoding");
  return problem;
}
