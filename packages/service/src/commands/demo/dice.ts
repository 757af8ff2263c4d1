import { createHash } from "node:crypto";

/** Random numbers from 0 to 1. */
export type Roll = () => number;

/** Random numbers that depend only on this text: mulberry32, whose seed is a digest of the text. */
export function dice(text: string): Roll {
  let state = createHash("sha256").update(text).digest().readUInt32LE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of these values; a value with a greater weight comes up more often. */
export function pick<Value>(weights: readonly (readonly [Value, number])[], roll: Roll): Value {
  let left = roll() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  const found = weights.find(([, weight]) => {
    left -= weight;
    return left < 0;
  });
  return (found ?? weights.at(-1)!)[0];
}
