import { partyText, type TicketNameLanguage, type TicketNames } from "../catalogue/ticket-names.ts";
import { type SheetCell, type SheetColumn, sheetTable } from "../selling/sheet-tables.ts";
import type { ManifestLine } from "./manifest.ts";

/** Returns a manifest as a table for a spreadsheet, with column titles in the operator's language. */
export function manifestTable(
  lines: readonly ManifestLine[],
  blocks: readonly ListedBlock[],
  names: TicketNames,
  lang: TicketNameLanguage,
): SheetCell[][] {
  const notesOf = ({ toCome, others, notes }: ManifestLine) =>
    [
      ...(toCome.length > 0 ? [`${toComeTexts[lang]}: ${toCome.join(", ")}`] : []),
      ...others.map(otherText),
      ...notes,
    ].join("\n") || null;
  const columns: SheetColumn<ManifestLine>[] = [
    [["Titular", "Titular", "Lead name"], (line) => line.leadName],
    [["Grupo", "Grupo", "Party"], (line) => partyText(line.tickets, names, lang)],
    [["Personas", "Pessoas", "People"], (line) => line.people],
    [["Plazas", "Vagas", "Seats"], (line) => line.seats],
    [["Idioma", "Idioma", "Language"], (line) => line.lang],
    [["Hotel", "Hotel", "Hotel"], (line) => line.hotel],
    [["Recogida", "Embarque", "Pickup"], (line) => line.pickup],
    [["Hora de recogida", "Hora do embarque", "Pickup time"], (line) => line.pickupAt?.slice(11) ?? null],
    [["Vuelo", "Voo", "Flight"], (line) => line.flight],
    [["Peso (kg)", "Peso (kg)", "Weight (kg)"], (line) => line.weightKg],
    [["Teléfono", "Telefone", "Telephone"], (line) => (line.phoneNumber ? { phone: line.phoneNumber } : null)],
    [["Notas", "Notas", "Notes"], notesOf],
    [["Pasajeros", "Passageiros", "Passengers"], (line) => line.passengers.join(", ") || null],
    [["Socio", "Parceiro", "Partner"], (line) => line.partner],
    [["Reserva", "Reserva", "Order"], (line) => line.reference],
    [["Confirmación", "Confirmação", "Confirmation"], (line) => line.confirmation],
    [["Estado", "Situação", "Status"], (line) => statusNames[lang][line.status]],
    [["Admitidos", "Admitidos", "Admitted"], (line) => line.admitted],
    [["No presentados", "Não compareceram", "No-shows"], (line) => line.noShow],
    [["Por cobrar", "A cobrar", "To collect"], ({ toCollect }) => toCollect && { amount: toCollect.amount }],
    [["Moneda", "Moeda", "Currency"], ({ toCollect }) => toCollect?.currencyCode ?? null],
    [["Vence", "Vencimento", "Due day"], ({ toCollect }) => toCollect?.dueOn ?? null],
  ];
  return [...sheetTable(columns, lines, lang), ...blocks.map((block) => blockRow(block, lang))];
}

/** Seats that are blocked for a group, until their release in the store's time zone. */
interface ListedBlock {
  name: string;
  contact: string;
  note: string;
  seats: number;
  release: string;
}

/** Builds the row of a block: the group's name in place of the lead name, and the release in place of a status. */
function blockRow({ name, contact, note, seats, release }: ListedBlock, lang: TicketNameLanguage): SheetCell[] {
  const until = blockedUntil[lang].replace("{at}", release.replace("T", " "));
  const notes = [contact, note].filter(Boolean).join("\n") || null;
  return [
    name,
    null,
    seats,
    seats,
    ...Array<null>(7).fill(null),
    notes,
    null,
    null,
    null,
    null,
    until,
    null,
    null,
    null,
    null,
    null,
  ];
}

const blockedUntil: Record<TicketNameLanguage, string> = {
  es: "Plazas bloqueadas hasta el {at}",
  pt: "Vagas bloqueadas até {at}",
  en: "Seats blocked until {at}",
};
const toComeTexts: Record<TicketNameLanguage, string> = {
  es: "Faltan datos",
  pt: "Faltam dados",
  en: "Details to come",
};

/** Returns one line of text: `Menu (2): Fish` for the second passenger. */
const otherText = ({ title, text, passenger }: ManifestLine["others"][number]): string =>
  `${title}${passenger === null ? "" : ` (${passenger})`}: ${text}`;

/** Names of the order statuses. A test of the console compares them with the console's names. */
export const statusNames: Record<TicketNameLanguage, Record<ManifestLine["status"], string>> = {
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
    complete: "Confirmed",
    waitcancel: "Waiting for cancellation",
    cancelled: "Cancelled",
    rejected: "Declined",
  },
};
