import type { ApiAnswer, ListRecord } from "../api/types.ts";

export type Product = ApiAnswer<"products.show">;
export type ProductLine = ListRecord<"products.list">;
export type Revision = ListRecord<"products.revisions">;
/** A product as the operator writes it: a record of the catalogue file. */
export type ProductSource = Product["source"];
export type Item = ProductSource["items"][number];
export type Schedule = NonNullable<Item["schedules"]>[number];
export type ScheduleException = NonNullable<Schedule["exceptions"]>[number];
export type SingleEvent = NonNullable<Item["events"]>[number];
export type TicketRule = Item["ticketRules"][number];
export type Price = Schedule["prices"][number];
export type ProductUpdate = ApiAnswer<"products.update">;

export type ProductType = ProductSource["type"];
export const productTypes = ["scheduled", "timeless", "dateless"] as const satisfies ProductType[];

export type Availability = NonNullable<SingleEvent["availability"]>;
export const availabilities = ["available", "removed", "black-out", "sold-out"] as const satisfies Availability[];

/** The publication state of a product. */
export type ProductState = "published" | "draft" | "deleted";
export const productStateOf = ({
  published = true,
  deleted = false,
}: {
  published?: boolean;
  deleted?: boolean;
}): ProductState => (deleted ? "deleted" : published ? "published" : "draft");
