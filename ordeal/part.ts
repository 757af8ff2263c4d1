/** What every part of `npm run ordeal` takes and returns. */

export interface PartOptions {
  /** The same seed makes the same run, as far as the part is deterministic. */
  seed: number;
  /** How long the part may take, start and end included. */
  minutes: number;
  /** A long run: the part looks for what grows with time, such as memory. */
  soak?: boolean;
  /** Of a finding of a former run with this seed: only that is tried again. For parts that shrink what they find. */
  path?: string;
}

/** Something that must not happen, and happened. */
export interface Finding {
  /** One line: which promise was broken. */
  title: string;
  /** What was seen: ids, times, the end of a history. */
  detail: string;
  /** How to see it again: a command, or a seed with its shrunk case. */
  replay?: string;
}

export interface PartReport {
  name: string;
  seed: number;
  /** What the part did and measured, in the order in which the report shows it. */
  figures: Record<string, number | string>;
  findings: Finding[];
  /** False when there is a finding, or when the part cannot say: a blind run, a control that was not caught. */
  passed: boolean;
}

/** The entry of a part. It stops what it started before it returns, and throws only when the part itself is broken. */
export type RunPart = (options: PartOptions) => Promise<PartReport>;
