/**
 * Characters that XML 1.0 cannot carry in any spelling: control characters but tab, line feed and carriage return,
 * halves of surrogate pairs, U+FFFE and U+FFFF. Requests with them are refused in both formats, so that every stored value
 * can be written in both. In answers each becomes U+FFFD, in both formats: an imported catalogue could hold one.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;
/**
 * Matches every text with a forbidden character, and rare texts with paired surrogates. It is fast, because it has no
 * `u` flag.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
const suspect = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;

/** The first forbidden character as `U+0000`, or undefined when the text has none. */
export function forbiddenCharacter(text: string): string | undefined {
  if (!suspect.test(text)) return undefined;
  const found = text.match(forbidden)?.[0];
  return found && `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The text with U+FFFD in place of every forbidden character. */
export function replaceForbiddenCharacters(text: string): string {
  return suspect.test(text) ? text.replace(forbidden, "\ufffd") : text;
}

/** Unicode code points, counted no further than `limit` + 1. */
export function countCodePoints(text: string, limit: number): number {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > limit) break;
  }
  return count;
}

/**
 * Characters that nobody sees: marks of direction, zero-width characters and the soft hyphen. Telephones and PDF files put them around what
 * people copy. The joiners U+200C and U+200D are among them, though Persian and Indian names have them between letters.
 */
const invisible = "\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff";
const someInvisible = new RegExp(`[${invisible}]`);
const allInvisible = new RegExp(`[${invisible}]`, "g");
const invisibleEnds = new RegExp(
  `^[\\s${invisible}]*[${invisible}][\\s${invisible}]*|[\\s${invisible}]*[${invisible}][\\s${invisible}]*$`,
  "g",
);
const invisibleInside = new RegExp(`[${invisible.replace("\\u200b-\\u200f", "\\u200b\\u200e\\u200f")}]`);

/** The text without characters at its ends that nobody sees, and without blanks beside them. */
export const withoutInvisibleEnds = (text: string): string =>
  someInvisible.test(text) ? text.replace(invisibleEnds, "") : text;

/** The text without any character that nobody sees. */
export const withoutInvisible = (text: string): string => text.replace(allInvisible, "");

/** The first character that nobody sees, as `U+200B`, except joiners; undefined when the text has none. */
export function invisibleCharacter(text: string): string | undefined {
  const found = text.match(invisibleInside)?.[0];
  return found && `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
