import { useLocale } from "../i18n/index.ts";
import { localeTag } from "../i18n/plurals.ts";
import { useStoreZone } from "../session/hooks.ts";
import { today } from "./days.ts";
import { createFormatters, type Formatters } from "./formats.ts";
import { zoneCity } from "./zone-cities.ts";

export type { Formatters } from "./formats.ts";

/** Formats amounts, figures, instants and days in the operator's language, and instants in the store's time zone. */
export function useFormat(): Formatters {
  const tag = localeTag(useLocale());
  const zone = useStoreZone();
  const key = `${tag} ${zone}`;
  const format = formats.get(key) ?? createFormatters(tag, zone);
  formats.set(key, format);
  return format;
}

/** Names the city of a time zone in the operator's language. */
export function useZoneCity(): (zone: string) => string {
  const language = useLocale();
  return (zone) => zoneCity(zone, language);
}

const formats = new Map<string, Formatters>();

/** Formats deadlines in the store's time zone, with its city: the operator's device can be elsewhere. */
export function useDeadline(): (at: string) => string {
  const { instant } = useFormat();
  const zone = useStoreZone();
  const cityOf = useZoneCity();
  return (at) => (zone ? `${instant(at)} (${cityOf(zone)})` : instant(at));
}

/** An instant in the store's time zone; the full instant in UTC appears on hovering. `zone`: shown in this time zone, with its city. */
export function InstantText({ at, zone }: { at: string; zone?: string | undefined }) {
  const { instant, instantIn } = useFormat();
  const cityOf = useZoneCity();
  return (
    <time dateTime={at} title={at}>
      <span style={{ whiteSpace: "nowrap" }}>{zone === undefined ? instant(at) : instantIn(at, zone)}</span>
      {zone !== undefined && ` (${cityOf(zone)})`}
    </time>
  );
}

/** A date in a list. The present year has no width: it stays a part of the text, which screen readers read and an operator copies. */
const WithoutPresentYear = ({ parts: [before, year, after] }: { parts: [string, string, string] }) => {
  const present = today(useStoreZone()).slice(0, 4);
  return (
    <>
      {before}
      <span style={year.endsWith(present) ? { fontSize: 0 } : undefined}>{year}</span>
      {after}
    </>
  );
};

/** A local date and time in a list. */
export const ListedLocal = ({ on, noWeekday = false }: { on: string; noWeekday?: boolean }) => (
  <WithoutPresentYear parts={useFormat().localParts(on, noWeekday)} />
);

/** An instant in a list, in the store's time zone. */
export const ListedInstant = ({ at }: { at: string }) => (
  <time dateTime={at}>
    <WithoutPresentYear parts={useFormat().instantParts(at)} />
  </time>
);
