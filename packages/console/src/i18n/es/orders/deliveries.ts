import type { deliveries as en } from "../../en/orders/deliveries.ts";
import type { Texts } from "../../texts.ts";

export const deliveries: Texts<typeof en> = {
  title: "Notificaciones",
  lead: "Lo que se comunicó a los socios sobre sus pedidos, y lo que respondieron.",
  empty: "Aún no hay notificaciones. Aparecen aquí cuando cambia un pedido que trae una dirección para ellas.",
  one: "%{reference}, notificación %{n}",
  searchLead: "Referencia, o la del socio",
  anyState: "Cualquier estado",
  anyAnswer: "Cualquier respuesta",
  noAnswer: "Sin respuesta",
  from: "Generadas desde",
  to: "Generadas hasta",
  notSent: "Aún no enviada",
  field: {
    created: "Generada",
    order: "Pedido",
    says: "Comunica",
    state: "Estado",
    attempts: "Intentos",
    newest: "Última respuesta",
    answer: "Respuesta",
    settled: "Terminada",
    next: "Próximo intento",
  },
  page: {
    what: "Notificación",
    attempts: "Intentos y respuestas",
    sent: "Lo que se envía",
  },
  replay: {
    button: "Enviar de nuevo",
    title: "¿Enviar de nuevo esta notificación?",
    lead: "El mismo id y cuerpo, ahora, sea cual sea su resultado. El socio puede recibirla dos veces.",
    done: "Enviada de nuevo: %{outcome}",
  },
  range: {
    button: "Enviar varias de nuevo",
    title: "Enviar de nuevo las notificaciones de un periodo",
    lead: "Primero las más antiguas, tal como eran: mismos ids y cuerpos. Los socios pueden recibirlas dos veces. Como máximo, 200 de una vez.",
    filtered: "Solo las que encuentran los demás filtros de la lista.",
    needsFrom: "Elija el día desde el que se generaron.",
    tooMany: "Son %{n}: elija un periodo más corto.",
    count: "Se enviará de nuevo %{smart_count} notificación. |||| Se enviarán de nuevo %{smart_count} notificaciones.",
    nothing: "No hay notificaciones así.",
    submit: "Enviar %{n} de nuevo",
    done: "Se recibieron %{received} de %{sent}.",
    doneSkipped:
      "Se recibieron %{received} de %{sent}; %{skipped} no se enviaron, porque la dirección del socio no responde.",
  },
};
