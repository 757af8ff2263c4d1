import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Db } from "../../store/database/database.ts";
import { readOwnKey } from "../../store/database/sealing.ts";

/** Handles with which the door admits a guest found by name. */

/**
 * A handle is the encrypted order id. The same id gives the same handle, and only this service can make or read one.
 */
const prefix = "guest:";
const nonceBytes = 12;
const tagBytes = 16;

export const isHandle = (text: string): boolean => text.startsWith(prefix);

export const guestHandleKey = async (db: Db): Promise<Buffer> =>
  Buffer.from(await readOwnKey(db, "door-guest-key", () => randomBytes(32).toString("base64url")), "base64url");

export function guestHandle(key: Buffer, orderId: string): string {
  const nonce = createHmac("sha256", key).update(orderId).digest().subarray(0, nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const id = Buffer.from(orderId.replaceAll("-", ""), "hex");
  return prefix + Buffer.concat([nonce, cipher.update(id), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** Returns the order id in a handle. Returns null if this service did not make the handle. */
export function orderOfHandle(key: Buffer, handle: string): string | null {
  const bytes = Buffer.from(handle.slice(prefix.length), "base64url");
  if (bytes.length !== nonceBytes + 16 + tagBytes) return null;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const hex = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString(
      "hex",
    );
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  } catch {
    return null;
  }
}
