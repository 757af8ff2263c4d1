import type { sale as en } from "../../en/orders/sale.ts";
import type { Texts } from "../../texts.ts";

/** Ventas de la propia taquilla: la página en la que un operador vende, y el pago de una reserva. */
export const sale: Texts<typeof en> = {
  button: "Nueva reserva",
  lead: "Una venta por teléfono o en taquilla. Las plazas se ocupan al vender.",
  walkIn: "Venta en puerta",
  fewer: "Menos: %{ticket}",
  more: "Más: %{ticket}",
  nextDays: "Próximos días:",
  noNextDays: "Ningún evento de este producto se puede vender después de este día.",
  none: "Este evento no tiene entradas.",
  group:
    "Una reserva admite como máximo %{n} × %{ticket}. Para un colegio u otro grupo, bloquee primero las plazas y véndalas después al grupo: así no hay máximo.",
  toBlock: "Bloquear plazas en la página del evento",
  guest: "Cliente",
  addGuest: "Añadir los datos del cliente",
  contactLead: "Si no necesita el correo ni el teléfono, déjelos vacíos.",
  lang: "Idioma del bono",
  payment: "Pago",
  method: { cash: "Efectivo", card: "Tarjeta", transfer: "Transferencia", account: "A crédito", free: "Gratis" },
  chooseMethod: "Elija cómo se paga.",
  note: "Nota para su equipo",
  otherPrice: "Otro precio",
  priceOf: "Precio de %{ticket}, en %{currency}",
  reason: "Motivo del precio",
  reasonMissing: "Indique por qué el precio es otro.",
  sell: "Vender",
  sellFor: "Vender: %{amount}",
  impossible: "Esta venta no es posible",
  sold: "Se ha vendido %{reference}.",
  waits: "%{reference} está pendiente del proveedor. El bono se crea cuando el proveedor confirma.",
  admitNow: "Dar acceso ahora",
  next: "Otra venta",
  takenBy: "%{at}, %{by}",
  insteadOf: "%{reason}. El total del catálogo era %{amount}.",
  catalogueTotal: "El total del catálogo era %{amount}.",
};
