import type { ErrorEntry, Language, Question } from "@paseo/contract";

/** Parameters of each refusal's message; `null` for a message without any. */
interface RefusalParams {
  "event-unknown": null;
  "event-removed": null;
  "event-black-out": null;
  "event-sold-out": null;
  "event-past": null;
  "too-late": null;
  "product-unpublished": null;
  "item-unpublished": null;
  "tickets-missing": null;
  "ticket-unknown": { ticket: string };
  "ticket-duplicate": { ticket: string };
  "ticket-required": { ticket: string; minimum: number };
  "quantity-below-minimum": { ticket: string; minimum: number };
  "quantity-above-maximum": { ticket: string; maximum: number };
  "quantity-off-increment": { ticket: string; minimum: number; increment: number };
  capacity: null;
  "white-label-unknown": null;
  "price-changed": null;
  "answer-missing": AnswerParams;
  "answer-invalid": AnswerParams & { expected: AnswerFormat };
  "answer-unknown": { question: string };
  "supplier-declined": null;
  "cancel-too-late": null;
  "cancel-redeemed": null;
  "cancel-rejected": null;
  "cancel-declined": null;
  "hold-unknown": null;
  "hold-expired": null;
  "hold-released": null;
  "hold-booked": null;
  "hold-differs": null;
  "hold-extend-limit": null;
  "hold-limit-open": { maximum: number };
  "hold-limit-seats": { maximum: number };
}

/** A question's title and its passenger, from 1; null for a question of the whole order. */
interface AnswerParams {
  title: string;
  passenger: number | null;
}

/** The expected type of an answer. Text is always valid. */
type AnswerFormat =
  | { type: "integer"; minimum: number; maximum: number }
  | { type: Exclude<Question["type"], "string" | "integer"> };

export type RefusalCode = keyof RefusalParams;

/** Codes whose message has no parameters. */
export type PlainRefusalCode = {
  [Code in RefusalCode]: RefusalParams[Code] extends null ? Code : never;
}[RefusalCode];

type Messages = { [Code in RefusalCode]: Record<Language, (params: RefusalParams[Code]) => string> };

