import { createServer } from "node:http";

/** The reference: plain node:http that sends bytes which it received over IPC, with the headers of the service's own answer. */
process.on("message", (given: { status: number; headers: string[]; body: string }) => {
  const body = Buffer.from(given.body, "base64");
  const server = createServer((_request, response) => {
    response.writeHead(given.status, given.headers);
    response.end(body);
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, "127.0.0.1", () => process.send!((server.address() as { port: number }).port));
});
