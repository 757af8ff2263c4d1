import { useLocale } from "../i18n/index.ts";
import { tagOf } from "../i18n/plurals.ts";
import { useMe } from "../session/hooks.ts";
import { type Format, formatOf } from "./formats.ts";

export type { Format } from "./formats.ts";

/** Formats amounts, figures, instants and days in the operator's language. */
export function useFormat(): Format {
  const tag = tagOf(useLocale());
  const format = formats.get(tag) ?? formatOf(tag);
  formats.set(tag, format);
  return format;
}

const formats = new Map<string, Format>();

/** Formats deadlines in the store's time zone, with its name: the operator's device can be elsewhere. */
export function useDeadline(): (at: string) => string {
  const { instant, instantIn } = useFormat();
  const zone = useMe().me?.timeZone;
  return (at) => (zone ? `${instantIn(at, zone)} (${zone})` : instant(at));
}

/** An instant in the browser's zone; its full form in UTC on hovering. `zone`: shown in this time zone, with its name. */
export function Instant({ at, zone }: { at: string; zone?: string | undefined }) {
  const { instant, instantIn } = useFormat();
  return (
    <time dateTime={at} title={at} style={{ whiteSpace: "nowrap" }}>
      {zone === undefined ? instant(at) : `${instantIn(at, zone)} (${zone})`}
    </time>
  );
}
