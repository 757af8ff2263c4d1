import { type Settings, startService } from "../packages/service/test/support/processes.ts";
import { startBare } from "./bare-server.ts";
import { load } from "./load.ts";
import { type Row, rowOf } from "./row.ts";

const rounds = 5;
const seconds = 1.5;
const connections = 64;

const pages = [
  { name: "products, JSON", path: "/api/products", accept: "application/json" },
  { name: "products, XML", path: "/api/products", accept: "application/xml" },
  { name: "events, JSON", path: "/api/events", accept: "application/json" },
  { name: "events, XML", path: "/api/events", accept: "application/xml" },
  { name: "pages, JSON", path: "/api/es/pages", accept: "application/json" },
];

/** A list page asked for again, against bare node:http sending the same bytes under the same headers. */
export async function measureLists(env: Settings, store: string): Promise<Row[]> {
  const service = await startService(env);
  try {
    const rows: Row[] = [];
    for (const page of pages) rows.push(await measurePage(Number(new URL(service.url).port), page, store));
    return rows;
  } finally {
    await service.stop();
  }
}

async function measurePage(port: number, page: (typeof pages)[number], store: string): Promise<Row> {
  const first = await fetch(`http://127.0.0.1:${port}${page.path}`, {
    headers: { accept: page.accept, "accept-encoding": "identity" },
  });
  const body = Buffer.from(await first.arrayBuffer());
  const skip = new Set(["date", "connection", "keep-alive"]);
  const headers = [...first.headers].filter(([name]) => !skip.has(name)).flat();
  const bare = await startBare({ status: first.status, headers, body });
  // With a server each answer waits for a look at the counter there, and here the server is a third process on two cores.
  const goal = store === "PGlite" ? 0.8 : 0.65;
  try {
    const request = () => `GET ${page.path} HTTP/1.1\r\nHost: bench\r\nAccept: ${page.accept}\r\n\r\n`;
    const rates = { ours: [] as number[], reference: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      rates.reference.push(await load({ port: bare.port, connections, seconds, request }, "HTTP/1.1 200"));
      rates.ours.push(await load({ port, connections, seconds, request }, "HTTP/1.1 200"));
    }
    const name = `hot ${page.name} (${Math.round(body.length / 1024)} KB, ${store})`;
    return rowOf({ name, unit: "answers/s", against: "bare node:http", goal }, rates);
  } finally {
    await bare.stop();
  }
}
