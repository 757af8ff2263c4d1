/** Bounds of a file that an operator sends. They count what is really unpacked and read, not what the file says of itself. */
export const fileLimits = {
  /** Bytes of all parts of a workbook that are read. */
  unpackedBytes: 256 * 1024 * 1024,
  /** Unpacked bytes for each packed one, beyond the first mebibyte: tables of numbers come to 30. */
  ratio: 200,
  /** Files in a workbook. */
  entries: 2000,
  /** Rows that are not blank, the headings among them. */
  rows: 200_001,
  columns: 256,
  cells: 6_000_000,
  /** Characters of one cell: as a workbook has it. */
  cellCharacters: 32_767,
  /** Characters of the texts that cells of a workbook share. */
  sharedCharacters: 48_000_000,
  /** Records of a catalogue file. */
  records: 100_000,
  milliseconds: 60_000,
  /** Of the thread that reads. */
  heapMegabytes: 256,
} as const;

/** Mistakes that are named of one file; more are only counted. */
export const mostProblems = 1000;

/** The file is not what it should be; the message is a sentence for the operator. */
export class FileError extends Error {
  override name = "FileError";
}
