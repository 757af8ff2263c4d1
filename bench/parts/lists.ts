import { startService } from "../process/service.ts";
import { startBareReference } from "../references/reference.ts";
import { type ResultRow, ratioRow } from "../results/row.ts";
import type { StoreSetting } from "../stores/stores.ts";
import { type Answer, headerOf, sendGet } from "../traffic/ask.ts";
import { measureInTurn, measureLoad, type RoundPlan } from "../traffic/load.ts";

const connections = 64;
/** Seconds in which each side answers before its first round: V8 optimizes meanwhile. */
const warmUp = 1;

interface HotPage {
  name: string;
  path: string;
  headers: Record<string, string>;
  /** Sends the page's ETag with the request, so that the answer is a 304. */
  unchanged?: true;
  goal: number;
}

const json = { accept: "application/json" };
const xml = { accept: "application/xml" };
const gzip = { "accept-encoding": "gzip" };

const pages: HotPage[] = [
  { name: "products, JSON", path: "/api/products", headers: json, goal: 0.85 },
  { name: "products, XML", path: "/api/products", headers: xml, goal: 0.85 },
  { name: "events, JSON", path: "/api/events", headers: json, goal: 0.85 },
  { name: "events, XML", path: "/api/events", headers: xml, goal: 0.85 },
  { name: "availability, JSON", path: "/api/availability", headers: json, goal: 0.85 },
  { name: "availability of a product, JSON", path: "/api/availability?id=", headers: json, goal: 0.85 },
  { name: "pages, JSON", path: "/api/es/pages", headers: json, goal: 0.85 },
  { name: "pages, XML", path: "/api/es/pages", headers: xml, goal: 0.85 },
  { name: "products, JSON, gzip", path: "/api/products", headers: { ...json, ...gzip }, goal: 0.85 },
  { name: "events, JSON, gzip", path: "/api/events", headers: { ...json, ...gzip }, goal: 0.85 },
  { name: "products, JSON, 304", path: "/api/products", headers: json, unchanged: true, goal: 0.9 },
  { name: "events, JSON, 304", path: "/api/events", headers: json, unchanged: true, goal: 0.9 },
];

/** A cached list page, compared with plain node:http that sends the same bytes with the same headers. */
export async function measureLists(env: StoreSetting, pace: RoundPlan): Promise<ResultRow[]> {
  const service = await startService(env);
  try {
    const rows: ResultRow[] = [];
    const [product] = JSON.parse((await sendGet(service.port, "/api/products", json)).body.toString()).values;
    for (const page of pages) {
      const path = page.path.replace(/id=$/, `id=${product.id}`);
      rows.push(await measurePage(service.port, { ...page, path }, pace));
    }
    return rows;
  } finally {
    await service.stop();
  }
}

async function measurePage(port: number, page: HotPage, pace: RoundPlan): Promise<ResultRow> {
  const { path } = page;
  const whole = await sendGet(port, path, page.headers);
  const headers = { ...page.headers, ...(page.unchanged && { "if-none-match": headerOf(whole, "etag")! }) };
  const answer = page.unchanged ? await sendGet(port, path, headers) : whole;
  mustBe(answer, page);
  const bare = await startBareReference(answer);
  try {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const text = `GET ${path} HTTP/1.1\r\nHost: bench\r\n${lines.join("")}\r\n`;
    const at = (port: number) => (seconds: number) =>
      measureLoad({ port, connections, seconds, request: () => text }, `HTTP/1.1 ${answer.status}`);
    for (const side of [bare.port, port]) await at(side)(warmUp);
    const rates = await measureInTurn(pace, at(bare.port), at(port));
    const size = page.unchanged ? "" : ` (${Math.round(answer.body.length / 1024)} KB)`;
    const name = `hot ${page.name}${size}`;
    return ratioRow({ name, unit: "answers/s", against: "plain node:http", goal: page.goal }, rates);
  } finally {
    await bare.stop();
  }
}

/** Throws unless the answer is of the kind that the page's name says. */
function mustBe(answer: Answer, page: HotPage): void {
  const encoding = headerOf(answer, "content-encoding");
  const status = page.unchanged ? 304 : 200;
  if (answer.status !== status || encoding !== page.headers["accept-encoding"])
    throw new Error(`${page.name}: answered ${answer.status}, encoding ${encoding}`);
}
