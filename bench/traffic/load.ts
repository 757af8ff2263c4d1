import { connect, type Socket } from "node:net";

/**
 * A closed loop of raw HTTP/1.1 requests over keep-alive connections. It costs little, so that the server is measured and not
 * the client.
 */
export interface LoadOptions {
  port: number;
  connections: number;
  seconds: number;
  /** The whole request, headers and body. */
  request: (n: number) => string;
}

/** Number of rounds of a comparison, and the length of each. */
export interface RoundPlan {
  rounds: number;
  seconds: number;
}

type Rate = (seconds: number) => Promise<number>;

/** Answers per second of two sides in each round. The sides alternate, so that noise affects both equally. */
export async function measureInTurn({ rounds, seconds }: RoundPlan, reference: Rate, ours: Rate) {
  const rates = { ours: [] as number[], reference: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    rates.reference.push(await reference(seconds));
    rates.ours.push(await ours(seconds));
  }
  return rates;
}

/** Measures answers per second. Throws if the first line of an answer is not in `expect`. */
export async function measureLoad(options: LoadOptions, expect: string): Promise<number> {
  let answers = 0;
  let sent = 0;
  let running = true;
  const start = performance.now();
  const sockets = await Promise.all(Array.from({ length: options.connections }, () => open(options.port)));
  const done = sockets.map(
    (socket) =>
      new Promise<void>((resolve, reject) => {
        const next = () => {
          if (!running) return resolve();
          socket.write(options.request(sent++));
        };
        onAnswers(socket, expect, reject, () => {
          answers++;
          next();
        });
        next();
      }),
  );
  setTimeout(() => {
    running = false;
  }, options.seconds * 1000);
  await Promise.all(done);
  for (const socket of sockets) socket.destroy();
  return answers / ((performance.now() - start) / 1000);
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

const headEnd = Buffer.from("\r\n\r\n");

// Reads only the head of an answer; Content-Length gives the end of the body.
function onAnswers(socket: Socket, expect: string, fail: (error: Error) => void, answered: () => void): void {
  let held: Buffer = Buffer.alloc(0);
  let rest = 0;
  socket.on("data", (chunk: Buffer) => {
    if (rest > 0 && chunk.length <= rest) {
      rest -= chunk.length;
      if (rest === 0) answered();
      return;
    }
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    const end = held.indexOf(headEnd);
    if (end < 0) return;
    const head = held.toString("latin1", 0, end);
    if (!head.startsWith(expect)) return fail(new Error(`expected ${expect}, got ${head.slice(0, 200)}`));
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const body = held.length - end - 4;
    held = Buffer.alloc(0);
    rest = length - body;
    if (rest === 0) answered();
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed the connection")));
}
