import { Stack } from "@mui/material";
import { useText } from "../../i18n/index.ts";
import { Select } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { PlainFieldInput } from "../form/SectionFields.tsx";
import type { ProductDraft } from "../model/draft.ts";
import type { ProductChange } from "../model/steps.ts";
import {
  type CategoriesChange,
  type ListingValues,
  listingGroupFields,
  listingGroupInputId,
  listingGroups,
  type PlacesChange,
} from "./listing-change.ts";

const categoriesChanges = ["add", "remove", "replace"] as const satisfies CategoriesChange[];
const placesChanges = ["replace", "clear"] as const satisfies PlacesChange[];

/** Inputs for changes to categories, meeting points and pickups. If no change is chosen for a group, the products keep their values. */
export function ListingFields({
  values,
  onChange,
}: {
  values: ListingValues;
  onChange: (values: ListingValues) => void;
}) {
  const t = useText();
  const change: ProductChange<ProductDraft> = (make) => onChange({ ...values, draft: make(values.draft) });
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      {listingGroups.map((group) => {
        const how = values[group];
        const choices = group === "categories" ? categoriesChanges : placesChanges;
        return (
          <Stack key={group} sx={{ gap: 1.5 }}>
            <Select
              id={listingGroupInputId(group)}
              label={t(`products.bulk.group.${group}`)}
              value={how}
              any={t("products.bulk.how.keep")}
              choices={choicesOf(choices, (one) => t(`products.bulk.how.${one}`))}
              onChange={(chosen) => onChange({ ...values, [group]: chosen })}
            />
            {how !== "" &&
              how !== "clear" &&
              listingGroupFields[group].map((name) => (
                <PlainFieldInput key={name} name={name} draft={values.draft} change={change} />
              ))}
          </Stack>
        );
      })}
    </Stack>
  );
}
