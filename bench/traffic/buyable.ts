import { demoKey } from "../../packages/service/src/domain/partners/keys.ts";
import { getJson } from "./ask.ts";

/** A selection that the service has just validated. */
export interface BuyableSelection {
  id: string;
  totalUsd: number;
  /** The request body of `eventvalidate` for this selection. */
  body: string;
  /** Size of the answer to this request. */
  bytes: number;
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
      const { text, answer } = await postJson<Validated>(port, "/api/es/eventvalidate", body);
      if (answer.isValid && answer.questions.length === 0)
        found.push({ id, body, totalUsd: answer.totalUsd.value, bytes: Buffer.byteLength(text) });
    }
  }
  return found.slice(0, count);
}

interface Validated {
  isValid: boolean;
  totalUsd: { value: number };
  questions: unknown[];
}

/** Sends a POST of JSON that must be answered with a 200. */
export async function postJson<T>(port: number, path: string, body: string): Promise<{ text: string; answer: T }> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return { text, answer: JSON.parse(text) as T };
}

/** Returns the request that `postJson` sends as raw text for `measureLoad`. */
export function postText(path: string, body: string): string {
  const head = ["Host: bench", "Content-Type: application/json", "Accept: application/json"];
  return `POST ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
