import type { Answer, Line } from "../api/types.ts";

export type Product = Answer<"products.show">;
export type ProductLine = Line<"products.list">;
export type Revision = Line<"products.revisions">;
/** A product as the operator writes it: a record of the catalogue file. */
export type Source = Product["source"];
export type Item = Source["items"][number];
export type Schedule = NonNullable<Item["schedules"]>[number];
export type Exception = NonNullable<Schedule["exceptions"]>[number];
export type SingleEvent = NonNullable<Item["events"]>[number];
export type TicketRule = Item["ticketRules"][number];
export type Price = Schedule["prices"][number];
export type Changed = Answer<"products.update">;

export type ProductType = Source["type"];
export const productTypes = ["scheduled", "timeless", "dateless"] as const satisfies ProductType[];

export type Availability = NonNullable<SingleEvent["availability"]>;
export const availabilities = ["available", "removed", "black-out", "sold-out"] as const satisfies Availability[];

/** The publication state of a product. */
export type ProductState = "published" | "draft" | "deleted";
export const stateOf = ({
  published = true,
  deleted = false,
}: {
  published?: boolean;
  deleted?: boolean;
}): ProductState => (deleted ? "deleted" : published ? "published" : "draft");
