import type { ApiAnswer } from "../api/types.ts";
import { useText } from "../i18n/index.ts";
import { SecondaryText } from "../ui/text.tsx";
import { countedBy } from "./resource.ts";

type Requirement = ApiAnswer<"products.show">["items"][number]["requirements"][number];

/** Says which resources each event of an item takes. */
export function RequirementsText({ requirements }: { requirements: readonly Requirement[] }) {
  const t = useText();
  const partOf = ({ peoplePerUnit, counts, ticket }: Requirement) => {
    if (peoplePerUnit === null) return t("resources.requirement.whole");
    if (ticket !== undefined) return t("resources.item.ticket", { smart_count: peoplePerUnit, ticket });
    const isBySeat = countedBy({ peoplePerUnit, counts }) === "seats";
    return t(isBySeat ? "resources.item.seats" : "resources.item.group", { smart_count: peoplePerUnit });
  };
  const list = requirements.map((one) => `${one.resources.join(" / ")} (${partOf(one)})`);
  return (
    <SecondaryText>
      {list.length === 0 ? t("resources.item.none") : t("resources.item.takes", { list: list.join("; ") })}
    </SecondaryText>
  );
}
