import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { type AdminOperation, FileAnswer } from "../admin/operation.ts";
import { payloadTooLarge } from "../web/problems.ts";
import { CommandFailure, exitCodes } from "./output.ts";
import { formatAnswer } from "./printing.ts";
import type { Terminal } from "./terminal.ts";

const standardInput = 0;
const placeOf = (file: string) => (file === "-" ? standardInput : file);

/** Reads the object in a JSON file. */
export function readJsonFile(file: string | boolean | undefined): object {
  if (file === undefined) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(placeOf(file as string), "utf8"));
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw unreadable(error);
  }
  throw new CommandFailure(`${file} is not a JSON object.`, exitCodes.usage);
}

const types: Record<string, string[]> = {
  ".csv": ["text/csv"],
  ".xlsx": ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ".json": ["application/json"],
  ".xml": ["application/xml", "text/xml"],
  ".jpg": ["image/jpeg"],
  ".jpeg": ["image/jpeg"],
  ".png": ["image/png"],
  ".webp": ["image/webp"],
  ".avif": ["image/avif"],
};

/** Reads a file to upload. Its extension decides its type. Standard input has the first type that the operation accepts. */
export function readUpload({ types: accepted, maxBytes }: NonNullable<AdminOperation["upload"]>, file: string) {
  const type = file === "-" ? accepted[0] : accepted.find((one) => types[extname(file).toLowerCase()]?.includes(one));
  if (type === undefined) {
    const names = Object.keys(types).filter((name) => types[name]!.some((one) => accepted.includes(one)));
    throw new CommandFailure(`The name of the file must end in ${names.join(" or ")}.`, exitCodes.usage);
  }
  const bytes = readBytes(file);
  if (bytes.length > maxBytes) throw payloadTooLarge(maxBytes);
  return { type, bytes };
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(placeOf(file));
  } catch (error) {
    throw unreadable(error);
  }
}

const unreadable = (error: unknown) => new CommandFailure(`The file cannot be read: ${(error as Error).message}.`);

/** Checks the output before the operation runs, because the answer can be a key, which cannot be read again. */
export function checkOutput(file: string | boolean | undefined): void {
  try {
    if (file !== undefined) appendFileSync(file as string, "");
  } catch (error) {
    throw new CommandFailure(`The answer cannot be written: ${(error as Error).message}.`);
  }
}

/** Writes an answer to the standard output, or to the named file: a file unchanged, any other answer as text or JSON. */
export function writeAnswer(
  result: unknown,
  { json, output }: Record<string, string | boolean | undefined>,
  { stdout }: Terminal,
): void {
  const content =
    result instanceof FileAnswer
      ? result.bytes
      : `${json ? JSON.stringify(result, null, 2) : formatAnswer(JSON.parse(JSON.stringify(result)), stdout.columns)}\n`;
  if (output === undefined) stdout.write(content);
  else writeFileSync(output as string, content);
}
