import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Limiter } from "../../limiter.ts";

/** Passwords are stored as argon2id hashes, with OWASP's minimum of memory and passes. */

const memory = 19_456;
const passes = 2;
const derive = promisify(argon2);

/** Minimum and maximum length of a password. Longer passwords would only take longer to hash. */
export const passwordLength = { least: 12, most: 200 } as const;

/**
 * How many hashes run at the same time, and how many may wait. Each hash uses one of Node's four threads, which file
 * access and DNS also need.
 */
const hashing = new Limiter({ total: 2, waiting: 32 });

/** @throws LimiterBusy when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await tagOf(password, nonce, { memory, passes, parallelism: 1, tagLength: 32 });
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(tag)}`;
}

/** Whether the password matches the hash. Without a hash it takes as long and returns false. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash ?? nobody);
  if (!parts) return false;
  const [, m, t, p, nonce, expected] = parts as unknown as [string, string, string, string, string, string];
  const tag = Buffer.from(expected, "base64");
  const options = { memory: Number(m), passes: Number(t), parallelism: Number(p), tagLength: tag.length };
  const given = await tagOf(password, Buffer.from(nonce, "base64"), options);
  return timingSafeEqual(given, tag) && hash !== null;
}

// A hash that matches no password, so that an unknown address is answered as slowly as a known one.
const nobody = `$argon2id$v=19$m=${memory},t=${passes},p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

function tagOf(
  password: string,
  nonce: Buffer,
  options: { memory: number; passes: number; parallelism: number; tagLength: number },
): Promise<Buffer> {
  // Another keyboard may send the same letters in another Unicode form.
  return hashing.run("passwords", () => derive("argon2id", { message: password.normalize("NFKC"), nonce, ...options }));
}
