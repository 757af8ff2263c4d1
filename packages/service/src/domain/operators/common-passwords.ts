/**
 * Rejects passwords that attackers guess first: common passwords, and passwords made of the operator's name or address or of the service's
 * name.
 */

export type PasswordWeakness = "common" | "personal";

/** Words that name this software and its roles. docs/reference/back-office.md lists them too. */
const serviceWords = ["paseo", "admin", "administrator", "back", "office", "console", "operator", "owner"] as const;

/** Returns why a password is too easy to guess; null when it is acceptable. */
export async function weaknessOf(
  password: string,
  { email, name, service }: { email: string; name: string; service: string },
): Promise<PasswordWeakness | null> {
  const text = plain(password);
  const common = await commonPasswords();
  const bare = [text, repeated(text)].flatMap((form) => [form, lettersWithin(form)]);
  if (bare.some((form) => common.has(form)) || isMonotonous(text)) return "common";
  const words = [email, ...email.split(/[@.]/), ...name.split(/\s+/), ...service.split(/\s+/), ...serviceWords];
  return isPersonal(text, words) ? "personal" : null;
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Returns the 49,000 most common passwords, loaded at the first use. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (list ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(String)),
  ));

/** Converts a text to lower case without accents. */
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the repeated part of a text, `abc` of `abcabcabc`, or else the text itself. */
const repeated = (text: string): string => /^(.+?)\1+$/.exec(text)?.[1] ?? text;

/** Removes everything before the first and after the last letter: `password` of `2024-password!!`. */
const lettersWithin = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

/** Whether a text has few different characters, or is a sequence such as `abcdefghijkl`. */
function isMonotonous(text: string): boolean {
  if (new Set(text).size < 5) return true;
  const codes = [...text].map((letter) => letter.codePointAt(0)!);
  const steps = new Set(codes.slice(1).map((code, i) => code - codes[i]!));
  // The digit after 9 in a sequence is 0.
  for (const wrap of [-9, 9]) steps.delete(wrap);
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** Whether the text consists mostly of the operator's own words. */
function isPersonal(text: string, words: readonly string[]): boolean {
  const own = words
    .map(plain)
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length);
  const rest = own.reduce((left, word) => left.replaceAll(word, ""), text);
  return rest !== text && rest.replace(/[^\p{L}]/gu, "").length < 4;
}
