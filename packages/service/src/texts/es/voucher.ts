import type { VoucherTexts } from "../shape.ts";

export const voucherTexts: VoucherTexts = {
  title: "Bono de reserva",
  reference: "Referencia",
  confirmation: "Número de confirmación",
  when: { scheduled: "Fecha y hora", timeless: "Fecha", dateless: "Validez" },
  validUntil: (day) => `válido hasta el ${day}`,
  place: "Lugar",
  map: "Ver en el mapa",
  meetingPoint: "Punto de encuentro",
  meetingPoints: "Puntos de encuentro",
  pickup: "Recogida",
  pickupAt: (time) => `Le recogemos el ${time}.`,
  hotel: "Su hotel",
  arrive: (minutes) =>
    minutes === 0
      ? "Preséntese a la hora de inicio."
      : `Preséntese ${minutes} ${minutes === 1 ? "minuto" : "minutos"} antes.`,
  scan: "Muestre este código en la entrada, impreso o en su teléfono.",
  qr: (reference) => `Código QR de la reserva ${reference}`,
  code: "Código de entrada",
  codes: "Un código por persona: cada una muestra el suyo en la entrada",
  person: (number, of) => `Persona ${number} de ${of}`,
  tickets: "Entradas",
  quantity: "Cantidad",
  total: "Total",
  price: (total) => `Precio: ${total}.`,
  invoice: (invoice) => `Factura: ${invoice}.`,
  invoiced: (total, tax, rate, invoice) =>
    `Precio: ${total}, con ${tax} de impuestos incluidos (${rate}). Factura: ${invoice}.`,
  toCollect: (amount) => `Por pagar a la llegada: ${amount}.`,
  toPayBy: (amount, day) => `Por pagar hasta el ${day}: ${amount}.`,
  payOnline: "Pagar en línea ahora",
  noInvoice: "Este bono no es una factura.",
  notices: {
    void: {
      heading: "Este bono ya no es válido",
      text: "La reserva se canceló. Si tiene dudas, pregunte donde reservó.",
    },
    replaced: {
      heading: "Este bono se ha sustituido",
      text: "La reserva cambió y hay un bono nuevo. Búsquelo en sus correos o pregunte donde reservó.",
    },
    unknown: { heading: "No existe este bono", text: "Compruebe que la dirección está completa, tal como la recibió." },
  },
  passengers: "Pasajeros",
  lead: "A nombre de",
  cancellation: "Cancelación",
  refund: (percent, time) => `Hasta el ${time}: se reembolsa el ${percent}`,
  noRefund: (time) => `Hasta el ${time}: sin reembolso`,
  refundEnded: "Una cancelación ya no se reembolsa",
  phone: (number) => `¿Alguna pregunta? Llámenos al ${number}.`,
  dayPhone: (number) => `El día de la visita, llame al ${number}.`,
  email: (address) => `También puede escribir a ${address}.`,
  issued: (time) => `Emitido el ${time}`,
  page: (number, of) => `Página ${number} de ${of}`,
  test: "PRUEBA – SIN VALOR",
};
