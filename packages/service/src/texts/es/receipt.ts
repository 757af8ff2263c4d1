import type { ReceiptTexts } from "../shape.ts";

export const receiptTexts: ReceiptTexts = {
  title: "Recibo",
  received: "Cobrado",
  method: "Forma de pago",
  methods: { cash: "Efectivo", card: "Tarjeta", transfer: "Transferencia", online: "En línea" },
  on: "Cobrado el",
  for: "Concepto",
  handedOver: "Entregado",
  left: "Queda por pagar",
  nothingLeft: "No queda nada por pagar.",
  noInvoice: "Este recibo no es una factura.",
  issued: (time) => `Emitido el ${time}`,
  letter: (reference, amount) => ({
    subject: `Recibo de la reserva ${reference}`,
    body: `Hola:\n\ngracias. Hemos recibido ${amount} por su reserva ${reference}. Adjuntamos el recibo.`,
  }),
};
