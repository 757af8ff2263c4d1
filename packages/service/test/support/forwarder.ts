import { connect, createServer, type Socket } from "node:net";

/** A port of this machine that leads to another, until it is told to let nothing more through, and to say nothing of it. */
export interface Forwarder {
  port: number;
  silence(): void;
  close(): void;
}

export async function forwardTo(target: number): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => silent || to.write(bytes));
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    silence: () => {
      silent = true;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
