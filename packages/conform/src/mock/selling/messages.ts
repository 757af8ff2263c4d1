import type { ErrorEntry, Language } from "@paseo/contract";

/** Message of each refusal. */
const messages = {
  "event-unknown": ["No existe ese evento.", "Esse evento não existe."],
  "event-removed": ["El evento se retiró del catálogo.", "O evento foi retirado do catálogo."],
  "event-black-out": ["Ese día no se vende.", "Esse dia não está à venda."],
  "event-sold-out": ["No quedan plazas.", "Não há mais lugares."],
  "event-past": ["El evento ya pasó.", "O evento já passou."],
  "too-late": ["Ya no hay tiempo para reservar.", "Já não há tempo para reservar."],
  "item-unpublished": ["Este artículo no está a la venta.", "Este item não está à venda."],
  "tickets-missing": ["Falta elegir entradas.", "Falta escolher ingressos."],
  "ticket-unknown": ["Una entrada no es de este evento.", "Um ingresso não é deste evento."],
  "ticket-duplicate": ["Una entrada está repetida.", "Um ingresso está repetido."],
  "ticket-required": ["Falta una entrada obligatoria.", "Falta um ingresso obrigatório."],
  "quantity-below-minimum": ["La cantidad es menor que la mínima.", "A quantidade é menor que a mínima."],
  "quantity-above-maximum": ["La cantidad es mayor que la máxima.", "A quantidade é maior que a máxima."],
  "quantity-off-increment": ["La cantidad no respeta el incremento.", "A quantidade não respeita o incremento."],
  "white-label-unknown": ["La marca blanca no es suya.", "A marca branca não é sua."],
  "price-changed": ["El precio cambió; valide otra vez.", "O preço mudou; valide outra vez."],
  "answer-missing": ["Falta una respuesta.", "Falta uma resposta."],
  "answer-invalid": ["Una respuesta no es del tipo pedido.", "Uma resposta não é do tipo pedido."],
  "answer-unknown": [
    "Hay una respuesta a una pregunta que no se hizo.",
    "Há uma resposta a uma pergunta que não foi feita.",
  ],
  "hold-unknown": ["La prerreserva no existe.", "A pré-reserva não existe."],
  "hold-expired": ["La prerreserva ha caducado.", "A pré-reserva expirou."],
  "hold-released": ["La prerreserva ya se ha liberado.", "A pré-reserva já foi liberada."],
  "hold-booked": ["La prerreserva ya es un pedido.", "A pré-reserva já é um pedido."],
  "hold-differs": ["El pedido no coincide con la prerreserva.", "O pedido não coincide com a pré-reserva."],
  "hold-extend-limit": ["La prerreserva ya no se puede prolongar más.", "A pré-reserva não pode mais ser prorrogada."],
} as const satisfies Record<string, readonly [es: string, pt: string]>;

export type RefusalCode = keyof typeof messages;

export const refusal = (code: RefusalCode, lang: Language): ErrorEntry => ({
  code,
  message: messages[code][lang === "es" ? 0 : 1],
});

/** Titles of the questions. */
export const questionTitles: Readonly<Record<string, readonly [es: string, pt: string]>> = {
  "passenger-first-name": ["Nombre del pasajero", "Nome do passageiro"],
  "passenger-last-name": ["Apellidos del pasajero", "Sobrenome do passageiro"],
  "passenger-weight": ["Peso del pasajero en kg", "Peso do passageiro em kg"],
  "hotel-name": ["Nombre del hotel", "Nome do hotel"],
  "hotel-address": ["Dirección del hotel", "Endereço do hotel"],
  "flight-number": ["Número de vuelo", "Número do voo"],
  "flight-date": ["Fecha del vuelo", "Data do voo"],
  "flight-time": ["Hora del vuelo", "Hora do voo"],
};
