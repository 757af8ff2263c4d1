import type { VoucherTexts } from "../shape.ts";

export const voucherTexts: VoucherTexts = {
  title: "Voucher de reserva",
  reference: "Referência",
  confirmation: "Número de confirmação",
  when: { scheduled: "Data e horário", timeless: "Data", dateless: "Validade" },
  validUntil: (day) => `válido até ${day}`,
  place: "Local",
  map: "Ver no mapa",
  meetingPoint: "Ponto de encontro",
  meetingPoints: "Pontos de encontro",
  pickup: "Embarque",
  pickupAt: (time) => `Horário de embarque: ${time}.`,
  hotel: "Seu hotel",
  arrive: (minutes) =>
    minutes === 0
      ? "Chegue no horário de início."
      : `Chegue com ${minutes} ${minutes === 1 ? "minuto" : "minutos"} de antecedência.`,
  scan: "Apresente este código na entrada, impresso ou no celular.",
  qr: (reference) => `Código QR da reserva ${reference}`,
  code: "Código de entrada",
  codes: "Um código por pessoa: cada uma apresenta o seu na entrada",
  person: (number, of) => `Pessoa ${number} de ${of}`,
  tickets: "Ingressos",
  quantity: "Quantidade",
  total: "Total",
  price: (total) => `Preço: ${total}.`,
  invoice: (invoice) => `Nota fiscal: ${invoice}.`,
  invoiced: (total, tax, rate, invoice) =>
    `Preço: ${total}, com ${tax} de impostos incluídos (${rate}). Nota fiscal: ${invoice}.`,
  toCollect: (amount) => `A pagar na chegada: ${amount}.`,
  toPayBy: (amount, day) => `A pagar até ${day}: ${amount}.`,
  payOnline: "Pagar on-line agora",
  noInvoice: "Este voucher não é nota fiscal nem fatura.",
  notices: {
    void: {
      heading: "Este voucher não vale mais",
      text: "A reserva foi cancelada. Em caso de dúvida, fale com quem fez a venda.",
    },
    replaced: {
      heading: "Este voucher foi substituído",
      text: "A reserva mudou e há um voucher novo. Procure-o nos seus e-mails ou pergunte onde reservou.",
    },
    unknown: { heading: "Este voucher não existe", text: "Confira se o endereço está completo, como você o recebeu." },
  },
  passengers: "Passageiros",
  lead: "Em nome de",
  cancellation: "Cancelamento",
  refund: (percent, time) => `Até ${time}: reembolso de ${percent}`,
  noRefund: (time) => `Até ${time}: sem reembolso`,
  refundEnded: "O cancelamento não é mais reembolsado",
  phone: (number) => `Alguma dúvida? Ligue para ${number}.`,
  dayPhone: (number) => `No dia, ligue para ${number}.`,
  email: (address) => `Você também pode escrever para ${address}.`,
  issued: (time) => `Emitido em ${time}`,
  page: (number, of) => `Página ${number} de ${of}`,
  test: "TESTE – SEM VALOR",
};
