import type { Language } from "@paseo/contract";
import type { Row } from "../../records/schemas.ts";
import type { LookToBookGroup, LookToBookRow, SalesGroup, SalesRow } from "../../store/orders/dashboard.ts";
import type { callbackHealthColumns, loadColumns, syncColumns } from "../../store/orders/dashboard-health.ts";
import type { RefusedOrderRow } from "../../store/partners/refused-orders.ts";
import type { CodeCount, usageColumns } from "../../store/partners/usage.ts";
import { partnerText } from "../partners/desk.ts";
import type { WithHint } from "../partners/hints.ts";
import { localTimeAt } from "../selling/dates.ts";
import {
  type SheetCell,
  type SheetColumn,
  type SheetReader,
  withZone,
  yesOrNo,
  zoneCell,
} from "../selling/sheet-tables.ts";

/** Writes the reports as tables for a spreadsheet. The titles of the columns are the words of the console, in the operator's language. */

type Heading = SheetColumn<unknown>[0];

const day: Heading = ["Día", "Dia", "Day"];
const code: Heading = ["Código", "Código", "Code"];
const partnerName: Heading = ["Socio", "Parceiro", "Partner"];
const partnerCode: Heading = ["Código del socio", "Código do parceiro", "Partner's code"];
const orders: Heading = ["Reservas", "Reservas", "Orders"];

/** Titles of the columns `key` and `name` of a group. A day and a city have one column, because both fields are equal. */
const keyHeadings: Record<"product" | "partner", [key: Heading, name: Heading]> = {
  product: [
    ["Código del producto", "Código do produto", "Product's code"],
    ["Producto", "Produto", "Product"],
  ],
  partner: [partnerCode, partnerName],
};

type Keyed = { key: string; name: string };

function keyColumns(by: SalesGroup | LookToBookGroup, { lang }: SheetReader): SheetColumn<Keyed>[] {
  if (by !== "product" && by !== "partner")
    return [[by === "city" ? ["Ciudad", "Cidade", "City"] : day, ({ key }) => key]];
  const [keyHeading, nameHeading] = keyHeadings[by];
  return [
    [keyHeading, ({ key }) => key],
    [nameHeading, ({ key, name }) => (by === "partner" ? partnerText(key, name, lang) : name)],
  ];
}

export const salesSheet = (by: SalesGroup, reader: SheetReader): SheetColumn<SalesRow>[] => [
  ...keyColumns(by, reader),
  [orders, (row) => row.orders],
  [["Plazas", "Vagas", "Seats"], (row) => row.seats],
  [["Moneda", "Moeda", "Currency"], (row) => row.currencyCode],
  [["Ventas", "Vendas", "Sales"], (row) => ({ amount: row.amount })],
  [["Ventas US$", "Vendas US$", "Sales US$"], (row) => ({ amount: row.usd })],
  [["Reservas canceladas", "Reservas canceladas", "Cancelled orders"], (row) => row.cancelledOrders],
  [["Plazas canceladas", "Vagas canceladas", "Cancelled seats"], (row) => row.cancelledSeats],
  [["Ventas canceladas", "Vendas canceladas", "Cancelled sales"], (row) => ({ amount: row.cancelledAmount })],
  [["Ventas canceladas US$", "Vendas canceladas US$", "Cancelled sales US$"], (row) => ({ amount: row.cancelledUsd })],
  [["Reservas rechazadas", "Reservas recusadas", "Declined orders"], (row) => row.rejectedOrders],
  [["Personas esperadas", "Pessoas esperadas", "People expected"], (row) => row.expectedPeople],
  [["No presentados", "Não compareceram", "No-shows"], (row) => row.noShowPeople],
  [
    ["No presentados %", "Não compareceram %", "No-shows %"],
    (row) => (row.noShowRate === null ? null : percent(row.noShowRate)),
  ],
];

export const looksSheet = (by: LookToBookGroup, reader: SheetReader): SheetColumn<LookToBookRow>[] => [
  ...keyColumns(by, reader),
  [["Consultas de precio", "Consultas de preço", "Price checks"], (row) => row.validations],
  [["Rechazadas", "Recusadas", "Refused"], (row) => row.refused],
  [["Reservas de socios", "Reservas de parceiros", "Partners' orders"], (row) => row.orders],
  [["Consultas por reserva", "Consultas por reserva", "Price checks per order"], (row) => row.ratio],
];

export function codeSheet({ lang }: SheetReader): SheetColumn<WithHint<CodeCount>>[] {
  const { kinds, whose } = codeWords[lang];
  return [
    [code, (row) => row.code],
    [["Tipo", "Tipo", "Type"], (row) => kinds[row.kind]],
    [["Causa", "Causa", "Cause"], (row) => whose[row.whose]],
    [["Peticiones", "Requisições", "Requests"], (row) => row.count],
    [["Parte %", "Parte %", "Share %"], (row) => percent(row.share)],
    [["Operaciones", "Operações", "Operations"], (row) => row.operations.join(" ")],
    [["Texto en inglés", "Texto em inglês", "Text in English"], (row) => row.en],
    [["Texto en español", "Texto em espanhol", "Text in Spanish"], (row) => row.es],
    [["Texto en portugués", "Texto em português", "Text in Portuguese"], (row) => row.pt],
  ];
}

