import { startPostgres } from "../../packages/service/test/support/servers/postgres.ts";
import { childCount, runInChildren } from "../children.ts";
import { firstAndLastValue } from "../growth.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import type { ServiceOptions, ServiceTotals } from "./service.ts";

/** Fuzzes a service in a child process for each processor, and adds their reports up. */

interface FuzzOptions extends PartOptions {
  children?: number;
  uploadEvery?: number;
}

/** Each upload starts a thread, which costs as much as a hundred other requests. */
const usualUploads = 400;

export async function run(options: FuzzOptions): Promise<PartReport> {
  const { seed, minutes, requests, children = childCount, uploadEvery = usualUploads } = options;
  const server = await startPostgres();
  const running = runInChildren<ServiceTotals>(
    new URL("service.ts", import.meta.url),
    Array.from(
      { length: children },
      (_, n): ServiceOptions => ({
        seed: seed + n,
        ms: minutes * 60_000 * 0.95,
        requests: Math.ceil((requests ?? Number.MAX_SAFE_INTEGER) / children),
        uploadEvery,
        postgres: server.url,
      }),
    ),
  );
  const totals = await running.finally(() => server.stop());
  const figures = figuresOf(totals);
  const findings = new Map<string, Finding>();
  for (const finding of totals.flatMap((one) => one.findings)) findings.set(finding.title, finding);
  const sent = figures.requests as number;
  const few = `${sent} of ${requests} requests fitted into the time`;
  if (requests !== undefined && sent < requests)
    findings.set(few, { title: few, detail: "Give the run more minutes." });
  return { name: "fuzz", seed, figures, findings: [...findings.values()], passed: findings.size === 0 };
}

function figuresOf(services: ServiceTotals[]): PartReport["figures"] {
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  const most = (values: number[]) => Math.max(...values);
  const statuses = services.flatMap((service) => Object.entries(service.statuses));
  const count = (from: number, to: number) =>
    sum(statuses.filter(([status]) => Number(status) >= from && Number(status) < to).map(([, n]) => n));
  const distinct = (lists: string[][]) => new Set(lists.flat()).size;
  const requests = sum(services.map(({ sent }) => sent));
  const course = (of: "heaps" | "memory" | "cpuMs") =>
    services
      .filter((service) => service[of].length > 0)
      .map((service) => firstAndLastValue(service[of]))
      .map(({ first, last }) => `${first.toFixed(1)}, ${last.toFixed(1)}`)
      .join("; ");
  return {
    requests,
    "requests a second": Math.round(requests / most(services.map(({ seconds }) => seconds))),
    processes: services.length,
    // Prints what an idle machine would do.
    "processor milliseconds a request, without PostgreSQL, in the first quarter and at the end": course("cpuMs"),
    "kinds of request": distinct(services.map(({ families }) => families)),
    "kinds that were answered 2xx": distinct(services.map(({ successful }) => successful)),
    uploads: sum(services.map(({ uploads }) => uploads)),
    orders: sum(services.map(({ orders }) => orders)),
    "answers 2xx": count(200, 300),
    "answers 4xx": count(400, 500),
    "answers 503": count(503, 504),
    "answers over 499 that are not 503": count(500, 503) + count(504, 600),
    "closed without an answer": count(0, 1),
    "not sendable, or closed while the body was sent": sum(services.map(({ unsendable }) => unsendable)),
    "slowest answer among 16 at once, ms": Math.round(most(services.map(({ slowestMs }) => slowestMs))),
    "slow answers sent again alone": sum(services.map(({ repeated }) => repeated)),
    "heap in the first quarter and at the end, MB": course("heaps"),
    "whole memory in the first quarter and at the end, MB": course("memory"),
  };
}
