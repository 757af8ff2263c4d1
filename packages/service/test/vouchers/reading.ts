import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createCanvas } from "@napi-rs/canvas";
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { TextItem } from "pdfjs-dist/types/src/display/api.js";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { renderVoucher, type VoucherContent } from "../../src/vouchers/voucher.ts";

/**
 * Reads vouchers with independent libraries. PDF.js (Apache-2.0), Firefox's PDF viewer, also returns links, tags and fonts. It
 * draws on @napi-rs/canvas (MIT), whose binaries are npm packages. ZXing (zxing-wasm, MIT) reads the codes and shares no code
 * with the library that writes them.
 */

/** The package would otherwise download this file from a server. */
const wasm = await readFile(fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")));
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) },
});

/** A piece of text in a line, and the box it is written in, in points from the page's upper left corner. */
export interface TextRun {
  text: string;
  /** False for the mark across the page of a test order. */
  isUpright: boolean;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Picture {
  width: number;
  height: number;
  /** Shade of each point in one byte; 0 is black. */
  points: Uint8Array;
}

export class Pdf {
  readonly #document: PDFDocumentProxy;

  private constructor(document: PDFDocumentProxy) {
    this.#document = document;
  }

  static async read(bytes: Uint8Array): Promise<Pdf> {
    // PDF.js takes ownership of the bytes, so it gets a copy.
    const data = new Uint8Array(bytes);
    const options = { stopAtErrors: true, fontExtraProperties: true, verbosity: 0 };
    return new Pdf(await getDocument({ data, ...options }).promise);
  }

  /** A voucher with this content. */
  static async of(content: VoucherContent): Promise<Pdf> {
    return Pdf.read(await renderVoucher(content));
  }

  get pageCount(): number {
    return this.#document.numPages;
  }

