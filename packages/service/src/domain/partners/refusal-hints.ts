import type { RefusalCode } from "../selling/messages.ts";
import type { Hint } from "./hint.ts";

/** A hint for each refusal code. A missing code or language is a type error. */
export const refusalHints: Record<RefusalCode, Hint> = {
  "event-unknown": {
    whose: "partner",
    en: "You request events that do not exist: use the Id of an event from the events list, not of an item or a product.",
    es: "Solicitan eventos que no existen: usen el Id de un evento de la lista de eventos, no el de un ítem o un producto.",
    pt: "Vocês solicitam eventos que não existem: usem o Id de um evento da lista de eventos, não o de um item ou produto.",
  },
  "event-removed": {
    whose: "partner",
    en: "You offer events that we have removed: read the events with `version` more often and take removed ones off sale.",
    es: "Ofrecen eventos que hemos retirado: lean los eventos con `version` más a menudo y dejen de vender los retirados.",
    pt: "Vocês oferecem eventos que retiramos: leiam os eventos com `version` com mais frequência e parem de vender os retirados.",
  },
  "event-black-out": {
    whose: "partner",
    en: "You offer events that are closed for sale: show only events whose AvailabilityCode is `available`.",
    es: "Ofrecen eventos cerrados a la venta: muestren solo los eventos cuyo AvailabilityCode es `available`.",
    pt: "Vocês oferecem eventos fechados para venda: mostrem apenas os eventos cujo AvailabilityCode é `available`.",
  },
  "event-sold-out": {
    whose: "course",
    en: "These events were sold out. If it happens often, read the events with `version` more often.",
    es: "Estos eventos estaban agotados. Si ocurre a menudo, lean los eventos con `version` con más frecuencia.",
    pt: "Estes eventos estavam esgotados. Se acontece muito, leiam os eventos com `version` com mais frequência.",
  },
  "event-past": {
    whose: "partner",
    en: "You offer events that have already started: EventOn is the local time at the location, so compare it with that time.",
    es: "Ofrecen eventos que ya han comenzado: EventOn es la hora local del lugar; compárenla con la hora de ese lugar.",
    pt: "Vocês oferecem eventos que já começaram: EventOn é a hora local do lugar; comparem-na com a hora daquele lugar.",
  },
  "too-late": {
    whose: "partner",
    en: "You sell too close to the event: do not offer it once fewer than the product's LeadPurchaseDay days are left.",
    es: "Venden demasiado cerca del evento: no lo ofrezcan cuando queden menos días que el LeadPurchaseDay del producto.",
    pt: "Vocês vendem muito perto do evento: não o ofereçam quando faltarem menos dias que o LeadPurchaseDay do produto.",
  },
  "product-unpublished": {
    whose: "partner",
    en: "You offer products that are off sale: call productsdeleted after each productversion and take them down.",
    es: "Ofrecen productos que no están a la venta: llamen a productsdeleted tras cada productversion y retírenlos.",
    pt: "Vocês oferecem produtos fora de venda: chamem productsdeleted após cada productversion e retirem-nos.",
  },
  "item-unpublished": {
    whose: "partner",
    en: "You offer items that are off sale: show only items whose Published is true, and read changed products again.",
    es: "Ofrecen ítems que no están a la venta: muestren solo los que tienen Published en true y relean los productos cambiados.",
    pt: "Vocês oferecem itens fora de venda: mostrem apenas os que têm Published true e releiam os produtos alterados.",
  },
  "tickets-missing": {
    whose: "partner",
    en: "You send requests without a single ticket: send Tickets with at least one quantity of 1 or more.",
    es: "Envían solicitudes sin ninguna entrada: envíen Tickets con al menos una cantidad de 1 o más.",
    pt: "Vocês enviam pedidos sem nenhum ingresso: enviem Tickets com ao menos uma quantidade de 1 ou mais.",
  },
  "ticket-unknown": {
    whose: "partner",
    en: "You send ticket codes that the event does not have: take them from the Tickets of that event.",
    es: "Envían códigos de entrada que el evento no tiene: tómenlos de los Tickets de ese mismo evento.",
    pt: "Vocês enviam códigos de ingresso que o evento não tem: usem os dos Tickets desse mesmo evento.",
  },
  "ticket-duplicate": {
    whose: "partner",
    en: "You send the same ticket code twice in one request: add the quantities up and send each code once.",
    es: "Envían dos veces el mismo código de entrada en una solicitud: sumen las cantidades y envíen cada código una vez.",
    pt: "Vocês enviam o mesmo código de ingresso duas vezes num pedido: somem as quantidades e enviem cada código uma vez.",
  },
  "ticket-required": {
    whose: "partner",
    en: "You leave out tickets that are required: a MinQuantity of 1 or more in the ticket rule means it must be sent.",
    es: "Omiten entradas obligatorias: un MinQuantity de 1 o más en la regla de la entrada significa que debe enviarse.",
    pt: "Vocês omitem ingressos obrigatórios: um MinQuantity de 1 ou mais na regra do ingresso significa que deve ser enviado.",
  },
  "quantity-below-minimum": {
    whose: "partner",
    en: "You let customers choose fewer tickets than allowed: offer quantities from MinQuantity on.",
    es: "Permiten elegir menos entradas de las permitidas: ofrezcan cantidades a partir de MinQuantity.",
    pt: "Vocês permitem escolher menos ingressos que o permitido: ofereçam quantidades a partir de MinQuantity.",
  },
  "quantity-above-maximum": {
    whose: "partner",
    en: "You let customers choose more tickets than allowed: offer quantities up to MaxQuantity.",
    es: "Permiten elegir más entradas de las permitidas: ofrezcan cantidades hasta MaxQuantity.",
    pt: "Vocês permitem escolher mais ingressos que o permitido: ofereçam quantidades até MaxQuantity.",
  },
  "quantity-off-increment": {
    whose: "partner",
    en: "You let customers choose quantities between the steps: count from MinQuantity in steps of IncrementQuantity.",
    es: "Permiten cantidades entre los pasos: cuenten desde MinQuantity en pasos de IncrementQuantity.",
    pt: "Vocês permitem quantidades entre os passos: contem a partir de MinQuantity em passos de IncrementQuantity.",
  },
  capacity: {
    whose: "course",
    en: "There were not enough seats left for the party. This is normal: offer the customer another time or fewer tickets.",
    es: "No quedaban plazas suficientes para el grupo. Es normal: ofrezcan otro horario o menos entradas.",
    pt: "Não havia lugares suficientes para o grupo. É normal: ofereçam outro horário ou menos ingressos.",
  },
  "white-label-unknown": {
    whose: "partner",
    en: "You send a WhiteLabelCode that is not yours: use one of your codes, or omit the field.",
    es: "Envían un WhiteLabelCode que no es suyo: usen uno de los códigos que les dimos u omitan el campo.",
    pt: "Vocês enviam um WhiteLabelCode que não é seu: usem um dos códigos que demos ou omitam o campo.",
  },
  "price-changed": {
    whose: "partner",
    en: "You book with a total that is no longer valid: call eventvalidate just before payment and send its TotalUsd unchanged.",
    es: "Reservan con un total que ya no es válido: llamen a eventvalidate justo antes del pago y envíen su TotalUsd sin cambios.",
    pt: "Vocês reservam com um total que não é mais válido: chamem eventvalidate logo antes do pagamento e enviem seu TotalUsd sem alterar.",
  },
  "answer-missing": {
    whose: "partner",
    en: "You book without all answers: answer every question of eventvalidate, one group for each passenger, in its order.",
    es: "Reservan sin todas las respuestas: respondan cada pregunta de eventvalidate, un grupo por pasajero y en su orden.",
    pt: "Vocês reservam sem todas as respostas: respondam cada pergunta de eventvalidate, um grupo por passageiro e na ordem.",
  },
  "answer-invalid": {
    whose: "partner",
    en: "You send answers in the wrong format: check them against the question's Type before you book (integer, date, time).",
    es: "Envían respuestas con un formato incorrecto: compruébenlas según el Type de la pregunta antes de reservar (integer, date, time).",
    pt: "Vocês enviam respostas no formato errado: verifiquem-nas pelo Type da pergunta antes de reservar (integer, date, time).",
  },
  "answer-unknown": {
    whose: "partner",
    en: "You answer questions that eventvalidate did not list: send only its codes, each as often as it is listed.",
    es: "Responden preguntas que no se hicieron: envíen solo los códigos de eventvalidate, cada uno las veces que aparece.",
    pt: "Vocês respondem perguntas que não foram feitas: enviem só os códigos de eventvalidate, cada um tantas vezes quanto aparece.",
  },
  "supplier-declined": {
    whose: "course",
    en: "The supplier did not accept these orders. Your requests are correct: refund the customer or offer another time.",
    es: "El proveedor no aceptó estos pedidos. Sus solicitudes son correctas: reembolsen al cliente u ofrezcan otro horario.",
    pt: "O fornecedor não aceitou estes pedidos. Seus pedidos estão corretos: reembolsem o cliente ou ofereçam outro horário.",
  },
  "cancel-too-late": {
    whose: "partner",
    en: "You cancel after the limit: do not offer it once fewer than the product's CancelPurchaseHour hours are left.",
    es: "Cancelan fuera de plazo: no lo ofrezcan cuando queden menos horas que el CancelPurchaseHour del producto.",
    pt: "Vocês cancelam fora do prazo: não o ofereçam quando faltarem menos horas que o CancelPurchaseHour do produto.",
  },
  "cancel-redeemed": {
    whose: "course",
    en: "The vouchers of these orders were already used, so the orders cannot be cancelled.",
    es: "Los bonos de estos pedidos ya se habían utilizado, por lo que no se pueden cancelar.",
    pt: "Os vouchers destes pedidos já haviam sido utilizados, por isso não podem ser cancelados.",
  },
  "cancel-rejected": {
    whose: "partner",
    en: "You cancel orders that the supplier had rejected: follow our callbacks, or read the order's Status first.",
    es: "Cancelan pedidos que el proveedor ya había rechazado: sigan nuestras notificaciones o lean antes el Status del pedido.",
    pt: "Vocês cancelam pedidos que o fornecedor já havia recusado: sigam nossas notificações ou leiam antes o Status do pedido.",
  },
  "cancel-declined": {
    whose: "course",
    en: "The supplier did not agree to cancel these orders: they remain valid, and the customer can still attend.",
    es: "El proveedor no aceptó cancelar estos pedidos: siguen siendo válidos y el cliente puede asistir.",
    pt: "O fornecedor não aceitou cancelar estes pedidos: continuam válidos e o cliente ainda pode comparecer.",
  },
};
