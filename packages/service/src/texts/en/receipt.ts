import type { ReceiptTexts } from "../shape.ts";

export const receiptTexts: ReceiptTexts = {
  title: "Receipt",
  received: "Received",
  method: "Payment",
  methods: { cash: "Cash", card: "Card", transfer: "Bank transfer", online: "Online" },
  on: "Received on",
  for: "For",
  handedOver: "Handed over",
  left: "Still to be paid",
  nothingLeft: "Nothing is left to pay.",
  noInvoice: "This receipt is not an invoice.",
  issued: (time) => `Issued on ${time}`,
  letter: (reference, amount) => ({
    subject: `Receipt for booking ${reference}`,
    body: `Hello,\n\nthank you. We received ${amount} for your booking ${reference}. The receipt is attached.`,
  }),
};