  /** Returns the lines of a page, or of all pages, in reading order. ` | ` separates distant parts of a line. */
  async lines(page?: number): Promise<string[]> {
    const pages = page === undefined ? await this.#pages() : [await this.#document.getPage(page)];
    const texts = await Promise.all(pages.map((one) => this.#itemsOf(one)));
    // pdf.js reports a gap between two texts as a space that is as wide as the gap.
    const written = ({ str, width, hasEOL }: TextItem) =>
      (str === " " && width > 10 ? " | " : str) + (hasEOL ? "\n" : "");
    return texts.flatMap((items) => items.map(written).join("").split("\n"));
  }

  /** Returns the words of a page, or of all pages, in reading order, with one space between them. */
  async text(page?: number): Promise<string> {
    const lines = await this.lines(page);
    return lines.join(" ").replaceAll(" | ", " ").replace(/\s+/g, " ");
  }

  async runs(): Promise<TextRun[]> {
    const runs: TextRun[] = [];
    for (const page of await this.#pages()) {
      const height = page.view[3]!;
      const { items, styles } = await page.getTextContent();
      for (const item of items) {
        if (!("str" in item) || item.str.trim() === "") continue;
        const [scale, rotation, , , left, base] = item.transform as number[];
        const { ascent, descent } = styles[item.fontName]!;
        runs.push({
          text: item.str,
          isUpright: rotation === 0,
          left: left!,
          right: left! + item.width,
          top: height - base! - ascent * scale!,
          bottom: height - base! - descent * scale!,
        });
      }
    }
    return runs;
  }

  /** Targets of the links. */
  async links(): Promise<string[]> {
    const annotations = await Promise.all((await this.#pages()).map((page) => page.getAnnotations()));
    return annotations.flat().flatMap(({ subtype, url }) => (subtype === "Link" ? [url] : []));
  }

  /** The document's metadata, in its dictionary and in XMP. */
  async metadata(): Promise<{ info: Record<string, unknown>; xmp: string; sizes: number[][] }> {
    const { info, metadata } = await this.#document.getMetadata();
    const sizes = (await this.#pages()).map(({ view }) => view.slice(2));
    return { info: info as Record<string, unknown>, xmp: metadata.getRaw(), sizes };
  }

  /** Returns the first page's tags in reading order, each with its text: `H1 "Title" Link "See it"`. */
  async structure(): Promise<string> {
    const page = await this.#document.getPage(1);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const texts = new Map<string, string>();
    let within: string[] = [];
    for (const item of items) {
      if ("str" in item) for (const id of within) texts.set(id, `${texts.get(id) ?? ""}${item.str}`);
      else if (item.type === "endMarkedContent") within = within.slice(0, -1);
      else within = [...within, item.id ?? ""];
    }
    const written = (node: { role?: string; children?: unknown[]; id?: string }): string[] => [
      ...(node.role ? [node.role] : []),
      ...(node.id && texts.get(node.id)?.trim() ? [`"${texts.get(node.id)!.trim()}"`] : []),
      ...(node.children ?? []).flatMap((child) => written(child as typeof node)),
    ];
    return written(await page.getStructTree()).join(" ");
  }

  /** Returns the fonts of the first page. */
  async fonts(): Promise<{ name: string; isEmbedded: boolean }[]> {
    const page = await this.#document.getPage(1);
    await page.getOperatorList();
    const names = new Set((await this.#itemsOf(page)).map(({ fontName }) => fontName));
    return Array.from(names, (id) => {
      const { name, missingFile } = page.commonObjs.get(id);
      return { name, isEmbedded: !missingFile };
    });
  }

  /** Draws the first page in shades of grey, at 100 points to the inch. */
  async picture(): Promise<Picture> {
    const page = await this.#document.getPage(1);
    const viewport = page.getViewport({ scale: 100 / 72 });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const canvas = createCanvas(width, height);
    await page.render({ canvas: canvas as never, viewport }).promise;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const grey = (index: number) => 0.299 * data[index]! + 0.587 * data[index + 1]! + 0.114 * data[index + 2]!;
    return { width, height, points: Uint8Array.from({ length: width * height }, (_, point) => grey(4 * point)) };
  }

  #pages(): Promise<PDFPageProxy[]> {
    return Promise.all(Array.from({ length: this.pageCount }, (_, index) => this.#document.getPage(index + 1)));
  }

  async #itemsOf(page: PDFPageProxy): Promise<TextItem[]> {
    const { items } = await page.getTextContent();
    return items.filter((item) => "str" in item);
  }
}

/** Returns the texts of the codes in a picture. Throws if there is none. */
export async function codesIn({ width, height, points }: Picture): Promise<string[]> {
  // Red, green, blue and opaque, in one number.
  const colours = Uint32Array.from(points, (point) => point * 0x010101 + 0xff000000);
  const data = new Uint8ClampedArray(colours.buffer);
  const found = await readBarcodes({ data, width, height, colorSpace: "srgb" } as never, { formats: ["QRCode"] });
  assert.ok(found.length > 0, "no code in the picture");
  return found.map(({ text }) => text);
}

export const spanish: VoucherContent = {
  lang: "es",
  reference: "K7Q-M3X-HP4-ES",
  test: false,
  productName: "Cena y tango en el Viejo Galpón",
  itemName: "Cena, espectáculo y traslado desde el hotel",
  productType: "scheduled",
  venue: "El Viejo Galpón",
  address: "Calle de Ejemplo 299, San Telmo, Buenos Aires",
  latitude: -34.6177,
  longitude: -58.3689,
  eventOn: "2026-11-21T20:00:00",
  tickets: [
    { name: "adult", quantity: 2 },
    { name: "child", quantity: 1 },
  ],
  confirmation: "VG-884120",
  passengers: ["María José Núñez Güiraldes", "Íñigo Peña", "Lucía Peña Núñez"],
  leadName: "María José Núñez Güiraldes",
  operatorName: "Paseo",
  operatorPhone: "+54 11 5550 0100",
  timeZone: "America/Argentina/Buenos_Aires",
  refunds: [
    { percent: 100, until: "2026-11-14T20:00:00" },
    { percent: 25, until: "2026-11-20T20:00:00" },
  ],
  code: "https://booking.example.com/vouchers/Zk3v9QxT0yHq7uJmB4cWnL8sD2eRfA1gXoVpI6tYhKw",
  passes: [{ code: "K7QF-3XMP", ticket: null }],
  issuedAt: new Date("2026-08-03T14:05:00Z"),
};

export const portuguese: VoucherContent = {
  ...spanish,
  lang: "pt",
  reference: "ABR-7NJ-64J-PT",
  productName: "Ingresso para o Pão de Açúcar",
  itemName: "Bondinho, ida e volta",
  productType: "timeless",
  venue: "Parque do Bondinho",
  address: "Avenida de Exemplo, 520, Urca, Rio de Janeiro",
  latitude: -22.9559,
  longitude: -43.1661,
  eventOn: "2027-01-02T00:00:00",
  tickets: [
    { name: "adult", quantity: 2 },
    { name: "student", quantity: 2 },
  ],
  confirmation: "BPA-2207-31",
  leadName: "João da Conceição",
  timeZone: "America/Sao_Paulo",
  refunds: [],
  passengers: ["João da Conceição", "Antônia Magalhães", "Luís Otávio Araújo", "Inês Gonçalves"],
};
