import { setTimeout as pause } from "node:timers/promises";

/**
 * Why the store cannot work now. For such an error HTTP answers 503, a job tries again later, and neither logs a
 * failure of the service.
 */
export type StoreFault =
  /** No connection could be opened, a connection ended, or the server starts, stops or fails. */
  | "away"
  /** A connection that stopped answering without being closed. */
  | "silent"
  /** A standby, or a server that is set to refuse writes. */
  | "read-only"
  /** The disk or the memory is full. */
  | "full"
  /** The store works, but this statement did not get a lock or a connection in time. */
  | "busy";

/** A connection failed without an SQLSTATE of the server. `code` is the network's code, or 08006. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
  readonly code: string;
  readonly fault: StoreFault;

  constructor(message: string, { fault = "away", cause }: { fault?: StoreFault; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = (cause as { code?: string } | undefined)?.code ?? connectionFailure;
    this.fault = fault;
  }
}

/** PostgreSQL's code for a wrong password. */
const wrongPassword = "28P01";

/** PostgreSQL's code for a connection that failed. */
const connectionFailure = "08006";

/** Returns the fault of the store that caused an error; undefined for any other error. */
export function storeFaultOf(error: unknown): StoreFault | undefined {
  if (error instanceof StoreUnavailable) return error.fault;
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  if (code.length !== 5) return undefined;
  return faultsByState.find(([states]) => states.test(code))?.[1];
}

/** By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const faultsByState: [RegExp, StoreFault][] = [
  // Serialization failure, deadlock, lock timeout, and a statement that was cancelled or took too long.
  [/^(40001|40P01|55P03|57014)$/, "busy"],
  [/^25006$/, "read-only"],
  // 53300 (too many connections) passes when a connection becomes free.
  [/^53(000|100|200|400)$/, "full"],
  // Error classes: connections, resources, interventions, system errors, and sessions that the server ended for idling.
  [/^(08|53|57|58)|^(25P03|25P04)$/, "away"],
];

/**
 * Converts a connection's error to a StoreUnavailable, unless the server sent it. The driver reports a broken
 * connection by a message only, and a network code does not identify the connection.
 */
export function connectionError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  // The driver has no code for it, and another attempt cannot succeed.
  if (/^SASL: .*password must be/.test(error.message))
    return Object.assign(new Error("the server asks for a password, and the address has none"), {
      code: wrongPassword,
    });
  const { code, name } = error as Error & { code?: string };
  const isNetwork = code !== undefined && /^E[A-Z_]+$/.test(code);
  // A TypeError, for example, is a mistake in the caller's code.
  const isDrivers = code === undefined && name === "Error";
  return isNetwork || isDrivers ? new StoreUnavailable(error.message, { cause: error }) : error;
}

/**
 * Whether a statement certainly changed nothing: the server refused it. After a failed connection, the answer is
 * unknown.
 */
export const isRolledBack = (error: unknown): boolean =>
  /^(22|23|40|55)...$/.test((error as { code?: string } | null)?.code ?? "");

/** PostgreSQL's code for a lock timeout. */
const lockTimeout = "55P03";

/**
 * Repeats a transaction that did not get its locks in time. After the last attempt it throws the error that `busy`
 * makes.
 */
export async function repeatUntilUnlocked<T>(
  work: () => Promise<T>,
  { attempts, pauseMs }: { attempts: number; pauseMs: number },
  busy: () => Error,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== lockTimeout) throw error;
      if (attempt === attempts) throw busy();
      await pause(pauseMs);
    }
  }
}

/** Attempts at a transaction that fails because of a conflict. */
const attempts = 3;

/**
 * Whether another attempt can succeed: after a deadlock, a serialization failure, or a random number that another order has. The server
 * refused the transaction, so nothing of it was written.
 */
function isConflict(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code === "40001" || code === "40P01" || (code === "23505" && constraint === "orders_number");
}

/** Runs work that changes nothing when it fails, and repeats it after a conflict. */
export async function repeatAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error;
    }
  }
}
