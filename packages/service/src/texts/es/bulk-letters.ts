import type { BulkLetterTexts } from "../shape.ts";

export const bulkLetterTexts: BulkLetterTexts = {
  move: {
    subject: "Nueva fecha de su reserva {reference}: {product}",
    body: `Hola, {guest}:

Su reserva tiene una nueva fecha. El bono anterior ya no es válido.

{product}, {item}
Antes: {former_date}
Ahora: {date}
{tickets}
{venue}, {address}
{meeting_point}

Si la nueva fecha no le conviene, avísenos, por favor.

Reserva: {reference}
Nuevo bono, también adjunto: {voucher_link}

{operator}`,
  },
  cancel: {
    subject: "Cancelación: {product}, {former_date}",
    body: `Hola, {guest}:

Lo sentimos: tenemos que cancelar esta reserva.

{product}, {item}
{former_date}
{tickets}

Su bono ya no es válido. {refund}

Reserva: {reference}

{operator}`,
  },
  tell: {
    subject: "Sobre su reserva {reference}: {product}",
    body: `Hola, {guest}:

…

{product}, {item}
{date}
{tickets}
{venue}, {address}
{meeting_point}

Reserva: {reference}

{operator}`,
  },
};
