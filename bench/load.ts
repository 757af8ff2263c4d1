import { Agent, request } from "node:http";
import autocannon from "autocannon";
import { demoKey } from "../packages/service/src/domain/partners/keys.ts";

/** Number of rounds of a comparison, and the length of each. */
export interface RoundPlan {
  rounds: number;
  seconds: number;
}

export interface LoadOptions {
  port: number;
  connections: number;
  seconds: number;
  /** The next request. */
  request: () => { method?: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string };
}

/** Clients that send the next request when they have the answer. Returns the number of answers, and of answers a second. */
export async function measureLoad({ port, connections, seconds, request }: LoadOptions) {
  const setupRequest = (usual: autocannon.Request): autocannon.Request => {
    const one = request();
    // autocannon adds the length of the body to these headers.
    return { ...usual, ...one, headers: { ...one.headers } };
  };
  const requests = [{ setupRequest }];
  const result = await autocannon({ url: `http://127.0.0.1:${port}`, connections, duration: seconds, requests });
  const { errors, non2xx, duration } = result;
  if (errors + non2xx > 0) throw new Error(`${non2xx} answers were refusals, and ${errors} requests failed`);
  return { answers: result["2xx"], rate: result["2xx"] / duration };
}

export interface Answer {
  status: number;
  /** Header names and values alternately, as they arrived, without headers that a server sets anew for each connection or second. */
  headers: string[];
  body: Buffer;
}

const agent = new Agent({ keepAlive: true });
const everyAnswers = new Set(["date", "connection", "keep-alive"]);

/** Sends a GET and returns its body undecoded; fetch would decompress it. */
export function sendGet(port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: "127.0.0.1", port, path, headers }, async (response) => {
      const chunks = (await response.toArray()) as Buffer[];
      const { rawHeaders: raw } = response;
      const ownHeaders = raw.filter((_, n) => !everyAnswers.has(raw[n - (n % 2)]!.toLowerCase()));
      resolve({ status: response.statusCode!, headers: ownHeaders, body: Buffer.concat(chunks) });
    });
    outgoing.on("error", reject).end();
  });
}

/** Returns the value of a header by its name in lower case. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const at = headers.findIndex((text, n) => n % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

/** Sends a GET for JSON that must be answered with a 200. */
export async function getJson<T>(port: number, path: string): Promise<T> {
  const { status, body } = await sendGet(port, path, { accept: "application/json" });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
  return JSON.parse(body.toString()) as T;
}

/** A selection that the service has just validated. */
export interface BuyableSelection {
  id: string;
  totalUsd: number;
  /** The request body of `eventvalidate` for this selection. */
  body: string;
}

/** Finds this number of events, spread over the list, that have seats for two adults and no questions. */
export async function findBuyableSelections(port: number, count: number): Promise<BuyableSelection[]> {
  const found: BuyableSelection[] = [];
  for (let page = 10; found.length < count; page++) {
    const { values } = await getJson<{ values: { id: string }[] }>(port, `/api/events?page=${page}`);
    if (values.length === 0) throw new Error(`only ${found.length} events can be bought`);
    for (const { id } of values.slice(0, 50)) {
      const selection = { id, apiKey: demoKey, tickets: [{ code: "ADULT", quantity: 2 }] };
      const body = JSON.stringify(selection);
      const answer = await postJson<Validated>(port, "/api/es/eventvalidate", body);
      if (answer.isValid && answer.questions.length === 0) found.push({ id, body, totalUsd: answer.totalUsd.value });
    }
  }
  return found.slice(0, count);
}

interface Validated {
  isValid: boolean;
  totalUsd: { value: number };
  questions: unknown[];
}

export const jsonHeaders = { "content-type": "application/json", accept: "application/json" };

/** Sends a POST of JSON that must be answered with a 200. */
export async function postJson<T>(port: number, path: string, body: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers: jsonHeaders, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
