import { createServer, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Handler } from "./cache/fast-path.ts";

export interface ConnectionOptions {
  /** Milliseconds after which the connection of a client that does not read its answer is closed. */
  stalledAfterMs: number;
  /** Milliseconds for a whole request. */
  requestTimeoutMs: number;
  /** Receives every request. */
  onRequest: Handler;
  /** Called when a connection is closed because its client does not read its answer. */
  onStalled: () => void;
}

/** The server of node:http with its limits. `closeUnused` closes connections on which nothing was sent. */
export function createConnections({ stalledAfterMs, requestTimeoutMs, onRequest, onStalled }: ConnectionOptions): {
  server: Server;
  closeUnused: () => void;
} {
  const connections = new Set<Socket>();
  /** The latest answer on each connection. */
  const latest = new WeakMap<Socket, ServerResponse>();
  const options = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 72_000,
    connectionsCheckingInterval: Math.min(2_000, requestTimeoutMs),
    // Node would refuse with an empty 400; the onRequest hook says what is wrong.
    requireHostHeader: false,
    // node:http makes no stream of a body that a request does not have.
    optimizeEmptyRequests: true,
  };
  const server = createServer(options, (request, response) => {
    latest.set(request.socket, response);
    onRequest(request, response);
  });
  server.maxConnections = maxConnections;
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  // With a callback, node:http leaves it to us to close an inactive connection. A request may take longer: an import, for one.
  server.setTimeout(stalledAfterMs, (socket: Socket) => {
    const answer = latest.get(socket);
    if (socket.writableLength > 0) onStalled();
    else if (answer !== undefined && !answer.writableFinished && !answer.destroyed) return;
    socket.destroy();
  });
  return {
    server,
    // node:http closes connections after their last answer, but not connections that a browser opened in advance.
    closeUnused: () => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

export const maxHeaderBytes = 16_384;

/** Connections at once; node:http closes further ones. Each can have a body of up to 1 MiB that has not arrived completely. */
const maxConnections = 8_192;
