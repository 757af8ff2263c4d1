import { Settings } from "typebox/system";
import { CatalogueFile } from "../../../records/catalogue-file.ts";
import { findUnfitTexts } from "../../selling/typed-texts.ts";
import { FileError, fileLimits, maxReportedProblems } from "./limits.ts";
import type { FilePart } from "./reader.ts";
import { checkValue, type FieldProblem } from "./shapes.ts";
import { decodeUtf8 } from "./utf8.ts";

/** Reads a catalogue file and sends its records in parts. */
export async function readCatalogue(bytes: Uint8Array, send: (part: FilePart) => Promise<void>): Promise<void> {
  // TypeBox stops after 8 errors: too few for a large file.
  Settings.Set({ maxErrors: 100 });
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes));
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`It is not JSON: ${(error as Error).message.slice(0, 200)}.`);
  }
  const lists = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  const schemas = CatalogueFile.properties as unknown as Record<string, { items: Parameters<typeof checkValue>[0] }>;
  const whole = value !== null && typeof value === "object" && !Array.isArray(value) ? emptied(value) : value;
  let problems: FieldProblem[] = checkValue(CatalogueFile, whole);
  let records = 0;
  for (const [name, list] of lists) {
    const schema = schemas[name];
    if (!schema || !Array.isArray(list)) continue;
    records += list.length;
    if (records > fileLimits.records) throw new FileError(`It has more than ${fileLimits.records} records: split it.`);
    // Empty lists are sent as well.
    let batch: unknown[] = [];
    let size = 0;
    for (const [index, record] of list.entries()) {
      const found = [...checkValue(schema.items, record), ...findUnfitTexts(record)];
      // Every invalid record needs a problem; otherwise it would count as valid.
      for (const { pointer, detail } of problems.length < maxReportedProblems ? found : found.slice(0, 1))
        problems.push({ pointer: `/${name}/${index}${pointer}`, detail });
      batch.push(found.length > 0 ? null : record);
      size += found.length > 0 ? 10 : JSON.stringify(record).length;
      if (size < 100_000) continue;
      await send({ name, list: batch, problems });
      [batch, problems, size] = [[], [], 0];
    }
    await send({ name, list: batch, problems });
    problems = [];
  }
  await send({ name: "", list: [], problems });
}

/** Returns the file with empty lists, to check everything but its records. */
function emptied(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([name, list]) => [name, Array.isArray(list) ? [] : list]));
}
