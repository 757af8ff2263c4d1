import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Config } from "../../config.ts";
import { StoreUnavailable } from "../../store/database/faults.ts";
import { CommandFailure } from "../output.ts";

/** The service tries its ports before it opens the store: a start that cannot listen must not create or migrate a store. */

/** Throws if this process cannot listen at a port. Returns the port, which is a free one for 0. */
export async function reservePort(config: Config, port: number | undefined): Promise<number | undefined> {
  if (port === undefined) return undefined;
  const server = createServer();
  try {
    await once(server.listen({ port, host: config.host, exclusive: true }), "listening");
    return (server.address() as AddressInfo).port;
  } catch (error) {
    throw listenFailure(error, config) ?? error;
  } finally {
    server.close();
  }
}

/** Reserves the ports of partners and of probes. Returns the port of partners. */
export async function reservePorts(config: Config): Promise<number> {
  const port = await reservePort(config, config.port);
  await reservePort(config, config.probePort);
  return port!;
}

/** Returns the message for an error of `listen`. */
export function listenFailure(error: unknown, { host, ...config }: Config): CommandFailure | undefined {
  // The store's host may be unknown too.
  if (error instanceof StoreUnavailable) return undefined;
  const { code, port = config.port } = error as NodeJS.ErrnoException & { port?: number };
  const name = port === config.probePort ? "PROBE_PORT" : "PORT";
  if (code === "EADDRINUSE")
    return new CommandFailure(
      `Port ${port} on ${host} is in use. Stop the program that uses it, or set ${name} to another one${name === "PORT" ? " (0 picks a free one)" : ""}.`,
    );
  if (code === "EACCES")
    return new CommandFailure(`Port ${port} needs rights that this user does not have. Set ${name} to one above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new CommandFailure(`This machine has no address ${host}. Set HOST to one of its addresses.`);
  return undefined;
}
