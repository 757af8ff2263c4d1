import type { PaymentTexts } from "../shape.ts";

export const paymentTexts: PaymentTexts = {
  states: {
    due: {
      heading: "Pague a sua reserva",
      text: "O pagamento é feito na página do nosso prestador de pagamentos. Nós não vemos o seu cartão.",
    },
    paid: {
      heading: "Obrigado, recebemos o seu pagamento",
      text: "Já consta da sua reserva. Enviámos-lhe uma confirmação.",
    },
    "nothing-due": { heading: "Não há nada a pagar", text: "Esta reserva está paga." },
    checking: {
      heading: "Estamos a verificar o seu pagamento",
      text: "O prestador de pagamentos ainda não o confirmou. Pode demorar alguns minutos. Não pague duas vezes.",
    },
    "not-paid": {
      heading: "O pagamento não foi efetuado",
      text: "Foi cancelado, recusado ou expirou. Nada lhe foi cobrado. Pode tentar de novo.",
    },
    differs: {
      heading: "Estamos a analisar o seu pagamento",
      text: "Recebemos um valor diferente do pedido. Vamos entrar em contacto consigo. Não volte a pagar.",
    },
    "paid-back": {
      heading: "Estamos a devolver-lhe o dinheiro",
      text: "Quando o seu pagamento chegou já não havia nada a pagar, por isso devolvemo-lo na totalidade.",
    },
    revoked: {
      heading: "Esta ligação já não é válida",
      text: "Foi anulada por nós. Procure uma mais recente no seu e-mail ou contacte-nos.",
    },
    cancelled: { heading: "Esta reserva foi cancelada", text: "Não há nada a pagar." },
    unavailable: {
      heading: "De momento não é possível pagar online",
      text: "Nada lhe foi cobrado. Tente de novo dentro de alguns minutos ou pergunte-nos como pode pagar.",
    },
    unknown: { heading: "Esta ligação não é válida", text: "Verifique se está completa, tal como chegou no e-mail." },
    later: {
      heading: "De momento não é possível",
      text: "Nada lhe foi cobrado. Tente de novo dentro de alguns minutos.",
    },
  },
  amount: { balance: "Valor em dívida", deposit: "Sinal" },
  rest: "Ficará por pagar",
  dueOn: "Data limite de pagamento",
  paid: "Pago",
  choose: "Como deseja pagar?",
  pay: (amount) => `Pagar ${amount} agora`,
  goOn: "Continuar para o pagamento",
  checkAgain: "Verificar de novo",
  tryAgain: "Tentar de novo",
  questions: (phone) => `Dúvidas? Ligue para ${phone}.`,
  test: "Isto é um teste: nenhum dinheiro é movimentado.",
  description: (product, reference) => `${product}, reserva ${reference}`,
  ofHold: (product) => `${product}, reserva`,
  sandbox: {
    heading: "Pagamento de teste",
    text: "Escolha como termina este pagamento. Nenhum dinheiro é movimentado.",
    gone: "Não existe esse pagamento de teste.",
  },
  letters: {
    "payment-link": {
      subject: "Pagamento de {amount} da sua reserva {reference}",
      body: `Olá, {guest},

estão por pagar {amount} da sua reserva de {product}, {date}. Pode pagar online:

{link}

Reserva: {reference}

{operator}`,
    },
    paid: {
      subject: "Recebemos o seu pagamento de {amount}, reserva {reference}",
      body: `Olá, {guest},

obrigado, recebemos o seu pagamento de {amount} de {product}, {date}.

{rest}

Reserva: {reference}

{operator}`,
    },
    "paid-back": {
      subject: "Vamos devolver-lhe {amount}",
      body: `Olá, {guest},

recebemos o seu pagamento de {amount} de {product}, {date}. Já não havia lugares ou nada a pagar, por isso devolvemo-lo na totalidade, pelo mesmo meio de pagamento. Consoante o seu banco, pode demorar até dez dias.

{reference}

{operator}`,
    },
  },
  letterButton: "Pagar agora",
};
