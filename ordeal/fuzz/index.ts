import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import { faultOf } from "./checks.ts";
import { fuzzCodec } from "./codec.ts";
import { Random } from "./random.ts";
import { Requests } from "./requests.ts";
import { type Answer, hangMs, type Sample, Target, Unsendable } from "./target.ts";

/** Concurrent requests: fewer than the service admits, so that it refuses none as overloaded. */
const atOnce = 16;
/** One of so many requests is an upload. */
const uploadEvery = 50;
/** The catalogue is restored after so many requests. */
const refreshAfter = 2000;
/** Growth of the heap since the first quarter of the run, in bytes, that counts as a leak. */
const mostGrowth = 1.3;

export interface FuzzOptions extends PartOptions {
  /** Ends the run early, after so many requests. */
  requests?: number;
  /** The same for inputs of the codecs. */
  inputs?: number;
}

export async function run(options: FuzzOptions): Promise<PartReport> {
  const { seed, minutes, inputs = Number.POSITIVE_INFINITY } = options;
  const codec = await fuzzCodec({ seed, ms: minutes * 60_000 * 0.2, inputs });
  const service = await fuzzService(options);
  const findings = [...codec.findings, ...service.findings];
  const figures = { ...codec.figures, ...service.figures };
  return { name: "fuzz", seed, figures, findings, passed: findings.length === 0 };
}

type Part = Pick<PartReport, "figures" | "findings">;

async function fuzzService({ seed, minutes, requests: most = Number.POSITIVE_INFINITY }: FuzzOptions): Promise<Part> {
  const end = performance.now() + minutes * 60_000 * 0.75;
  const random = new Random(seed);
  const target = await Target.start();
  const findings = new Map<string, Finding>();
  const statuses = new Map<number, number>();
  const families = new Set<string>();
  const successful = new Set<string>();
  const heaps: number[] = [];
  let sent = 0;
  let unsendable = 0;
  let repeated = 0;
  let slowest = 0;
  const add = (title: string, sample: Sample, detail: string) => {
    if (findings.size < 100 && !findings.has(title)) findings.set(title, { title, detail, replay: written(sample) });
  };

  const slow: Sample[] = [];
  const one = async (requests: Requests): Promise<void> => {
    sent++;
    const sample = sent % uploadEvery === 0 ? requests.upload() : requests.next(target);
    families.add(sample.family);
    let answer: Answer;
    try {
      answer = await target.send(sample);
    } catch (error) {
      if (error instanceof Unsendable) unsendable++;
      else slow.push(sample);
      return;
    }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status < 300) successful.add(sample.family);
    slowest = Math.max(slowest, answer.ms);
    if (answer.ms > hangMs) slow.push(sample);
    const fault = faultOf(sample, answer);
    if (fault)
      add(fault, sample, `${answer.body.toString().slice(0, 500)}\n${target.errors().join("\n").slice(0, 4000)}`);
    // A request may end its operator's session or disable the account.
    if (answer.status === 401 && sample.sender !== "nobody")
      await target.signIn(sample.sender).catch((error) => add("an operator cannot sign in", sample, String(error)));
  };

  /** Repeats slow requests one at a time. On a busy machine only processor time tells how long the service itself took. */
  const repeatSlow = async (): Promise<void> => {
    for (const sample of slow.splice(0).slice(0, 20)) {
      const before = process.cpuUsage();
      try {
        const { ms } = await target.send(sample);
        const { user, system } = process.cpuUsage(before);
        repeated++;
        if (ms > hangMs && (user + system) / 1000 > hangMs)
          add(`${sample.family} takes more than ${hangMs} ms of work`, sample, `${Math.round(ms)} ms`);
      } catch (error) {
        if (!(error instanceof Unsendable)) add(`${sample.family} is not answered`, sample, String(error));
      }
    }
  };

  try {
    const requests = new Requests(random, target);
    await requests.prepare(target);
    while (sent < most && performance.now() < end) {
      const until = Math.min(most, sent + refreshAfter);
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (sent < until && performance.now() < end) await one(requests);
        }),
      );
      await repeatSlow();
      for (const line of target.errors()) {
        const { err } = JSON.parse(line) as { err?: { message?: string; stack?: string } };
        add(`the service logs an error: ${err?.message?.slice(0, 80)}`, noRequest, line.slice(0, 4000));
      }
      heaps.push(await heapMb());
      await target.refresh();
    }
  } finally {
    await target.stop();
  }
  // The first rounds fill caches and compile code.
  const early = Math.max(...heaps.slice(0, Math.ceil(heaps.length / 4)));
  const late = heaps.at(-1)!;
  if (heaps.length >= 8 && late > early * mostGrowth)
    add("memory grows", noRequest, `${early} MB of heap in the first quarter, ${late} MB at the end`);
  const count = (from: number, to: number) =>
    [...statuses].filter(([status]) => status >= from && status < to).reduce((sum, [, n]) => sum + n, 0);
  const figures = {
    requests: sent,
    "kinds of request": families.size,
    "kinds that were answered 2xx": successful.size,
    "answers 2xx": count(200, 300),
    "answers 4xx": count(400, 500),
    "answers 503": count(503, 504),
    "answers over 499 that are not 503": count(500, 503) + count(504, 600),
    "closed without an answer": count(0, 1),
    "not sendable, or closed while the body was sent": unsendable,
    "slowest answer among 16 at once, ms": Math.round(slowest),
    "slow answers sent again alone": repeated,
    "heap in the first quarter and at the end, MB": `${early}, ${late}`,
  };
  return { figures, findings: [...findings.values()] };
}

const noRequest: Sample = { family: "", method: "", path: "", headers: {}, sender: "nobody" };

/** A request as one line that can be sent again. */
function written(sample: Sample): string {
  if (sample === noRequest) return "";
  const body = sample.body === undefined ? undefined : Buffer.from(sample.body).toString("base64");
  return JSON.stringify({ ...sample, body }).slice(0, 20_000);
}

async function heapMb(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  // Objects that the first collection finalises are freed by the second.
  gc();
  await new Promise((resolve) => setImmediate(resolve));
  gc();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}
