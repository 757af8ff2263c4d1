import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that answers at once, for as long as its parent lives. */
const server = createServer((_request, response) => response.end("ok\n"));
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit(0));
