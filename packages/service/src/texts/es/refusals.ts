import type { AnswerFormat, AnswerParams, Refusals } from "../refusals.ts";

export const refusalTexts: Refusals = {
  "event-unknown": () => "El evento no existe.",
  "event-removed": () => "El evento ya no está en el catálogo.",
  "event-black-out": () => "El evento no se vende en esta fecha.",
  "event-sold-out": () => "Las entradas de este evento están agotadas.",
  "event-past": () => "El evento ya ha comenzado o ya ha pasado.",
  "too-late": ({ until }) =>
    until === null
      ? "El plazo para comprar este evento ya ha terminado."
      : `Las entradas de este evento se vendían hasta el ${until}.`,
  "product-unpublished": () => "El producto no está a la venta en este momento.",
  "item-unpublished": () => "Esta opción del producto no está a la venta en este momento.",
  "tickets-missing": () => "Elija al menos una entrada.",
  "ticket-unknown": ({ ticket }) => `La entrada «${ticket}» no se vende para este evento.`,
  "ticket-duplicate": ({ ticket }) =>
    `La entrada «${ticket}» figura más de una vez; indíquela una sola vez con la cantidad total.`,
  "ticket-required": ({ ticket, minimum }) =>
    `La entrada «${ticket}» es obligatoria; la cantidad mínima es ${minimum}.`,
  "quantity-below-minimum": ({ ticket, minimum }) => `La cantidad mínima de la entrada «${ticket}» es ${minimum}.`,
  "quantity-above-maximum": ({ ticket, maximum }) => `La cantidad máxima de la entrada «${ticket}» es ${maximum}.`,
  "quantity-off-increment": ({ ticket, minimum, increment }) =>
    `La cantidad de la entrada «${ticket}» debe ir de ${increment} en ${increment} a partir de ${minimum}.`,
  // The number of seats left is the operator's secret: the message must not state it.
  capacity: () => "No quedan plazas suficientes para la cantidad de entradas elegida.",
  "white-label-unknown": () => "El código de marca blanca no existe o no pertenece a su cuenta.",
  "price-changed": () =>
    "El importe total ya no corresponde a estas entradas; valide el evento de nuevo para obtener el precio actual.",
  "answer-missing": (params) => `Falta la respuesta a ${question(params)}.`,
  "answer-invalid": (params) => `La respuesta a ${question(params)} no es válida: debe ser ${format(params.expected)}.`,
  "answer-unknown": (params) =>
    `Se ha respondido a «${params.question}», que no se pregunta o tiene más respuestas que preguntas.`,
  "supplier-declined": () => "El proveedor no ha aceptado el pedido.",
  "cancel-too-late": () => "El plazo para cancelar este pedido ya ha terminado.",
  "cancel-redeemed": () => "El bono de este pedido ya se ha utilizado.",
  "cancel-rejected": () => "El proveedor rechazó este pedido: no hay nada que cancelar.",
  "cancel-declined": () => "El proveedor no cancela este pedido, que sigue en pie.",
  "change-unconfirmed": () => "El proveedor aún no ha confirmado este pedido: todavía no se puede cambiar.",
  "change-ended": () => "Este pedido ya no se puede cambiar.",
  "change-redeemed": () => "El bono de este pedido ya se ha utilizado: el pedido no se puede cambiar.",
  "change-waiting": () => "Este pedido ya espera la respuesta del proveedor a otro cambio.",
  "change-too-late": () => "El plazo para devolver entradas o cambiar de fecha ya ha terminado.",
  "change-other-product": () => "El nuevo evento es de otro producto: un pedido solo cambia entre eventos del mismo.",
  "change-nothing": () => "La solicitud no cambia nada del pedido.",
  "change-unknown": () => "El pedido no tiene esa oferta de cambio; solicite otra.",
  "change-expired": () => "La oferta de cambio ha caducado; solicite otra.",
  "change-declined": () => "El proveedor no ha aceptado el cambio: el pedido sigue como estaba.",
  "hold-unknown": () => "La prerreserva no existe.",
  "hold-expired": () => "La prerreserva ha caducado y sus plazas vuelven a estar a la venta.",
  "hold-released": () => "La prerreserva ya se ha liberado.",
  "hold-booked": () => "La prerreserva ya se ha convertido en un pedido.",
  "hold-differs": () =>
    "El pedido no coincide con la prerreserva: el evento, las entradas, la marca blanca y el modo de prueba deben ser los mismos.",
  "hold-extend-limit": () => "La prerreserva ya no se puede prolongar más.",
  "hold-limit-open": ({ maximum }) => `Tiene demasiadas prerreservas abiertas: el máximo es ${maximum}.`,
  "hold-limit-seats": ({ maximum }) => `Sus prerreservas abiertas superarían el máximo de ${maximum} plazas.`,
};

/** A question as part of a sentence. */
const question = ({ title, passenger }: AnswerParams): string =>
  `«${title}»${passenger === null ? "" : ` (pasajero ${passenger})`}`;

function format(expected: AnswerFormat): string {
  if (expected.type === "string") return `un texto de ${expected.maximum} caracteres como máximo`;
  if (expected.type === "choice") return `una de estas: ${expected.choices.join(", ")}`;
  if (expected.type === "integer") return `un número entero de ${expected.minimum} a ${expected.maximum}`;
  return expected.type === "date" ? "una fecha real escrita aaaa-mm-dd" : "una hora escrita hh:mm, de 00:00 a 23:59";
}
