import type { timetable as en } from "../../en/orders/timetable.ts";
import type { Texts } from "../../texts.ts";

export const timetable: Texts<typeof en> = {
  title: "Plan del día",
  lead: "Arrastre un evento a otro guía o barco, o selecciónelo para ver sus clientes y pasarlo a otro.",
  weekLead: "Seleccione un evento para ver sus clientes y pasarlo a otro.",
  before: "Día anterior",
  after: "Día siguiente",
  day: "Día",
  columns: "Columnas",
  by: { guide: "Guías", vehicle: "Barcos y vehículos", room: "Salas", equipment: "Material", product: "Productos" },
  weekOf: "Semana de %{name}",
  outside: "%{smart_count} evento no está en ninguna columna |||| %{smart_count} eventos no están en ninguna columna",
  now: "Ahora: %{time}",
  lacks: "Falta: %{kinds}",
  unpaid: "%{smart_count} saldo pendiente |||| %{smart_count} saldos pendientes",
  finished: "terminado",
  cannotServe: "no atiende este evento",
  moreOrders: "%{smart_count} reserva más |||| %{smart_count} reservas más",
};
