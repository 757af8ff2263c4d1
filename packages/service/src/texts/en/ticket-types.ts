import type { TicketTypeTexts } from "../shape.ts";

export const ticketTypeTexts: TicketTypeTexts = {
  ADULT: "Adult",
  CHILD: "Child",
  INFANT: "Infant",
  BABY: "Baby",
  YOUTH: "Youth",
  STUDENT: "Student",
  SENIOR: "Senior",
  RESIDENT: "Resident",
  DISABLED: "Person with a disability",
  FAMILY: "Family",
  GROUP: "Group",
  COUPLE: "Couple",
  GENERAL: "General admission",
  VEHICLE: "Vehicle",
  VIP: "VIP",
};
