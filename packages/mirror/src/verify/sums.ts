/** Sums of a digest. */

/** Number of records, and the sum of their hashes modulo 2^64. */
export interface HashSum {
  count: number;
  hash: bigint;
}

/** Returns the sum of all days from a day on. */
export function totalFromDay(days: Map<string, HashSum>, from: string): HashSum {
  const sums = [...days].filter(([day]) => day >= from).map(([, sum]) => sum);
  return sums.reduce((a, b) => ({ count: a.count + b.count, hash: BigInt.asUintN(64, a.hash + b.hash) }), none);
}

const none: HashSum = { count: 0, hash: 0n };

export const subtractSums = (a: HashSum, b: HashSum): HashSum => ({
  count: a.count - b.count,
  hash: BigInt.asUintN(64, a.hash - b.hash),
});
export const isSameSum = (a: HashSum, b: HashSum): boolean => a.count === b.count && a.hash === b.hash;
export const parseSum = ({ count, hash }: { count: number; hash: string }): HashSum => ({
  count,
  hash: BigInt(`0x${hash}`),
});
