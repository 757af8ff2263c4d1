import type { blocks as en } from "../../en/orders/blocks.ts";
import type { Texts } from "../../texts.ts";

export const blocks: Texts<typeof en> = {
  title: "Plazas bloqueadas",
  button: "Bloquear plazas",
  createTitle: "Bloquear plazas para un grupo",
  createLead: "Las plazas quedan fuera de la venta hasta su liberación. Ese día vuelven a la venta automáticamente.",
  name: "Grupo",
  contactLead: "Quién habla por el grupo y cómo localizarlo.",
  note: "Nota",
  seats: "Plazas",
  release: "Liberación",
  releaseLead: "Hora de %{zone}, como tarde al empezar el evento.",
  count: "%{smart_count} plaza |||| %{smart_count} plazas",
  until: "hasta el %{at}",
  changeTitle: "Cambiar el bloqueo de %{name}",
  releaseNow: "Liberar ahora",
  releaseTitle: "¿Liberar las plazas de %{name}?",
  releaseNowLead:
    "%{smart_count} plaza vuelve a la venta enseguida. |||| %{smart_count} plazas vuelven a la venta enseguida.",
  created: "%{smart_count} plaza bloqueada para %{name}. |||| %{smart_count} plazas bloqueadas para %{name}.",
  saved: "El bloqueo de %{name} se ha guardado.",
  released: "Las plazas de %{name} vuelven a estar a la venta.",
  soon: "Plazas bloqueadas que se liberan pronto",
  soonLead: "Se liberan en 3 días. Véndalas al grupo o cambie el día de liberación.",
  groups: "Grupos",
};
