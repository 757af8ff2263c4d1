import { createHash } from "node:crypto";
import {
  CatalogueFile,
  type CatalogueFile as File,
  type CatalogueProduct as Product,
} from "../../records/catalogue-file.ts";
import { catalogueProblems } from "../editing/catalogue-rules.ts";
import { maxReportedProblems } from "../editing/files/limits.ts";
import { EncodingFault, type FileRecord, NoObject, recordsIn } from "../editing/files/records.ts";
import { checkValue } from "../editing/files/shapes.ts";
import { FirstPositions } from "../editing/firsts.ts";
import type { FileProblem } from "../editing/schedules.ts";
import type { CatalogueOutline } from "./import-run.ts";

/**
 * A catalogue file of any size. It is read twice: once to check all of it, and once to import its products, of which
 * only some are in memory at a time. All other records are few and stay in memory.
 */

/** The position of a record in the file, to read it again. */
export interface RecordPlace {
  offset: number;
  length: number;
  line: number;
}

export interface CheckedCatalogue {
  outline: CatalogueOutline;
  /** The first problems of the file. */
  problems: FileProblem[];
  /** Number of all problems. */
  count: number;
  /** Hash of the file's bytes. The import reads the file again and compares the hash. */
  hash: string;
  /** The record or field that a pointer leads into, and the rest of the pointer. */
  placeOf(pointer: string): { place: RecordPlace; rest: string };
}

type Kind = keyof File;
const schemas = CatalogueFile.properties as unknown as Record<Kind, { items: Parameters<typeof checkValue>[0] }>;

/** Checks a catalogue file. `parse` reads a record, and throws if the record is not JSON. */
export async function checkCatalogue(
  chunks: AsyncIterable<Buffer>,
  parse: (record: FileRecord) => unknown = parseRecord,
): Promise<CheckedCatalogue> {
  const hash = createHash("sha256");
  const problems: FileProblem[] = [];
  let count = 0;
  const add = (found: readonly FileProblem[]): void => {
    count += found.length;
    problems.push(...found.slice(0, Math.max(0, maxReportedProblems - problems.length)));
  };
  const fields = new Map<string, RecordPlace>();
  const places = new Map<string, RecordPlace[]>();
  const whole: Record<string, unknown> = {};
  const outline: CatalogueOutline = {};
  const firsts = new FirstPositions();
  const note = (name: string, place: RecordPlace): void => {
    if (fields.has(name)) add([{ pointer: `/${name}`, detail: "is there twice" }]);
    else fields.set(name, place);
  };
  let isObject = true;
  try {
    for await (const found of recordsIn(hashing(hash, chunks))) {
      const { name } = found;
      if ("list" in found) {
        note(name, { offset: 0, length: 0, line: found.line });
        whole[name] = [];
        places.set(name, []);
        continue;
      }
      const value = parse(found);
      const { index, bytes, offset, line } = found;
      const place = { offset, length: bytes.length, line };
      if (index === null) {
        note(name, place);
        whole[name] = value;
        continue;
      }
      places.get(name)!.push(place);
      if (!(name in schemas)) continue;
      const kind = name as Kind;
      const misfits = checkValue(schemas[kind].items, value);
      add(misfits.map(({ pointer, detail }) => ({ pointer: `/${kind}/${index}${pointer}`, detail })));
      if (misfits.length > 0) continue;
      add(catalogueProblems({ [kind]: [value] }, firsts, index));
      keep(outline, kind, value);
    }
  } catch (error) {
    if (!(error instanceof NoObject)) throw error;
    isObject = false;
  }
  add(checkValue(CatalogueFile, isObject ? whole : []));
  return {
    outline,
    problems,
    count,
    hash: hash.digest("hex"),
    placeOf(pointer) {
      const [, name = "", index = "", ...rest] = pointer.split("/").map(unescaped);
      const record = /^\d+$/.test(index) ? places.get(name)?.[Number(index)] : undefined;
      const inField = index === "" ? [] : [index, ...rest];
      const field = fields.get(name) ?? { offset: 0, length: 0, line: 1 };
      return { place: record ?? field, rest: (record ? rest : inField).map((key) => `/${escaped(key)}`).join("") };
    },
  };
}

/** Stores only the fields of a product that refer to other records. Its events are imported when the file is read again. */
function keep(outline: CatalogueOutline, kind: Kind, value: unknown): void {
  const list: unknown[] = outline[kind] ?? [];
  outline[kind] = list as never;
  if (kind !== "products") list.push(value);
  else {
    const { currencyCode, supplier, photos } = value as Product;
    list.push({ currencyCode, ...(supplier && { supplier }), ...(photos && { photos }) });
  }
}

const unescaped = (key: string): string => key.replaceAll("~1", "/").replaceAll("~0", "~");
const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** The file differs from the file that was checked. */
export class FileChanged extends Error {
  override name = "FileChanged";
}

/** Bytes of the products in one part. */
const partBytes = 256 * 1024;

/** Yields the products of a checked file, some at a time. After the last product it throws FileChanged if the file differs. */
export async function* productParts(chunks: AsyncIterable<Buffer>, expected: string): AsyncGenerator<Product[]> {
  const hash = createHash("sha256");
  let part: Product[] = [];
  let bytes = 0;
  for await (const found of recordsIn(hashing(hash, chunks))) {
    if ("list" in found || found.name !== "products" || found.index === null) continue;
    part.push(parseRecord(found) as Product);
    bytes += found.bytes.length;
    if (bytes < partBytes) continue;
    yield part;
    [part, bytes] = [[], 0];
  }
  if (hash.digest("hex") !== expected) throw new FileChanged();
  yield part;
}

export const parseRecord = ({ bytes }: Pick<FileRecord, "bytes">): unknown => JSON.parse(decodedText(bytes));

export function decodedText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Lenient decoding would silently replace every accent of a file in another encoding.
    throw new EncodingFault();
  }
}

async function* hashing(hash: ReturnType<typeof createHash>, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
