import { createServer, type Server, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { type OutgoingRequest, sendRequest } from "../../src/outgoing/request.ts";

/** Servers with answers that no HTTP library would send, and requests to them. */

export interface RawServer {
  port: number;
  /** Text of every complete request. */
  requests: string[];
  /** Numbers of connections that were opened and that have ended. */
  connections: Socket[];
  ended: number;
  /** Stops listening and closes open connections. */
  close(): Promise<void>;
}

/** Called after a complete request. `count` is the request's number on its connection, from 1. */
export type Answering = (socket: Socket, request: string, count: number) => void;

/** Starts a server on a free loopback port with scripted answers, byte for byte. It closes after the test. */
export async function rawServer(
  t: TestContext,
  answer: Answering,
  { host = "127.0.0.1", port = 0, tls }: { host?: string; port?: number; tls?: TlsOptions } = {},
): Promise<RawServer> {
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of made.connections) socket.destroy();
      server.close(() => resolve());
    });
  const made: RawServer = { port, requests: [], connections: [], ended: 0, close };
  const serve = (socket: Socket) => {
    let text = "";
    let count = 0;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const head = text.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (head < 0 || text.length < head + 4 + length) return;
      const request = text;
      text = "";
      made.requests.push(request);
      answer(socket, request, ++count);
    });
  };
  const server: Server = tls ? createTlsServer(tls, serve) : createServer(serve);
  server.on("connection", (socket: Socket) => {
    made.connections.push(socket);
    socket.on("error", () => {});
    socket.on("close", () => made.ended++);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  made.port = (server.address() as { port: number }).port;
  t.after(close);
  return made;
}

/** Returns the bytes of an answer, with Content-Length unless a header sets the length. */
export function answerText(status: string, headers: string[] = [], body = ""): string {
  const framed = headers.some((header) => /^(content-length|transfer-encoding|connection):/i.test(header));
  const lines = framed ? headers : [...headers, `Content-Length: ${Buffer.byteLength(body)}`];
  return [`HTTP/1.1 ${status}`, ...lines, "", body].join("\r\n");
}

/** Answers every request with the same text. */
export const answering =
  (...parts: Parameters<typeof answerText>): Answering =>
  (socket) =>
    void socket.write(answerText(...parts));

/** Writes as fast as the client reads, until the client closes. */
export function writeForEver(socket: Socket, chunk: string): void {
  while (socket.writable && socket.write(chunk));
  if (socket.writable) socket.once("drain", () => writeForEver(socket, chunk));
}

/** Writes a piece every few milliseconds until the client closes. */
export function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 10);
  socket.on("close", () => clearInterval(timer));
}

/** Ends a connection with a reset instead of a regular close. */
export const reset = (socket: Socket) => void socket.resetAndDestroy();

/** A POST to a local server with `allowPrivate`, and a time limit of ten seconds by default. */
export const post = (port: number, more: Partial<OutgoingRequest> = {}) =>
  sendRequest({
    url: `http://127.0.0.1:${port}/notify?orderid=7`,
    headers: { "content-type": "application/json" },
    body: '{"status":"complete"}',
    timeoutMs: 10_000,
    maxAnswerBytes: 1024,
    allowPrivate: true,
    ...more,
  });
