import { connect, createServer, type Server, type Socket } from "node:net";
import { ProxiedConnection } from "./connection.ts";
import type { ByteFault, Direction, Jitter, LostAnswer } from "./faults.ts";

/** A local port that forwards to another one, and fails as networks and proxies fail. */

/** Opens a proxy to a port of 127.0.0.1. */
export async function openFaultProxy(target: number, host = "127.0.0.1"): Promise<FaultProxy> {
  const proxy = new FaultProxy(target, host);
  await proxy.listen();
  return proxy;
}

export class FaultProxy {
  /** Connections so far. */
  connections = 0;
  /** Bytes that passed so far, in both directions. */
  bytes = 0;
  /** Faults that happened so far. */
  faults = 0;
  #target: { port: number; host: string };
  readonly #server: Server;
  readonly #open = new Set<ProxiedConnection>();
  #isSilent = false;
  #isRefusing = false;
  #delayMs = 0;
  #jitter: Jitter | null = null;
  #armed: (ByteFault & { left: number }) | null = null;
  #losing: LostAnswer | null = null;

  constructor(port: number, host: string) {
    this.#target = { port, host };
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => this.#accept(near));
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /** Returns the address of the same server through this proxy. */
  through(url: string): string {
    const address = new URL(url);
    address.hostname = "127.0.0.1";
    address.port = `${this.port}`;
    return address.href;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** Stops all transfer and closes no connection. */
  silence(): void {
    this.#isSilent = true;
    this.silenceExisting();
  }

  /** Stops all transfer on open connections; new connections work. */
  silenceExisting(): void {
    this.faults++;
    for (const connection of this.#open) connection.isSilent = true;
  }

  /** Ends the silence and transfers what was held back. */
  resume(): void {
    this.#isSilent = false;
    for (const connection of this.#open) connection.resume();
  }

  /** Closes all open connections; new ones work. */
  cut(): void {
    this.faults++;
    for (const connection of this.#open) connection.destroy();
  }

  /** Closes all open connections; new ones are forwarded to another port. */
  leadTo(port: number): void {
    this.#target = { ...this.#target, port };
    this.cut();
  }

  /** Refuses new connections, or accepts them again. */
  refuse(is: boolean): void {
    if (is) this.faults++;
    this.#isRefusing = is;
  }

  /** Delays every chunk by this time. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Splits and delays chunks at random, or stops doing so. */
  disturb(jitter: Jitter | null): void {
    this.#jitter = jitter;
  }

  /** Prepares a fault. It replaces a prepared fault that has not happened. */
  arm(fault: ByteFault | null): void {
    this.#armed = fault && { ...fault, left: fault.after };
  }

  /** Loses the answer to the next matching request. */
  lose(answer: LostAnswer | null): void {
    this.#losing = answer;
  }

  /** Whether a prepared fault or a lost answer has not happened yet. */
  get isArmed(): boolean {
    return this.#armed !== null || this.#losing !== null;
  }

  /** Closes the silent connections. */
  release(): void {
    for (const connection of this.#open) if (connection.isSilent) connection.destroy();
  }

  /** Ends and forgets every fault. Closes all connections, because their data may be incomplete. */
  calm(): void {
    this.#armed = null;
    this.#losing = null;
    this.#jitter = null;
    this.#delayMs = 0;
    this.#isRefusing = false;
    this.#isSilent = false;
    for (const connection of this.#open) connection.destroy();
  }

  close(): void {
    this.#server.close();
    for (const connection of this.#open) connection.destroy();
  }

  #accept(near: Socket): void {
    if (this.#isRefusing) {
      near.resetAndDestroy();
      return;
    }
    this.connections++;
    const far = connect({ ...this.#target, allowHalfOpen: true, noDelay: true });
    const connection = new ProxiedConnection(near, far, {
      pacing: () => ({ delayMs: this.#delayMs, jitter: this.#jitter }),
      faultIn: (direction, bytes) => this.#faultIn(direction, bytes),
      answerToLose: (request) => this.#answerToLose(request),
    });
    connection.isSilent = this.#isSilent;
    this.#open.add(connection);
    // During a silence one side can close long before the other. The proxy must still notice it.
    const forget = () => near.closed && far.closed && this.#open.delete(connection);
    near.on("close", forget);
    far.on("close", forget);
  }

  /** Counts a chunk. If a fault happens within it, only the bytes before the fault are transferred. */
  #faultIn(direction: Direction, bytes: number): { what: ByteFault["what"]; passes: number } | null {
    this.bytes += bytes;
    const armed = this.#armed;
    if (!armed || (armed.direction && armed.direction !== direction)) return null;
    if (armed.left > bytes) {
      armed.left -= bytes;
      return null;
    }
    this.#armed = null;
    this.faults++;
    return { what: armed.what, passes: armed.left };
  }

  #answerToLose(request: string): LostAnswer | null {
    const losing = this.#losing;
    if (!losing?.to.test(request)) return null;
    this.#losing = null;
    this.faults++;
    return losing;
  }
}
