import WarningIcon from "@mui/icons-material/WarningAmber";
import { Button, MenuItem } from "@mui/material";
import type { DayEvent } from "../day/day-event.ts";
import { useText } from "../i18n/index.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { SecondaryText, SoftChip } from "../ui/text.tsx";
import { RequirementsButton } from "./RequirementsButton.tsx";
import { obstacleText } from "./resource.ts";
import { useGiving } from "./useGiving.ts";

type Requirement = DayEvent["requirements"][number];
type PoolResource = Requirement["resources"][number];

/** The resources that an event has, lacks and could have, with the actions that change them. Only events with a time take resources. */
export function EventResources({ event }: { event: DayEvent }) {
  const t = useText();
  const { requirements, itemId, itemName } = event;
  if (event.productType !== "scheduled") return null;
  const item = { id: itemId, name: itemName };
  return (
    <SectionCard
      title={t("resources.title")}
      aside={
        requirements.length === 0 ? (
          <RequirementsButton adds item={item} label={t("resources.event.require")} />
        ) : (
          <RequirementsButton item={item} label={t("resources.event.requirements")} />
        )
      }
    >
      {requirements.length === 0 ? (
        <SecondaryText>{t("resources.event.none")}</SecondaryText>
      ) : (
        <PlainList>
          {requirements.map((requirement) => (
            <RequirementLines key={requirement.position} event={event} requirement={requirement} />
          ))}
        </PlainList>
      )}
    </SectionCard>
  );
}

function RequirementLines({ event, requirement }: { event: DayEvent; requirement: Requirement }) {
  const t = useText();
  const { resources, missing, peoplePerUnit } = requirement;
  const own = resources.filter(({ units }) => units > 0);
  return (
    <>
      {own.map((resource) => (
        <LinedItem key={resource.id} actions={<GiveMenu event={event} requirement={requirement} from={resource} />}>
          <b>{resource.name}</b> · {t(`resources.kind.${resource.kind}`)}
          {peoplePerUnit !== null && ` · ${t("resources.units", { smart_count: resource.units })}`}
          {resource.obstacle && (
            <>
              {" "}
              <SoftChip tone="error" icon={<WarningIcon />} label={t(`resources.clash.${resource.obstacle}`)} />
            </>
          )}
        </LinedItem>
      ))}
      {missing > 0 && (
        <LinedItem actions={<GiveMenu event={event} requirement={requirement} from={null} />}>
          <SoftChip tone="error" icon={<WarningIcon />} label={t("resources.week.missing")} />{" "}
          <Pool resources={resources} />
        </LinedItem>
      )}
      {own.length === 0 && missing === 0 && (
        <LinedItem
          // An event without guests can have the whole of a resource, not seats of it.
          actions={peoplePerUnit === null && <GiveMenu event={event} requirement={requirement} from={null} />}
        >
          {t("resources.event.later")} <Pool resources={resources} />
        </LinedItem>
      )}
    </>
  );
}

/** The resources that could serve, and whether each is free. */
function Pool({ resources }: { resources: readonly PoolResource[] }) {
  const t = useText();
  return resources.map(({ name, obstacle }) => `${name} (${obstacleText(obstacle, t)})`).join(", ");
}

/** A menu of the other resources that can serve. `from` null: the event lacks one. */
function GiveMenu({
  event,
  requirement: { position, resources },
  from,
}: {
  event: DayEvent;
  requirement: Requirement;
  from: PoolResource | null;
}) {
  const t = useText();
  const { give, mayGive } = useGiving();
  const others = resources.filter(({ id, obstacle }) => id !== from?.id && obstacle !== "archived");
  const { id: eventId, productName, itemName, sold, held, people } = event;
  const mayReturn = from !== null && sold + held === 0;
  if (!mayGive || (others.length === 0 && !mayReturn)) return null;
  const use = { eventId, position, resourceId: from?.id ?? null, productName, itemName, seats: sold + held, people };
  const label = t(from ? "operators.change.button" : "resources.event.choose");
  return (
    <MenuButton
      button={(props) => (
        <Button {...props} size="small" aria-label={from ? `${label}: ${from.name}` : label}>
          {label}
        </Button>
      )}
    >
      {(close) => {
        const choose = (to: PoolResource | null) => {
          close();
          void give(use, to);
        };
        return [
          ...others.map((other) => (
            <MenuItem key={other.id} disabled={other.obstacle !== null} onClick={() => choose(other)}>
              {t("resources.week.give", { name: other.name })}
              <SecondaryText span sx={{ ml: 1 }}>
                {obstacleText(other.obstacle, t)}
              </SecondaryText>
            </MenuItem>
          )),
          mayReturn && (
            <MenuItem key="return" onClick={() => choose(null)}>
              {t("resources.event.return")}
            </MenuItem>
          ),
        ];
      }}
    </MenuButton>
  );
}
