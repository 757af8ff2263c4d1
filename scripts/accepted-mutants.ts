/** Compares the mutants that survive the tests with the surviving mutants that docs/reference/mutants.md accepts. */

export interface Survivor {
  file: string;
  line: number;
  code: string;
  replacement: string;
  mutator: string;
}

export interface AcceptedMutant {
  /** The end of the path of the file, such as `selling/dates.ts`. */
  file: string;
  code: string;
  replacement: string;
  why: string;
}

/** Reads the rows of the page's tables: `| file | code | replacement | why |`, the first three in backquotes. */
export function acceptedMutants(page: string): AcceptedMutant[] {
  const cell = "`` ?(.+?) ?``|`([^`]+)`";
  const row = new RegExp(`^\\| \`([^\`]+)\` \\| (?:${cell}) \\| (?:${cell}) \\| (.+) \\|$`, "gm");
  return [...page.matchAll(row)].map(([, file, long, short, longer, shorter, why]) => ({
    file: file!,
    code: (long ?? short)!.replaceAll("\\|", "|"),
    replacement: (longer ?? shorter)!.replaceAll("\\|", "|"),
    why: why!,
  }));
}

/** Returns the survivors that no row accepts. One row accepts every survivor of its file with this code and this replacement. */
export function notAccepted(survivors: Survivor[], accepted: AcceptedMutant[]): Survivor[] {
  return survivors.filter(
    ({ file, code, replacement }) =>
      !accepted.some(
        (mutant) => file.endsWith(`/${mutant.file}`) && mutant.code === code && mutant.replacement === replacement,
      ),
  );
}
