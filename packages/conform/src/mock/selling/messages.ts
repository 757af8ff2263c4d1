import type { ErrorEntry, Language } from "@paseo/contract";

type Texts = Readonly<Record<Language, string>>;

/** Message of each refusal. */
const messages = {
  "event-unknown": { es: "No existe ese evento.", pt: "Esse evento não existe.", en: "There is no such event." },
  "event-removed": {
    es: "El evento se retiró del catálogo.",
    pt: "O evento foi retirado do catálogo.",
    en: "The event was removed from the catalogue.",
  },
  "event-black-out": {
    es: "Ese día no se vende.",
    pt: "Esse dia não está à venda.",
    en: "It is not sold on that day.",
  },
  "event-sold-out": { es: "No quedan plazas.", pt: "Não há mais lugares.", en: "There are no seats left." },
  "event-past": { es: "El evento ya pasó.", pt: "O evento já passou.", en: "The event is over." },
  "too-late": {
    es: "Ya no hay tiempo para reservar.",
    pt: "Já não há tempo para reservar.",
    en: "There is no time left to book.",
  },
  "item-unpublished": {
    es: "Este artículo no está a la venta.",
    pt: "Este item não está à venda.",
    en: "This item is not on sale.",
  },
  "tickets-missing": { es: "Falta elegir entradas.", pt: "Falta escolher ingressos.", en: "Choose tickets." },
  "ticket-unknown": {
    es: "Una entrada no es de este evento.",
    pt: "Um ingresso não é deste evento.",
    en: "A ticket is not of this event.",
  },
  "ticket-duplicate": {
    es: "Una entrada está repetida.",
    pt: "Um ingresso está repetido.",
    en: "A ticket is repeated.",
  },
  "ticket-required": {
    es: "Falta una entrada obligatoria.",
    pt: "Falta um ingresso obrigatório.",
    en: "A required ticket is missing.",
  },
  "quantity-below-minimum": {
    es: "La cantidad es menor que la mínima.",
    pt: "A quantidade é menor que a mínima.",
    en: "The quantity is below the minimum.",
  },
  "quantity-above-maximum": {
    es: "La cantidad es mayor que la máxima.",
    pt: "A quantidade é maior que a máxima.",
    en: "The quantity is above the maximum.",
  },
  "quantity-off-increment": {
    es: "La cantidad no respeta el incremento.",
    pt: "A quantidade não respeita o incremento.",
    en: "The quantity does not follow the increment.",
  },
  "white-label-unknown": {
    es: "La marca blanca no es suya.",
    pt: "A marca branca não é sua.",
    en: "The white label is not yours.",
  },
  "price-changed": {
    es: "El precio cambió; valide otra vez.",
    pt: "O preço mudou; valide outra vez.",
    en: "The price changed; validate again.",
  },
  "answer-missing": { es: "Falta una respuesta.", pt: "Falta uma resposta.", en: "An answer is missing." },
  "answer-invalid": {
    es: "Una respuesta no es del tipo pedido.",
    pt: "Uma resposta não é do tipo pedido.",
    en: "An answer is not of the expected type.",
  },
  "answer-unknown": {
    es: "Hay una respuesta a una pregunta que no se hizo.",
    pt: "Há uma resposta a uma pergunta que não foi feita.",
    en: "There is an answer to a question that was not asked.",
  },
  "hold-unknown": {
    es: "La prerreserva no existe.",
    pt: "A pré-reserva não existe.",
    en: "There is no such hold.",
  },
  "hold-expired": {
    es: "La prerreserva ha caducado.",
    pt: "A pré-reserva expirou.",
    en: "The hold has expired.",
  },
  "hold-released": {
    es: "La prerreserva ya se ha liberado.",
    pt: "A pré-reserva já foi liberada.",
    en: "The hold was already released.",
  },
  "hold-booked": {
    es: "La prerreserva ya es un pedido.",
    pt: "A pré-reserva já é um pedido.",
    en: "The hold is already an order.",
  },
  "hold-differs": {
    es: "El pedido no coincide con la prerreserva.",
    pt: "O pedido não coincide com a pré-reserva.",
    en: "The order differs from the hold.",
  },
  "hold-extend-limit": {
    es: "La prerreserva ya no se puede prolongar más.",
    pt: "A pré-reserva não pode mais ser prorrogada.",
    en: "The hold cannot be extended again.",
  },
} as const satisfies Record<string, Texts>;

export type RefusalCode = keyof typeof messages;

export const refusal = (code: RefusalCode, lang: Language): ErrorEntry => ({
  code,
  message: messages[code][lang],
});

/** Titles of the questions. */
export const questionTitles: Readonly<Record<string, Texts>> = {
  "passenger-first-name": { es: "Nombre del pasajero", pt: "Nome do passageiro", en: "Passenger's first name" },
  "passenger-last-name": { es: "Apellidos del pasajero", pt: "Sobrenome do passageiro", en: "Passenger's last name" },
  "passenger-weight": { es: "Peso del pasajero en kg", pt: "Peso do passageiro em kg", en: "Passenger's weight in kg" },
  "hotel-name": { es: "Nombre del hotel", pt: "Nome do hotel", en: "Hotel name" },
  "hotel-address": { es: "Dirección del hotel", pt: "Endereço do hotel", en: "Hotel address" },
  "flight-number": { es: "Número de vuelo", pt: "Número do voo", en: "Flight number" },
  "flight-date": { es: "Fecha del vuelo", pt: "Data do voo", en: "Flight date" },
  "flight-time": { es: "Hora del vuelo", pt: "Hora do voo", en: "Flight time" },
};
