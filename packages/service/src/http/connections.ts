import { createServer, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { RequestHandler } from "./cache/fast-path.ts";

export interface ConnectionOptions {
  /** Milliseconds after which the service closes the connection of a client that does not read its answer. */
  stalledAfterMs: number;
  /** Milliseconds for a whole request. */
  requestTimeoutMs: number;
  /** Called for every request. */
  onRequest: RequestHandler;
  /** Called when a connection is closed because its client does not read its answer. */
  onStalled: () => void;
}

/** Creates the server of node:http with its limits. `closeUnused` closes connections that never sent a request. */
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
    // node:http would refuse with an empty 400; the onRequest hook sends the reason.
    requireHostHeader: false,
    // node:http creates no stream for a missing body.
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
  // If there is a callback, node:http leaves it to us to close an inactive connection. Some requests take longer, such
  // as an import.
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

/** Maximum number of connections; node:http closes further connections. Each connection can have an incomplete body of up to 1 MiB. */
const maxConnections = 8_192;
