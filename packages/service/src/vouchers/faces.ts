import { readFileSync } from "node:fs";
import { fontFile } from "../assets.ts";

/** A typeface of the page: the bytes of its file, read once, and the characters that it has. */
interface Face {
  bytes: Uint8Array;
  characters: ReadonlySet<number>;
}

export type FaceName = "text" | "bold" | "code";

/**
 * Condensed fonts, because names are long. Codes that people type use a font that distinguishes 0 from O and l from 1.
 */
export const fontFaces: Record<FaceName, Face> = {
  text: readFace("DejaVuSansCondensed.ttf"),
  bold: readFace("DejaVuSansCondensed-Bold.ttf"),
  code: readFace("DejaVuSansMono-Bold.ttf"),
};

/** A space between two words of one right-to-left script. */
const spaceFromRight =
  /(?<=\p{sc=Hebr}) (?=\p{sc=Hebr})|(?<=\p{sc=Arab}) (?=\p{sc=Arab})|(?<=\p{sc=Nkoo}) (?=\p{sc=Nkoo})/gu;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Replaces characters that the font lacks. Every font contains it. */
const replacement = "\uFFFD";

/**
 * Prepares a text for a font, on one line: composed, without invisible characters, and with a mark for each character (or emoji
 * sequence) that the font lacks. The library sets words from left to right, so adjacent right-to-left words are joined.
 */
export function printableText(text: string, name: FaceName): string {
  const { characters } = fontFaces[name];
  const line = text.toWellFormed().normalize("NFC").replace(/\s+/gu, " ").trim();
  return Array.from(graphemes.segment(line), ({ segment }) => {
    const visible = segment.replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu, "");
    return [...visible].every((character) => characters.has(character.codePointAt(0)!)) ? visible : replacement;
  })
    .join("")
    .replace(spaceFromRight, "\u00a0");
}

function readFace(file: Parameters<typeof fontFile>[0]): Face {
  const bytes = readFileSync(fontFile(file));
  return { bytes, characters: charactersOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
}

/** Reads the font's `cmap`: the table of platform 3 (Windows), encoding 10 (all of Unicode), which is in format 12. */
function charactersOf(font: DataView): Set<number> {
  const cmap = tableOffset(font, 4, 12, 16, (at) => font.getUint32(at) === 0x636d6170, 8);
  const full = cmap + tableOffset(font, cmap + 2, cmap + 4, 8, (at) => font.getUint32(at) === 0x0003000a, 4);
  const characters = new Set<number>();
  const groups = font.getUint32(full + 12);
  for (let group = 0; group < groups; group++) {
    const at = full + 16 + group * 12;
    for (let code = font.getUint32(at); code <= font.getUint32(at + 4); code++) characters.add(code);
  }
  return characters;
}

/** Finds the offset in the first matching entry of a table directory. `count` and `first` are positions in the font. */
function tableOffset(
  font: DataView,
  count: number,
  first: number,
  size: number,
  matches: (at: number) => boolean,
  offset: number,
): number {
  for (let entry = 0; entry < font.getUint16(count); entry++) {
    const at = first + entry * size;
    if (matches(at)) return font.getUint32(at + offset);
  }
  throw new Error("The font has no table of all its characters");
}
