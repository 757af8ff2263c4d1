import type { BulkLetterTexts } from "../shape.ts";

export const bulkLetterTexts: BulkLetterTexts = {
  move: {
    subject: "Nova data da sua reserva {reference}: {product}",
    body: `Olá, {guest}:

A sua reserva tem uma nova data. O voucher anterior não vale mais.

{product}, {item}
Antes: {former_date}
Agora: {date}
{tickets}
{venue}, {address}
{meeting_point}

Se a nova data não for boa para você, avise-nos, por favor.

Reserva: {reference}
Novo voucher, também em anexo: {voucher_link}

{operator}`,
  },
  cancel: {
    subject: "Cancelamento: {product}, {former_date}",
    body: `Olá, {guest}:

Sentimos muito: precisamos cancelar esta reserva.

{product}, {item}
{former_date}
{tickets}

O seu voucher não vale mais. {refund}

Reserva: {reference}

{operator}`,
  },
  facts: {
    subject: "Importante: mudanças na sua reserva {reference}, {product}",
    body: `Olá, {guest}:

Alguns dados da sua reserva mudaram. Leia-os antes de vir. Os códigos do seu voucher continuam válidos.

{product}, {item}
{date}
{tickets}
{venue}, {address}
{meeting_point}
{pickup}

Reserva: {reference}
Voucher com os novos dados, também em anexo: {voucher_link}

{operator}`,
  },
  inform: {
    subject: "Sobre a sua reserva {reference}: {product}",
    body: `Olá, {guest}:

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
