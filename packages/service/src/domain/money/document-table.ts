import type { DocumentKind } from "../../store/money/documents.ts";
import type { TicketNameLanguage } from "../catalogue/ticket-names.ts";
import { type SheetCell, type SheetColumn, sheetTable } from "../selling/sheet-tables.ts";
import type { AccountDocument } from "./documents.ts";
import { paymentNames } from "./payment-names.ts";
import { taxSchemeNames } from "./tax.ts";

/** Returns the documents of a period as a table for the operator's accountant. */
export function documentTable(
  documents: readonly AccountDocument[],
  currencyCode: string,
  lang: TicketNameLanguage,
): SheetCell[][] {
  const amount = (text: string | null) => text && { amount: text };
  const columns: SheetColumn<AccountDocument>[] = [
    [["Documento", "Documento", "Document"], (one) => one.document],
    [["Fecha", "Data", "Day"], (one) => one.day],
    [["Tipo", "Tipo", "Type"], (one) => kinds[lang][one.kind]],
    [["Producto", "Produto", "Product"], (one) => one.product],
    [["Socio", "Parceiro", "Partner"], (one) => one.partner],
    [["Forma de pago", "Forma de pagamento", "Payment"], (one) => paymentNames[lang][one.payment]],
    [["Régimen fiscal", "Regime fiscal", "Tax scheme"], (one) => one.taxScheme && taxSchemeNames[lang][one.taxScheme]],
    [["Base imponible", "Base de cálculo", "Base"], (one) => amount(one.base)],
    [["Impuesto %", "Imposto %", "Tax %"], (one) => amount(one.taxRate)],
    [["Impuesto", "Imposto", "Tax"], (one) => amount(one.tax)],
    [["Total", "Total", "Total"], (one) => amount(one.total)],
    [["Moneda", "Moeda", "Currency"], () => currencyCode],
    [["Total US$", "Total US$", "Total US$"], (one) => amount(one.usd)],
    [["Tipo de cambio (por US$)", "Câmbio (por US$)", "Rate (per US$)"], (one) => amount(one.rate)],
  ];
  return sheetTable(columns, documents, lang);
}

const kinds: Record<TicketNameLanguage, Record<DocumentKind, string>> = {
  es: {
    sale: "Venta",
    change: "Cambio",
    cancellation: "Cancelación",
    fee: "Gasto de cancelación",
    adjustment: "Ajuste de reembolso",
  },
  pt: {
    sale: "Venda",
    change: "Alteração",
    cancellation: "Cancelamento",
    fee: "Taxa de cancelamento",
    adjustment: "Ajuste de reembolso",
  },
  en: {
    sale: "Sale",
    change: "Change",
    cancellation: "Cancellation",
    fee: "Cancellation fee",
    adjustment: "Adjusted refund",
  },
};
