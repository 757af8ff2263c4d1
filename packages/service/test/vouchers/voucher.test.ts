import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import sharp from "sharp";
import { assertWellFormed } from "../../../contract/test/support/xml.ts";
import { missingCharacters } from "../../src/vouchers/faces.ts";
import { renderVoucher, type VoucherContent } from "../../src/vouchers/voucher.ts";
import { Pdf, portuguese, spanish } from "./reading.ts";

test("a Spanish voucher has all details for the door, with accents", async () => {
  const text = await textOf(spanish);
  for (const part of [
    "Bono de reserva",
    "K7Q-M3X-HP4-ES",
    "Cena y tango en el Viejo Galpón",
    "Cena, espectáculo y traslado desde el hotel",
    "Fecha y hora (America/Argentina/Buenos Aires) sábado, 21 de noviembre de 2026, 20:00",
    "Número de confirmación VG-884120",
    "Lugar El Viejo Galpón Calle de Ejemplo 299, San Telmo, Buenos Aires Ver en el mapa",
    "Muestre este código en la entrada, impreso o en su teléfono.",
    "A nombre de María José Núñez Güiraldes",
    "Cancelación (America/Argentina/Buenos Aires) Hasta el 14 de noviembre de 2026 a las 20:00: se reembolsa el 100 % Hasta el 20 de noviembre de 2026 a las 20:00: se reembolsa el 25 %",
    "¿Alguna pregunta? Llámenos al +54 11 5550 0100.",
    "Emitido el 3 de agosto de 2026 a las 11:05 (America/Argentina/Buenos Aires)",
    "Página 1 de 1",
    "Este bono no es una factura.",
  ]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  for (const name of spanish.passengers) assert.ok(text.includes(name), name);
});

test("a Portuguese voucher has them in Portuguese", async () => {
  const text = await textOf(portuguese);
  for (const part of [
    "Voucher de reserva",
    "Voucher de reserva ABR-7NJ-64J-PT",
    "Ingresso para o Pão de Açúcar",
    "Data sábado, 2 de janeiro de 2027 Número de confirmação BPA-2207-31",
    "Local Parque do Bondinho Avenida de Exemplo, 520, Urca, Rio de Janeiro Ver no mapa",
    "Apresente este código na entrada, impresso ou no celular.",
    "Emitido em 3 de agosto de 2026 às 11:05 (America/Sao Paulo)",
  ]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  for (const name of portuguese.passengers) assert.ok(text.includes(name), name);
});

/** The lines of the table of tickets. */
const ticketLines = async (pdf: Pdf): Promise<string[]> =>
  (await pdf.lines()).map((line) => line.trim()).filter((line) => / \| \d+$/.test(line));

const textOf = async (content: VoucherContent) => (await Pdf.of(content)).text();

test("each ticket has its quantity, and the total follows if there are several", async () => {
  const content = { ...spanish, passengers: [] };
  assert.deepEqual(await ticketLines(await Pdf.of(content)), ["adult | 2", "child | 1", "Total | 3"]);
  const tickets = [{ name: "adult", quantity: 12 }];
  assert.deepEqual(await ticketLines(await Pdf.of({ ...content, tickets })), ["adult | 12"]);
});

test("without a supplier's number the voucher shows the reference", async () => {
  const text = await textOf({ ...spanish, confirmation: null });
  assert.ok(!text.includes("confirmación"));
  assert.match(text, /20:00 Referencia K7Q-M3X-HP4-ES A nombre de .* Lugar/);
});

test("empty venue, address, option and passengers have no headings", async () => {
  const nowhere = {
    venue: "",
    address: "",
    latitude: null,
    longitude: null,
    itemName: "",
    passengers: [],
    leadName: null,
    operatorPhone: null,
    refunds: [],
  };
  const text = await textOf({ ...spanish, ...nowhere });
  assert.doesNotMatch(text, /Lugar|mapa|Pasajeros|nombre|Cancelación/);
  assert.match(text, /Viejo Galpón Fecha y hora \(America\/Argentina\/Buenos Aires\) sábado/);
});

const urlsOf = async (content: VoucherContent) => (await Pdf.of(content)).links();

test("the map link leads to the coordinates, or else to a search, and is a link of the PDF", async () => {
  assert.deepEqual(await urlsOf(spanish), [
    "https://www.openstreetmap.org/?mlat=-34.6177&mlon=-58.3689#map=17/-34.6177/-58.3689",
  ]);
  const search =
    "https://www.openstreetmap.org/search?query=El%20Viejo%20Galp%C3%B3n%2C%20Calle%20de%20Ejemplo%20299%2C%20San%20Telmo%2C%20Buenos%20Aires";
  assert.deepEqual(await urlsOf({ ...spanish, latitude: null, longitude: null }), [search]);
  assert.deepEqual(await urlsOf({ ...spanish, latitude: null }), [search]);
  const nowhere = { ...spanish, latitude: null, longitude: null, venue: "", address: " " };
  assert.deepEqual(await urlsOf(nowhere), []);
});

test("each page of a test order says, twice, that it has no value; other vouchers never do", async () => {
  const passengers = Array.from({ length: 90 }, (_, index) => `Pasajera ${index}`);
  for (const [content, mark] of [
    [spanish, "PRUEBA – SIN VALOR"],
    [portuguese, "TESTE – SEM VALOR"],
  ] as const) {
    const pdf = await Pdf.of({ ...content, reference: `TEST-${content.reference}`, test: true, passengers });
    for (const page of [1, 2]) {
      const text = await pdf.text(page);
      assert.equal(text.split(mark).length - 1, 2, text);
    }
    assert.ok(!(await textOf({ ...content, passengers })).includes("VALOR"));
  }
});

test("many tickets and passengers continue on further pages, each with the reference and a page number", async () => {
  const tickets = Array.from({ length: 50 }, (_, index) => ({ name: `kind-${index}`, quantity: index + 1 }));
  const passengers = Array.from({ length: 200 }, (_, index) => `Nombre${index} Ñandú`);
  const bytes = await renderVoucher({ ...spanish, tickets, passengers });
  const pdf = await Pdf.read(bytes);
  const count = pdf.pageCount;
  assert.ok(count > 3);
  for (let page = 1; page <= count; page++) {
    const text = await pdf.text(page);
    assert.ok(text.includes("K7Q-M3X-HP4-ES"));
    assert.ok(text.includes(`Página ${page} de ${count}`), text);
    // A continued table repeats its heading.
    assert.match(text, /Entradas Cantidad|Pasajeros/);
  }
  const words = (await pdf.text()).split(" ");
  for (let index = 0; index < 200; index++) assert.ok(words.includes(`Nombre${index}`), `Nombre${index}`);
  const table = [...tickets.map(({ name, quantity }) => `${name} | ${quantity}`), "Total | 1275"];
  assert.deepEqual((await ticketLines(pdf)).slice(0, 51), table);
  assert.ok(bytes.length < 100_000, `${bytes.length} bytes`);
});

const sentence = "Recorrido histórico por las misiones jesuíticas con degustación de vinos ";
const long = (length: number) => sentence.repeat(5).slice(0, length).trim();

test("names of 200 characters are written whole", async () => {
  const names = { productName: long(200), itemName: long(190), venue: long(195), operatorName: long(185) };
  const content = { ...spanish, ...names, address: long(300), passengers: [long(180)], confirmation: "7".repeat(200) };
  const text = await textOf(content);
  for (const whole of [...Object.values(names), content.address, ...content.passengers]) {
    assert.ok(text.includes(whole), `${whole} in ${text}`);
  }
  assert.ok(text.replaceAll(" ", "").includes(content.confirmation));
});

/** Texts of the document whose boxes exceed the margins or overlap the footer. */
async function misplaced(content: VoucherContent): Promise<unknown[]> {
  const runs = await (await Pdf.of(content)).runs();
  return runs.filter(({ isUpright, left, top, right, bottom }) => {
    // The mark of a test order is as large as the page.
    if (!isUpright) return false;
    return left < 47 || right > 595.28 - 47 || (bottom > 842 - 56 && top < 842 - 44);
  });
}

test("texts of any length stay on the page and above its footer", async () => {
  const broad = "W".repeat(600);
  const widest: VoucherContent = {
    ...spanish,
    reference: "TEST-WWW-WWW-WWW-ES",
    productName: broad,
    itemName: broad,
    venue: broad,
    address: broad,
    operatorName: broad,
    confirmation: broad,
    passengers: [broad, "Ana", broad],
    tickets: [{ name: "W".repeat(64), quantity: 9999 }],
    code: `https://booking.example.com/${"W".repeat(172)}`,
    eventOn: "2026-09-30T20:00:00",
  };
  assert.deepEqual(await misplaced(widest), []);
  const names = { productName: long(200), itemName: long(200), venue: long(200), address: long(300) };
  for (let count = 1; count < 15; count++) {
    const tickets = Array.from({ length: count }, () => ({ name: "adult", quantity: 1 }));
    const passengers = Array.from({ length: 2 * count }, () => long(200));
    const content = { ...widest, ...names, test: count % 2 === 0, tickets, passengers };
    assert.deepEqual(await misplaced(content), [], `${count} tickets`);
  }
});

test("characters that the fonts have are written, and others are replaced visibly", async () => {
  const text = await textOf({
    ...spanish,
    productName: "Όπερα «Борис Годунов» தமி 👨‍👩‍👧",
    // A lone surrogate: invalid Unicode, which must still print as a replacement character.
    itemName: "\ud800",
    code: "https://booking.example.com/\ud800",
    // Composed and decomposed forms are the same letter.
    passengers: ["Ελένη Παπαδοπούλου", "Дмитрий", "ꦗꦮ", "Ngô Ðình Nguyễn", "Jose\u0301", "Ana\u200b\u0007 Luz\n"],
  });
  for (const part of ["Όπερα «Борис Годунов» �� �", "Ελένη Παπαδοπούλου", "Дмитрий", "��", "Ngô Ðình Nguyễn", "José"]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  assert.match(text, /Ana Luz/);
  // Words in right-to-left scripts keep their order and the space between them.
  assert.match(await textOf({ ...spanish, passengers: ["שלום כהן"] }), /שלום\s?כהן/);
});

test("Chinese, Japanese, Korean, Thai and Hindi names are written, in fonts that only such a voucher has", async () => {
  const passengers = ["小明 王", "ゆり 山田", "민준 김", "สมชาย ใจดี", "आशा शर्मा"];
  const pdf = await Pdf.of({ ...spanish, passengers, leadName: "陳 小明" });
  const text = await pdf.text();
  for (const name of [...passengers.slice(0, 4), "陳 小明"]) assert.ok(text.includes(name), `${name} in ${text}`);
  assert.doesNotMatch(text, /\ufffd/);
  const fonts = async (one: Pdf) => (await one.fonts()).map(({ name }) => name).filter((name) => /Noto/.test(name));
  assert.equal((await fonts(pdf)).length, 5, "one for each script, and one for kana");
  assert.ok((await pdf.fonts()).every(({ isEmbedded }) => isEmbedded));
  assert.deepEqual(await fonts(await Pdf.of(spanish)), []);
  // A long name is broken between its letters, and cut within its lines.
  await Pdf.of({ ...spanish, productName: "王".repeat(300) });
  assert.deepEqual(missingCharacters("王 小明 தமி ok"), ["த", "மி"]);
});

test("no text makes it fail", async () => {
  const text = fc.string({ unit: "binary", maxLength: 80 });
  const content = fc.record({
    productName: text,
    itemName: text,
    venue: text,
    address: text,
    operatorName: text,
    confirmation: fc.option(text),
    passengers: fc.array(fc.oneof(text, fc.string({ unit: "grapheme" })), { minLength: 20, maxLength: 60 }),
    code: fc.string({ unit: "binary", minLength: 1, maxLength: 200 }),
  });
  await fc.assert(
    fc.asyncProperty(content, async (some) => {
      // An unreadable page is an error.
      const pdf = await Pdf.of({ ...spanish, ...some });
      assertWellFormed((await pdf.metadata()).xmp);
      assert.match(await pdf.text(), /K7Q-M3X-HP4-ES/);
    }),
    { numRuns: 15 },
  );
});

test("the document has title, language, author and structure, and names no library", async () => {
  const content = { ...spanish, productName: "Vino & <queso>", operatorName: "Paseos & Cía." };
  const bytes = await renderVoucher(content);
  const pdf = await Pdf.read(bytes);
  const { info, xmp, sizes } = await pdf.metadata();
  assert.equal(info.Title, "Bono de reserva K7Q-M3X-HP4-ES – Vino & <queso>");
  assert.equal(info.Author, "Paseos & Cía.");
  assert.deepEqual(sizes, [[595.28, 841.89]]);
  const source = Buffer.from(bytes).toString("latin1");
  assert.match(source, /\/Marked true/);
  assert.match(source, /\/Lang \(es\)/);
  assert.match(source, /\/DisplayDocTitle true/);
  assert.match(source, /\/Alt /);
  assert.match(Buffer.from(await renderVoucher(portuguese)).toString("latin1"), /\/Lang \(pt-BR\)/);
  assert.doesNotMatch(source, /pdfkit/i);
  assert.match(xmp, /Vino &amp; &lt;queso&gt;/);
  assert.match(await pdf.structure(), /H1 "Vino & <queso>" .* Link "Ver en el mapa" .*Figure .*Table /);
});

test("fonts are embedded, with the used characters only", async () => {
  const bytes = await renderVoucher(spanish);
  const fonts = await (await Pdf.read(bytes)).fonts();
  assert.equal(fonts.length, 3);
  for (const { name, isEmbedded } of fonts) {
    // A prefix of six letters means a subset of the font.
    assert.match(name, /^[A-Z]{6}\+DejaVu/);
    assert.ok(isEmbedded, name);
  }
  // Each font maps its glyphs to text. Without that, copied or spoken text is wrong.
  assert.equal(
    Buffer.from(bytes)
      .toString("latin1")
      .match(/\/ToUnicode /g)?.length,
    3,
  );
  assert.ok(bytes.length < 50_000, `${bytes.length} bytes`);
});

test("the same content makes the same bytes, whatever was made before", async () => {
  const first = await renderVoucher(spanish);
  await renderVoucher({ ...portuguese, productName: "ﬁn Ω \u2126 µ μ" });
  assert.deepEqual(await renderVoucher(structuredClone(spanish)), first);
  assert.notDeepEqual(await renderVoucher({ ...spanish, confirmation: "VG-884121" }), first);
  const [one, other] = await Promise.all([renderVoucher(spanish), renderVoucher(portuguese)]);
  assert.deepEqual(one, first);
  assert.deepEqual(other, await renderVoucher(portuguese));
});

test("invalid content is refused", async () => {
  await assert.rejects(renderVoucher({ ...spanish, eventOn: "soon" }), RangeError);
  await assert.rejects(renderVoucher({ ...spanish, code: "x".repeat(2332) }), RangeError);
  assert.ok((await renderVoucher({ ...spanish, code: "x".repeat(2331) })).length > 0);
});

test("a voucher in the operator's colours has its logo, the same bytes each time, and the guest's hotel", async () => {
  const colours = { band: "#ffcc00", onBand: "#0b1519", strip: "#b88e00", accent: "#886700", soft: "#f5eedc" };
  const logo = { id: "1", width: 60, height: 20, ground: "dark" } as const;
  const contact = { operatorDayPhone: "+54 11 5550 0111", operatorEmail: "a@example.com", operatorTaxNumber: "CUIT 1" };
  const content = { ...spanish, pickup: null, hotel: "Casa ajena", colours, logo, ...contact };
  const drawn = sharp({ create: { width: 60, height: 20, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } });
  const png = await drawn.png().toBuffer();
  const bytes = await renderVoucher(content, png);
  assert.deepEqual(await renderVoucher(content, png), bytes);
  assert.match(Buffer.from(bytes).toString("latin1"), /\/Subtype \/Image/);
  assert.doesNotMatch(Buffer.from(await renderVoucher(content)).toString("latin1"), /\/Subtype \/Image/);
  const text = await (await Pdf.read(bytes)).text();
  for (const expected of ["Su hotel Casa ajena", "+54 11 5550 0111", "a@example.com", "Paseo · CUIT 1"])
    assert.ok(text.includes(expected), expected);
});