/** Every refusal in every language: a missing code or language is a type error. */
const messages: Messages = {
  "event-unknown": {
    es: () => "El evento no existe.",
    pt: () => "O evento não existe.",
  },
  "event-removed": {
    es: () => "El evento ya no está en el catálogo.",
    pt: () => "O evento não está mais no catálogo.",
  },
  "event-black-out": {
    es: () => "El evento no se vende en esta fecha.",
    pt: () => "O evento não está à venda nesta data.",
  },
  "event-sold-out": {
    es: () => "Las entradas de este evento están agotadas.",
    pt: () => "Os ingressos deste evento estão esgotados.",
  },
  "event-past": {
    es: () => "El evento ya ha comenzado o ya ha pasado.",
    pt: () => "O evento já começou ou já passou.",
  },
  "too-late": {
    es: () => "El plazo para comprar este evento ya ha terminado.",
    pt: () => "O prazo para comprar este evento já terminou.",
  },
  "product-unpublished": {
    es: () => "El producto no está a la venta en este momento.",
    pt: () => "O produto não está à venda neste momento.",
  },
  "item-unpublished": {
    es: () => "Esta opción del producto no está a la venta en este momento.",
    pt: () => "Esta opção do produto não está à venda neste momento.",
  },
  "tickets-missing": {
    es: () => "Elija al menos una entrada.",
    pt: () => "Escolha pelo menos um ingresso.",
  },
  "ticket-unknown": {
    es: ({ ticket }) => `La entrada «${ticket}» no se vende para este evento.`,
    pt: ({ ticket }) => `O ingresso “${ticket}” não está à venda para este evento.`,
  },
  "ticket-duplicate": {
    es: ({ ticket }) => `La entrada «${ticket}» figura más de una vez; indíquela una sola vez con la cantidad total.`,
    pt: ({ ticket }) =>
      `O ingresso “${ticket}” aparece mais de uma vez; informe-o uma única vez com a quantidade total.`,
  },
  "ticket-required": {
    es: ({ ticket, minimum }) => `La entrada «${ticket}» es obligatoria; la cantidad mínima es ${minimum}.`,
    pt: ({ ticket, minimum }) => `O ingresso “${ticket}” é obrigatório; a quantidade mínima é ${minimum}.`,
  },
  "quantity-below-minimum": {
    es: ({ ticket, minimum }) => `La cantidad mínima de la entrada «${ticket}» es ${minimum}.`,
    pt: ({ ticket, minimum }) => `A quantidade mínima do ingresso “${ticket}” é ${minimum}.`,
  },
  "quantity-above-maximum": {
    es: ({ ticket, maximum }) => `La cantidad máxima de la entrada «${ticket}» es ${maximum}.`,
    pt: ({ ticket, maximum }) => `A quantidade máxima do ingresso “${ticket}” é ${maximum}.`,
  },
  "quantity-off-increment": {
    es: ({ ticket, minimum, increment }) =>
      `La cantidad de la entrada «${ticket}» debe ir de ${increment} en ${increment} a partir de ${minimum}.`,
    pt: ({ ticket, minimum, increment }) =>
      `A quantidade do ingresso “${ticket}” deve ir de ${increment} em ${increment} a partir de ${minimum}.`,
  },
  // The number of seats left is the operator's secret: the message must not state it.
  capacity: {
    es: () => "No quedan plazas suficientes para la cantidad de entradas elegida.",
    pt: () => "Não há lugares suficientes para a quantidade de ingressos escolhida.",
  },
  "white-label-unknown": {
    es: () => "El código de marca blanca no existe o no pertenece a su cuenta.",
    pt: () => "O código de marca branca não existe ou não pertence à sua conta.",
  },
  "price-changed": {
    es: () =>
      "El importe total ya no corresponde a estas entradas; valide el evento de nuevo para obtener el precio actual.",
    pt: () =>
      "O valor total não corresponde mais a estes ingressos; valide o evento novamente para obter o preço atual.",
  },
  "answer-missing": {
    es: (params) => `Falta la respuesta a ${question.es(params)}.`,
    pt: (params) => `Falta a resposta a ${question.pt(params)}.`,
  },
  "answer-invalid": {
    es: (params) => `La respuesta a ${question.es(params)} no es válida: debe ser ${format.es(params.expected)}.`,
    pt: (params) => `A resposta a ${question.pt(params)} não é válida: deve ser ${format.pt(params.expected)}.`,
  },
  "answer-unknown": {
    es: (params) => `Se ha respondido a «${params.question}», que no se pregunta o tiene más respuestas que preguntas.`,
    pt: (params) => `Foi respondida “${params.question}”, que não é perguntada ou tem mais respostas que perguntas.`,
  },
  "supplier-declined": {
    es: () => "El proveedor no ha aceptado el pedido.",
    pt: () => "O fornecedor não aceitou o pedido.",
  },
  "cancel-too-late": {
    es: () => "El plazo para cancelar este pedido ya ha terminado.",
    pt: () => "O prazo para cancelar este pedido já terminou.",
  },
  "cancel-redeemed": {
    es: () => "El bono de este pedido ya se ha utilizado.",
    pt: () => "O voucher deste pedido já foi utilizado.",
  },
  "cancel-rejected": {
    es: () => "El proveedor rechazó este pedido: no hay nada que cancelar.",
    pt: () => "O fornecedor recusou este pedido: não há nada para cancelar.",
  },
  "cancel-declined": {
    es: () => "El proveedor no cancela este pedido, que sigue en pie.",
    pt: () => "O fornecedor não cancela este pedido, que continua válido.",
  },
  "hold-unknown": {
    es: () => "La prerreserva no existe.",
    pt: () => "A pré-reserva não existe.",
  },
  "hold-expired": {
    es: () => "La prerreserva ha caducado y sus plazas vuelven a estar a la venta.",
    pt: () => "A pré-reserva expirou e seus lugares voltaram a ficar à venda.",
  },
  "hold-released": {
    es: () => "La prerreserva ya se ha liberado.",
    pt: () => "A pré-reserva já foi liberada.",
  },
  "hold-booked": {
    es: () => "La prerreserva ya se ha convertido en un pedido.",
    pt: () => "A pré-reserva já se tornou um pedido.",
  },
  "hold-differs": {
    es: () =>
      "El pedido no coincide con la prerreserva: el evento, las entradas, la marca blanca y el modo de prueba deben ser los mismos.",
    pt: () =>
      "O pedido não corresponde à pré-reserva: o evento, os ingressos, a marca branca e o modo de teste devem ser os mesmos.",
  },
  "hold-extend-limit": {
    es: () => "La prerreserva ya no se puede prolongar más.",
    pt: () => "A pré-reserva não pode mais ser prorrogada.",
  },
  "hold-limit-open": {
    es: ({ maximum }) => `Tiene demasiadas prerreservas abiertas: el máximo es ${maximum}.`,
    pt: ({ maximum }) => `Há pré-reservas abertas demais: o máximo é ${maximum}.`,
  },
  "hold-limit-seats": {
    es: ({ maximum }) => `Sus prerreservas abiertas superarían el máximo de ${maximum} plazas.`,
    pt: ({ maximum }) => `As pré-reservas abertas ultrapassariam o máximo de ${maximum} lugares.`,
  },
};

const question: Record<Language, (params: AnswerParams) => string> = {
  es: ({ title, passenger }) => `«${title}»${passenger === null ? "" : ` (pasajero ${passenger})`}`,
  pt: ({ title, passenger }) => `“${title}”${passenger === null ? "" : ` (passageiro ${passenger})`}`,
};

const format: Record<Language, (expected: AnswerFormat) => string> = {
  es: (expected) => {
    if (expected.type === "integer") return `un número entero de ${expected.minimum} a ${expected.maximum}`;
    return expected.type === "date" ? "una fecha real escrita aaaa-mm-dd" : "una hora escrita hh:mm, de 00:00 a 23:59";
  },
  pt: (expected) => {
    if (expected.type === "integer") return `um número inteiro de ${expected.minimum} a ${expected.maximum}`;
    return expected.type === "date" ? "uma data real escrita aaaa-mm-dd" : "um horário escrito hh:mm, de 00:00 a 23:59";
  },
};

/** The error entry of a refusal, with its message in the request's language. */
export function refusal<Code extends RefusalCode>(
  code: Code,
  lang: Language,
  ...[params]: RefusalParams[Code] extends null ? [] : [params: RefusalParams[Code]]
): ErrorEntry {
  return { code, message: messages[code][lang]((params ?? null) as RefusalParams[Code]) };
}
