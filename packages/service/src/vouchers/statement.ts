import { setImmediate } from "node:timers/promises";
import type { Language } from "@paseo/contract";
import { texts } from "../texts/texts.ts";
import { type BandContent, writeBand } from "./band.ts";
import type { VoucherColours } from "./content.ts";
import {
  closeSheet,
  contentWidth,
  drawDecoration,
  drawRule,
  ensureSpace,
  openSheet,
  type PaperSheet,
  paperLayout,
  pdfColors,
  type TextStyle,
  textHeight,
  textStyles,
  writeLongPart,
  writeStructurePart,
  writeText,
  writeTextPart,
} from "./sheet.ts";

/** A line of a statement in words. Amounts are decimal strings. */
export interface StatementPaperLine {
  reference: string;
  /** The partner's own. */
  externalReference: string | null;
  /** What the line is, if it is no sale. */
  kind: string | null;
  /** Local time of the event, `yyyy-MM-ddTHH:mm:ss`. */
  eventOn: string;
  product: string;
  tickets: string;
  retail: string;
  commission: string;
  net: string;
  owed: string;
}

/** A statement as it is printed. Days are `yyyy-MM-dd`. */
export interface StatementPaper {
  lang: Language;
  number: string;
  firstOn: string;
  lastOn: string;
  dueOn: string;
  issuedAt: Date;
  /** IANA zone of the day of issue. */
  timeZone: string;
  currencyCode: string;
  /** Digits of the currency's minor unit. */
  digits: number;
  /** Name first. */
  operator: string[];
  partner: string[];
  lines: StatementPaperLine[];
  /** Sums of the lines. */
  retail: string;
  commission: string;
  net: string;
  total: string;
  balanceBefore: string;
  paid: string;
  balanceAfter: string;
  logo: BandContent["logo"];
  colours: VoucherColours | null;
}

const left = paperLayout.margin;
const amountWidth = 55;
/** The columns, from the left. Each row has two lines. */
const columns = {
  reference: { x: left, width: 98 },
  event: { x: left + 102, width: 62 },
  product: { x: left + 168, width: contentWidth - 168 - 4 * amountWidth - 4 },
};
const amountFields = ["retail", "commission", "net", "owed"] as const;
const amountBox = (n: number) => ({ x: left + contentWidth - (4 - n) * amountWidth, width: amountWidth });
const rowHeight = 26;
const headHeight = 18;

const cell: TextStyle = { face: "text", sizes: [8.5, 7.5], lines: 1, color: pdfColors.ink };
const second: TextStyle = { ...cell, sizes: [7.5, 6.8], color: pdfColors.muted };
const figure: TextStyle = { ...cell, align: "right", sizes: [8.5, 7.5, 6.5] };

/** Renders a statement as a PDF. Every page repeats the headings of the columns. */
export async function renderStatement(paper: StatementPaper): Promise<Uint8Array> {
  const { lang, number, operator, issuedAt, colours, logo } = paper;
  const label = texts[lang].statement;
  const days = formatsOf(paper);
  const name = operator[0]!;
  const sheet = openSheet({
    ...{ lang, author: name, issuedAt, colours, test: false },
    title: `${label.title} ${number}`,
    running: [label.title, number, paper.partner[0]].join("  ·  "),
    footer: `${number}  ·  ${label.issued(days.issued.format(issuedAt))}`,
    note: label.noInvoice,
  });
  writeBand(sheet, { name, title: label.title, reference: number, titleWidth: 200, logo });
  writeParties(sheet, paper);
  writeSummary(sheet, paper);
  await writeLines(sheet, paper);
  return closeSheet(sheet);
}

function writeParties(sheet: PaperSheet, { lang, operator, partner }: StatementPaper): void {
  const label = texts[lang].statement;
  const width = contentWidth / 2 - 12;
  const top = sheet.y + 26;
  const bottoms = [
    { heading: label.from, lines: operator, x: left },
    { heading: label.to, lines: partner, x: left + contentWidth / 2 + 12 },
  ].map(({ heading, lines, x }) => {
    let y = writeTextPart(sheet, "H2", heading, { x, y: top, width }, textStyles.label) + 3;
    for (const [n, line] of lines.entries()) {
      const style: TextStyle = n === 0 ? { ...textStyles.small, face: "bold" } : textStyles.small;
      y = writeTextPart(sheet, "P", line, { x, y, width }, { ...style, lines: 2, most: 3 }) + 2;
    }
    return y;
  });
  sheet.y = Math.max(...bottoms) + 14;
}

