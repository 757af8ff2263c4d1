/** Survivors of mutation testing, and the answers that docs/reference/mutants.md gives to them. */

export interface Survivor {
  file: string;
  line: number;
  code: string;
  replacement: string;
  mutator: string;
}

export interface Answer {
  /** The end of its path, such as `selling/dates.ts`. */
  file: string;
  code: string;
  replacement: string;
  why: string;
}

/** The rows of the page's tables: `| file | code | replacement | why |`, the first three in backquotes. */
export function answeredMutants(page: string): Answer[] {
  const cell = "`` ?(.+?) ?``|`([^`]+)`";
  const row = new RegExp(`^\\| \`([^\`]+)\` \\| (?:${cell}) \\| (?:${cell}) \\| (.+) \\|$`, "gm");
  return [...page.matchAll(row)].map(([, file, long, short, longer, shorter, why]) => ({
    file: file!,
    code: (long ?? short)!.replaceAll("\\|", "|"),
    replacement: (longer ?? shorter)!.replaceAll("\\|", "|"),
    why: why!,
  }));
}

/** Returns the survivors that no row answers. One row answers every survivor of its file with this code and this replacement. */
export function unanswered(survivors: Survivor[], answers: Answer[]): Survivor[] {
  return survivors.filter(
    ({ file, code, replacement }) =>
      !answers.some(
        (answer) => file.endsWith(`/${answer.file}`) && answer.code === code && answer.replacement === replacement,
      ),
  );
}
