import type { VoucherLetterTexts } from "../shape.ts";

export const voucherLetter: VoucherLetterTexts = {
  original: {
    subject: "Seu voucher {reference}: {product}",
    body: `Olá, {guest}:

O seu voucher está em anexo. Apresente-o na entrada, impresso ou no celular.

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
  sample: {
    guest: "Nome e sobrenome",
    product: "Passeio de barco na baía",
    item: "Assento",
    tickets: "2 × Adulto, 1 × Criança",
    venue: "Marina",
    address: "Avenida da Praia 1",
    pickup: "Embarque: Hotel Plaza, Rua da Estação 3\nHorário de embarque: sábado, 15 de junho de 2030 às 19:15.",
    meeting_point: "Ponto de encontro: Píer 2, Avenida da Praia 1\nChegue com 15 minutos de antecedência.",
  },
  test: (operator) => ({
    subject: `Mensagem de teste de ${operator}`,
    text: `O seu servidor de e-mail funciona: esta mensagem veio do console de ${operator}.\n`,
  }),
};
