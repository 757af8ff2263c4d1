import { crc32, deflateRawSync } from "node:zlib";

/** XLSX files as programs write them, and as they should not be. */

export interface Part {
  name: string;
  bytes: Uint8Array;
  /** A CRC in place of the true CRC. */
  crc?: number;
  method?: number;
  flags?: number;
}

/** Makes a ZIP file of these parts. */
export function zip(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, crc = crc32(bytes), method = 8, flags = 0 } of parts) {
    const packed = method === 8 ? deflateRawSync(bytes) : Buffer.from(bytes);
    const header = Buffer.alloc(30 + name.length);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(method, 8);
    header.writeUInt32LE(crc, 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(bytes.length, 22);
    header.writeUInt16LE(name.length, 26);
    header.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    entry.write(name, 46);
    files.push(header, packed);
    directory.push(entry);
    at += header.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, list, end]);
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const text = (name: string, xml: string): Part => ({ name, bytes: Buffer.from(`<?xml version="1.0"?>${xml}`) });

/** Returns the parts of a workbook with this content of `sheetData`. A part that is null is left out. */
export function workbookParts(
  sheetData: string,
  {
    shared,
    styles,
    properties = "",
    more = "",
  }: { shared?: string; styles?: string; properties?: string; more?: string } = {},
): Part[] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  return [
    text(
      "xl/workbook.xml",
      `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
    ),
    text(
      "xl/_rels/workbook.xml.rels",
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("a", "worksheet", "worksheets/sheet1.xml")}${relation("b", "sharedStrings", "sharedStrings.xml")}${relation("c", "styles", "styles.xml")}</Relationships>`,
    ),
    text(
      "xl/worksheets/sheet1.xml",
      `<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData>${more}</worksheet>`,
    ),
    ...(shared === undefined ? [] : [text("xl/sharedStrings.xml", `<sst xmlns="${main}">${shared}</sst>`)]),
    ...(styles === undefined ? [] : [text("xl/styles.xml", `<styleSheet xmlns="${main}">${styles}</styleSheet>`)]),
  ];
}

export const workbook = (...given: Parameters<typeof workbookParts>): Buffer => zip(workbookParts(...given));

/** Writes a cell with a text in it. Without an address, the cell follows the cell before it. */
export const inline = (value: string, at?: string): string =>
  `<c${at ? ` r="${at}"` : ""} t="inlineStr"><is><t>${value}</t></is></c>`;

/** Writes a row of cells with texts in them. */
export const inlineRow = (...cells: string[]): string => `<row>${cells.map((cell) => inline(cell)).join("")}</row>`;
