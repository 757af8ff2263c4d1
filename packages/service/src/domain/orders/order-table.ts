import type { OrderLine } from "../../store/orders/order-list.ts";
import { orderReference } from "../booking/content.ts";
import { namesToCome } from "../booking/group-orders.ts";
import { partnerText } from "../partners/desk.ts";
import { taxIn } from "../selling/money.ts";
import { leadName } from "../visits/lead-name.ts";
import { type Cell, statuses } from "../visits/manifest-table.ts";
import { partyText, type TicketNameLanguage, type TicketNames } from "../visits/ticket-names.ts";
import { paymentNames } from "./money/payment-names.ts";

/** A list of orders as a table for a spreadsheet, with the operator's words. */
export function orderTable(orders: readonly OrderLine[], names: TicketNames, lang: TicketNameLanguage): Cell[][] {
  return [
    headings[lang],
    ...orders.map((order) => [
      orderReference(order),
      statuses[lang][order.status],
      order.createdAt.toISOString(),
      order.productName,
      order.itemName,
      order.cityCode,
      order.eventOn.replace("T", " ").slice(0, 16),
      partyText(order.tickets, names, lang),
      order.seats,
      { amount: order.total },
      order.currencyCode,
      { amount: order.totalUsd },
      { amount: order.rate },
      order.taxRate && { amount: order.taxRate },
      order.taxRate && { amount: taxIn(order.total, order.taxRate, order.currencyCode) },
      leadName(order.answers),
      order.email || null,
      order.phoneNumber || null,
      order.lang,
      partnerText(order.partner, order.partnerName, lang),
      order.externalReference,
      order.confirmation,
      order.admittedAt?.toISOString() ?? null,
      order.payment && paymentNames[lang][order.payment.method],
      order.payment?.by ?? null,
      order.payment?.reason ?? null,
      order.paid && { amount: order.paid },
      order.balanceDue && { amount: order.balanceDue },
      order.dueOn,
      namesToCome(order, order.answers) ? yes[lang] : null,
    ]),
  ];
}

const yes: Record<TicketNameLanguage, string> = { es: "Sí", pt: "Sim", en: "Yes" };

const headings: Record<TicketNameLanguage, string[]> = {
  es: [
    ...["Reserva", "Estado", "Creada (UTC)", "Producto", "Modalidad", "Ciudad", "Fecha del evento", "Grupo"],
    ...[
      "Personas",
      "Total",
      "Moneda",
      "Total US$",
      "Tipo de cambio",
      "Impuesto %",
      "Impuesto incluido",
      "Titular",
      "Correo",
      "Teléfono",
      "Idioma",
      "Socio",
      "Referencia del socio",
    ],
    ...["Confirmación", "Admitida (UTC)", "Forma de pago", "Cobrada por", "Motivo del precio"],
    ...["Pagado a cuenta", "Saldo pendiente", "Vence", "Faltan datos de viajeros"],
  ],
  pt: [
    ...["Reserva", "Situação", "Criada (UTC)", "Produto", "Modalidade", "Cidade", "Data do evento", "Grupo"],
    ...[
      "Pessoas",
      "Total",
      "Moeda",
      "Total US$",
      "Câmbio",
      "Imposto %",
      "Imposto incluído",
      "Titular",
      "E-mail",
      "Telefone",
      "Idioma",
      "Parceiro",
      "Referência do parceiro",
    ],
    ...["Confirmação", "Admitida (UTC)", "Forma de pagamento", "Recebida por", "Motivo do preço"],
    ...["Pago por conta", "Saldo em aberto", "Vencimento", "Faltam dados dos viajantes"],
  ],
  en: [
    ...["Order", "Status", "Placed (UTC)", "Product", "Item", "City", "Event", "Party"],
    ...[
      "People",
      "Total",
      "Currency",
      "Total US$",
      "Rate",
      "Tax %",
      "Tax included",
      "Lead name",
      "E-mail",
      "Telephone",
      "Language",
      "Partner",
      "Partner's reference",
    ],
    ...["Confirmation", "Admitted (UTC)", "Payment", "Taken by", "Reason for the price"],
    ...["Paid on account", "Balance due", "Due day", "Travellers' details to come"],
  ],
};
