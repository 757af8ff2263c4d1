import type { TicketTypeTexts } from "../shape.ts";

export const ticketTypeTexts: TicketTypeTexts = {
  ADULT: "Adulto",
  CHILD: "Criança",
  INFANT: "Bebê",
  BABY: "Bebê",
  YOUTH: "Jovem",
  STUDENT: "Estudante",
  SENIOR: "Idoso",
  RESIDENT: "Residente",
  DISABLED: "Pessoa com deficiência",
  FAMILY: "Família",
  GROUP: "Grupo",
  COUPLE: "Casal",
  GENERAL: "Geral",
  VEHICLE: "Veículo",
  VIP: "VIP",
};
