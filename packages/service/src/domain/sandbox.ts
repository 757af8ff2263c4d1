import type { PlainRefusalCode } from "./messages.ts";

/** What the e-mail address of a test order forces. docs/sandbox.md explains each. */

// Filled in beside the simulator.
export const callbackFailures = (email: string): number => Number(/callback-fails-(\d+)/.exec(email)?.[1] ?? 0);
export const forcedRefusal = (_email: string): PlainRefusalCode | null => null;
