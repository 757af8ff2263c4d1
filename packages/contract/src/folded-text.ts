/**
 * One spelling of names for every search, in the service, the console and the database: small letters without accents. The functions
 * `folded_text` and `search_words` of the database compute the same, whatever its locale.
 */

/** Letters that decompose into no base letter, and the spellings of apostrophe and hyphen. */
const spellings: readonly (readonly [letters: string, base: string])[] = [
  ["øɔ", "o"],
  ["ł", "l"],
  ["đðɖɗ", "d"],
  ["ħ", "h"],
  ["ŧ", "t"],
  ["ıɨɩ", "i"],
  ["ȷ", "j"],
  ["ŋɲ", "n"],
  ["ƶ", "z"],
  ["ʉ", "u"],
  ["ɓ", "b"],
  ["ƒ", "f"],
  ["ɠɣ", "g"],
  ["ƙ", "k"],
  ["əɛ", "e"],
  ["ʋ", "v"],
  ["ƴ", "y"],
  ["ς", "σ"],
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
  ["‘’‚‛′`ʹʻʼʽˈ", "'"],
  ["‐‑‒–—―−־", "-"],
];
const bases = new Map(spellings.flatMap(([letters, base]) => [...letters].map((letter) => [letter, base] as const)));
const special = new RegExp(`[${[...bases.keys()].join("")}]`, "g");

/** Accents of letters, and characters that nobody sees. Vowel signs of Indian scripts and of Thai are letters, and stay. */
const ignored = /[\u0300-\u036f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

/** Returns a text as all searches compare it. */
export const foldText = (text: string): string =>
  text
    .replaceAll("´", "'")
    .normalize("NFKD")
    .toLowerCase()
    .replace(ignored, "")
    .replace(special, (letter) => bases.get(letter)!);

/** Everything that stands between words, in every script. */
const between =
  "\\u0001-/:-@\\[-`{-\\u00bf\\u00d7\\u00f7\\u02b9-\\u02ff\\u055a-\\u055f\\u0589\\u05be\\u05c0\\u05c3\\u05f3\\u05f4\\u060c\\u061b\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u2000-\\u2bff\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d\\u30fb\\ufe45\\ufe46\\u{1f000}-\\u{1faff}";
const separators = new RegExp(`[${between}]+`, "u");

/** Returns the words of a text, as all searches compare them. A longer word counts as its first 40 characters. */
export const foldedWords = (text: string): string[] =>
  foldText(text)
    .split(separators)
    .filter((word) => word !== "")
    .map((word) => [...word].slice(0, 40).join(""));

/** Returns a name without case, accents, spaces, hyphens and apostrophes. */
export const foldedName = (text: string): string => foldedWords(text).join("");

/** Whether a folded text is long enough to search by: one Latin letter or digit would find too many. */
export const isSearchable = (folded: string): boolean => folded.length >= 2 || /[^\p{Script=Latin}\p{N}]/u.test(folded);
