import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { renderVoucher, type VoucherContent } from "../../src/vouchers/voucher.ts";

/** Vouchers as others see them: what poppler reads in the PDF and draws of it, and what zbar reads in the drawing. */

const packages = {
  pdftotext: "poppler-utils",
  pdfinfo: "poppler-utils",
  pdffonts: "poppler-utils",
  pdftoppm: "poppler-utils",
  zbarimg: "zbar-tools",
  xmllint: "libxml2-utils",
};

const folder = mkdtempSync(join(tmpdir(), "paseo-voucher-"));
after(() => rm(folder, { recursive: true }));
let files = 0;

/** Writes a file that the tools can read, and gives its path. */
export function keep(bytes: Uint8Array, extension: string): string {
  const path = join(folder, `${++files}.${extension}`);
  writeFileSync(path, bytes);
  return path;
}

/** The path of a voucher with this content. */
export const voucherFile = async (content: VoucherContent): Promise<string> =>
  keep(await renderVoucher(content), "pdf");

/** What a tool prints. */
export function run(tool: keyof typeof packages, ...options: string[]): Buffer {
  const { error, status, stdout, stderr } = spawnSync(tool, options, { maxBuffer: 1 << 27 });
  assert.ok(!error, `${tool} is needed to test vouchers: install it (Debian: apt-get install ${packages[tool]})`);
  assert.equal(status, 0, `${tool} ${options.join(" ")}: ${stderr}`);
  return stdout;
}

/** The words of the document in reading order, one space between them. */
export function textOf(file: string, ...options: string[]): string {
  return run("pdftotext", ...options, file, "-")
    .toString()
    .replace(/\s+/g, " ");
}

export interface Picture {
  width: number;
  height: number;
  /** One byte for each point, 0 is black. */
  points: Uint8Array;
}

/** The first page in shades of grey, at 100 points to the inch. */
export function pictureOf(file: string): Picture {
  const bytes = run("pdftoppm", "-gray", "-r", "100", "-f", "1", "-l", "1", file);
  const [, head, width, height] = /^(P5\n(\d+) (\d+)\n255\n)/.exec(bytes.toString("latin1", 0, 40)) ?? [];
  assert.ok(head, "pdftoppm gave a grey picture");
  return { width: Number(width), height: Number(height), points: bytes.subarray(head.length) };
}

/** The texts of the codes that zbar finds in a picture. It ends in error when it finds none. */
export function codesIn({ width, height, points }: Picture): string[] {
  const file = keep(Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), points]), "pgm");
  return run("zbarimg", "--quiet", "--raw", file).toString().trimEnd().split("\n");
}

export const spanish: VoucherContent = {
  lang: "es",
  reference: "100123-ES",
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
    { code: "adult", quantity: 2 },
    { code: "child", quantity: 1 },
  ],
  confirmation: "VG-884120",
  passengers: ["María José Núñez Güiraldes", "Íñigo Peña", "Lucía Peña Núñez"],
  operatorName: "Paseo",
  code: "https://booking.example.com/vouchers/Zk3v9QxT0yHq7uJmB4cWnL8sD2eRfA1gXoVpI6tYhKw",
  issuedAt: new Date("2026-08-03T14:05:00Z"),
};

export const portuguese: VoucherContent = {
  ...spanish,
  lang: "pt",
  reference: "100124-PT",
  productName: "Ingresso para o Pão de Açúcar",
  itemName: "Bondinho, ida e volta",
  productType: "timeless",
  venue: "Parque do Bondinho",
  address: "Avenida de Exemplo, 520, Urca, Rio de Janeiro",
  latitude: -22.9559,
  longitude: -43.1661,
  eventOn: "2027-01-02T00:00:00",
  tickets: [
    { code: "adult", quantity: 2 },
    { code: "student", quantity: 2 },
  ],
  confirmation: "BPA-2207-31",
  passengers: ["João da Conceição", "Antônia Magalhães", "Luís Otávio Araújo", "Inês Gonçalves"],
};
