import { useLocale } from "../i18n/index.ts";
import { tagOf } from "../i18n/plurals.ts";
import { useStoreZone } from "../session/hooks.ts";
import { type Format, formatOf } from "./formats.ts";

export type { Format } from "./formats.ts";

/** Formats amounts, figures, instants and days in the operator's language, and instants in the store's time zone. */
export function useFormat(): Format {
  const tag = tagOf(useLocale());
  const zone = useStoreZone();
  const key = `${tag} ${zone}`;
  const format = formats.get(key) ?? formatOf(tag, zone);
  formats.set(key, format);
  return format;
}

const formats = new Map<string, Format>();

/** Formats deadlines in the store's time zone, with its name: the operator's device can be elsewhere. */
export function useDeadline(): (at: string) => string {
  const { instant } = useFormat();
  const zone = useStoreZone();
  return (at) => (zone ? `${instant(at)} (${zone})` : instant(at));
}

/** An instant in the store's time zone; the full instant in UTC appears on hovering. `zone`: shown in this time zone, with its name. */
export function Instant({ at, zone }: { at: string; zone?: string | undefined }) {
  const { instant, instantIn } = useFormat();
  return (
    <time dateTime={at} title={at}>
      <span style={{ whiteSpace: "nowrap" }}>{zone === undefined ? instant(at) : instantIn(at, zone)}</span>
      {zone !== undefined && ` (${zone})`}
    </time>
  );
}
