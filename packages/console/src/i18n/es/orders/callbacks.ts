import type { callbacks as en } from "../../en/orders/callbacks.ts";
import type { Texts } from "../../texts.ts";

export const callbacks: Texts<typeof en> = {
  title: "Notificaciones",
  lead: "Notificaciones a los socios sobre sus reservas, con sus respuestas.",
  empty: "Aún no hay notificaciones. Aparecen cuando cambia una reserva con dirección de notificación.",
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
    order: "Reserva",
    says: "Estado de la reserva",
    attempts: "Intentos",
    newest: "Última respuesta",
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
    lead: "Envía ahora el mismo identificador y contenido, sea cual sea su estado. El socio puede recibirla dos veces.",
    done: "Enviada de nuevo: %{outcome}",
  },
  range: {
    button: "Reenviar un periodo",
    title: "Enviar de nuevo las notificaciones de un periodo",
    lead: "De la más antigua a la más nueva, con los mismos identificadores y contenidos. Los socios pueden recibirlas dos veces. Como máximo 200 a la vez.",
    filtered: "Se aplican los demás filtros de la lista.",
    needsFrom: "Elija el primer día.",
    tooMany: "Coinciden %{n} notificaciones. Elija un periodo más corto.",
    count: "Se enviará de nuevo %{smart_count} notificación. |||| Se enviarán de nuevo %{smart_count} notificaciones.",
    submit: "Enviar %{n} de nuevo",
    doneSkipped:
      "Recibidas: %{received} de %{sent}. Sin enviar, porque la dirección del socio no responde: %{skipped}.",
  },
};
