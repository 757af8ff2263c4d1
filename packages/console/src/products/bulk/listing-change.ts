import { ApiError } from "../../api/client.ts";
import type { RefusalText } from "../../api/refusal-text.ts";
import type { RequestBody } from "../../api/types.ts";
import type { ProductChoice } from "../../events/pickers.tsx";
import { emptyProductDraft, type ProductDraft } from "../model/draft.ts";
import { type FieldName, recordFromPlainDraft } from "../model/fields.ts";

/** The form's values for a change to many listings, and the service's request made from them. */

export const listingGroups = ["categories", "meetingPoints", "pickups"] as const;
type Group = (typeof listingGroups)[number];

/** Returns the id of the input that chooses the change of a group. */
export const listingGroupInputId = (group: Group): string => `listing-change-${group}`;
export const productsInputId = "listing-change-products";

/** The inputs of each group. */
export const listingGroupFields: Record<Group, FieldName[]> = {
  categories: ["categories"],
  meetingPoints: ["meetingPoints"],
  pickups: ["places", "areas", "ownText"],
};

export type CategoriesChange = "add" | "remove" | "replace";
export type PlacesChange = "replace" | "clear";

export interface ListingValues {
  products: readonly ProductChoice[];
  /** The change of a group. If it is empty, the products keep their categories, meeting points or pickups. */
  categories: CategoriesChange | "";
  meetingPoints: PlacesChange | "";
  pickups: PlacesChange | "";
  /** The values of the groups that change. */
  draft: ProductDraft;
}

export const noListingChange: ListingValues = {
  products: [],
  categories: "",
  meetingPoints: "",
  pickups: "",
  draft: emptyProductDraft(),
};

type ListingChange = RequestBody<"products.changeListings">["change"];

/** Returns the change that the form describes, or null if nothing is chosen. */
export function listingChangeOf({ categories, meetingPoints, pickups, draft }: ListingValues): ListingChange | null {
  // The list of fields is made from the schema that makes the type.
  const given = recordFromPlainDraft(draft) as Pick<Required<NonNullable<ListingChange["set"]>>, Group>;
  const set = {
    ...(categories === "replace" && { categories: given.categories }),
    ...(meetingPoints === "replace" && { meetingPoints: given.meetingPoints }),
    ...(pickups === "replace" && { pickups: given.pickups ?? {} }),
  };
  const clear = [
    ...(meetingPoints === "clear" ? (["meetingPoints"] as const) : []),
    ...(pickups === "clear" ? (["pickups"] as const) : []),
  ];
  const change = {
    ...(Object.keys(set).length > 0 && { set }),
    ...(clear.length > 0 && { clear }),
    ...(categories === "add" && { addCategories: given.categories }),
    ...(categories === "remove" && { removeCategories: given.categories }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** Groups for which the operator chose a change but gave no value. */
export const groupsWithoutValue = (values: ListingValues): Group[] =>
  listingGroups.filter((group) => {
    const how = values[group];
    const { categories, meetingPoints, places, areas, ownText } = values.draft;
    if (how === "" || how === "clear") return false;
    if (group === "categories") return categories.length === 0;
    return group === "meetingPoints" ? meetingPoints.length === 0 : places.length + areas.length === 0 && !ownText;
  });

/** Returns the wrong fields that the service names, by the pointer of their input. */
export function listingErrors(error: unknown, refusalText: RefusalText): ReadonlyMap<string, string> {
  const named = error instanceof ApiError && error.status === 400 ? error.fields : [];
  return new Map(
    named.map((one) => [
      one.pointer
        .replace(/^\/change\/(set\/|(add|remove)(?=Categories))/, "/")
        .replace(/^\/Categories.*/, "/categories"),
      refusalText(one),
    ]),
  );
}
