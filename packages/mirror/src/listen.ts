import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { CallbackRefused, verifyCatalogChanged } from "@paseo/client";

/** `--listen`: an endpoint for the service's messages that the catalogue changed. They only wake the mirror: versions stay the truth. */

export interface ListenAddress {
  host: string;
  port: number;
  path: string;
}

interface Listener {
  /** Stops listening. */
  close(): Promise<void>;
}

/** A message has about a thousand days at most. */
const maxBytes = 1_048_576;
const timeoutMs = 10_000;

/** Listens, and calls `onChanged` for each message that is signed with one of the secrets. Rejects if the port is in use. */
export async function listenForCallbacks(
  { host, port, path }: ListenAddress,
  secrets: readonly string[],
  onChanged: () => void,
): Promise<Listener> {
  const server = createServer((request, response) => {
    answer(request, path, secrets).then(
      (status) => {
        if (status === 204) onChanged();
        end(response, status);
      },
      () => request.destroy(),
    );
  });
  server.requestTimeout = timeoutMs;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function end(response: ServerResponse, status: number): void {
  if (status === 405) response.setHeader("allow", "POST");
  if (status === 413) response.setHeader("connection", "close");
  response.writeHead(status).end();
}

async function answer(request: IncomingMessage, path: string, secrets: readonly string[]): Promise<number> {
  if (request.url!.split("?")[0] !== path) return 404;
  if (request.method !== "POST") return 405;
  const body = await bodyOf(request);
  if (body === null) return 413;
  try {
    await verifyCatalogChanged({ headers: request.headers, body }, secrets);
    return 204;
  } catch (error) {
    if (error instanceof CallbackRefused) return 400;
    throw error;
  }
}

/** Null: the body is too long. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

/** Ends a wait early. A call while nobody waits ends the next wait at once. */
export class WakeSignal {
  #isCalled = false;
  #end = (): void => {};

  call(): void {
    this.#isCalled = true;
    this.#end();
  }

  /** Resolves after the time, at a call, or at the signal. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const ending = new AbortController();
    this.#end = () => ending.abort();
    if (this.#isCalled) ending.abort();
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, ending.signal]) }).catch(() => {});
    this.#isCalled = false;
  }
}
