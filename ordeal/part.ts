/** Input and result of every part of `npm run ordeal`. */

export interface PartOptions {
  /** The same seed makes the same run, if the part is deterministic. */
  seed: number;
  /** Time limit of the part, including start and end. */
  minutes: number;
  /** Requests of the part `fuzz`, which then ends early. Fewer within the time are a finding. */
  requests?: number;
  /** Replays only the case of a finding with this seed. For parts that shrink findings. */
  path?: string;
}

/** A violation that a part found. */
export interface Finding {
  /** The broken promise, in one line. */
  title: string;
  /** The evidence: ids, times, the end of a history. */
  detail: string;
  /** How to reproduce it: a command, or a seed with the shrunk case. */
  replay?: string;
}

export interface PartReport {
  name: string;
  seed: number;
  /** What the part did and measured, in the order of the report. */
  figures: Record<string, number | string>;
  findings: Finding[];
  /** Checks that could not run here, each with the program that is not installed. The rest of the part ran, unless `isSkipped`. */
  notRun?: string[];
  isSkipped?: boolean;
  /** False if there is a finding, or the part is inconclusive because nothing happened or it did not detect a control. */
  passed: boolean;
}

/** The entry point of a part. It stops what it started before it returns, and throws only if the part itself is broken. */
export type RunPart = (options: PartOptions) => Promise<PartReport>;
