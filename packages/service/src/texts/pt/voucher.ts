import type { VoucherTexts } from "../shape.ts";

export const voucher: VoucherTexts = {
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
  passengers: "Passageiros",
  lead: "Em nome de",
  cancellation: "Cancelamento",
  refund: (percent, time) => `Até ${time}: reembolso de ${percent}`,
  noRefund: (time) => `Até ${time}: sem reembolso`,
  phone: (number) => `Alguma dúvida? Ligue para ${number}.`,
  dayPhone: (number) => `No dia, ligue para ${number}.`,
  email: (address) => `Você também pode escrever para ${address}.`,
  issued: (time) => `Emitido em ${time}`,
  page: (number, of) => `Página ${number} de ${of}`,
  test: "TESTE – SEM VALOR",
};
