import type { LetterTexts } from "../shape.ts";

export const letterTexts: LetterTexts = {
  originals: {
    confirmation: {
      subject: "Seu voucher {reference}: {product}",
      body: `Olá, {guest}:

A sua reserva está confirmada. O voucher está em anexo: apresente-o na entrada, impresso ou no celular.

{product}, {item}
{date}
{tickets}
{venue}, {address}
{pickup}
{meeting_point}

Reserva: {reference}
Voucher: {voucher_link}

{operator}`,
    },
    reminder: {
      subject: "Lembrete: {product}, {date}",
      body: `Olá, {guest}:

Estamos à sua espera! Aqui está tudo o que você precisa saber. Não se esqueça do voucher, impresso ou no celular.

{product}, {item}
{date}
{tickets}
{venue}, {address}
{pickup}
{meeting_point}

Reserva: {reference}
Voucher: {voucher_link}

{operator}`,
    },
    change: {
      subject: "Alteração da sua reserva {reference}: {product}",
      body: `Olá, {guest}:

A sua reserva foi alterada. Estes são os dados atuais. Use o voucher que está em anexo.

{product}, {item}
{date}
{tickets}
{venue}, {address}
{pickup}
{meeting_point}

Reserva: {reference}
Voucher: {voucher_link}

{operator}`,
    },
    cancellation: {
      subject: "Cancelamento: {product}, {date}",
      body: `Olá, {guest}:

A sua reserva foi cancelada e o voucher não vale mais. Se houver reembolso, você o receberá onde reservou, pelo mesmo meio com que pagou.

{product}, {item}
{date}
{tickets}

Reserva: {reference}

{operator}`,
    },
    thanks: {
      subject: "Obrigado pela visita: {product}",
      body: `Olá, {guest}:

Obrigado por ter vindo. Esperamos que você tenha gostado e que volte em breve.

{product}, {item}
{date}

{operator}`,
    },
  },
  button: "Abrir o voucher",
  noInvoice: "Esta mensagem não é nota fiscal nem fatura.",
  refund: "Você receberá o reembolso onde reservou, pelo mesmo meio com que pagou.",
  sample: {
    guest: "Nome e sobrenome",
    product: "Passeio de barco na baía",
    item: "Assento",
    tickets: "2 × Adulto, 1 × Criança",
    venue: "Marina",
    address: "Avenida da Praia 1",
    pickup: "Embarque: Hotel Plaza, Rua da Estação 3\nHorário de embarque: sábado, 15 de junho de 2030 às 19:15.",
    meeting_point: "Ponto de encontro: píer 2, Avenida da Praia 1\nChegue com 15 minutos de antecedência.",
  },
  test: (operator) => ({
    subject: `E-mail de teste de ${operator}`,
    text: `O seu servidor de e-mail funciona: este e-mail veio do console de ${operator}.\n`,
  }),
};
