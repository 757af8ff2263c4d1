import type { Language, Product } from "@paseo/contract";

/** A kind of ticket, with its name in the voucher's language. */
interface VoucherTicket {
  name: string;
  quantity: number;
}

/** A place where the party can meet, with texts in the voucher's language. */
export interface VoucherPoint {
  name: string;
  /** The local time of the meeting; null if the party meets at the event's time. */
  arriveMinutesBefore: number | null;
  instructions: string | null;
  /** A meeting point without an address and a position uses the address and position of the location. */
  address: string;
  latitude: number | null;
  longitude: number | null;
}

/** The place where the party is picked up. */
export interface VoucherPickup {
  name: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  /** Local time, `yyyy-MM-ddTHH:mm`; null if the place has no time. */
  at: string | null;
}

/** The operator's colours. */
export interface VoucherColours {
  band: string;
  onBand: string;
  /** The line below the band. */
  strip: string;
  /** A colour that is readable on white and on `soft`. */
  accent: string;
  soft: string;
}

/** The content of a voucher. Texts may have any length and script; texts that are too long for the page end in an ellipsis. */
export interface VoucherContent {
  lang: Language;
  /** The order's reference, `K7Q-M3X-HP4-ES`. */
  reference: string;
  /** Whether the order is a test order: every page says that it is not valid. */
  test: boolean;
  productName: string;
  itemName: string;
  productType: Product["productTypeCode"];
  venue: string;
  address: string;
  /** Position in degrees. Without a position, the map link searches for venue and address. */
  latitude: number | null;
  longitude: number | null;
  /** The meeting points. If the list is empty, the party meets at the venue. */
  meetingPoints?: VoucherPoint[];
  /** The pickup, or null if the party is not picked up or the product does not list its place. */
  pickup?: VoucherPickup | null;
  /** The guest's hotel, if the sale asked for it and `pickup` does not name it. */
  hotel?: string | null;
  /** Local time at the location, `yyyy-MM-ddTHH:mm:ss`: start, day, or last day of validity, by type of product. */
  eventOn: string;
  tickets: VoucherTicket[];
  /** The number of people in words, if it differs from the number of tickets. */
  people?: string | undefined;
  /**
   * The price as a decimal string. Null: the voucher names no price. `invoiced`: the tax in it, the rate in per cent, and the number of the
   * invoice that the operator made elsewhere; null: the voucher names no tax.
   */
  price?: {
    currencyCode: string;
    total: string;
    invoiced: { number: string; tax: { tax: string; taxRate: string } | null } | null;
  } | null;
  /**
   * What is to be collected from the guest, as a decimal string. `dueOn`: `yyyy-MM-dd`, or null: on arrival. `payAt`: the address of the page on
   * which the guest can pay it online. Missing or null: nothing.
   */
  toCollect?: { amount: string; currencyCode: string; dueOn: string | null; payAt?: string } | null;
  /** The supplier's booking number. */
  confirmation: string | null;
  /** The name of the party; null if no names are known. */
  leadName: string | null;
  /** Full names of the passengers. */
  passengers: string[];
  operatorName: string;
  /** The operator's telephone number, for travellers. */
  operatorPhone: string | null;
  /** The telephone that somebody answers while events run. */
  operatorDayPhone?: string | null;
  operatorEmail?: string | null;
  /** The tax number as vouchers print it, with the name of the number. */
  operatorTaxNumber?: string | null;
  /** `id` names the picture's bytes. `ground`: the background on which a transparent logo is legible. */
  logo?: { id: string; width: number; height: number; ground: "light" | "dark" | null } | null;
  /** Missing or null: the voucher uses its default colours. */
  colours?: VoucherColours | null;
  /** IANA zone of the location: all times are written in it. */
  timeZone: string;
  /**
   * Refund terms at purchase, earliest deadline first: percentage and deadline, in local time at the location. `until` null: every
   * deadline had passed when the voucher was issued.
   */
  refunds: { percent: number; until: string | null }[];
  /**
   * The text inside the QR code, also printed small under it. It is ASCII, because readers guess the encoding of other
   * characters.
   */
  code: string;
  /** Short codes as printed, `ABCD-EFGH`: one for the party, or one for each person with the name of the ticket. */
  passes: { code: string; ticket: string | null }[];
  issuedAt: Date;
}