/** Writes the period, and how the balance follows from the one before. */
function writeSummary(sheet: PaperSheet, paper: StatementPaper): void {
  const label = texts[paper.lang].statement;
  const { day, amount } = formatsOf(paper);
  const period = label.period(day(paper.firstOn), day(paper.lastOn));
  const heading: TextStyle = { face: "bold", sizes: [14, 12], lines: 2, color: pdfColors.ink };
  sheet.y = writeTextPart(sheet, "H1", period, { x: left, y: sheet.y, width: contentWidth }, heading) + 6;
  const money = (value: string) => `${amount(value)} ${paper.currencyCode}`;
  const isOwed = !paper.balanceAfter.startsWith("-");
  const rows: [text: string, value: string, face: "text" | "bold"][] = [
    [label.balanceBefore, money(paper.balanceBefore), "text"],
    [label.paid, money(negative(paper.paid)), "text"],
    [label.total, money(paper.total), "text"],
    [
      isOwed ? label.owedByYou : label.owedToYou,
      money(isOwed ? paper.balanceAfter : negative(paper.balanceAfter)),
      "bold",
    ],
  ];
  writeStructurePart(sheet, "Table", () => {
    for (const [text, value, face] of rows) {
      const y = sheet.y;
      const style: TextStyle = { face, sizes: [10.5, 9], lines: 1, color: pdfColors.ink };
      writeStructurePart(sheet, "TR", () => {
        writeTextPart(sheet, "TH", text, { x: left, y, width: contentWidth - 150 }, style);
        const box = { x: left + contentWidth - 150, y, width: 150 };
        writeTextPart(sheet, "TD", value, box, { ...style, align: "right" });
      });
      drawDecoration(sheet, () => drawRule(sheet, y + 15));
      sheet.y = y + 19;
    }
  });
  const due = isOwed && Number(paper.balanceAfter) > 0 ? label.dueOn(day(paper.dueOn)) : "";
  if (due) sheet.y = writeTextPart(sheet, "P", due, { x: left, y: sheet.y + 2, width: contentWidth }, textStyles.small);
  sheet.y += 16;
}

/** A line takes about a millisecond. Other work of the process runs after so many of them. */
const linesAtOnce = 20;

async function writeLines(sheet: PaperSheet, paper: StatementPaper): Promise<void> {
  if (paper.lines.length === 0) return;
  const { amount, day } = formatsOf(paper);
  ensureSpace(sheet, headHeight + rowHeight);
  await writeLongPart(sheet, "Table", async () => {
    writeHead(sheet, paper, false);
    for (const [n, line] of paper.lines.entries()) {
      if (ensureSpace(sheet, rowHeight)) writeHead(sheet, paper, true);
      writeLine(sheet, line, { amount, day });
      if ((n + 1) % linesAtOnce === 0) await setImmediate();
    }
    if (ensureSpace(sheet, rowHeight)) writeHead(sheet, paper, true);
    writeSums(sheet, paper);
  });
}

/** Writes the headings of the columns. Screen readers skip repeated ones. */
function writeHead(sheet: PaperSheet, { lang, currencyCode }: StatementPaper, again: boolean): void {
  const label = texts[lang].statement;
  const y = sheet.y;
  const put = (text: string, box: { x: number; width: number }, style: TextStyle) => {
    if (again) writeText(sheet, text, { ...box, y }, style);
    else writeTextPart(sheet, "TH", text, { ...box, y }, style);
  };
  const style: TextStyle = { ...textStyles.label, sizes: [8, 7, 6.2] };
  const write = () => {
    put(label.reference, columns.reference, style);
    put(label.event, columns.event, style);
    put(label.product, columns.product, style);
    const headings = [label.retail, label.commission, label.net, `${label.owed} ${currencyCode}`];
    for (const [n, heading] of headings.entries()) put(heading, amountBox(n), { ...style, align: "right" });
  };
  if (again) drawDecoration(sheet, write);
  else writeStructurePart(sheet, "TR", write);
  drawDecoration(sheet, () => drawRule(sheet, y + 13, sheet.brand.accent));
  sheet.y = y + headHeight;
}

type Formats = Pick<ReturnType<typeof formatsOf>, "amount" | "day">;

function writeLine(sheet: PaperSheet, line: StatementPaperLine, { amount, day }: Formats): void {
  const y = sheet.y;
  const put = (text: string, box: { x: number; width: number }, style: TextStyle, below = false) => {
    if (text !== "") writeTextPart(sheet, "TD", text, { ...box, y: below ? y + 11 : y }, style);
  };
  writeStructurePart(sheet, "TR", () => {
    put(line.reference, columns.reference, cell);
    put(line.externalReference ?? "", columns.reference, second, true);
    put(day(line.eventOn.slice(0, 10)), columns.event, cell);
    put(line.kind ?? "", columns.event, second, true);
    put(line.product, columns.product, cell);
    put(line.tickets, columns.product, second, true);
    for (const [n, field] of amountFields.entries()) put(amount(line[field]), amountBox(n), figure);
  });
  sheet.y = y + rowHeight;
}

function writeSums(sheet: PaperSheet, paper: StatementPaper): void {
  const { amount } = formatsOf(paper);
  const { lang, retail, commission, net, total: owed } = paper;
  const y = sheet.y + 3;
  const sums = { retail, commission, net, owed };
  drawDecoration(sheet, () => drawRule(sheet, y - 3, sheet.brand.accent));
  writeStructurePart(sheet, "TR", () => {
    const text = texts[lang].statement.lines(paper.lines.length);
    writeTextPart(sheet, "TH", text, { ...columns.reference, y, width: 160 }, { ...cell, face: "bold" });
    for (const [n, field] of amountFields.entries())
      writeTextPart(sheet, "TD", amount(sums[field]), { ...amountBox(n), y }, { ...figure, face: "bold" });
  });
  sheet.y = y + textHeight(sheet, "0", 100, cell);
}

const negative = (amount: string): string =>
  Number(amount) === 0 ? amount : amount.startsWith("-") ? amount.slice(1) : `-${amount}`;

function formatsOf({ lang, digits, timeZone }: Pick<StatementPaper, "lang" | "digits" | "timeZone">) {
  const { locale } = texts[lang];
  const numbers = new Intl.NumberFormat(locale, {
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: "always" },
  });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return {
    amount: (value: string) => numbers.format(Number(value)),
    day: (day: string) => days.format(new Date(`${day}T00:00:00Z`)),
    issued: new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }),
  };
}
