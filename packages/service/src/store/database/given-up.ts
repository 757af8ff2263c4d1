import type { Db } from "./database.ts";

/**
 * Whether the client of a request has disconnected, or has waited so long that it may have repeated the request
 * elsewhere.
 */
export type HasGivenUp = () => boolean;

/** For work without a waiting client. */
export const neverGivenUp: HasGivenUp = () => false;

/** The client of a request gave up before its write began: nothing was written. */
export class GivenUp extends Error {
  override name = "GivenUp";
}

/** Runs a write, unless its client has given up before a connection becomes free. */
export function unlessGivenUp<T>(db: Db, hasGivenUp: HasGivenUp, write: (db: Db) => Promise<T>): Promise<T> {
  const checked = async (own: Db) => {
    if (hasGivenUp()) throw new GivenUp("the client has given up");
    return write(own);
  };
  return db.isTransaction ? checked(db) : db.connection().execute(checked);
}
