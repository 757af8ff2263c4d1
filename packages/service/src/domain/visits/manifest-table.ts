import type { ManifestLine } from "./manifest.ts";
import { partyText, type TicketNameLanguage, type TicketNames } from "./ticket-names.ts";

/** A cell of a spreadsheet; an amount keeps its digits. */
export type Cell = string | number | null | { amount: string };

/** A manifest as a table for a spreadsheet, with the operator's words. */
export function manifestTable(
  lines: readonly ManifestLine[],
  blocks: readonly ListedBlock[],
  names: TicketNames,
  lang: TicketNameLanguage,
): Cell[][] {
  return [
    headings[lang],
    ...lines.map((line) => [
      line.leadName,
      partyText(line.tickets, names, lang),
      line.seats,
      line.lang,
      line.hotel,
      line.pickup,
      line.pickupAt?.slice(11) ?? null,
      line.flight,
      line.weightKg,
      line.phoneNumber || null,
      [...(line.namesToCome ? [namesMissing[lang]] : []), ...line.others.map(otherText), ...line.notes].join("\n") ||
        null,
      line.passengers.join(", ") || null,
      line.partner,
      line.reference,
      line.confirmation,
      statuses[lang][line.status],
      line.admitted,
    ]),
    ...blocks.map((block) => blockRow(block, lang)),
  ];
}

/** Seats that are blocked for a group, until their release in the store's time zone. */
interface ListedBlock {
  name: string;
  contact: string;
  note: string;
  seats: number;
  release: string;
}

/** A block below the orders: the group in place of the lead name, and its release in place of a status. */
function blockRow({ name, contact, note, seats, release }: ListedBlock, lang: TicketNameLanguage): Cell[] {
  const until = blockedUntil[lang].replace("{at}", release.replace("T", " "));
  const notes = [contact, note].filter(Boolean).join("\n") || null;
  return [name, null, seats, ...Array<null>(7).fill(null), notes, null, null, null, null, until, null];
}

const blockedUntil: Record<TicketNameLanguage, string> = {
  es: "Plazas bloqueadas hasta el {at}",
  pt: "Vagas bloqueadas até {at}",
  en: "Seats blocked until {at}",
};
const namesMissing: Record<TicketNameLanguage, string> = {
  es: "Faltan datos de viajeros",
  pt: "Faltam dados dos viajantes",
  en: "Travellers' details to come",
};

/** Example: `Menu (2): Fish` for the second passenger. */
const otherText = ({ title, text, passenger }: ManifestLine["others"][number]): string =>
  `${title}${passenger === null ? "" : ` (${passenger})`}: ${text}`;

const headings: Record<TicketNameLanguage, string[]> = {
  es: [
    ...[
      "Titular",
      "Grupo",
      "Personas",
      "Idioma",
      "Hotel",
      "Recogida",
      "Hora de recogida",
      "Vuelo",
      "Peso (kg)",
      "Teléfono",
    ],
    ...["Notas", "Pasajeros", "Socio", "Reserva", "Confirmación", "Estado", "Admitidos"],
  ],
  pt: [
    ...[
      "Titular",
      "Grupo",
      "Pessoas",
      "Idioma",
      "Hotel",
      "Embarque",
      "Hora do embarque",
      "Voo",
      "Peso (kg)",
      "Telefone",
    ],
    ...["Notas", "Passageiros", "Parceiro", "Reserva", "Confirmação", "Situação", "Admitidos"],
  ],
  en: [
    ...[
      "Lead name",
      "Party",
      "People",
      "Language",
      "Hotel",
      "Pickup",
      "Pickup time",
      "Flight",
      "Weight (kg)",
      "Telephone",
    ],
    ...["Notes", "Passengers", "Partner", "Order", "Confirmation", "Status", "Admitted"],
  ],
};

/** Names of the order statuses. A test of the console compares them with the console's names. */
export const statuses: Record<TicketNameLanguage, Record<ManifestLine["status"], string>> = {
  es: {
    waitsupplier: "Pendiente de confirmar",
    complete: "Confirmada",
    waitcancel: "Pendiente de cancelar",
    cancelled: "Cancelada",
    rejected: "Rechazada",
  },
  pt: {
    waitsupplier: "Aguarda confirmação",
    complete: "Confirmada",
    waitcancel: "Aguarda cancelamento",
    cancelled: "Cancelada",
    rejected: "Recusada",
  },
  en: {
    waitsupplier: "Waiting for confirmation",
    complete: "Complete",
    waitcancel: "Waiting for cancellation",
    cancelled: "Cancelled",
    rejected: "Declined",
  },
};
