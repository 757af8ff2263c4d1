import { type FieldRefusal, refusal } from "../../../texts/field-refusals.ts";
import { FileError, fileLimits } from "./limits.ts";
import { readXml } from "./xml.ts";
import { ZipFile } from "./zip.ts";

/**
 * Reads the only worksheet of an XLSX workbook row by row while unpacking. A library that loads the whole workbook took 755 MB for a
 * file of 20 MB. What it does not take as a value is a fault of its cell or an error of the file.
 */

export interface WorkbookRow {
  /** Row number of the spreadsheet, from 1. */
  number: number;
  cells: string[];
  /** Positions of the cells that are numbers, which have one reading. */
  numbers?: ReadonlySet<number>;
  /** Cells whose content is no value, such as a formula that no program has calculated. */
  faults?: readonly CellFault[];
}

export interface CellFault extends FieldRefusal {
  /** Position from 0. */
  column: number;
}

/** How the cells of a style show a number. */
type Styles = ("date" | "percent" | "number")[];

/**
 * Calls `take` for each row that is not blank, and then `merged` for each merged range. Awaits `between` regularly. Throws FileError
 * that names row and column.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  take: (row: WorkbookRow) => void,
  merged: (range: { row: number; column: number; text: string }) => void,
  between?: () => Promise<void> | undefined,
): Promise<void> {
  const zip = new ZipFile(bytes);
  const workbook = (await related(zip, "", "officeDocument"))[0]?.path ?? "xl/workbook.xml";
  const relations = await related(zip, workbook);
  const { sheets, date1904 } = await readSheets(zip, workbook);
  const paths = new Map(relations.map(({ id, type, path }) => [id, type === "worksheet" ? path : undefined]));
  const sheet = await onlySheet(
    zip,
    sheets.flatMap(({ id, name }) => {
      const path = paths.get(id);
      return path === undefined ? [] : [{ name, path }];
    }),
  );
  const ofType = (wanted: string) => relations.find(({ type, path }) => type === wanted && zip.has(path))?.path;
  const sharedPath = ofType("sharedStrings");
  const stylesPath = ofType("styles");
  const shared = sharedPath ? await readShared(zip, sharedPath) : [];
  const styles = stylesPath ? await readStyles(zip, stylesPath) : [];
  await readSheet(zip, sheet, { shared, styles, date1904 }, { take, merged, between });
}

/** Returns the path of the sheet that has cells. With cells in several sheets, hidden ones too, the file is refused. */
async function onlySheet(zip: ZipFile, sheets: readonly { name: string; path: string }[]): Promise<string> {
  const [first] = sheets;
  if (!first) throw new FileError("It has no worksheet.");
  if (sheets.length === 1) return first.path;
  const filled: (typeof first)[] = [];
  for (const sheet of sheets) if (await hasCells(zip, sheet.path)) filled.push(sheet);
  if (filled.length > 1) {
    const names = filled.map(({ name }) => name.slice(0, 40)).join(", ");
    throw new FileError(`It has cells in several sheets (${names}), and a hidden one counts: keep one sheet.`);
  }
  return (filled[0] ?? first).path;
}

async function hasCells(zip: ZipFile, path: string): Promise<boolean> {
  let found = false;
  await readXml(zip, path, {
    open(name) {
      found ||= name === "v" || name === "f" || name === "is";
    },
  });
  return found;
}

/** Reads the relations of a part: the id, the last word of the type, and the path of each relation. */
async function related(
  zip: ZipFile,
  part: string,
  type?: string,
): Promise<{ id: string; type: string; path: string }[]> {
  const slash = part.lastIndexOf("/") + 1;
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  if (!zip.has(name)) return [];
  const found: { id: string; type: string; path: string }[] = [];
  await readXml(zip, name, {
    open(element, { Id: id = "", Type: given = "", Target: target = "", TargetMode: mode }) {
      if (element !== "Relationship" || mode === "External") return;
      const path = target.startsWith("/") ? target.slice(1) : withoutDots(part.slice(0, slash) + target);
      found.push({ id, type: given.slice(given.lastIndexOf("/") + 1), path });
    },
  });
  return type === undefined ? found : found.filter((one) => one.type === type);
}

const withoutDots = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
};

async function readSheets(
  zip: ZipFile,
  path: string,
): Promise<{ sheets: { id: string; name: string }[]; date1904: boolean }> {
  const sheets: { id: string; name: string }[] = [];
  let date1904 = false;
  await readXml(zip, path, {
    open(name, attributes) {
      if (name === "sheet") {
        const id = Object.entries(attributes).find(([key]) => key !== "sheetId" && /(^|:)id$/.test(key));
        sheets.push({ id: id?.[1] ?? "", name: attributes.name ?? "" });
      }
      if (name === "workbookPr") date1904 = isTrue(attributes.date1904);
    },
  });
  return { sheets, date1904 };
}

