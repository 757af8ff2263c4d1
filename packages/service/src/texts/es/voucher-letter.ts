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
{pickup}
{meeting_point}

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
    pickup: "Recogida: Hotel Plaza, Calle de la Estación 3\nLe recogemos el sábado, 15 de junio de 2030, 19:15.",
    meeting_point: "Punto de encuentro: Puerta principal, Calle Mayor 1\nPreséntese 15 minutos antes.",
  },
  test: (operator) => ({
    subject: `Mensaje de prueba de ${operator}`,
    text: `Su servidor de correo funciona: este mensaje viene de la consola de ${operator}.\n`,
  }),
};
