import type { PaymentTexts } from "../shape.ts";

export const paymentTexts: PaymentTexts = {
  states: {
    due: {
      heading: "Pague su reserva",
      text: "El pago se hace en la página de nuestra pasarela de pago. Nosotros no vemos su tarjeta.",
    },
    paid: {
      heading: "Gracias, hemos recibido su pago",
      text: "Ya figura en su reserva.",
    },
    tested: {
      heading: "Ha sido una prueba",
      text: "La pasarela de pago está en modo de prueba: no se ha movido dinero. Su reserva no está pagada.",
    },
    "nothing-due": { heading: "No queda nada por pagar", text: "Esta reserva está pagada." },
    checking: {
      heading: "Estamos comprobando su pago",
      text: "La pasarela de pago todavía no lo ha confirmado. Puede tardar unos minutos. No pague dos veces.",
    },
    "not-paid": {
      heading: "El pago no se ha realizado",
      text: "Se canceló, fue rechazado o caducó. No se le ha cobrado nada. Puede intentarlo de nuevo.",
    },
    differs: {
      heading: "Estamos revisando su pago",
      text: "Hemos recibido un importe distinto del solicitado. Nos pondremos en contacto con usted. No vuelva a pagar.",
    },
    "paid-back": {
      heading: "Le devolvemos su dinero",
      text: "Cuando llegó su pago ya no quedaba nada por pagar, así que se lo devolvemos íntegramente.",
    },
    revoked: {
      heading: "Este enlace ya no es válido",
      text: "Lo hemos anulado. Busque uno más reciente en su correo o consúltenos.",
    },
    cancelled: { heading: "Esta reserva se canceló", text: "No hay nada que pagar." },
    unavailable: {
      heading: "Ahora mismo no se puede pagar en línea",
      text: "No se le ha cobrado nada. Inténtelo de nuevo en unos minutos o pregúntenos cómo puede pagar.",
    },
    unknown: { heading: "Este enlace no es válido", text: "Compruebe que está completo, tal como llegó en el correo." },
    later: {
      heading: "Ahora mismo no es posible",
      text: "No se le ha cobrado nada. Inténtelo de nuevo en unos minutos.",
    },
  },
  amount: { balance: "Importe pendiente", deposit: "Anticipo" },
  rest: "Quedará por pagar",
  dueOn: "Fecha límite de pago",
  paid: "Pagado",
  choose: "¿Cómo desea pagar?",
  pay: (amount) => `Pagar ${amount} ahora`,
  goOn: "Continuar al pago",
  checkAgain: "Comprobar de nuevo",
  tryAgain: "Intentarlo de nuevo",
  backToBooking: "Volver a su reserva",
  findBooking: "Buscar su reserva en nuestra web",
  questions: (phone) => `¿Alguna duda? Llame al ${phone}.`,
  test: "Es una prueba: no se mueve dinero.",
  description: (product, reference) => `${product}, reserva ${reference}`,
  ofHold: (product) => `Reserva: ${product}`,
  sandbox: {
    heading: "Pago de prueba",
    text: "Elija cómo termina este pago. No se mueve dinero.",
    gone: "No existe ese pago de prueba.",
  },
  letters: {
    "payment-link": {
      subject: "Pago de {amount} de su reserva {reference}",
      body: `Hola, {guest}:

Tiene pendiente un pago de {amount} por su reserva de {product}, {date}. Puede pagarlo en línea:

{link}

Reserva: {reference}

{operator}`,
    },
    paid: {
      subject: "Hemos recibido su pago de {amount}, reserva {reference}",
      body: `Hola, {guest}:

Gracias, hemos recibido su pago de {amount} de {product}, {date}.

{rest}

Reserva: {reference}

{operator}`,
    },
    "paid-back": {
      subject: "Le devolvemos {amount}",
      body: `Hola, {guest}:

Hemos recibido su pago de {amount} de {product}, {date}. Ya no había plazas o nada que pagar, así que se lo devolvemos íntegramente por el mismo medio de pago. Según su banco, puede tardar hasta diez días.

{reference}

{operator}`,
    },
    "no-seats": {
      subject: "Se han pagado {amount}, pero ya no hay plazas",
      body: `{guest} ha pagado {amount} de {product}, {date}. Las plazas se vendieron antes de que llegara el pago.

El dinero se devuelve automáticamente y el cliente ha recibido un correo. Puede seguir la devolución en Pagos en línea.

Pago: {reference}

{operator}`,
    },
  },
  letterButton: "Pagar ahora",
};
