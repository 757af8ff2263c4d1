import { type FieldRefusal, refusal } from "../../../texts/field-refusals.ts";

/** Limits of uploaded files. They count unpacked bytes, not the sizes that the file declares. */
export const fileLimits = {
  /** Bytes to read from all parts of a workbook. */
  unpackedBytes: 256 * 1024 * 1024,
  /** Unpacked bytes allowed for each packed byte, beyond the first mebibyte. Tables of numbers reach 30. */
  ratio: 200,
  /** Files in a workbook. */
  entries: 2000,
  /** Rows that are not blank, including the headings. */
  rows: 200_001,
  columns: 256,
  cells: 6_000_000,
  /** Characters of one cell: the limit of a workbook. */
  cellCharacters: 32_767,
  /** Characters of a workbook's shared strings. */
  sharedCharacters: 48_000_000,
  /** Records of a catalogue file. */
  records: 100_000,
  milliseconds: 60_000,
  /** Heap of the reading thread. */
  heapMegabytes: 256,
} as const;

/** How many problems of one file are listed. Further problems are only counted. */
export const maxReportedProblems = 1000;

/** The file cannot be read. A fault without a code of its own is a sentence. */
export class FileError extends Error {
  override name = "FileError";
  readonly refused: FieldRefusal;
  constructor(fault: string | FieldRefusal) {
    const refused = typeof fault === "string" ? refusal("file-unreadable", { why: fault }) : fault;
    super(refused.detail);
    this.refused = refused;
  }
}
