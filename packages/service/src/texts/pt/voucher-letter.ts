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
  },
  test: (operator) => ({
    subject: `Mensagem de teste de ${operator}`,
    text: `O seu servidor de e-mail funciona: esta mensagem veio do console de ${operator}.\n`,
  }),
};
