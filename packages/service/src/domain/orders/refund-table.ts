import { orderReference } from "@paseo/contract/order-reference";
import type { RefundMethod } from "../../records/payment.ts";
import type { RefundLine } from "../../store/money/refund-list.ts";
import type { RefundReason } from "../../store/money/refunds.ts";
import type { TicketNameLanguage } from "../catalogue/ticket-names.ts";
import { paymentNames } from "../money/payment-names.ts";
import { partnerText } from "../partners/desk.ts";
import { leadName } from "../selling/lead-name.ts";
import {
  type SheetCell,
  type SheetColumn,
  type SheetReader,
  sheetTable,
  withZone,
  zoneCell,
} from "../selling/sheet-tables.ts";

/** Returns a list of refunds as a table for a spreadsheet, with column titles in the operator's language. */
export function refundTable(refunds: readonly RefundLine[], { lang, zone }: SheetReader): SheetCell[][] {
  const { reasons, methods } = words[lang];
  const methodName = (method: RefundMethod) =>
    method === "account" || method === "other" ? methods[method] : paymentNames[lang][method];
  const columns: SheetColumn<RefundLine>[] = [
    [["Reserva", "Reserva", "Order"], (refund) => orderReference({ ...refund, test: false })],
    [["Titular", "Titular", "Lead name"], (refund) => leadName(refund.answers)],
    [["Forma de pago", "Forma de pagamento", "Payment"], (refund) => paymentNames[lang][refund.payment]],
    [["Socio", "Parceiro", "Partner"], (refund) => partnerText(refund.partner, refund.partnerName, lang)],
    [["Referencia del socio", "Referência do parceiro", "Partner's reference"], (refund) => refund.externalReference],
    [["Producto", "Produto", "Product"], (refund) => refund.productName],
    [["Fecha del evento", "Data do evento", "Event"], (refund) => refund.eventOn.replace("T", " ").slice(0, 16)],
    [["Total", "Total", "Total"], (refund) => ({ amount: refund.total })],
    [["Moneda", "Moeda", "Currency"], (refund) => refund.currencyCode],
    [["Total US$", "Total US$", "Total US$"], (refund) => ({ amount: refund.totalUsd })],
    [["Motivo", "Motivo", "Reason"], (refund) => reasons[refund.reason]],
    [withZone(["Pendiente desde", "Pendente desde", "Due since"], zone), (refund) => zoneCell(refund.dueAt, zone)],
    [["Por reembolsar", "A reembolsar", "Due"], (refund) => ({ amount: refund.due })],
    [["Por reembolsar US$", "A reembolsar US$", "Due US$"], (refund) => ({ amount: refund.dueUsd })],
    [withZone(["Reembolsado el", "Reembolsado em", "Paid on"], zone), (refund) => zoneCell(refund.paidAt, zone)],
    [["Reembolsado", "Reembolsado", "Paid"], (refund) => refund.paid && { amount: refund.paid }],
    [
      ["Reembolsado US$", "Reembolsado US$", "Paid US$"],
      (refund) => (refund.paidUsd === null ? null : { amount: refund.paidUsd }),
    ],
    [["Medio", "Forma", "Method"], (refund) => refund.method && methodName(refund.method)],
    [["Registrado por", "Registrado por", "Recorded by"], (refund) => refund.recordedBy],
    [["Nota", "Observação", "Note"], (refund) => refund.note],
  ];
  return sheetTable(columns, refunds, lang);
}

interface Words {
  reasons: Record<RefundReason, string>;
  /** Refund methods that no sale has, or that a sale calls by another name. */
  methods: Record<"account" | "other", string>;
}

const words: Record<TicketNameLanguage, Words> = {
  es: {
    reasons: { cancelled: "Cancelación", rejected: "Rechazo", changed: "Cambio", other: "Otro" },
    methods: { account: "Cuenta del socio", other: "Otro" },
  },
  pt: {
    reasons: { cancelled: "Cancelamento", rejected: "Recusa", changed: "Alteração", other: "Outro" },
    methods: { account: "Conta do parceiro", other: "Outra" },
  },
  en: {
    reasons: { cancelled: "Cancellation", rejected: "Declined", changed: "Change", other: "Other" },
    methods: { account: "Partner's account", other: "Other" },
  },
};
