import type { PaymentTexts } from "../shape.ts";

export const paymentTexts: PaymentTexts = {
  states: {
    due: {
      heading: "Pague a sua reserva",
      text: "O pagamento é feito na página do nosso provedor de pagamentos. Nós não vemos o seu cartão.",
    },
    paid: {
      heading: "Obrigado, recebemos o seu pagamento",
      text: "Já consta na sua reserva.",
    },
    tested: {
      heading: "Foi um teste",
      text: "O provedor de pagamentos está em modo de teste: nenhum dinheiro foi movimentado. A sua reserva não está paga.",
    },
    "nothing-due": { heading: "Não há nada a pagar", text: "Esta reserva está paga." },
    checking: {
      heading: "Estamos verificando o seu pagamento",
      text: "O provedor de pagamentos ainda não o confirmou. Pode demorar alguns minutos. Não pague duas vezes.",
    },
    "not-paid": {
      heading: "O pagamento não foi efetuado",
      text: "Foi cancelado, recusado ou expirou. Nada foi cobrado de você. Tente de novo, se quiser.",
    },
    differs: {
      heading: "Estamos analisando o seu pagamento",
      text: "Recebemos um valor diferente do cobrado. Vamos entrar em contato com você. Não pague de novo.",
    },
    "paid-back": {
      heading: "Estamos devolvendo o seu dinheiro",
      text: "Quando o seu pagamento chegou já não havia nada a pagar, por isso o devolvemos por inteiro.",
    },
    revoked: {
      heading: "Este link não é mais válido",
      text: "Nós o anulamos. Procure um mais recente no seu e-mail ou fale conosco.",
    },
    cancelled: { heading: "Esta reserva foi cancelada", text: "Não há nada a pagar." },
    unavailable: {
      heading: "No momento não é possível pagar online",
      text: "Nada foi cobrado de você. Tente de novo em alguns minutos ou pergunte-nos como pagar.",
    },
    unknown: { heading: "Este link não é válido", text: "Verifique se está completo, como chegou no e-mail." },
    later: {
      heading: "No momento não é possível",
      text: "Nada foi cobrado de você. Tente de novo em alguns minutos.",
    },
  },
  amount: { balance: "Valor a pagar", deposit: "Sinal" },
  rest: "Falta pagar depois",
  dueOn: "Pagar até",
  paid: "Pago",
  choose: "Como deseja pagar?",
  pay: (amount) => `Pagar ${amount} agora`,
  goOn: "Continuar para o pagamento",
  checkAgain: "Verificar de novo",
  tryAgain: "Tentar de novo",
  backToBooking: "Voltar para a sua reserva",
  findBooking: "Encontrar a sua reserva no nosso site",
  questions: (phone) => `Dúvidas? Ligue para ${phone}.`,
  test: "Isto é um teste: nenhum dinheiro é movimentado.",
  description: (product, reference) => `${product}, reserva ${reference}`,
  ofHold: (product) => `Reserva: ${product}`,
  sandbox: {
    heading: "Pagamento de teste",
    text: "Escolha como termina este pagamento. Nenhum dinheiro é movimentado.",
    gone: "Não existe esse pagamento de teste.",
  },
  letters: {
    "payment-link": {
      subject: "Pagamento de {amount} da sua reserva {reference}",
      body: `Olá, {guest},

há um pagamento de {amount} pendente da sua reserva de {product}, {date}. Pague online:

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
      subject: "Vamos devolver {amount}",
      body: `Olá, {guest},

recebemos o seu pagamento de {amount} de {product}, {date}. Já não havia vagas ou nada a pagar, por isso o devolvemos por inteiro, pelo mesmo meio de pagamento. Conforme o seu banco, pode demorar até dez dias.

{reference}

{operator}`,
    },
    "no-seats": {
      subject: "{amount} foram pagos, mas já não há vagas",
      body: `{guest} pagou {amount} de {product}, {date}. As vagas foram vendidas antes de o pagamento chegar.

O dinheiro é devolvido automaticamente, e o cliente recebeu um e-mail. Você pode acompanhar a devolução em Pagamentos online.

Pagamento: {reference}

{operator}`,
    },
  },
  letterButton: "Pagar agora",
};
