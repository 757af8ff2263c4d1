import type { TicketTypeTexts } from "../shape.ts";

export const ticketTypeTexts: TicketTypeTexts = {
  ADULT: "Adulto",
  CHILD: "Niño",
  INFANT: "Bebé",
  BABY: "Bebé",
  YOUTH: "Joven",
  STUDENT: "Estudiante",
  SENIOR: "Sénior",
  RESIDENT: "Residente",
  DISABLED: "Persona con discapacidad",
  FAMILY: "Familia",
  GROUP: "Grupo",
  COUPLE: "Pareja",
  GENERAL: "General",
  VEHICLE: "Vehículo",
  VIP: "VIP",
};
