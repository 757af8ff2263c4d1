import { readdir } from "node:fs/promises";
import { runAsChild } from "../children.ts";
import { firstAndLastValue, hasGrown, heapMb } from "../growth.ts";
import type { Finding } from "../part.ts";
import { answerFault } from "./checks.ts";
import { Random } from "./random.ts";
import { RequestGenerator } from "./requests.ts";
import { type Answer, type FuzzRequest, FuzzTarget, slowAnswerMs, UnsendableRequest } from "./target.ts";

/** Sends requests to one service, in a process of its own, until the time or the number is reached. */

export interface ServiceOptions {
  seed: number;
  ms: number;
  /** Ends the run early, after this number of requests. */
  requests: number;
  /** Every n-th request is an upload, where n is this number. */
  uploadEvery: number;
  /** The PostgreSQL server of its store. */
  postgres: string;
}

export interface ServiceTotals {
  sent: number;
  /** Seconds in which requests were sent, without the start of the service. */
  seconds: number;
  /** Processor time of client, service and store, in milliseconds a request. */
  cpuMs: number[];
  /** Number of answers for each status; 0 for a connection that was closed without an answer. */
  statuses: Record<number, number>;
  families: string[];
  /** Families of operations that gave at least one 2xx answer. */
  successful: string[];
  uploads: number;
  /** Orders that were placed. */
  orders: number;
  unsendable: number;
  /** Slow answers that were repeated alone. */
  repeated: number;
  slowestMs: number;
  /** Heap and whole memory of the process after each round, in MB. */
  heaps: number[];
  memory: number[];
  /** Number of open files and connections after each round; empty where the system does not list them. */
  handles: number[];
  findings: Finding[];
}

/** Concurrent requests: fewer than the service admits, so that it refuses none as overloaded. */
const atOnce = 16;
/** The catalogue is restored after this number of requests. */
const roundRequests = 2000;
const progressRequests = 25 * roundRequests;

runAsChild<ServiceOptions, ServiceTotals>(async (options, signal) => {
  const { seed, ms, requests: most, uploadEvery, postgres } = options;
  const end = performance.now() + ms;
  const random = new Random(seed);
  const target = await FuzzTarget.start(postgres);
  const findings = new Map<string, Finding>();
  const families = new Set<string>();
  const successful = new Set<string>();
  const totals: ServiceTotals = {
    sent: 0,
    seconds: 0,
    cpuMs: [],
    statuses: {},
    families: [],
    successful: [],
    uploads: 0,
    orders: 0,
    unsendable: 0,
    repeated: 0,
    slowestMs: 0,
    heaps: [],
    memory: [],
    handles: [],
    findings: [],
  };
  const add = (title: string, sample: FuzzRequest, detail: string) => {
    if (findings.size >= 100 || findings.has(title)) return;
    const finding = { title, detail, replay: written(sample) };
    findings.set(title, finding);
    // People read the output of a long run while it continues.
    console.log(
      `  found after ${totals.sent} requests: ${title}\n${detail.slice(0, 1500)}\n${finding.replay.slice(0, 1500)}`,
    );
  };
  const isOver = () => signal.aborted || performance.now() >= end;

  const slow: FuzzRequest[] = [];
  const one = async (requests: RequestGenerator): Promise<void> => {
    totals.sent++;
    const isUpload = totals.sent % uploadEvery === 0;
    if (isUpload) totals.uploads++;
    const sample = isUpload ? requests.upload() : requests.next(target);
    families.add(sample.family);
    let answer: Answer;
    try {
      answer = await target.send(sample);
    } catch (error) {
      if (error instanceof UnsendableRequest) totals.unsendable++;
      else slow.push(sample);
      return;
    }
    totals.statuses[answer.status] = (totals.statuses[answer.status] ?? 0) + 1;
    if (answer.status < 300) successful.add(sample.family);
    totals.slowestMs = Math.max(totals.slowestMs, answer.ms);
    if (answer.ms > slowAnswerMs) slow.push(sample);
    const fault = answerFault(sample, answer);
    if (fault)
      add(fault, sample, `${answer.body.toString().slice(0, 500)}\n${target.errors().join("\n").slice(0, 4000)}`);
    if (target.learn(sample, answer)) totals.orders++;
    // A request may end its operator's session or disable the account.
    if (answer.status === 401 && sample.sender !== "nobody")
      await target.signIn(sample.sender).catch((error) => add("an operator cannot sign in", sample, String(error)));
  };

  /** Repeats slow requests one at a time. On a busy machine only processor time tells how long the service itself took. */
  const repeatSlow = async (): Promise<void> => {
    for (const sample of slow.splice(0).slice(0, 20)) {
      const before = process.cpuUsage();
      try {
        const answer = await target.send(sample);
        const { user, system } = process.cpuUsage(before);
        totals.repeated++;
        if (answer.ms > slowAnswerMs && (user + system) / 1000 > slowAnswerMs)
          add(`${sample.family} takes more than ${slowAnswerMs} ms of work`, sample, `${Math.round(answer.ms)} ms`);
      } catch (error) {
        if (!(error instanceof UnsendableRequest)) add(`${sample.family} is not answered`, sample, String(error));
      }
    }
  };

  try {
    const requests = new RequestGenerator(random, target);
    await requests.prepare(target);
    const start = performance.now();
    while (totals.sent < most && !isOver()) {
      const before = process.cpuUsage();
      const already = totals.sent;
      const until = Math.min(most, already + roundRequests);
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (totals.sent < until && !isOver()) await one(requests);
        }),
      );
      await repeatSlow();
      for (const line of target.errors()) {
        const { err } = JSON.parse(line) as { err?: { message?: string; stack?: string } };
        add(`the service logs an error: ${err?.message?.slice(0, 80)}`, noRequest, line.slice(0, 4000));
      }
      const { user, system } = process.cpuUsage(before);
      totals.cpuMs.push((user + system) / 1000 / (totals.sent - already));
      totals.heaps.push(await heapMb());
      totals.handles.push(...(await openHandles()));
      totals.memory.push(Math.round(process.memoryUsage.rss() / 1e6));
      await target.refresh();
      if (totals.sent % progressRequests === 0) console.log(progress(totals));
    }
    totals.seconds = (performance.now() - start) / 1000;
  } finally {
    await target.stop();
  }
  for (const [what, values, margin] of [
    ["MB of heap", totals.heaps, 0],
    ["open files and connections", totals.handles, 20],
  ] as const) {
    const { first, last } = firstAndLastValue(values);
    if (hasGrown(values, margin)) add(`${what} grow`, noRequest, `${first} in the first quarter, ${last} at the end`);
  }
  return { ...totals, families: [...families], successful: [...successful], findings: [...findings.values()] };
});

const progress = ({ sent, cpuMs, heaps, memory, handles }: ServiceTotals): string =>
  `  ${sent} requests: ${cpuMs.at(-1)!.toFixed(2)} ms each, heap ${heaps.at(-1)} MB, memory ${memory.at(-1)} MB, ${handles.at(-1)} open files`;

const noRequest: FuzzRequest = { family: "", method: "", path: "", headers: {}, sender: "nobody" };

/** A request as one line that can be sent again. */
function written(sample: FuzzRequest): string {
  if (sample === noRequest) return "";
  const body = sample.body === undefined ? undefined : Buffer.from(sample.body).toString("base64");
  return JSON.stringify({ ...sample, body }).slice(0, 20_000);
}

async function openHandles(): Promise<number[]> {
  return process.platform === "linux" ? [(await readdir("/proc/self/fd")).length] : [];
}
