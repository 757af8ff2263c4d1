import type { redeem as en } from "../en/redeem.ts";
import type { Texts } from "../texts.ts";

export const redeem: Texts<typeof en> = {
  title: "En la puerta",
  lead: "Escanee el código QR de un comprobante o escriba su código.",
  code: "Código del comprobante",
  codeLead: "Un lector escribe aquí y pulsa Intro.",
  check: "Comprobar",
  redeem: "Canjear ahora",
  redeemHint: "Intro canjea.",
  next: "Siguiente comprobante",
  camera: {
    start: "Usar la cámara",
    stop: "Apagar la cámara",
    aim: "Coloque el código QR dentro del marco.",
    starting: "La cámara se está encendiendo …",
    denied:
      "El navegador no deja que esta página use la cámara. Permítalo en la barra de direcciones o escriba el código.",
    missing: "Este dispositivo no tiene cámara. Escriba el código o use un lector.",
    insecure: "La cámara necesita una conexión segura (https). Escriba el código.",
    failed: "No se ha podido encender la cámara. Escriba el código.",
    view: "Imagen de la cámara",
  },
  result: {
    valid: "Válido",
    redeemed: "Canjeado",
    "already-redeemed": "Ya canjeado",
    cancelled: "Cancelado",
    "wrong-day": "Hoy no",
    "test-order": "Pedido de prueba",
    unknown: "Comprobante desconocido",
  },
  say: {
    valid: "Sirve para hoy y aún no se ha usado.",
    redeemed: "Pueden pasar.",
    "already-redeemed": "Canjeado el %{at} por %{by}.",
    cancelled: "El pedido se canceló. Este comprobante no da acceso.",
    "wrong-day": "Es para el %{day}.",
    "test-order": "Es un pedido de prueba: no da acceso.",
    unknown: "No hay ningún comprobante con este código. Revise lo escrito o escanéelo de nuevo.",
  },
  reference: "Referencia",
  history: "Leídos en este dispositivo",
  historyEmpty: "Todavía ninguno.",
};
