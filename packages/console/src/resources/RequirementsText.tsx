import type { ApiAnswer } from "../api/types.ts";
import { useText } from "../i18n/index.ts";
import { SecondaryText } from "../ui/text.tsx";

type Requirement = ApiAnswer<"products.show">["items"][number]["requirements"][number];

/** Says which resources each event of an item takes. */
export function RequirementsText({ requirements }: { requirements: readonly Requirement[] }) {
  const t = useText();
  const partOf = (people: number | null) =>
    people === null
      ? t("resources.requirement.whole")
      : people === 1
        ? t("resources.requirement.seat")
        : t("resources.item.group", { smart_count: people });
  const list = requirements.map(
    ({ resources, peoplePerUnit }) => `${resources.join(" / ")} (${partOf(peoplePerUnit)})`,
  );
  return (
    <SecondaryText>
      {list.length === 0 ? t("resources.item.none") : t("resources.item.takes", { list: list.join("; ") })}
    </SecondaryText>
  );
}
