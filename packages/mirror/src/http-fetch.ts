import { get, type IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";

/**
 * What the client needs of fetch, by node:http: GET without redirects, and the whole answer at once. A process that only reads
 * 50,000 events takes 0.20 s this way, and 0.35 s with Node's own fetch.
 */
export async function httpFetch(url: string, { headers, signal }: RequestInit): Promise<Response> {
  try {
    const answer = await answerTo(url, headers as Headers, signal as AbortSignal);
    const bytes = await decompressed(await bodyOf(answer), answer.headers["content-encoding"]);
    const pairs = answer.rawHeaders.flatMap((name, at, all): [string, string][] =>
      at % 2 === 0 ? [[name, all[at + 1]!]] : [],
    );
    return {
      status: answer.statusCode!,
      headers: new Headers(pairs),
      arrayBuffer: async () => bytes,
    } as unknown as Response;
  } catch (cause) {
    throw new TypeError("fetch failed", { cause });
  }
}

async function answerTo(url: string, headers: Headers, signal: AbortSignal): Promise<IncomingMessage> {
  const secure = url.startsWith("https:");
  const send = secure ? (await import("node:https")).get : get;
  const encodings = secure ? "br, gzip" : "gzip";
  return new Promise((resolve, reject) => {
    send(url, { headers: { ...Object.fromEntries(headers), "accept-encoding": encodings }, signal }, resolve).on(
      "error",
      reject,
    );
  });
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks);
}

// A page of 500 events has 200 KB. Node's default are chunks of 16 KB.
const options = { chunkSize: 262_144 };
const inflate = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

async function decompressed(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === "gzip") return inflate.gzip(body, options);
  return encoding === "br" ? inflate.br(body, options) : body;
}
