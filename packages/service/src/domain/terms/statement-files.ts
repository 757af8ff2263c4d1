import type { Language } from "@paseo/contract";
import Big from "big.js";
import type { Db } from "../../store/database/database.ts";
import type { StatementRow } from "../../store/terms/statements.ts";
import { texts } from "../../texts/texts.ts";
import type { StatementPaper } from "../../vouchers/statement.ts";
import { partyText, readTicketNames, type TicketNames } from "../catalogue/ticket-names.ts";
import { splitTax } from "../money/tax.ts";
import { logoPng, type OperatorSettings, readBrand } from "../operators/brand.ts";
import { paperColours } from "../operators/brand-colours.ts";
import { minorDigits } from "../selling/money.ts";
import { type SheetCell, type SheetColumn, sheetTable } from "../selling/sheet-tables.ts";
import type { LineContent } from "./standing.ts";
import { type StatementLine, statementNumber } from "./statements.ts";

/** Files of a statement: a PDF for the partner, and a table for the operator's invoicing program. */

/** Returns a statement as PDF, in the partner's language. `lang`: for a partner without one. */
export async function statementPdf(
  db: Db,
  statement: StatementRow,
  lines: readonly StatementLine[],
  { settings, lang, zone }: { settings: OperatorSettings; lang: Language; zone: string },
): Promise<Uint8Array> {
  const names = await readTicketNames(db);
  const { logo, colours } = await readBrand(db, settings);
  const bytes = logo && (await logoPng(db, logo.id));
  const { renderStatement } = await import("../../vouchers/statement.ts");
  return renderStatement({
    ...paperOf(statement, lines, { lang: statement.parties.partner.lang ?? lang, zone, names }),
    logo: logo && bytes && { ...logo, bytes },
    colours: paperColours(colours),
  });
}

function paperOf(
  statement: StatementRow,
  lines: readonly StatementLine[],
  { lang, zone, names }: { lang: Language; zone: string; names: TicketNames },
): Omit<StatementPaper, "logo" | "colours"> {
  const { firstOn, lastOn, dueOn, issuedAt, currencyCode } = statement;
  const { retail, commission, net, total, balanceBefore, paid, balanceAfter } = statement;
  const { operator, partner } = statement.parties;
  const label = texts[lang].statement;
  return {
    ...{ lang, firstOn, lastOn, dueOn, issuedAt, currencyCode },
    ...{ retail, commission, net, total, balanceBefore, paid, balanceAfter },
    number: statementNumber(statement),
    timeZone: zone,
    digits: minorDigits(currencyCode),
    operator: [
      operator.name,
      ...operator.lines,
      ...(partner.supplierNumber ? [label.supplierNumber(partner.supplierNumber)] : []),
    ],
    partner: [
      partner.legalName || partner.name,
      ...(partner.taxNumber ? [partner.taxNumber] : []),
      ...partner.address.split("\n").filter((line) => line.trim() !== ""),
      ...(partner.customerNumber ? [label.customerNumber(partner.customerNumber)] : []),
    ],
    lines: lines.map(({ kind, content, retail, commission, net, owed }) => ({
      ...{ retail, commission, net, owed },
      reference: content.reference,
      externalReference: content.externalReference,
      kind: kind === "sale" ? null : label.kinds[kind],
      eventOn: content.eventOn,
      product: productOf(content),
      tickets: [
        partyText(content.tickets, names, lang),
        ...(content.noShows > 0 ? [label.noShows(content.noShows)] : []),
      ].join(" · "),
    })),
  };
}

const productOf = ({ productName, itemName }: LineContent): string =>
  itemName && itemName !== productName ? `${productName} · ${itemName}` : productName;

/** Returns the lines of a statement as a table, with the tax in their amounts. */
export async function statementTable(
  db: Db,
  statement: StatementRow,
  lines: readonly StatementLine[],
  lang: Language,
): Promise<SheetCell[][]> {
  const names = await readTicketNames(db);
  const { currencyCode, parties, partner } = statement;
  const number = statementNumber(statement);
  const { kinds } = texts[lang].statement;
  const amount = (text: string | null) => text && { amount: text };
  const tax = (line: StatementLine, field: "retail" | "net") =>
    splitTax(line[field], line.content.taxRate, currencyCode);
  const columns: SheetColumn<StatementLine>[] = [
    [["Extracto", "Extrato", "Statement"], () => number],
    [["Socio", "Parceiro", "Partner"], () => partner],
    [["Razón social", "Razão social", "Legal name"], () => parties.partner.legalName || parties.partner.name],
    [["N.º fiscal", "N.º fiscal", "Tax number"], () => parties.partner.taxNumber],
    [["N.º de cliente", "N.º de cliente", "Customer number"], () => parties.partner.customerNumber],
    [["Reserva", "Reserva", "Booking"], (line) => line.content.reference],
    [
      ["Referencia del socio", "Referência do parceiro", "Partner's reference"],
      (line) => line.content.externalReference,
    ],
    [["Tipo", "Tipo", "Type"], (line) => kinds[line.kind]],
    [["Día del evento", "Dia do evento", "Event day"], (line) => line.content.eventOn.slice(0, 10)],
    [["Producto", "Produto", "Product"], (line) => line.content.productName],
    [["Modalidad", "Modalidade", "Item"], (line) => line.content.itemName],
    [["Entradas", "Ingressos", "Tickets"], (line) => partyText(line.content.tickets, names, lang)],
    [["No presentados", "Não compareceram", "No-shows"], (line) => line.content.noShows],
    [["PVP", "Preço público", "Retail"], (line) => amount(line.retail)],
    [["Comisión", "Comissão", "Commission"], (line) => amount(line.commission)],
    [["Neto", "Líquido", "Net"], (line) => amount(line.net)],
    [["A pagar", "A pagar", "Owed"], (line) => amount(line.owed)],
    [["Moneda", "Moeda", "Currency"], () => currencyCode],
    [
      ["Impuesto %", "Imposto %", "Tax %"],
      (line) => amount(line.content.taxRate && new Big(line.content.taxRate).toFixed()),
    ],
    [
      ["Base imponible del PVP", "Base de cálculo do preço público", "Base of retail"],
      (line) => amount(tax(line, "retail").base),
    ],
    [["Impuesto del PVP", "Imposto do preço público", "Tax of retail"], (line) => amount(tax(line, "retail").tax)],
    [["Base imponible del neto", "Base de cálculo do líquido", "Base of net"], (line) => amount(tax(line, "net").base)],
    [["Impuesto del neto", "Imposto do líquido", "Tax of net"], (line) => amount(tax(line, "net").tax)],
  ];
  return sheetTable(columns, lines, lang);
}
