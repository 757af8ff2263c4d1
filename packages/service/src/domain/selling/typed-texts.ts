import { forbiddenCharacter, languages, limits } from "@paseo/contract";
import { invisibleCharacter, withoutInvisible, withoutInvisibleEnds } from "@paseo/contract/characters";
import { type FieldRefusal, type RefusedField, refusal } from "../../texts/field-refusals.ts";

/**
 * What people type or paste: one policy for operators, partners and channels (decision 29 of the contract). Characters that nobody sees are
 * removed at the ends of texts and in telephone numbers, and refused in names. A field of one line refuses line breaks.
 */

const isPhone = (key: string): boolean => /phone/i.test(key);
/** Keys and e-mail addresses have no blanks around them. */
const isTrimmed = (key: string): boolean => /^(api)?key$|email/i.test(key);
/** A password counts as it was typed. */
const isSecret = (key: string): boolean => /password|secret/i.test(key);
const isName = (key: string): boolean => /^((full|first|last|given)?names?|surname|contact)$/i.test(key);
/** Answers that are names, or a line of a list. */
const isNameAnswer = (code: string): boolean => /^passenger-(first|last)-name$/.test(code);
const isLineAnswer = (code: string): boolean => /^(passenger-|hotel-name$|flight-)/.test(code);
/**
 * Fields of operators that can have several lines. All others have one. The address of a company is for a letter, that of a product for a
 * map. The legal pages of a site are Markdown.
 */
const hasLines = (key: string, record: string | undefined): boolean =>
  /^(description|instructions|conditions|notes?|reason|body|value)$/.test(key) ||
  (key === "address" && record === "company") ||
  record === "legal";
/** Fields of partners and channels that have one line. They also send fields that the service does not know. */
const hasOneLine = (key: string): boolean => isName(key) || isPhone(key) || /email|reference$/i.test(key);

/** Returns a body without such characters at the ends of its texts, and in its telephone numbers. */
export function cleanTexts<T>(value: T, key = "", depth = 0): T {
  // `findUnfitTexts` refuses what is nested deeper.
  if (isSecret(key) || depth > limits.xmlDepth) return value;
  if (typeof value === "string") return cleanText(value, key) as T;
  if (Array.isArray(value)) return value.map((one) => cleanTexts(one, key, depth + 1)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanTexts(one, name, depth + 1)])) as T;
}

/** Returns a text as it is stored. `key`: the name of its field. */
export function cleanText(text: string, key = ""): string {
  if (isPhone(key)) return withAsciiDigits(withoutInvisible(text)).trim();
  const clean = withoutInvisibleEnds(text);
  return isTrimmed(key) ? clean.trim() : clean;
}

/** Telephones of some languages copy numbers with their own digits (`٠٦١٢`), and with wide characters. */
const withAsciiDigits = (text: string): string =>
  text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : `${digitValue(digit)}`));

/** The value of a decimal digit: every script has its ten digits in a row, and each row begins at a multiple of ten in its block. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (zero > code - 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

/** A text that cannot be stored; `pointer` is its JSON pointer. */
export type UnfitText = RefusedField;

/** Unfit texts that are reported of one value. */
const mostUnfit = 100;

/**
 * Finds texts with a character that XML or the store cannot hold or that turns the direction of a text, names with a character that nobody
 * sees, line breaks in fields of one line, and values that are nested deeper than any schema: the pointer of such a value would be as
 * long as the value is deep. `from`: a partner's or channel's body can have fields that the service does not know.
 */
export function findUnfitTexts(value: unknown, from: "operator" | "partner" = "operator"): UnfitText[] {
  const problems: UnfitText[] = [];
  // A loop instead of recursion: a value may be nested deeper than the stack.
  const open: (Place & { value: unknown })[] = [{ value, key: "", depth: 0, above: null }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, depth } = place;
    if (depth > limits.xmlDepth)
      return [{ pointer: pointerOf(place), ...refusal("nested-too-deep", { most: limits.xmlDepth }) }];
    if (typeof value === "string") {
      const unfit = unfitText(value, place, from);
      if (unfit !== undefined) problems.push({ pointer: pointerOf(place), ...unfit });
    } else if (typeof value === "object" && value !== null) {
      const entries = Object.entries(value);
      for (let n = entries.length - 1; n >= 0; n--) {
        const [key, one] = entries[n]!;
        const code = key === "value" ? (value as { code?: unknown }).code : undefined;
        open.push({ value: one, key, depth: depth + 1, above: place, ...(typeof code === "string" && { code }) });
      }
    }
    if (problems.length >= mostUnfit) break;
  }
  return problems;
}

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;

function unfitText(text: string, place: Place, from: "operator" | "partner"): FieldRefusal | undefined {
  const { key, above: record } = fieldOf(place);
  const { code = "" } = place;
  const found =
    forbiddenCharacter(text) ??
    directionControl(text) ??
    (isName(key) || isNameAnswer(code) ? invisibleCharacter(text) : undefined);
  if (found !== undefined) return refusal("unusable-character", { character: found });
  if (!lineBreak.test(text) || isSecret(key)) return undefined;
  const isLine = from === "operator" ? !hasLines(key, record?.key) : hasOneLine(key);
  return isLine || isLineAnswer(code) ? refusal("line-break") : undefined;
}

/** Returns the first character that changes the direction of the texts after it, as `U+202E`: a name with it misleads its readers. */
function directionControl(text: string): string | undefined {
  const found = text.match(/[\u202a-\u202e\u2066-\u2069]/)?.[0];
  return found && `U+${found.charCodeAt(0).toString(16).toUpperCase()}`;
}

interface Place {
  key: string;
  depth: number;
  above: Place | null;
  /** Of an answer's value: the question. */
  code?: string;
}

const isPart = (key: string): boolean => /^\d+$/.test(key) || (languages as readonly string[]).includes(key);

/** Returns the field that has a text, also where the field is a list or has a text for each language. */
function fieldOf(place: Place): Place {
  let at = place;
  while (at.above && isPart(at.key)) at = at.above;
  return at;
}

function pointerOf(place: Place): string {
  const keys: string[] = [];
  for (let at: Place = place; at.above; at = at.above) keys.push(at.key);
  return keys
    .reverse()
    .map((key) => `/${key}`)
    .join("");
}
