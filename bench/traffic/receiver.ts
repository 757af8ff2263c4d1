import { createServer } from "node:http";

/**
 * A partner's endpoint in its own process: answers each request with a 204. After the requested number of requests it sends
 * their times, as [orderid, milliseconds since 1970].
 */
let arrivals: [order: string, at: number][] = [];
let awaited = Number.POSITIVE_INFINITY;

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    arrivals.push([/orderid=([\w-]+)/.exec(request.url!)![1]!, performance.timeOrigin + performance.now()]);
    response.writeHead(204).end();
    report();
  });
});
server.keepAliveTimeout = 72_000;

process.on("message", (count: number) => {
  awaited = count;
  report();
});

function report(): void {
  if (arrivals.length < awaited) return;
  process.send!(arrivals);
  arrivals = [];
  awaited = Number.POSITIVE_INFINITY;
}

server.listen(0, "127.0.0.1", () => process.send!((server.address() as { port: number }).port));
