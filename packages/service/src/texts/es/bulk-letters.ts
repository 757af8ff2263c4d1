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
  facts: {
    subject: "Importante: cambios en su reserva {reference}, {product}",
    body: `Hola, {guest}:

Han cambiado algunos datos de su reserva. Léalos antes de venir. Los códigos de su bono siguen siendo válidos.

{product}, {item}
{date}
{tickets}
{venue}, {address}
{meeting_point}
{pickup}

Reserva: {reference}
Bono con los datos nuevos, también adjunto: {voucher_link}

{operator}`,
  },
  inform: {
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
