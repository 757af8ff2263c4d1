import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ReportFormat, reportFormats, writeReport } from "../reports/index.ts";
import { type Finding, type Report, totalsOf } from "../reports/report.ts";
import { Failure } from "./failure.ts";
import { formatAccepted } from "./http/negotiate.ts";
import { type Received, receive } from "./http/received.ts";
import { failureReply, sendReply } from "./http/reply.ts";
import type { RuleId } from "./rules/rules.ts";
import { defaultScenarios, type Scenario } from "./scenarios.ts";
import { ConnectionDropped, MockService } from "./service.ts";

export interface MockServiceOptions {
  /** 0 selects a free port. */
  port?: number | undefined;
  host?: string | undefined;
  /** The key that the client must send; any text. */
  key?: string | undefined;
  namespace?: string | undefined;
  scenarios?: readonly Scenario[] | undefined;
  clock?: (() => Date) | undefined;
  /** Called for each answered request, except those for the report. */
  onRequest?: (received: Received, status: number) => void;
  /** Called for each request that breaks a rule. */
  onFault?: (rule: RuleId, finding: Finding) => void;
  onScenario?: (scenario: Scenario) => void;
  /** Called when the mock service itself fails; the connection is closed. */
  onError?: (error: unknown) => void;
}

export interface RunningMockService {
  url: string;
  key: string;
  report(): Report;
  stop(): Promise<void>;
}

export const mockServiceKey = "pk_test_conformance";

/** Starts a strict service to test a client. `GET /conformance` returns the report. */
export async function startMockService(options: MockServiceOptions = {}): Promise<RunningMockService> {
  const { port = 0, host = "127.0.0.1", key = mockServiceKey, namespace = "urn:paseo:partner" } = options;
  const { scenarios = defaultScenarios, clock = () => new Date(), onFault = () => {}, onScenario = () => {} } = options;
  const mock = new MockService({ key, namespace, scenarios, clock, onFault, onScenario });
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
      const status = sendReply(mock.answer(received), received, response);
      options.onRequest?.(received, status);
    } catch (error) {
      if (!(error instanceof ConnectionDropped)) throw error;
      response.destroy();
    }
  }
  const report = (): Report => {
    const checks = mock.results();
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
  const { port: actualPort } = server.address() as AddressInfo;
  url = `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`;
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

const reportTypes: Record<ReportFormat, string> = {
  text: "text/plain; charset=utf-8",
  json: "application/json; charset=utf-8",
  junit: "application/xml; charset=utf-8",
};

/** Sends the report in the format of `?report=`, else JSON or XML when Accept names one, else text. */
function sendReport(received: Received, response: ServerResponse, report: Report): void {
  const { url, headers } = received;
  const named = url.searchParams.get("report");
  const accepted = /json|xml/.test(headers.accept ?? "") ? formatAccepted(headers.accept) : undefined;
  const format =
    reportFormats.find((one) => one === named) ?? ({ json: "json", xml: "junit" } as const)[accepted!] ?? "text";
  if (named !== null && format !== named) {
    const failure = new Failure(400, "invalid-parameter", `report must be one of ${reportFormats.join(", ")}.`);
    sendReply(failureReply(failure, "json"), received, response);
    return;
  }
  const text = writeReport(report, format);
  sendReply({ status: 200, contentType: reportTypes[format], text, cache: "private" }, received, response);
}
