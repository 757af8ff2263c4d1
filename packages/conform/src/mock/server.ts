import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ReportForm, reportForms, writeReport } from "../reports/index.ts";
import { type Finding, type Report, totalsOf } from "../reports/report.ts";
import { Failure } from "./http/failure.ts";
import { formAccepted } from "./http/negotiate.ts";
import { type Received, receive } from "./http/received.ts";
import { failureReply, sendReply } from "./http/reply.ts";
import type { RuleId } from "./rules/rules.ts";
import { type Play, usualPlays } from "./scenarios.ts";
import { AnswerLost, Counterpart } from "./service.ts";

export interface CounterpartOptions {
  /** 0 takes a free one. */
  port?: number | undefined;
  host?: string | undefined;
  /** The client's key; any text. */
  key?: string | undefined;
  namespace?: string | undefined;
  plays?: readonly Play[] | undefined;
  clock?: (() => Date) | undefined;
  /** Told of each request that was answered, the report's own excepted. */
  onRequest?: (received: Received, status: number) => void;
  /** Told of each request that broke a rule, as it comes. */
  onFault?: (rule: RuleId, finding: Finding) => void;
  onPlay?: (play: Play) => void;
  /** Told of a request that broke the counterpart itself; its connection is cut. */
  onError?: (error: unknown) => void;
}

export interface RunningCounterpart {
  url: string;
  key: string;
  report(): Report;
  stop(): Promise<void>;
}

export const counterpartKey = "pk_test_conformance";

/** Starts a strict counterpart for a client to be pointed at. `GET /conformance` on it answers the report. */
export async function startCounterpart(options: CounterpartOptions = {}): Promise<RunningCounterpart> {
  const { port = 0, host = "127.0.0.1", key = counterpartKey, namespace = "urn:paseo:partner" } = options;
  const { plays = usualPlays, clock = () => new Date(), onFault = () => {}, onPlay = () => {} } = options;
  const counterpart = new Counterpart({ key, namespace, plays, clock, onFault, onPlay });
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
    const received = await receive(request, url);
    if (received.url.pathname === "/conformance") return sendReport(received, response, report());
    requests += 1;
    try {
      const status = sendReply(counterpart.answer(received), received, response);
      options.onRequest?.(received, status);
    } catch (error) {
      if (!(error instanceof AnswerLost)) throw error;
      response.destroy();
    }
  }
  const report = (): Report => {
    const checks = counterpart.results();
    return {
      kit: "paseo-conform",
      reportVersion: 1,
      judged: "client",
      target: url,
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
  const { port: taken } = server.address() as AddressInfo;
  url = `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
  return {
    url,
    key,
    report,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const reportTypes: Record<ReportForm, string> = {
  text: "text/plain; charset=utf-8",
  json: "application/json; charset=utf-8",
  junit: "application/xml; charset=utf-8",
};

/** The report in the form that `?report=` names; else XML or JSON where Accept asks for one by name; else text. */
function sendReport(received: Received, response: ServerResponse, report: Report): void {
  const { url, headers } = received;
  const named = url.searchParams.get("report");
  const accepted = /json|xml/.test(headers.accept ?? "") ? formAccepted(headers.accept) : undefined;
  const form =
    reportForms.find((one) => one === named) ?? ({ json: "json", xml: "junit" } as const)[accepted!] ?? "text";
  if (named !== null && form !== named) {
    const failure = new Failure(400, "invalid-parameter", `report must be one of ${reportForms.join(", ")}.`);
    sendReply(failureReply(failure, "json"), received, response);
    return;
  }
  const text = writeReport(report, form);
  sendReply({ status: 200, contentType: reportTypes[form], text, cache: "private" }, received, response);
}
