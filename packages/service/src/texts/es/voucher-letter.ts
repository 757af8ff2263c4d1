import type { VoucherLetterTexts } from "../shape.ts";

export const voucherLetter: VoucherLetterTexts = {
  original: {
    subject: "Su bono {reference}: {product}",
    body: `Hola, {guest}:

Adjuntamos su bono. Muéstrelo en la entrada, impreso o en el teléfono.

{product}, {item}
{date}
{tickets}
{venue}, {address}

Reserva: {reference}
Bono: {voucher_link}

{operator}`,
  },
  sample: {
    guest: "Nombre y apellidos",
    product: "Noche de flamenco",
    item: "Butaca",
    tickets: "2 × Adulto, 1 × Niño",
    venue: "Tablao",
    address: "Calle Mayor 1",
  },
  test: (operator) => ({
    subject: `Mensaje de prueba de ${operator}`,
    text: `Su servidor de correo funciona: este mensaje viene de la consola de ${operator}.\n`,
  }),
};
