import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./demo.ts";

/** The partner's guide, docs/partner, as data. */

export const guideLanguages = ["en", "es", "pt"] as const;
export type GuideLanguage = (typeof guideLanguages)[number];

/**
 * A fenced block with its marker, an HTML comment above it: `start: ID` the service's start for the following blocks; `run: ID`
 * shell commands, all of one page in one shell and folder; `background: ID` a command that continues, ending with `&`; `file:
 * NAME` a file in that folder; `answer: ID` the output of the `run` or `background` with this id.
 */
export interface Snippet {
  kind: "start" | "run" | "background" | "file" | "answer";
  id: string;
  /** The language of the block: `sh`, `js`, `json`, `xml` or `text`. */
  language: string;
  text: string;
}

export interface GuidePage {
  name: string;
  text: string;
}

export async function guidePages(language: GuideLanguage): Promise<GuidePage[]> {
  const folder = join(root, "docs/partner", language);
  const names = (await Array.fromAsync(glob("*.md", { cwd: folder }))).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), "utf8") })));
}

/** The blocks of a page in order. Throws for a block without a valid marker. */
export function snippetsOf({ name, text }: GuidePage): Snippet[] {
  const blocks = [...text.matchAll(/(?:^<!-- ([^\n]*?) -->\n)?^```(\S*)\n(.*?)^```$/gms)];
  const fences = text.match(/^\s*(```|~~~)/gm) ?? [];
  if (fences.length !== 2 * blocks.length)
    throw new Error(`${name} has a block that begins or ends where none is looked for`);
  return blocks.map(([, marker, language, content]) => {
    const [, kind, id] = /^(start|run|background|file|answer): (\S+)$/.exec(marker ?? "") ?? [];
    if (!kind || !id) throw new Error(`${name} has a block without a marker: ${content!.slice(0, 80)}`);
    return { kind: kind as Snippet["kind"], id, language: language!, text: content! };
  });
}

/** The rows of the first table whose header contains these words; cells without backticks. */
export function tableRows({ name, text }: GuidePage, marker: string): string[][] {
  const [, table] = new RegExp(`<!-- table: ${marker} -->\\n((?:\\|.*\\n)+)`).exec(text) ?? [];
  if (!table) throw new Error(`${name} has no table ${marker}`);
  return table
    .trimEnd()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
}
