import type { DocumentKind } from "../../../store/orders/money/documents.ts";
import type { Cell } from "../../visits/manifest-table.ts";
import type { TicketNameLanguage } from "../../visits/ticket-names.ts";
import type { AccountDocument } from "./documents.ts";
import { paymentNames } from "./payment-names.ts";

/** The documents of a period as a table for the operator's accountant. */
export function documentTable(
  documents: readonly AccountDocument[],
  currencyCode: string,
  lang: TicketNameLanguage,
): Cell[][] {
  const { headings, kinds } = words[lang];
  const amount = (text: string | null) => text && { amount: text };
  return [
    headings,
    ...documents.map((one) => [
      one.document,
      one.day,
      kinds[one.kind],
      one.product,
      one.partner,
      paymentNames[lang][one.payment],
      amount(one.base),
      amount(one.taxRate),
      amount(one.tax),
      amount(one.total),
      currencyCode,
      amount(one.usd),
      amount(one.rate),
    ]),
  ];
}

interface Words {
  headings: string[];
  kinds: Record<DocumentKind, string>;
}

const words: Record<TicketNameLanguage, Words> = {
  es: {
    headings: [
      ...["Documento", "Fecha", "Tipo", "Producto", "Socio", "Forma de pago", "Base imponible", "Impuesto %"],
      ...["Impuesto", "Total", "Moneda", "Total US$", "Tipo de cambio (por US$)"],
    ],
    kinds: {
      sale: "Venta",
      change: "Cambio",
      cancellation: "Cancelación",
      fee: "Gasto de cancelación",
      adjustment: "Ajuste de reembolso",
    },
  },
  pt: {
    headings: [
      ...["Documento", "Data", "Tipo", "Produto", "Parceiro", "Forma de pagamento", "Base de cálculo", "Imposto %"],
      ...["Imposto", "Total", "Moeda", "Total US$", "Câmbio (por US$)"],
    ],
    kinds: {
      sale: "Venda",
      change: "Alteração",
      cancellation: "Cancelamento",
      fee: "Taxa de cancelamento",
      adjustment: "Ajuste de reembolso",
    },
  },
  en: {
    headings: [
      ...["Document", "Day", "Kind", "Product", "Partner", "Payment", "Base", "Tax %"],
      ...["Tax", "Total", "Currency", "Total US$", "Rate (per US$)"],
    ],
    kinds: {
      sale: "Sale",
      change: "Change",
      cancellation: "Cancellation",
      fee: "Cancellation fee",
      adjustment: "Adjusted refund",
    },
  },
};
