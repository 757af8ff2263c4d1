import type { OrderLine } from "../../store/orders/order-list.ts";
import { orderReference } from "../booking/content.ts";
import { leadName } from "../visits/lead-name.ts";
import { type Cell, statuses } from "../visits/manifest-table.ts";
import { partyText, type TicketNameLanguage, type TicketNames } from "../visits/ticket-names.ts";

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
      { amount: order.totalUsd },
      leadName(order.answers),
      order.email || null,
      order.phoneNumber || null,
      order.lang,
      order.partnerName,
      order.externalReference,
      order.confirmation,
      order.admittedAt?.toISOString() ?? null,
    ]),
  ];
}

const headings: Record<TicketNameLanguage, string[]> = {
  es: [
    ...["Reserva", "Estado", "Creada (UTC)", "Producto", "Modalidad", "Ciudad", "Fecha del evento", "Grupo"],
    ...["Personas", "Total US$", "Titular", "Correo", "Teléfono", "Idioma", "Socio", "Referencia del socio"],
    ...["Confirmación", "Admitida (UTC)"],
  ],
  pt: [
    ...["Reserva", "Situação", "Criada (UTC)", "Produto", "Modalidade", "Cidade", "Data do evento", "Grupo"],
    ...["Pessoas", "Total US$", "Titular", "E-mail", "Telefone", "Idioma", "Parceiro", "Referência do parceiro"],
    ...["Confirmação", "Admitida (UTC)"],
  ],
  en: [
    ...["Order", "Status", "Placed (UTC)", "Product", "Item", "City", "Event", "Party"],
    ...["People", "Total US$", "Lead name", "E-mail", "Telephone", "Language", "Partner", "Partner's reference"],
    ...["Confirmation", "Admitted (UTC)"],
  ],
};
