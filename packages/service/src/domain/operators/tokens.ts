import { createHash, randomBytes } from "node:crypto";

/** Tokens of sessions and one-time links: 256 random bits. The store has only their hashes. */

export const newToken = (): string => randomBytes(32).toString("base64url");
export const hashOfToken = (token: string): Buffer => createHash("sha256").update(token).digest();
