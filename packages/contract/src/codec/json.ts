import { cleaned } from "../characters.ts";
import { limits } from "../limits.ts";
import { isPlain, type Model, type RecordModel } from "./model.ts";
import { Refusal } from "./refusal.ts";

/**
 * JSON text of the value: exactly the model's fields in the contract's order, null written, optional fields left out
 * when they are null or missing. Throws a RangeError for a number that is not finite.
 */
export function writeJson(model: RecordModel, value: object): string {
  let project = projections.get(model);
  if (project === undefined) {
    project = projection(model);
    projections.set(model, project);
  }
  return JSON.stringify(project(value));
}

type Project = (value: unknown) => unknown;
const projections = new WeakMap<RecordModel, Project>();
const asItIs: Project = (value) => value;

function projection(model: Model): Project {
  switch (model.kind) {
    case "record":
      return recordProjection(model);
    case "list": {
      const items = projection(model.items);
      return (value) => (value as unknown[]).map(items);
    }
    case "text":
      return isPlain(model) ? asItIs : (value) => cleaned(value as string);
    case "flag":
      return asItIs;
    default:
      return (value) => {
        // JSON.stringify would write null and silently lose the price.
        if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written as a number`);
        return value;
      };
  }
}

function recordProjection(model: RecordModel): Project {
  const fields = model.fields.map(({ key, optional, value }) => ({ key, optional, project: projection(value) }));
  return (value) => {
    const record = value as Record<string, unknown>;
    const projected: Record<string, unknown> = {};
    for (const { key, optional, project } of fields) {
      const given = record[key];
      if (given != null) projected[key] = project(given);
      else if (!optional) projected[key] = null;
    }
    return projected;
  };
}

/** Parses the body. Throws a Refusal when it is not JSON or is nested too deeply. */
export function parseJson(body: string): unknown {
  if (body.trim() === "") throw new Refusal("malformed-body", "The body is empty.");
  refuseDeepNesting(body);
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new Refusal("malformed-body", `The body is not well-formed JSON${place(body, error as SyntaxError)}.`);
  }
}

/** Checked before parsing: the parser would build all 100,000 levels first. */
function refuseDeepNesting(body: string): void {
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at];
    if (character === '"') at = stringEnd(body, at);
    else if (character === "{" || character === "[") {
      depth += 1;
      if (depth > limits.xmlDepth)
        throw new Refusal("malformed-body", `The body is nested deeper than ${limits.xmlDepth}.`);
    } else if (character === "}" || character === "]") depth -= 1;
  }
}

/** The end of the string that begins at `start`. */
function stringEnd(body: string, start: number): number {
  for (let at = start + 1; at < body.length; at += 1) {
    if (body[at] === "\\") at += 1;
    else if (body[at] === '"') return at;
  }
  return body.length;
}

/** The position alone: the parser's message quotes the body, and with it keys and personal data. */
function place(body: string, error: SyntaxError): string {
  const position = /position (\d+)/.exec(error.message)?.[1];
  if (position === undefined) return "";
  const before = body.slice(0, Number(position)).split("\n");
  return `: line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
