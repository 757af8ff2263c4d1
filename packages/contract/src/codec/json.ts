import { replaceForbiddenCharacters } from "../characters.ts";
import { limits } from "../limits.ts";
import { isPlainText, type Model, type RecordModel } from "./model.ts";
import { isNestedDeeper } from "./nesting.ts";
import { BodyRefusal } from "./refusal.ts";

/**
 * JSON text of the value: exactly the model's fields in the contract's order, null written, optional fields left out
 * when they are null or missing. Throws a RangeError for a number that is not finite. A frozen list is written once: its text is kept as
 * long as the list.
 */
export function writeJson(model: RecordModel, value: object): string {
  let write = writers.get(model);
  if (write === undefined) {
    write = writerOf(model);
    writers.set(model, write);
  }
  return write(value);
}

type Write = (value: unknown) => string;
const writers = new WeakMap<RecordModel, Write>();

function writerOf(model: Model): Write {
  switch (model.kind) {
    case "record":
      return recordWriter(model);
    case "list":
      return listWriter(writerOf(model.items));
    case "text":
      return isPlainText(model)
        ? (value) => `"${value}"`
        : (value) => JSON.stringify(replaceForbiddenCharacters(value as string));
    case "flag":
      return (value) => `${value}`;
    default:
      return (value) => {
        // JSON.stringify would write null and silently lose the price.
        if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written as a number`);
        return `${value}`;
      };
  }
}

function recordWriter(model: RecordModel): Write {
  const fields = model.fields.map(({ key, optional, value }) => ({
    key,
    optional,
    name: `${JSON.stringify(key)}:`,
    write: writerOf(value),
  }));
  return (value) => {
    const record = value as Record<string, unknown>;
    let text = "";
    for (const { key, optional, name, write } of fields) {
      const given = record[key];
      if (given == null && optional) continue;
      text += `${text === "" ? "{" : ","}${name}${given == null ? "null" : write(given)}`;
    }
    return text === "" ? "{}" : `${text}}`;
  };
}

function listWriter(write: Write): Write {
  const frozen = new WeakMap<object, string>();
  const written = (list: readonly unknown[]): string => {
    let text = "[";
    for (const item of list) text += text === "[" ? write(item) : `,${write(item)}`;
    return `${text}]`;
  };
  return (value) => {
    const list = value as readonly unknown[];
    if (!Object.isFrozen(list)) return written(list);
    let known = frozen.get(list);
    if (known === undefined) {
      known = written(list);
      frozen.set(list, known);
    }
    return known;
  };
}

/** Parses the body. Throws a Refusal when it is not JSON or is nested too deeply. */
export function parseJson(body: string): unknown {
  if (body.trim() === "") throw new BodyRefusal("malformed-body", "The body is empty.");
  if (isNestedDeeper(body, limits.xmlDepth))
    throw new BodyRefusal("malformed-body", `The body is nested deeper than ${limits.xmlDepth}.`);
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new BodyRefusal("malformed-body", `The body is not well-formed JSON${place(body, error as SyntaxError)}.`);
  }
}

/** Returns only the position of the error. The parser's message quotes the body, and with it keys and personal data. */
function place(body: string, error: SyntaxError): string {
  const position = /position (\d+)/.exec(error.message)?.[1];
  if (position === undefined) return "";
  const before = body.slice(0, Number(position)).split("\n");
  return `: line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
