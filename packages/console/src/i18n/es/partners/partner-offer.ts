import type { partnerOffer as english } from "../../en/partners/partner-offer.ts";
import type { Texts } from "../../texts.ts";

export const partnerOffer: Texts<typeof english> = {
  title: "Productos que vende",
  sells: {
    all: "Todo el catálogo",
    only: "Solo los productos elegidos",
    except: "Todo menos los productos elegidos",
  },
  sold: {
    all: "Todo el catálogo",
    only: "Solo estos productos",
    except: "Todo menos estos productos",
  },
  none: "No hay ningún producto elegido.",
  everyItem: "todas las modalidades",
  stops: "Cierres de venta (stop sale)",
  noStops: "Ningún cierre de venta.",
  everyProduct: "Todos los productos",
  change: "Elegir productos",
  changeTitle: "¿Qué vende %{name}?",
  lead: "Con su clave, el socio encuentra solo estos productos: en las listas, al reservar y en todos los canales. Sus reservas de otros productos se mantienen.",
  choose: "Productos",
  items: "Modalidades de %{product}",
  stopsLead:
    "Los eventos de estos días están cerrados para este socio. Sus reservas se mantienen, también las plazas retenidas.",
  from: "Desde",
  to: "Hasta",
  product: "Producto",
  item: "Modalidad",
  reason: "Motivo, solo para su equipo",
  add: "Añadir cierre",
  remove: "Quitar el cierre %{n}",
  needsProduct: "Elija al menos un producto.",
  needsItem: "Elija al menos una modalidad o quite el producto.",
  needsDay: "Elija un día.",
  wrongOrder: "Termina antes de empezar.",
  nothing: "Las listas del socio no cambian.",
  leaves: "Sale %{smart_count} producto: %{names} |||| Salen %{smart_count} productos: %{names}",
  enters: "Entra %{smart_count} producto: %{names} |||| Entran %{smart_count} productos: %{names}",
  itemsLeave: "Sale %{smart_count} modalidad: %{names} |||| Salen %{smart_count} modalidades: %{names}",
  itemsEnter: "Entra %{smart_count} modalidad: %{names} |||| Entran %{smart_count} modalidades: %{names}",
  stopsBegin: "Se aplica %{smart_count} cierre de venta nuevo. |||| Se aplican %{smart_count} cierres de venta nuevos.",
  stopsEnd:
    "Deja de aplicarse %{smart_count} cierre de venta. |||| Dejan de aplicarse %{smart_count} cierres de venta.",
  more: "%{names} y %{count} más",
  done: "Las listas del socio han cambiado.",
};
