import type { Language, Product } from "@paseo/contract";

/** A kind of ticket, with its name in the voucher's language. */
export interface VoucherTicket {
  name: string;
  quantity: number;
}

/** The content of a voucher. Texts may have any length and script; texts that are too long for the page end in an ellipsis. */
export interface VoucherContent {
  lang: Language;
  /** The order's reference, `100123-ES`. */
  reference: string;
  /** A test order: every page says that it is not valid. */
  test: boolean;
  productName: string;
  itemName: string;
  productType: Product["productTypeCode"];
  venue: string;
  address: string;
  /** Degrees. Without both, the map link searches for venue and address. */
  latitude: number | null;
  longitude: number | null;
  /** Local time at the location, `yyyy-MM-ddTHH:mm:ss`: start, day, or last day of validity, by type of product. */
  eventOn: string;
  tickets: VoucherTicket[];
  /** The supplier's booking number. */
  confirmation: string | null;
  /** The name under which the party is called; null: no names are known. */
  leadName: string | null;
  /** Full names. */
  passengers: string[];
  operatorName: string;
  /** For travellers. */
  operatorPhone: string | null;
  /** IANA zone of the location: all times are written in it. */
  timeZone: string;
  /** What is refunded of an order that is cancelled, as sold, the first to end first: percent, and until when, local time at the location. */
  refunds: { percent: number; until: string }[];
  /** The text inside the QR code, and in small print under it. ASCII: readers guess the encoding of anything else. */
  code: string;
  /** Short codes as printed, `ABCD-EFGH`: one for the party, or one for each person with the name of the ticket. */
  passes: { code: string; ticket: string | null }[];
  issuedAt: Date;
}
