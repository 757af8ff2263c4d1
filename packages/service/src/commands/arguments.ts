import { availableParallelism } from "node:os";
import { InvalidArgumentError } from "commander";

export function workerCount(text: string): number {
  if (text === "auto") return availableParallelism();
  const value = Number(text);
  if (!/^\d{1,3}$/.test(text) || value < 1 || value > 256)
    throw new InvalidArgumentError("It must be a whole number from 1 to 256, or auto.");
  return value;
}
