import type { refunds as en } from "../../en/orders/refunds.ts";
import type { Texts } from "../../texts.ts";

/** Reembolsos: lo que hay que devolver y lo que se registró. */
export const refunds: Texts<typeof en> = {
  dueNow:
    "Reembolsos pendientes: %{smart_count} reembolso, %{amount}. |||| Reembolsos pendientes: %{smart_count} reembolsos, %{amount}.",
  title: "Reembolsos",
  onlineTitle: "Pagos en línea",
  lead: "Lo que hay que devolver, primero lo que lleva más tiempo pendiente. La pasarela devuelve lo pagado en línea; el resto lo devuelve usted y lo registra aquí o en la reserva.",
  empty: "Aún no hay reembolsos",
  searchLead: "Cliente, correo, teléfono, referencia",
  ofAction: "Solo los reembolsos de una acción",
  state: { due: "Pendientes", paid: "Registrados" },
  reason: { cancelled: "Cancelación", rejected: "Reserva rechazada", changed: "Cambio", other: "Otro" },
  method: {
    account: "Cuenta del socio",
    transfer: "Transferencia bancaria",
    online: "En línea",
    card: "Tarjeta",
    cash: "Efectivo",
    other: "Otro",
  },
  field: {
    due: "Por devolver",
    since: "Pendiente desde",
    paid: "Devuelto",
    dueFrom: "Pendiente desde el",
    dueTo: "Pendiente hasta el",
    method: "Medio de devolución",
  },
  selected: {
    count: "%{smart_count} reembolso, %{amount} |||| %{smart_count} reembolsos, %{amount}",
    record: "Registrarlos",
    title:
      "Registrar %{smart_count} reembolso de %{amount} |||| Registrar %{smart_count} reembolsos, en total %{amount}",
    done: "Los reembolsos se han registrado.",
    asPaid: "Como se pagó la reserva",
    all: "Seleccionar todos los reembolsos de la página",
  },
  dueOf: "Reembolso pendiente: %{amount}",
  since: "pendiente desde el %{at}",
  pending: "Quedará pendiente cuando el proveedor confirme la cancelación",
  toPartner: "Va a la cuenta del socio: él devuelve el dinero a su cliente y le debe menos a usted.",
  afterwards: "Reembolso que quedará pendiente: %{amount}",
  chosen: "Reembolso (%{currency})",
  chosenLead: "Según las condiciones: %{terms}. Como máximo: %{most}. Otro importe necesita un motivo.",
  chosenWrong: "Indique un importe de 0 a %{most}.",
  whyMissing: "Indique el motivo de este importe.",
  nothing: "No se reembolsará nada, según las condiciones de la compra.",
  nothingChosen: "No se reembolsará nada.",
  record: "Registrar el reembolso",
  recordFirst: "Registrar un reembolso",
  recordOther: "Registrar otro reembolso",
  recordTitle: "Registrar un reembolso de %{reference}",
  amountTooHigh: "Como máximo lo que queda del precio de la reserva, %{amount}",
  recordLead: "La pasarela devuelve lo pagado en línea. El resto lo devuelve usted y lo registra aquí.",
  ownLead: "Este importe lo devuelve usted. Registre aquí cuánto ha devuelto y cómo.",
  onlineLead:
    "La pasarela devuelve este importe a la tarjeta o cuenta con la que se pagó. El reembolso queda pendiente hasta que lo acepte.",
  done: "El reembolso se ha registrado.",
};
