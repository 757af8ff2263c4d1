import { invisibleCharacter, withoutInvisible, withoutInvisibleEnds } from "@paseo/contract/characters";

/** Characters that nobody sees, in what people type or paste (decision 29 of the contract). */

const isPhone = (key: string): boolean => /phone/i.test(key);
/** A password or key counts as it was typed. */
const isSecret = (key: string): boolean => /password|secret|^key$/i.test(key);
/** Names of people, and answers to questions. */
const isName = (key: string): boolean => /^(name|lastName|firstName|value|contact)$/.test(key);

/** Returns a body without such characters at the ends of its texts, and in its telephone numbers. */
export function cleanTexts<T>(value: T, key = ""): T {
  if (isSecret(key)) return value;
  if (typeof value === "string")
    return (isPhone(key) ? withoutInvisible(value).trim() : withoutInvisibleEnds(value)) as T;
  if (Array.isArray(value)) return value.map((one) => cleanTexts(one, key)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanTexts(one, name)])) as T;
}

/** Finds such characters inside names. Pointers start at the root of the body. */
export function invisibleInNames(value: unknown, pointer = "", key = ""): { pointer: string; detail: string }[] {
  if (typeof value === "string") {
    const found = isName(key) ? invisibleCharacter(value) : undefined;
    return found ? [{ pointer, detail: `The character ${found} cannot be used.` }] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    invisibleInNames(one, `${pointer}/${name}`, Array.isArray(value) ? key : name),
  );
}
