import { startPostgres } from "../../packages/service/test/support/servers/postgres.ts";
import { childCount, inChildren } from "../children.ts";
import { growth } from "../growth.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import type { FuzzInput, FuzzTotals } from "./child.ts";

/** Fuzzes codecs and service in a child process for each processor, and adds their reports up. */

interface FuzzOptions extends PartOptions {
  /** Ends the run early, after this number of inputs of the codecs. */
  inputs?: number;
  children?: number;
  uploadEvery?: number;
}

/** Each upload starts a thread, which costs as much as a hundred other requests. */
const usualUploads = 400;
/** The codecs' time in a run that ends after a number of requests. */
const mostCodecMs = 120_000;

export async function run(options: FuzzOptions): Promise<PartReport> {
  const { seed, minutes, requests, inputs, children = childCount, uploadEvery = usualUploads } = options;
  const server = await startPostgres();
  const ms = minutes * 60_000;
  const shareOf = (whole: number | undefined) => Math.ceil((whole ?? Number.MAX_SAFE_INTEGER) / children);
  const running = inChildren<FuzzTotals>(
    new URL("child.ts", import.meta.url),
    Array.from({ length: children }, (_, n) => {
      const input: FuzzInput = {
        seed: seed + n,
        codecMs: requests === undefined ? ms * 0.15 : Math.min(ms * 0.15, mostCodecMs),
        inputs: shareOf(inputs),
        ms: ms * 0.8,
        requests: shareOf(requests),
        uploadEvery,
        postgres: server.url,
      };
      return input;
    }),
  );
  const totals = await running.finally(() => server.stop());
  const figures = figuresOf(totals);
  const findings = new Map<string, Finding>();
  for (const { codec, service } of totals)
    for (const finding of [codec, service].flatMap((one) => one.findings)) findings.set(finding.title, finding);
  const sent = figures.requests as number;
  const few = `${sent} of ${requests} requests fitted into the time`;
  if (requests !== undefined && sent < requests)
    findings.set(few, { title: few, detail: "Give the run more minutes." });
  return { name: "fuzz", seed, figures, findings: [...findings.values()], passed: findings.size === 0 };
}

function figuresOf(totals: FuzzTotals[]): PartReport["figures"] {
  const services = totals.map((one) => one.service);
  const codecs = totals.map(({ codec }) => codec.figures);
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
      .map((service) => growth(service[of]))
      .map(({ first, last }) => `${first.toFixed(1)}, ${last.toFixed(1)}`)
      .join("; ");
  const figures: PartReport["figures"] = {};
  for (const name of Object.keys(codecs[0]!)) {
    const values = codecs.map((codec) => codec[name] as number);
    // Each process reaches much the same code.
    figures[name] = /slowest|reached$/.test(name) ? most(values) : sum(values);
  }
  return {
    ...figures,
    requests,
    "requests a second": Math.round(requests / most(services.map(({ seconds }) => seconds))),
    processes: totals.length,
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
