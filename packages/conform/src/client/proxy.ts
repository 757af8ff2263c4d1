import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { encodeProblem } from "@paseo/contract";
import { type ReportFormat, reportFormats, writeReport } from "../reports/index.ts";
import { CannotRunError, type Finding, type Report, totalsOf } from "../reports/report.ts";
import { connectionErrorText } from "../wire/exchange.ts";
import type { HttpAnswer } from "../wire/value.ts";
import { ClientJudge } from "./judge.ts";
import { type ReceivedRequest, readReceivedRequest } from "./requests/received.ts";
import type { RuleId } from "./rules/rules.ts";
import { type Scenario, ScenarioRunner, type SimulatedAnswer, simulatedAnswer } from "./scenarios.ts";

export interface ProxyOptions {
  /** Base address of the service, before `/api`. Every request goes there, and nowhere else. */
  target: string;
  /** 0 selects a free port. */
  port?: number | undefined;
  host?: string | undefined;
  namespace?: string | undefined;
  scenarios?: readonly Scenario[] | undefined;
  timeoutMs?: number | undefined;
  clock?: (() => Date) | undefined;
  /** Called for each answered request, except requests for the report; `path` has its query, without keys. */
  onRequest?: (request: { method: string; path: string }, status: number) => void;
  /** Called for each request that breaks a rule. */
  onFault?: (rule: RuleId, finding: Finding) => void;
  onScenario?: (scenario: Scenario) => void;
  /** Called when a request has no answer of the service, or the proxy itself fails. */
  onError?: (error: unknown) => void;
}

export interface RunningProxy {
  url: string;
  report(): Report;
  stop(): Promise<void>;
}

/**
 * Starts a proxy before a service, which judges the client that uses it. `GET /conformance` returns the report. Throws CannotRunError when
 * there is no service at the target.
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { port = 0, host = "127.0.0.1", namespace = "urn:paseo:partner", timeoutMs = 30_000 } = options;
  const { clock = () => new Date(), onFault = () => {}, onScenario = () => {} } = options;
  const target = new URL(options.target);
  await probe(target, timeoutMs);
  const judge = new ClientJudge({ namespace, clock, onFault });
  const scenarios = new ScenarioRunner(options.scenarios ?? [], onScenario);
  const startedAt = new Date();
  let requests = 0;
  let url = "";

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      options.onError?.(error);
      response.destroy();
    });
  });
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await readReceivedRequest(request, url);
    if (received.url.pathname === "/conformance") return sendReport(received, response, report());
    requests += 1;
    const answer = await answerOf(received);
    if (answer) send(response, received, answer);
    else response.destroy();
    const { pathname, search } = received.url;
    options.onRequest?.({ method: received.method, path: judge.mask(pathname + search) }, answer?.status ?? 0);
  }
  /** Returns the judged answer; undefined when the connection must break instead. */
  async function answerOf(received: ReceivedRequest): Promise<HttpAnswer | undefined> {
    const call = judge.request(received);
    const instead = call && scenarios.insteadOf(call);
    const answer = instead
      ? problemAnswer(instead, received)
      : await forwardRequest(target, received, timeoutMs).catch((error) => {
          options.onError?.(error);
          return problemAnswer(unreachable(error), received);
        });
    const isPlaced = call !== undefined && judge.answer(call, answer);
    return isPlaced && scenarios.start("lost-answer") ? undefined : answer;
  }
  const report = (): Report => {
    const checks = judge.results();
    return {
      kit: "paseo-conform",
      reportVersion: 1,
      judged: "client",
      target: target.href,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      requests,
      totals: totalsOf(checks),
      checks,
    };
  };

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  url = `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`;
  return {
    url,
    report,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Finds out whether there is a service. It may need a key that only the client has. */
async function probe(target: URL, timeoutMs: number): Promise<void> {
  const url = new URL("http://proxy/api/currencies");
  const sent = { method: "GET", url: url.href, headers: {} };
  const answer = await forwardRequest(target, { ...sent, url, bytes: Buffer.alloc(0), sent }, timeoutMs).catch(
    (error) => {
      throw new CannotRunError(
        `the service at ${target.href} does not answer: ${connectionErrorText(error)}; check --target`,
      );
    },
  );
  if (answer.status === 404 || answer.status >= 500)
    throw new CannotRunError(
      `GET ${url.pathname} at ${target.href} answers ${answer.status}; check --target, without /api`,
    );
}

const unreachable = (error: Error): SimulatedAnswer =>
  simulatedAnswer(
    502,
    "target-unreachable",
    `The service behind this proxy does not answer: ${connectionErrorText(error)}.`,
  );

function problemAnswer({ problem, headers }: SimulatedAnswer, received: ReceivedRequest): HttpAnswer {
  const { accept = "", "content-type": sent = "" } = received.headers;
  const wanted = /json|xml/.test(accept) ? accept : sent;
  const format = /xml/.test(wanted) && !/json/.test(wanted) ? "xml" : "json";
  const text = encodeProblem(problem, format);
  const contentType = `application/problem+${format}; charset=utf-8`;
  return {
    status: problem.status,
    headers: { ...headers, "content-type": contentType, "cache-control": "no-store" },
    bytes: Buffer.from(text),
    text,
  };
}

function send(
  response: ServerResponse,
  { method }: Pick<ReceivedRequest, "method">,
  { status, headers, bytes }: HttpAnswer,
): void {
  const hasBody = method !== "HEAD" && status !== 204 && status !== 304;
  response.writeHead(status, { ...forwardedHeaders(headers), ...(hasBody && { "content-length": bytes.length }) });
  response.end(hasBody ? bytes : undefined);
}

const reportTypes: Record<ReportFormat, string> = {
  text: "text/plain; charset=utf-8",
  json: "application/json; charset=utf-8",
  junit: "application/xml; charset=utf-8",
};

/** Sends the report in the format of `?report=`, else as text. */
function sendReport(received: ReceivedRequest, response: ServerResponse, report: Report): void {
  const named = received.url.searchParams.get("report") ?? "text";
  const format = reportFormats.find((one) => one === named);
  if (format === undefined) {
    const detail = `report must be one of ${reportFormats.join(", ")}.`;
    send(response, received, problemAnswer(simulatedAnswer(400, "invalid-parameter", detail), received));
    return;
  }
  const bytes = Buffer.from(writeReport(report, format));
  const headers = { "content-type": reportTypes[format], "cache-control": "no-store" };
  send(response, received, { status: 200, headers, bytes, text: "" });
}

/** Headers that concern one connection, and headers that would make an answer unreadable or empty. */
const dropped = new Set([
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
  "transfer-encoding",
  "content-length",
  "expect",
  "accept-encoding",
  "if-none-match",
  "if-modified-since",
]);

/** Headers that the proxy passes on, in either direction. */
const forwardedHeaders = <T>(headers: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));

/**
 * Sends a request to the target. Only path and query are the client's, so it reaches no other host, and a redirect is returned, not
 * followed. Rejects when there is no whole answer.
 */
function forwardRequest(
  target: URL,
  { method, url, headers, bytes }: ReceivedRequest,
  timeoutMs: number,
): Promise<HttpAnswer> {
  const address = new URL(target.origin + target.pathname.replace(/\/+$/, "") + url.pathname + url.search);
  const send = address.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(address, { method, headers: forwardedHeaders(headers) }, (answer) => {
      answer.toArray().then((chunks) => {
        const all = Buffer.concat(chunks);
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: all, text: all.toString() });
      }, reject);
    });
    outgoing.on("error", reject);
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    outgoing.end(bytes.length > 0 ? bytes : undefined);
  });
}
