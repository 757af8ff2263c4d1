import type { PaidMethod } from "../../records/payment.ts";
import type { SaleKind } from "../../store/money/documents.ts";
import type { TicketNameLanguage } from "../catalogue/ticket-names.ts";

/** The names of kinds of payment in the operator's files. */
export const paymentNames: Record<TicketNameLanguage, Record<SaleKind | PaidMethod, string>> = {
  es: {
    cash: "Efectivo",
    card: "Tarjeta",
    transfer: "Transferencia",
    online: "En línea",
    account: "A crédito",
    free: "Gratis",
    partner: "Socio",
  },
  pt: {
    cash: "Dinheiro",
    card: "Cartão",
    transfer: "Transferência",
    online: "Online",
    account: "A faturar",
    free: "Cortesia",
    partner: "Parceiro",
  },
  en: {
    cash: "Cash",
    card: "Card",
    transfer: "Bank transfer",
    online: "Online",
    account: "On account",
    free: "Free",
    partner: "Partner",
  },
};
