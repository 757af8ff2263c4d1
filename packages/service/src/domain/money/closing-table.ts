import type { CountedTill, TillSums } from "../../store/money/closings.ts";
import type { TicketNameLanguage } from "../catalogue/ticket-names.ts";
import { type SheetCell, type SheetColumn, sheetTable } from "../selling/sheet-tables.ts";
import type { DayMoney, MoneyKind, MoneyKindSums } from "./closings.ts";
import { paymentNames } from "./payment-names.ts";

/** The money of a day as a table for a spreadsheet: a row for each kind of payment, partner, seller and till. */

interface Line extends Partial<Omit<MoneyKindSums, "kind">>, Partial<Omit<CountedTill, "operator" | "currencyCode">> {
  about: keyof typeof subjects;
  name: string;
  kind?: MoneyKind;
  currencyCode: string;
}

/** In Spanish, Portuguese and English. */
const subjects = {
  kind: ["Forma de pago", "Forma de pagamento", "Payment"],
  partner: ["Socio", "Parceiro", "Partner"],
  seller: ["Quién vendió", "Quem vendeu", "Who sold"],
  till: ["Caja", "Caixa", "Till"],
} as const;
const other = { es: "Otro", pt: "Outra", en: "Other" };

/** A closed day has the sums of its closing, an open day the present ones. */
export function closingTable(
  { sums: present, closing }: DayMoney,
  day: string,
  lang: TicketNameLanguage,
): SheetCell[][] {
  const { currencyCode, kinds, partners = [], sellers, tills = [] } = closing?.sums ?? present;
  const counted: readonly (TillSums | CountedTill)[] = closing?.tills ?? [];
  const isCounted = (till: TillSums) =>
    counted.some((one) => one.operator === till.operator && one.currencyCode === till.currencyCode);
  const nameOf = (kind: MoneyKind) => (kind === "other" ? other[lang] : paymentNames[lang][kind]);
  const lines: Line[] = [
    ...kinds.map((one): Line => ({ ...one, about: "kind", name: nameOf(one.kind), currencyCode })),
    ...partners.map(({ partner, ...one }): Line => ({ ...one, about: "partner", name: partner, currencyCode })),
    ...sellers.map(({ operator, ...one }): Line => ({ ...one, about: "seller", name: operator, currencyCode })),
    ...[...counted, ...tills.filter((till) => !isCounted(till))].map(
      ({ operator, ...one }): Line => ({ ...one, about: "till", name: operator }),
    ),
  ];
  const amount =
    (field: Exclude<keyof Line, "about" | "name" | "kind" | "orders" | "refunds" | "currencyCode">) => (line: Line) => {
      const value = line[field];
      return value === undefined ? null : { amount: value };
    };
  const columns: SheetColumn<Line>[] = [
    [["Día", "Dia", "Day"], () => day],
    [["Concepto", "Item", "Line"], ({ about }) => subjects[about][["es", "pt", "en"].indexOf(lang)]!],
    [["Nombre", "Nome", "Name"], ({ name }) => name],
    [
      ["Forma de pago", "Forma de pagamento", "Payment"],
      ({ about, kind }) => (about === "seller" && kind ? nameOf(kind) : null),
    ],
    [["Moneda", "Moeda", "Currency"], (line) => line.currencyCode],
    [["Reservas", "Reservas", "Orders"], ({ orders }) => orders ?? null],
    [["Vendido", "Vendido", "Sold"], amount("sold")],
    [["Cobros a cuenta", "Recebimentos a faturar", "Payments on account"], amount("settled")],
    [["Reembolsos", "Reembolsos", "Refunds"], ({ refunds }) => refunds ?? null],
    [["Reembolsado", "Reembolsado", "Paid back"], amount("paidBack")],
    [["Saldo", "Saldo", "Balance"], amount("balance")],
    [["Fondo", "Fundo", "Float"], amount("float")],
    [["Cobrado", "Recebido", "Received"], amount("received")],
    [["Esperado", "Esperado", "Expected"], amount("expected")],
    [["Contado", "Contado", "Counted"], amount("counted")],
    [["Diferencia", "Diferença", "Difference"], amount("difference")],
  ];
  return sheetTable(columns, lines, lang);
}
