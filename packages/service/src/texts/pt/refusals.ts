import type { AnswerFormat, AnswerParams, Refusals } from "../refusals.ts";

export const refusalTexts: Refusals = {
  "event-unknown": () => "O evento não existe.",
  "event-removed": () => "O evento não está mais no catálogo.",
  "event-black-out": () => "O evento não está à venda nesta data.",
  "event-sold-out": () => "Os ingressos deste evento estão esgotados.",
  "event-past": () => "O evento já começou ou já passou.",
  "too-late": ({ until }) =>
    until === null
      ? "O prazo para comprar este evento já terminou."
      : `Os ingressos deste evento foram vendidos até ${until}.`,
  "product-unpublished": () => "O produto não está à venda neste momento.",
  "item-unpublished": () => "Esta opção do produto não está à venda neste momento.",
  "tickets-missing": () => "Escolha pelo menos um ingresso.",
  "ticket-unknown": ({ ticket }) => `O ingresso “${ticket}” não está à venda para este evento.`,
  "ticket-duplicate": ({ ticket }) =>
    `O ingresso “${ticket}” aparece mais de uma vez; informe-o uma única vez com a quantidade total.`,
  "ticket-required": ({ ticket, minimum }) => `O ingresso “${ticket}” é obrigatório; a quantidade mínima é ${minimum}.`,
  "quantity-below-minimum": ({ ticket, minimum }) => `A quantidade mínima do ingresso “${ticket}” é ${minimum}.`,
  "quantity-above-maximum": ({ ticket, maximum }) => `A quantidade máxima do ingresso “${ticket}” é ${maximum}.`,
  "quantity-off-increment": ({ ticket, minimum, increment }) =>
    `A quantidade do ingresso “${ticket}” deve ir de ${increment} em ${increment} a partir de ${minimum}.`,
  // The number of seats left is the operator's secret: the message must not state it.
  capacity: () => "Não há lugares suficientes para a quantidade de ingressos escolhida.",
  "white-label-unknown": () => "O código de marca branca não existe ou não pertence à sua conta.",
  "price-changed": () =>
    "O valor total não corresponde mais a estes ingressos; valide o evento novamente para obter o preço atual.",
  "answer-missing": (params) => `Falta a resposta a ${question(params)}.`,
  "answer-invalid": (params) => `A resposta a ${question(params)} não é válida: deve ser ${format(params.expected)}.`,
  "answer-unknown": (params) =>
    `Foi respondida “${params.question}”, que não é perguntada ou tem mais respostas que perguntas.`,
  "supplier-declined": () => "O fornecedor não aceitou o pedido.",
  "cancel-too-late": () => "O prazo para cancelar este pedido já terminou.",
  "cancel-redeemed": () => "O voucher deste pedido já foi utilizado.",
  "cancel-rejected": () => "O fornecedor recusou este pedido: não há nada para cancelar.",
  "cancel-declined": () => "O fornecedor não cancela este pedido, que continua válido.",
  "change-unconfirmed": () => "O fornecedor ainda não confirmou este pedido: ainda não é possível alterá-lo.",
  "change-ended": () => "Este pedido não pode mais ser alterado.",
  "change-redeemed": () => "O voucher deste pedido já foi utilizado: o pedido não pode ser alterado.",
  "change-waiting": () => "Este pedido já espera a resposta do fornecedor a outra alteração.",
  "change-too-late": () => "O prazo para devolver ingressos ou mudar de data já terminou.",
  "change-other-product": () => "O novo evento é de outro produto: um pedido só muda entre eventos do mesmo produto.",
  "change-nothing": () => "A solicitação não altera nada no pedido.",
  "change-unknown": () => "O pedido não tem essa oferta de alteração; solicite outra.",
  "change-expired": () => "A oferta de alteração expirou; solicite outra.",
  "change-declined": () => "O fornecedor não aceitou a alteração: o pedido continua como estava.",
  "hold-unknown": () => "A pré-reserva não existe.",
  "hold-expired": () => "A pré-reserva expirou e seus lugares voltaram a ficar à venda.",
  "hold-released": () => "A pré-reserva já foi liberada.",
  "hold-booked": () => "A pré-reserva já se tornou um pedido.",
  "hold-differs": () =>
    "O pedido não corresponde à pré-reserva: o evento, os ingressos, a marca branca e o modo de teste devem ser os mesmos.",
  "hold-extend-limit": () => "A pré-reserva não pode mais ser prorrogada.",
  "hold-limit-open": ({ maximum }) => `Há pré-reservas abertas demais: o máximo é ${maximum}.`,
  "hold-limit-seats": ({ maximum }) => `As pré-reservas abertas ultrapassariam o máximo de ${maximum} lugares.`,
};

/** A question as part of a sentence. */
const question = ({ title, passenger }: AnswerParams): string =>
  `“${title}”${passenger === null ? "" : ` (passageiro ${passenger})`}`;

function format(expected: AnswerFormat): string {
  if (expected.type === "string") return `um texto de no máximo ${expected.maximum} caracteres`;
  if (expected.type === "choice") return `uma destas: ${expected.choices.join(", ")}`;
  if (expected.type === "integer") return `um número inteiro de ${expected.minimum} a ${expected.maximum}`;
  return expected.type === "date" ? "uma data real escrita aaaa-mm-dd" : "um horário escrito hh:mm, de 00:00 a 23:59";
}
