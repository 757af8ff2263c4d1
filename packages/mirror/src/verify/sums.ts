/** Sums of a digest. */

/** Number of records, and the sum of their hashes modulo 2^64. */
export interface Sum {
  count: number;
  hash: bigint;
}

/** Returns the sum of all days from a day on. */
export function total(days: Map<string, Sum>, from: string): Sum {
  const sums = [...days].filter(([day]) => day >= from).map(([, sum]) => sum);
  return sums.reduce((a, b) => ({ count: a.count + b.count, hash: BigInt.asUintN(64, a.hash + b.hash) }), none);
}

const none: Sum = { count: 0, hash: 0n };

export const minus = (a: Sum, b: Sum): Sum => ({ count: a.count - b.count, hash: BigInt.asUintN(64, a.hash - b.hash) });
export const same = (a: Sum, b: Sum): boolean => a.count === b.count && a.hash === b.hash;
export const toSum = ({ count, hash }: { count: number; hash: string }): Sum => ({ count, hash: BigInt(`0x${hash}`) });
