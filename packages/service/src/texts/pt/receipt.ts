import type { ReceiptTexts } from "../shape.ts";

export const receiptTexts: ReceiptTexts = {
  title: "Recibo",
  received: "Recebido",
  method: "Forma de pagamento",
  methods: { cash: "Dinheiro", card: "Cartão", transfer: "Transferência", online: "Online" },
  on: "Recebido em",
  for: "Referente a",
  handedOver: "Entregue",
  left: "Falta pagar",
  nothingLeft: "Não falta pagar nada.",
  noInvoice: "Este recibo não é nota fiscal nem fatura.",
  issued: (time) => `Emitido em ${time}`,
  letter: (reference, amount) => ({
    subject: `Recibo da reserva ${reference}`,
    body: `Olá,\n\nobrigado. Recebemos ${amount} pela sua reserva ${reference}. O recibo está em anexo.`,
  }),
};
