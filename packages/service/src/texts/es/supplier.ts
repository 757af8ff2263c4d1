import type { OrderSheetTexts, SupplierEmailTexts, SupplierPageTexts } from "../shape.ts";

/** Order details, in e-mails and pages for suppliers. */
export const orderSheetTexts: OrderSheetTexts = {
  reference: "Reserva",
  product: "Actividad",
  item: "Modalidad",
  when: { scheduled: "Fecha y hora", timeless: "Fecha", dateless: "Validez" },
  localTime: (zone) => `hora local (${zone})`,
  validUntil: (day) => `hasta el ${day}`,
  venue: "Lugar",
  tickets: "Entradas",
  passengers: "Pasajeros",
  confirmation: "Su número de confirmación",
};

/** E-mails to suppliers. */
export const supplierEmailTexts: SupplierEmailTexts = {
  request: {
    subject: "Nueva reserva",
    heading: "Nueva reserva",
    lead: (operator) =>
      `${operator} le envía esta reserva. El cliente espera su respuesta: díganos si puede atenderla o no.`,
    button: "Confirmar o rechazar",
  },
  cancellation: {
    subject: "Cancelación de la reserva",
    heading: "Piden cancelar una reserva",
    lead: (operator) =>
      `${operator} le pide que cancele esta reserva, que usted confirmó. Díganos si acepta la cancelación.`,
    button: "Responder a la cancelación",
  },
  change: {
    subject: "Cambio de la reserva",
    heading: "Piden cambiar una reserva",
    lead: (operator) =>
      `${operator} le pide que cambie esta reserva, que usted confirmó. Abajo figura cómo quedaría. Díganos si acepta el cambio; si no, sigue como estaba.`,
    button: "Responder al cambio",
  },
  ended: {
    subject: "Reserva anulada",
    heading: "Reserva anulada",
    lead: () =>
      "Esta reserva terminó antes de que usted la confirmara. No tiene que responder; si ya guardaba las plazas, puede liberarlas.",
    button: "",
  },
  note: (until) =>
    `El enlace es solo para usted y vale para una respuesta, hasta el ${until}. Quien lo tenga puede responder en su nombre: no lo reenvíe.`,
};

/** Pages on which suppliers answer. */
export const supplierPageTexts: SupplierPageTexts = {
  questions: {
    order: {
      heading: "¿Confirma esta reserva?",
      lead: "El cliente espera su respuesta.",
      yes: "Confirmar la reserva",
      no: "Rechazar la reserva",
    },
    cancellation: {
      heading: "¿Acepta cancelar esta reserva?",
      lead: "Usted la confirmó y ahora piden cancelarla. Si no lo acepta, la reserva sigue en pie.",
      yes: "Aceptar la cancelación",
      no: "No cancelar",
    },
    change: {
      heading: "¿Acepta cambiar esta reserva?",
      lead: "Usted la confirmó y ahora piden cambiarla. El correo dice cómo quedaría. Si no lo acepta, la reserva sigue como estaba.",
      yes: "Aceptar el cambio",
      no: "No cambiar",
    },
  },
  confirmation: "Su número de confirmación",
  reason: "Motivo",
  hints: {
    confirmation: "Opcional. Figurará en el bono del cliente.",
    reason: "Opcional. Solo lo leeremos nosotros.",
  },
  unfit: (field, most) =>
    `«${field}» admite hasta ${most} caracteres, sin caracteres de control. Corríjalo y responda de nuevo.`,
  unclear: "No se ha entendido la respuesta. Elija una de las dos.",
  thanks: "Gracias. Su respuesta está registrada.",
  late: "Esta reserva ya no espera una respuesta: la suya no ha cambiado nada.",
  statuses: {
    waitsupplier: { heading: "Reserva pendiente", text: "Esta reserva espera la respuesta a otro enlace." },
    complete: { heading: "Reserva confirmada", text: "Esta reserva está confirmada y vigente." },
    rejected: { heading: "Reserva rechazada", text: "Esta reserva está rechazada. No tiene que atenderla." },
    waitcancel: {
      heading: "Cancelación pendiente",
      text: "Han solicitado cancelar esta reserva. Responda con el enlace del último correo.",
    },
    cancelled: { heading: "Reserva cancelada", text: "Esta reserva está cancelada. No tiene que atenderla." },
  },
  notices: {
    unknown: {
      heading: "Este enlace no es válido",
      text: "Compruebe que está completo, tal como llegó en el correo, o escriba a quien se lo envió.",
    },
    expired: {
      heading: "Este enlace ha caducado",
      text: "Ya no se puede responder con él. Escriba a quien se lo envió.",
    },
    later: {
      heading: "Ahora no se puede responder",
      text: "No se ha registrado nada. Inténtelo de nuevo dentro de unos minutos.",
    },
  },
};
