import { Agent, request } from "node:http";

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
