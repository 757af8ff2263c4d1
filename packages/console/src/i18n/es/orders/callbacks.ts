import type { callbacks as en } from "../../en/orders/callbacks.ts";
import type { Texts } from "../../texts.ts";

export const callbacks: Texts<typeof en> = {
  title: "Avisos a los socios",
  lead: "Lo que se envía a los socios sobre sus reservas, y sus respuestas.",
  empty: "Aún no hay avisos. Aparecen cuando cambia una reserva de un socio que indicó una dirección para avisos.",
  one: "%{reference}, aviso %{n}",
  searchLead: "Referencia, o la del socio",
  anyState: "Cualquier estado",
  anyAnswer: "Cualquier respuesta",
  noAnswer: "Sin respuesta",
  from: "Generados desde",
  to: "Generados hasta",
  notSent: "Aún no enviado",
  field: {
    created: "Generado",
    order: "Reserva",
    says: "Estado de la reserva",
    attempts: "Intentos",
    newest: "Última respuesta",
    settled: "Terminado",
    next: "Próximo intento",
  },
  page: {
    what: "Aviso",
    attempts: "Intentos y respuestas",
    sent: "Lo que se envía",
  },
  replay: {
    button: "Enviar de nuevo",
    title: "¿Enviar de nuevo este aviso?",
    lead: "Envía ahora el mismo identificador y contenido, sea cual sea su estado. El socio puede recibirlo dos veces.",
    done: "Enviado de nuevo. %{outcome}.",
  },
  range: {
    button: "Reenviar un periodo",
    title: "Enviar de nuevo los avisos de un periodo",
    lead: "Del más antiguo al más nuevo, con los mismos identificadores y contenidos. Los socios pueden recibirlos dos veces. Como máximo 200 a la vez.",
    filtered: "Se aplican los demás filtros de la lista.",
    needsFrom: "Elija el primer día.",
    tooMany: "Coinciden %{n} avisos. Elija un periodo más corto.",
    count: "Se enviará de nuevo %{smart_count} aviso. |||| Se enviarán de nuevo %{smart_count} avisos.",
    submit: "Enviar %{n} de nuevo",
    doneSkipped:
      "Recibidos: %{received} de %{sent}. Sin enviar, porque la dirección del socio no responde: %{skipped}.",
  },
};
