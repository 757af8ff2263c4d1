import { availableParallelism } from "node:os";
import { InvalidArgumentError } from "commander";

/** Readers of arguments and options. Each throws InvalidArgumentError, which Commander shows with the option's name. */

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 100_000_000)
    throw new InvalidArgumentError("It must be a whole number from 1 to 100000000.");
  return value;
}

export function workerCount(text: string): number {
  if (text === "auto") return availableParallelism();
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > 256)
    throw new InvalidArgumentError("It must be a whole number from 1 to 256, or auto.");
  return value;
}

export function instant(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError("It must be an instant such as 2026-05-31 or 2026-05-31T12:00:00Z.");
  return at;
}
