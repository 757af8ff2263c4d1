import type { RefundLine } from "../../store/orders/refund-list.ts";
import type { RefundMethod, RefundReason } from "../../store/orders/refunds.ts";
import { orderReference } from "../booking/content.ts";
import { partnerText } from "../partners/desk.ts";
import { leadName } from "../visits/lead-name.ts";
import type { Cell } from "../visits/manifest-table.ts";
import type { TicketNameLanguage } from "../visits/ticket-names.ts";
import { paymentNames } from "./money/payment-names.ts";

/** A list of refunds as a table for a spreadsheet, with the operator's words. */
export function refundTable(refunds: readonly RefundLine[], lang: TicketNameLanguage): Cell[][] {
  const { headings, reasons, methods } = words[lang];
  return [
    headings,
    ...refunds.map((refund) => [
      orderReference({ ...refund, test: false }),
      leadName(refund.answers),
      paymentNames[lang][refund.payment],
      partnerText(refund.partner, refund.partnerName, lang),
      refund.externalReference,
      refund.productName,
      refund.eventOn.replace("T", " ").slice(0, 16),
      { amount: refund.total },
      refund.currencyCode,
      { amount: refund.totalUsd },
      reasons[refund.reason],
      refund.dueAt.toISOString(),
      { amount: refund.due },
      { amount: refund.dueUsd },
      refund.paidAt?.toISOString() ?? null,
      refund.paid && { amount: refund.paid },
      refund.paidUsd === null ? null : { amount: refund.paidUsd },
      refund.method && methods[refund.method],
      refund.recordedBy,
      refund.note,
    ]),
  ];
}

interface Words {
  headings: string[];
  reasons: Record<RefundReason, string>;
  methods: Record<RefundMethod, string>;
}

const words: Record<TicketNameLanguage, Words> = {
  es: {
    headings: [
      ...[
        "Reserva",
        "Titular",
        "Forma de pago",
        "Socio",
        "Referencia del socio",
        "Producto",
        "Fecha del evento",
        "Total",
        "Moneda",
        "Total US$",
        "Motivo",
      ],
      ...[
        "Pendiente desde (UTC)",
        "Por reembolsar",
        "Por reembolsar US$",
        "Reembolsado el (UTC)",
        "Reembolsado",
        "Reembolsado US$",
        "Medio",
      ],
      ...["Registrado por", "Nota"],
    ],
    reasons: { cancelled: "Cancelación", rejected: "Rechazo", changed: "Cambio", other: "Otro" },
    methods: {
      account: "Cuenta del socio",
      transfer: "Transferencia",
      card: "Tarjeta",
      cash: "Efectivo",
      other: "Otro",
    },
  },
  pt: {
    headings: [
      ...[
        "Reserva",
        "Titular",
        "Forma de pagamento",
        "Parceiro",
        "Referência do parceiro",
        "Produto",
        "Data do evento",
        "Total",
        "Moeda",
        "Total US$",
        "Motivo",
      ],
      ...[
        "Pendente desde (UTC)",
        "A reembolsar",
        "A reembolsar US$",
        "Reembolsado em (UTC)",
        "Reembolsado",
        "Reembolsado US$",
        "Forma",
      ],
      ...["Registrado por", "Observação"],
    ],
    reasons: { cancelled: "Cancelamento", rejected: "Recusa", changed: "Alteração", other: "Outro" },
    methods: {
      account: "Conta do parceiro",
      transfer: "Transferência",
      card: "Cartão",
      cash: "Dinheiro",
      other: "Outra",
    },
  },
  en: {
    headings: [
      ...["Order", "Lead name", "Payment", "Partner", "Partner's reference", "Product", "Event"],
      ...["Total", "Currency", "Total US$", "Reason"],
      ...["Due since (UTC)", "Due", "Due US$", "Paid on (UTC)", "Paid", "Paid US$", "Method", "Recorded by", "Note"],
    ],
    reasons: { cancelled: "Cancellation", rejected: "Declined", changed: "Change", other: "Other" },
    methods: {
      account: "Partner's account",
      transfer: "Bank transfer",
      card: "Card",
      cash: "Cash",
      other: "Other",
    },
  },
};