const isTrue = (text: string | undefined): boolean => text === "1" || text === "true";

async function readShared(zip: ZipFile, path: string): Promise<string[]> {
  const texts: string[] = [];
  let characters = 0;
  const reader = new TextReader("si", (text) => {
    characters += text.length;
    if (characters > fileLimits.sharedCharacters || texts.length >= fileLimits.cells)
      throw new FileError("Its cells share too many texts.");
    texts.push(text);
  });
  await readXml(zip, path, reader);
  return texts;
}

/** Collects the text of an element: its own `t` and the `t` of each run, without phonetic text. */
class TextReader {
  readonly #element: string;
  readonly #take: (text: string) => void;
  #text = "";
  #inText = false;
  #spoken = 0;

  constructor(element: string, take: (text: string) => void) {
    this.#element = element;
    this.#take = take;
  }

  open = (name: string): void => {
    if (name === this.#element) this.#text = "";
    else if (name === "rPh") this.#spoken++;
    else if (name === "t") this.#inText = this.#spoken === 0;
  };

  text = (text: string): void => {
    if (!this.#inText) return;
    this.#text += text;
    if (this.#text.length > fileLimits.cellCharacters * 7)
      throw new FileError(`A text is longer than the ${fileLimits.cellCharacters} characters of a cell.`);
  };

  close = (name: string): void => {
    if (name === "t") this.#inText = false;
    else if (name === "rPh") this.#spoken--;
    else if (name === this.#element) this.#take(unescaped(this.#text));
  };
}

/** Decodes `_x000D_`, which encodes a character that XML cannot contain. */
const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Reads how each cell style shows a number. */
async function readStyles(zip: ZipFile, path: string): Promise<Styles> {
  const formats = new Map<string, string>();
  const styles: Styles = [];
  let inCells = false;
  await readXml(zip, path, {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt") formats.set(numFmtId, formatCode);
      else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells && styles.length < 100_000)
        styles.push(shownAs(Number(numFmtId), formats.get(numFmtId)));
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return styles;
}

/**
 * What a number format shows. A date: a built-in format of dates and times, or a custom format with date letters outside quotes and
 * colours.
 */
function shownAs(id: number, code: string | undefined): Styles[number] {
  if (code === undefined) {
    if (id === 9 || id === 10) return "percent";
    const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
    return isDate ? "date" : "number";
  }
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, "");
  if (bare.includes("%")) return "percent";
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare) ? "date" : "number";
}

interface Context {
  shared: readonly string[];
  styles: Styles;
  date1904: boolean;
}

interface SheetHandlers {
  take: (row: WorkbookRow) => void;
  merged: (range: { row: number; column: number; text: string }) => void;
  between?: (() => Promise<void> | undefined) | undefined;
}

async function readSheet(
  zip: ZipFile,
  path: string,
  context: Context,
  { take, merged, between }: SheetHandlers,
): Promise<void> {
  let row = 0;
  let column = -1;
  let type = "n";
  let style = 0;
  let value = "";
  let inValue = false;
  let isFormula = false;
  let inline: string | null = null;
  let cells: string[] = [];
  let numbers = new Set<number>();
  let faults: CellFault[] = [];
  let rows = 0;
  let all = 0;
  const at = () => `Row ${row}, column ${columnName(column)}`;
  const texts = new TextReader("is", (text) => {
    inline = text;
  });
  await readXml(
    zip,
    path,
    {
      open(name, attributes) {
        if (name === "row") {
          const number =
            attributes.r === undefined ? row + 1 : /^\d{1,7}$/.test(attributes.r) ? Number(attributes.r) : 0;
          if (number <= row || number > 1_048_576)
            throw new FileError(`After row ${row} comes one with the number ${attributes.r?.slice(0, 20)}.`);
          row = number;
          column = -1;
          [cells, numbers, faults] = [[], new Set(), []];
        } else if (name === "c") {
          // A cell without an address follows the one before.
          column = attributes.r === undefined ? column + 1 : columnOf(attributes.r, row);
          type = attributes.t ?? "n";
          style = Number(attributes.s ?? 0);
          value = "";
          inline = null;
          isFormula = false;
        } else if (name === "v") inValue = true;
        else if (name === "f") isFormula = true;
        else if (name === "mergeCell") {
          const [from = "", to = from] = attributes.ref?.split(":") ?? [];
          const first = Number(/\d+$/.exec(from)?.[0] ?? 0);
          if (from !== to) merged({ row: first, column: columnOf(from, first), text: `${from}:${to}`.slice(0, 20) });
        } else texts.open(name);
      },
      text(text) {
        if (inValue) {
          value += text;
          if (value.length > fileLimits.cellCharacters * 7) throw new FileError(`${at()}: the value is too long.`);
        } else texts.text(text);
      },
      close(name) {
        if (name === "v") inValue = false;
        else if (name === "c") {
          const shown = context.styles[style] ?? "number";
          const { text: whole, fault, isNumber } = cellText({ type, value, inline, isFormula, shown }, context, at);
          if (fault) faults.push({ column, ...fault });
          const text = whole.trim();
          if (text === "" && !fault) return;
          if (column >= fileLimits.columns)
            throw new FileError(`${at()}: at most ${fileLimits.columns} columns are read.`);
          if (text.length > fileLimits.cellCharacters)
            throw new FileError(`${at()}: it has more than ${fileLimits.cellCharacters} characters.`);
          if (++all > fileLimits.cells) throw new FileError(`It has more than ${fileLimits.cells} cells.`);
          while (cells.length < column) cells.push("");
          cells[column] = text;
          if (isNumber) numbers.add(column);
        } else if (name === "row" && cells.length > 0) {
          if (++rows > fileLimits.rows) throw new FileError(tooManyRows());
          take({ number: row, cells, numbers, faults });
        } else texts.close(name);
      },
    },
    between,
  );
}

export const tooManyRows = () => refusal("table-has-many-rows", { most: fileLimits.rows - 1 });

interface Cell {
  type: string;
  value: string;
  inline: string | null;
  isFormula: boolean;
  shown: Styles[number];
}

interface CellValue {
  text: string;
  isNumber?: boolean;
  fault?: FieldRefusal;
}

function cellText({ type, value, inline, isFormula, shown }: Cell, context: Context, at: () => string): CellValue {
  const { shared, date1904 } = context;
  if (type === "inlineStr") return { text: inline ?? "" };
  // A calculated empty text has the type "str".
  if (value === "")
    return { text: "", ...(isFormula && type !== "str" && { fault: refusal("formula-not-calculated") }) };
  if (type === "e") return { text: value, fault: refusal("cell-has-error", { value: unescaped(value).slice(0, 20) }) };
  if (type === "s") {
    const text = /^\d{1,9}$/.test(value) ? shared[Number(value)] : undefined;
    if (text === undefined)
      throw new FileError(`${at()} names the shared text ${value.slice(0, 20)}, which is not there.`);
    return { text };
  }
  if (type === "b") return { text: value === "1" ? "true" : "false" };
  if (type === "d") return { text: value.replace(/T00:00(:00(\.0+)?)?Z?$/, "").slice(0, 16) };
  // The text of a formula.
  if (type !== "n") return { text: unescaped(value) };
  const number = Number(value);
  // Ten digits are more than every amount needs, and hide the error of binary fractions.
  if (!Number.isFinite(number)) return { text: value };
  const text = `${Number(number.toFixed(10))}`;
  if (shown === "percent")
    return { text, fault: refusal("cell-is-percentage", { value: Number((number * 100).toFixed(8)) }) };
  const date = shown === "date" ? dateText(number, date1904) : null;
  return date === null ? { text, isNumber: true } : { text: date };
}

/** Converts a serial number to a date, and its fraction to a time. Returns null if the number is outside the years of a workbook. */
function dateText(serial: number, date1904: boolean): string | null {
  if (serial < 0 || serial >= 2_958_466) return null;
  const seconds = Math.round(serial * 86_400);
  const minutes = Math.floor(seconds / 60);
  const two = (number: number) => String(number).padStart(2, "0");
  const time = `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}${seconds % 60 ? `:${two(seconds % 60)}` : ""}`;
  if (minutes < 1440) return time;
  // Workbooks count 29 February 1900 as day 60, which did not exist.
  const days = Math.floor(minutes / 1440) + (date1904 ? 1462 : serial < 60 ? 1 : 0);
  const date = new Date((days - 25_569) * 86_400_000).toISOString().slice(0, 10);
  return time === "00:00" ? date : `${date}T${time}`;
}

function columnOf(address: string, row: number): number {
  const letters = /^\$?([A-Za-z]{1,3})\$?\d{1,7}$/.exec(address)?.[1]?.toUpperCase();
  if (!letters) throw new FileError(`Row ${row} has a cell at ${address.slice(0, 20)}, which is no address.`);
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

export function columnName(column: number): string {
  let name = "";
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}
