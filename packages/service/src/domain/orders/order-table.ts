import { orderReference } from "@paseo/contract/order-reference";
import type { TaxScheme } from "../../records/listing-fields.ts";
import type { OrderLine } from "../../store/orders/order-list.ts";
import { partyText, type TicketNames } from "../catalogue/ticket-names.ts";
import { paymentNames } from "../money/payment-names.ts";
import { taxSchemeNames, taxSchemeOf } from "../money/tax.ts";
import { partnerText } from "../partners/desk.ts";
import { leadName } from "../selling/lead-name.ts";
import { includedTax } from "../selling/money.ts";
import {
  type SheetCell,
  type SheetColumn,
  type SheetReader,
  sheetTable,
  withZone,
  yesOrNo,
  zoneCell,
} from "../selling/sheet-tables.ts";
import { hasAnswersToCome } from "../visits/later-answers.ts";
import { statusNames } from "../visits/manifest-table.ts";

/** Returns a list of orders as a table for a spreadsheet, with column titles in the operator's language. */
export function orderTable(
  orders: readonly OrderLine[],
  names: TicketNames,
  { lang, zone }: SheetReader,
): SheetCell[][] {
  const schemeName = (scheme: TaxScheme | null) => scheme && taxSchemeNames[lang][scheme];
  const columns: SheetColumn<OrderLine>[] = [
    [["Reserva", "Reserva", "Order"], orderReference],
    [["Estado", "Situação", "Status"], (order) => statusNames[lang][order.status]],
    [withZone(["Creada", "Criada", "Placed"], zone), (order) => zoneCell(order.createdAt, zone)],
    [["Producto", "Produto", "Product"], (order) => order.productName],
    [["Modalidad", "Modalidade", "Item"], (order) => order.itemName],
    [["Ciudad", "Cidade", "City"], (order) => order.cityCode],
    [["Fecha del evento", "Data do evento", "Event"], (order) => order.eventOn.replace("T", " ").slice(0, 16)],
    [["Grupo", "Grupo", "Party"], (order) => partyText(order.tickets, names, lang)],
    [["Personas", "Pessoas", "People"], (order) => order.people],
    [["Total", "Total", "Total"], (order) => ({ amount: order.total })],
    [["Moneda", "Moeda", "Currency"], (order) => order.currencyCode],
    [["Total US$", "Total US$", "Total US$"], (order) => ({ amount: order.totalUsd })],
    [["Tipo de cambio", "Câmbio", "Rate"], (order) => ({ amount: order.rate })],
    [["Régimen fiscal", "Regime fiscal", "Tax scheme"], (order) => schemeName(taxSchemeOf(order))],
    [["Impuesto %", "Imposto %", "Tax %"], (order) => order.taxRate && { amount: order.taxRate }],
    [
      ["Impuesto incluido", "Imposto incluído", "Tax included"],
      (order) => order.taxRate && { amount: includedTax(order.total, order.taxRate, order.currencyCode) },
    ],
    [["Factura", "Nota fiscal", "Invoice"], (order) => order.payment?.invoice?.number ?? null],
    [["Titular", "Titular", "Lead name"], (order) => leadName(order.answers)],
    [["Correo", "E-mail", "E-mail"], (order) => order.email || null],
    [["Teléfono", "Telefone", "Telephone"], (order) => (order.phoneNumber ? { phone: order.phoneNumber } : null)],
    [["Idioma", "Idioma", "Language"], (order) => order.lang],
    [["Socio", "Parceiro", "Partner"], (order) => partnerText(order.partner, order.partnerName, lang)],
    [["Referencia del socio", "Referência do parceiro", "Partner's reference"], (order) => order.externalReference],
    [["Confirmación", "Confirmação", "Confirmation"], (order) => order.confirmation],
    [withZone(["Admitida", "Admitida", "Admitted"], zone), (order) => zoneCell(order.admittedAt, zone)],
    [["No presentados", "Não compareceram", "No-shows"], (order) => order.noShow || null],
    [
      ["Forma de pago", "Forma de pagamento", "Payment"],
      (order) => order.payment && paymentNames[lang][order.payment.method],
    ],
    [["Cobrada por", "Recebida por", "Taken by"], (order) => order.payment?.by ?? null],
    [["Motivo del precio", "Motivo do preço", "Reason for the price"], (order) => order.payment?.reason ?? null],
    [["Pagado a cuenta", "Pago por conta", "Paid on account"], (order) => order.paid && { amount: order.paid }],
    [
      ["Saldo pendiente", "Saldo em aberto", "Balance due"],
      (order) => order.balanceDue && { amount: order.balanceDue },
    ],
    [["Vence", "Vencimento", "Due day"], (order) => order.dueOn],
    [
      ["Faltan datos", "Faltam dados", "Details to come"],
      (order) => (hasAnswersToCome(order, order.answers) ? yesOrNo(true, lang) : null),
    ],
  ];
  return sheetTable(columns, orders, lang);
}