type Words<Row extends WithHint<CodeCount>> = {
  kinds: Record<Row["kind"], string>;
  whose: Record<Row["whose"], string>;
};
const codeWords: Record<Language, Words<WithHint<CodeCount>>> = {
  es: {
    kinds: { problem: "Petición no válida", refusal: "Rechazo por una regla" },
    whose: { partner: "Software del socio", course: "Funcionamiento normal", service: "Nuestro servicio" },
  },
  pt: {
    kinds: { problem: "Requisição inválida", refusal: "Recusa por uma regra" },
    whose: { partner: "Software do parceiro", course: "Funcionamento normal", service: "Nosso serviço" },
  },
  en: {
    kinds: { problem: "Invalid request", refusal: "Refused by a rule" },
    whose: { partner: "Partner's software", course: "Normal business", service: "Our service" },
  },
};

export const loadSheet = (): SheetColumn<Row<typeof loadColumns>>[] => [
  [day, (row) => row.day],
  [["Eventos", "Eventos", "Events"], (row) => row.events],
  [["Plazas", "Vagas", "Seats"], (row) => row.capacity],
  [["Vendidas", "Vendidas", "Sold"], (row) => row.sold],
  [["Ocupación %", "Ocupação %", "Occupancy %"], (row) => (row.load === null ? null : percent(row.load))],
  [["Eventos sin límite", "Eventos sem limite", "Unlimited events"], (row) => row.unlimitedEvents],
  [["Vendidas sin límite", "Vendidas sem limite", "Sold (unlimited)"], (row) => row.unlimitedSold],
];

export const callbackSheet = ({ lang }: SheetReader): SheetColumn<Row<typeof callbackHealthColumns>>[] => [
  [partnerCode, (row) => row.partner],
  // The first row has the sums of all partners.
  [partnerName, (row) => (row.partner === "" ? allPartners[lang] : partnerText(row.partner, row.name, lang))],
  [["Creados", "Criados", "Created"], (row) => row.callbacks],
  [["Recibidos a la primera", "Recebidos de primeira", "Received at first attempt"], (row) => row.firstAttempt],
  [["Recibidos tras reintentos", "Recebidos após novas tentativas", "Received after retries"], (row) => row.retried],
  [["Fallidos", "Com falha", "Failed"], (row) => row.givenUp],
  [["Detenidos por el socio", "Interrompidos pelo parceiro", "Stopped by the partner"], (row) => row.stopped],
  [["En espera", "Esperando", "Waiting"], (row) => row.waiting],
  [["El 50 % llega en (s)", "50% chegam em (s)", "50% arrive within (s)"], (row) => row.medianSeconds],
  [["El 95 % llega en (s)", "95% chegam em (s)", "95% arrive within (s)"], (row) => row.p95Seconds],
];

const allPartners: Record<Language, string> = {
  es: "Todos los socios",
  pt: "Todos os parceiros",
  en: "All partners",
};

export const syncSheet = ({ lang, zone }: SheetReader): SheetColumn<Row<typeof syncColumns>>[] => [
  [partnerCode, (row) => row.partner],
  [partnerName, (row) => partnerText(row.partner, row.name, lang)],
  [withZone(["Última lectura", "Última leitura", "Last read"], zone), (row) => zoneCell(row.syncedAt, zone)],
  [["Versión leída", "Versão lida", "Version read"], (row) => row.updateVersion],
  [["Cambios de retraso", "Alterações de atraso", "Updates behind"], (row) => row.versionsBehind],
  [["Bajas de retraso", "Exclusões de atraso", "Deletions behind"], (row) => row.deletionsBehind],
  [["Minutos de desfase", "Minutos de atraso", "Minutes out of date"], (row) => row.minutesBehind],
  [
    ["Debe leerlo todo de nuevo", "Precisa ler tudo de novo", "Must read everything again"],
    (row) => (row.expired === null ? null : yesOrNo(row.expired, lang)),
  ],
];

export const usageSheet = (): SheetColumn<Row<typeof usageColumns>>[] => [
  [["Día (UTC)", "Dia (UTC)", "Day (UTC)"], (row) => row.day],
  [["Operación", "Operação", "Operation"], (row) => row.operation],
  [["Peticiones", "Requisições", "Requests"], (row) => row.requests],
  [["Rechazadas", "Recusadas", "Refused"], (row) => row.refused],
];

export const refusedOrderSheet = ({ zone }: SheetReader): SheetColumn<RefusedOrderRow>[] => [
  [["Momento", "Momento", "Time"], (row) => localTimeAt(row.at, zone).replace("T", " ")],
  [["Referencia del socio", "Referência do parceiro", "Partner's reference"], (row) => row.externalReference],
  [["Correo", "E-mail", "E-mail"], (row) => row.email],
  [["Producto", "Produto", "Product"], (row) => row.productName],
  [["Evento", "Evento", "Event"], (row) => row.eventOn?.replace("T", " ") ?? null],
  [["Códigos", "Códigos", "Codes"], (row) => row.codes.join(", ")],
  [["Operación", "Operação", "Operation"], (row) => row.operation],
];

// The console rounds a share in the same way. `toFixed` would round 100 * 0.0015 down.
const shareFormat = new Intl.NumberFormat("en", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});
const percent = (share: number): SheetCell => ({ amount: shareFormat.format(share).replace("%", "") });
