import { type Language, languages } from "./codes.ts";

/**
 * References of orders for people: `K7Q-M3X-HP4-ES`, and `TEST-` before it for a test order. The store has a reference as a number.
 * docs/decisions/0060-order-references.md has the reasons.
 */

/** Crockford's alphabet: no I, L, O and U, so that each of them has one meaning when it is typed. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const randomLetters = 8;

/** Numbers below this are consecutive numbers of older releases, written in digits. From it on, 40 bits are random. */
const firstRandomNumber = 2 ** 40;

/** Whether an order's number is random, so that nobody can guess its reference from another. */
export const isRandomNumber = (number: number): boolean => number >= firstRandomNumber;

/**
 * Returns a number for a new order. `randomInt` returns a random integer from 0 to below its argument. A reference has at least one letter,
 * so that no telephone number and no older reference looks like one.
 */
export function newOrderNumber(randomInt: (below: number) => number): number {
  for (;;) {
    const number = firstRandomNumber + randomInt(firstRandomNumber);
    if (/[A-Z]/.test(codeOf(number))) return number;
  }
}

/** Returns the order's reference. An order of an older release has a number in it: `1042-ES`. */
export function orderReference({ number, lang, test }: { number: number; lang: Language; test: boolean }): string {
  const code = isRandomNumber(number) ? codeOf(number).replace(/(?!^)(?=(?:.{3})+$)/g, "-") : `${number}`;
  return `${test ? "TEST-" : ""}${code}-${lang.toUpperCase()}`;
}

const shape = new RegExp(`^(TEST)?([0-9A-Z]{9})(${languages.join("|")})?$`, "i");
const olderShape = new RegExp(`^(TEST)?([\\dIOL]{1,15})(${languages.join("|")})?$`, "i");

/** Longer texts are not read. */
const maxLength = 64;

/**
 * Reads the number in a reference as people type it: in any case, without hyphens or with spaces, O for 0. Null: the text is no reference,
 * or its last character shows that it is mistyped. `test` is null without the language, for a real order or a test order.
 */
export function parsedReference(text: string): { number: number; test: boolean | null } | null {
  if (text.length > maxLength) return null;
  const typed = text
    .normalize("NFKC")
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
    .toUpperCase();
  const random = shape.exec(typed);
  const number = random && numberOf(alike(random[2]!));
  if (random && number !== null) return { number, test: kindOf(random) };
  // A word of letters alone, such as a name, is no number.
  const older = /\d/.test(typed) && olderShape.exec(typed);
  return older ? { number: Number(alike(older[2]!)), test: kindOf(older) } : null;
}

const kindOf = ([, test, , lang]: RegExpExecArray): boolean | null => (test ? true : lang ? false : null);

/** Replaces letters that are not in the alphabet by those for which people type them. */
const alike = (code: string): string => code.replace(/O/g, "0").replace(/[IL]/g, "1").replace(/U/g, "V");

function codeOf(number: number): string {
  let letters = "";
  for (let rest = number - firstRandomNumber; letters.length < randomLetters; rest = Math.floor(rest / 32))
    letters = alphabet[rest % 32] + letters;
  return letters + checkLetter(letters);
}

/** Returns null for a code that has digits only, or a wrong last character. */
function numberOf(code: string): number | null {
  const letters = code.slice(0, randomLetters);
  if (!/[A-Z]/.test(code) || checkLetter(letters) !== code.at(-1)) return null;
  return [...letters].reduce((number, letter) => number * 32 + alphabet.indexOf(letter), 1);
}

/**
 * Returns the letter that checks the others. It is a polynomial over the field of 32 elements, so that it shows each single mistyped letter
 * and any two letters that changed places.
 */
function checkLetter(letters: string): string {
  const sum = [...letters].reduce((sum, letter) => product(sum ^ alphabet.indexOf(letter), generator), 0);
  return alphabet[sum]!;
}

/** The field's polynomial is x⁵ + x³ + 1, and the generator has order 31. */
const polynomial = 0b101001;
const generator = 26;

function product(one: number, other: number): number {
  let [sum, power] = [0, one];
  for (let bits = other; bits > 0; bits >>= 1) {
    if (bits & 1) sum ^= power;
    power <<= 1;
    if (power & 32) power ^= polynomial;
  }
  return sum;
}
