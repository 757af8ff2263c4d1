import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { fontFile, type fontFiles } from "../assets.ts";

/** A typeface of the page: the bytes of its file, read once, and the characters that it has. */
interface Face {
  bytes: Uint8Array;
  characters: ReadonlySet<number>;
}

export type FaceName = "text" | "bold" | "code";
type FontName = keyof typeof fontFiles;

/**
 * Condensed fonts, because names are long. Codes that people type use a font that distinguishes 0 from O and l from 1.
 */
export const fontFaces: Record<FaceName, Face> = {
  text: readFace("DejaVuSansCondensed.ttf"),
  bold: readFace("DejaVuSansCondensed-Bold.ttf"),
  code: readFace("DejaVuSansMono-Bold.ttf"),
};

const han = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\u3000-\u303f\uff00-\uffef]/u;

/** Fonts for names in scripts that the typefaces lack, in the order in which they are tried. Each is read when a text needs it. */
const nameFonts: readonly { name: FontName; script: RegExp; prefers?: RegExp }[] = [
  { name: "noto-sans-jp.woff", script: han, prefers: /[\p{sc=Hira}\p{sc=Kana}]/u },
  { name: "noto-sans-sc.woff", script: han },
  { name: "noto-sans-tc.woff", script: han },
  { name: "noto-sans-kr.woff", script: /[\p{sc=Hang}\u3000-\u303f]/u },
  { name: "noto-sans-thai.woff", script: /\p{sc=Thai}/u },
  { name: "noto-sans-devanagari.woff", script: /[\p{sc=Deva}\u0964\u0965\u200c\u200d]/u },
];
const readFonts = new Map<FontName, Face>();

/** Reads a font of names, once. */
export function nameFace(name: FontName): Face {
  const known = readFonts.get(name) ?? readFace(name);
  readFonts.set(name, known);
  return known;
}

/** A space between two words of one right-to-left script. */
const spaceFromRight =
  /(?<=\p{sc=Hebr}) (?=\p{sc=Hebr})|(?<=\p{sc=Arab}) (?=\p{sc=Arab})|(?<=\p{sc=Nkoo}) (?=\p{sc=Nkoo})/gu;

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Replaces characters that no font has. Every typeface contains it. */
const replacement = "\uFFFD";

/** A part of a text in one font. */
export interface TextRun {
  /** Null: the text's own typeface. */
  font: FontName | null;
  text: string;
}

/**
 * Prepares a text for a typeface, on one line: composed, without invisible characters, and with a mark for each character (or emoji
 * sequence) that no font has. The library sets words from left to right, so adjacent right-to-left words are joined.
 */
export function textRuns(text: string, name: FaceName): TextRun[] {
  const line = text.toWellFormed().normalize("NFC").replace(/\s+/gu, " ").trim();
  const prefersJapanese = nameFonts[0]!.prefers!.test(line);
  const fonts = prefersJapanese ? nameFonts : [...nameFonts.slice(1), nameFonts[0]!];
  const runs: TextRun[] = [];
  for (const { segment } of graphemes.segment(line)) {
    const visible = segment.replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu, "");
    const own = hasAll(fontFaces[name], visible);
    const font = own
      ? null
      : (fonts.find((one) => one.script.test(segment) && hasAll(nameFace(one.name), visible))?.name ?? null);
    const shown = own || font !== null ? visible : replacement;
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else if (shown !== "") runs.push({ font, text: shown });
  }
  return runs.map((run) => ({ ...run, text: run.text.replace(spaceFromRight, "\u00a0") }));
}

/** Returns the characters of a text that no font has: a document shows a mark in place of each. */
export const missingCharacters = (text: string): string[] => {
  const missing = Array.from(graphemes.segment(text.normalize("NFC")), ({ segment }) => segment).filter(
    (segment) => segment !== replacement && textRuns(segment, "text").some((run) => run.text.includes(replacement)),
  );
  return [...new Set(missing)];
};

const hasAll = ({ characters }: Face, text: string): boolean =>
  [...text].every((character) => characters.has(character.codePointAt(0)!));

function readFace(file: FontName): Face {
  const read = readFileSync(fontFile(file));
  const bytes = file.endsWith(".woff") ? fontOfWoff(read) : read;
  return { bytes, characters: charactersOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
}

/** Returns the font of a WOFF file: its tables, without their compression. The library would take a second of processor time for it. */
function fontOfWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + count * 16);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  header.writeUInt16BE(2 ** power * 16, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  const tables = [header];
  let at = header.length;
  for (let entry = 0; entry < count; entry++) {
    const from = 44 + entry * 20;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(from + field)) as [
      number,
      number,
      number,
    ];
    const part = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(part) : part;
    const to = 12 + entry * 16;
    woff.copy(header, to, from, from + 4);
    header.writeUInt32BE(woff.readUInt32BE(from + 16), to + 4);
    header.writeUInt32BE(at, to + 8);
    header.writeUInt32BE(length, to + 12);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(padded);
    tables.push(padded);
    at += padded.length;
  }
  return Buffer.concat(tables);
}

/** Reads the font's `cmap`: the table of platform 3 (Windows), of all of Unicode in format 12, or else of its first plane in format 4. */
function charactersOf(font: DataView): Set<number> {
  const cmap = tableOffset(font, 4, 12, 16, (at) => font.getUint32(at) === 0x636d6170, 8)!;
  const full = tableOffset(font, cmap + 2, cmap + 4, 8, (at) => font.getUint32(at) === 0x0003000a, 4);
  if (full === undefined) return charactersOfFirstPlane(font, cmap);
  const table = cmap + full;
  const characters = new Set<number>();
  const groups = font.getUint32(table + 12);
  for (let group = 0; group < groups; group++) {
    const at = table + 16 + group * 12;
    for (let code = font.getUint32(at); code <= font.getUint32(at + 4); code++) characters.add(code);
  }
  return characters;
}

function charactersOfFirstPlane(font: DataView, cmap: number): Set<number> {
  const table = cmap + tableOffset(font, cmap + 2, cmap + 4, 8, (at) => font.getUint32(at) === 0x00030001, 4)!;
  const characters = new Set<number>();
  const segments = font.getUint16(table + 6) / 2;
  for (let segment = 0; segment < segments; segment++) {
    const last = font.getUint16(table + 14 + segment * 2);
    const first = font.getUint16(table + 16 + (segments + segment) * 2);
    for (let code = first; code <= last && code < 0xffff; code++) characters.add(code);
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
): number | undefined {
  for (let entry = 0; entry < font.getUint16(count); entry++) {
    const at = first + entry * size;
    if (matches(at)) return font.getUint32(at + offset);
  }
  return undefined;
}
