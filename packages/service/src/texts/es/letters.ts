import type { LetterTexts } from "../shape.ts";

export const letterTexts: LetterTexts = {
  originals: {
    confirmation: {
      subject: "Su bono {reference}: {product}",
      body: `Hola, {guest}:

Su reserva está confirmada. Adjuntamos su bono: muéstrelo en la entrada, impreso o en el teléfono.

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
    reminder: {
      subject: "Recordatorio: {product}, {date}",
      body: `Hola, {guest}:

¡Le esperamos! Aquí tiene todo lo que necesita. No olvide su bono, impreso o en el teléfono.

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
    change: {
      subject: "Cambios en su reserva {reference}: {product}",
      body: `Hola, {guest}:

Su reserva ha cambiado. Estos son los datos actuales. Utilice el bono que adjuntamos.

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
    cancellation: {
      subject: "Cancelación: {product}, {date}",
      body: `Hola, {guest}:

Su reserva se ha cancelado y su bono ya no es válido. Si le corresponde un reembolso, lo recibirá donde reservó y por el mismo medio con el que pagó.

{product}, {item}
{date}
{tickets}

Reserva: {reference}

{operator}`,
    },
    thanks: {
      subject: "Gracias por su visita: {product}",
      body: `Hola, {guest}:

Gracias por visitarnos. Esperamos que lo haya disfrutado y que vuelva pronto.

{product}, {item}
{date}

{operator}`,
    },
  },
  button: "Abrir el bono",
  noInvoice: "Este mensaje no es una factura.",
  refund: "Recibirá el reembolso donde reservó y por el mismo medio con el que pagó.",
  sample: {
    guest: "Nombre y apellidos",
    product: "Noche de flamenco",
    item: "Butaca",
    tickets: "2 × Adulto, 1 × Niño",
    venue: "Tablao",
    address: "Calle Mayor 1",
    pickup: "Recogida: Hotel Plaza, Calle de la Estación 3\nLe recogemos el sábado, 15 de junio de 2030, 19:15.",
    meeting_point: "Punto de encuentro: puerta principal, Calle Mayor 1\nPreséntese 15 minutos antes.",
  },
  test: (operator) => ({
    subject: `Correo de prueba de ${operator}`,
    text: `Su servidor de correo funciona: este correo viene de la consola de ${operator}.\n`,
  }),
};
