import type { attendance as enAttendance, sameGuest as enSameGuest } from "../../en/orders/attendance.ts";
import type { Texts } from "../../texts.ts";

export const attendance: Texts<typeof enAttendance> = {
  noShow: "No presentado",
  noShows: "%{smart_count} no presentado |||| %{smart_count} no presentados",
  title: "No presentados",
  rate: "%{share} no presentados",
  countOf: "%{n} (%{share})",
  mark: "Marcar como no presentado",
  markOf: "Marcar como no presentado: %{name}",
  came: "Sí se presentó",
  cameOf: "Sí se presentó: %{name}",
  marked: "%{name} consta como no presentado.",
  unmarked: "%{name} ya no consta como no presentado.",
  close: "Cerrar la lista de asistentes",
  closeLead:
    "%{smart_count} persona no ha entrado y contará como no presentada cuando termine el evento. Puede volver a abrir la lista. |||| %{smart_count} personas no han entrado y contarán como no presentadas cuando termine el evento. Puede volver a abrir la lista.",
  closed: "La lista de asistentes está cerrada.",
  closedBy: "Lista de asistentes cerrada el %{at} por %{by}",
  reopen: "Volver a abrir la lista de asistentes",
  reopenLead: "Nadie contará como no presentado en este evento, salvo quienes haya marcado usted.",
  reopened: "La lista de asistentes está abierta.",
};

export const sameGuest: Texts<typeof enSameGuest> = {
  title: "Reserva duplicada",
  lead: "%{other} es para el mismo evento y tiene el mismo correo o teléfono.",
  cancelOne: "Cancelar una",
  cancelOneOf: "Cancelar una: %{name}",
};
