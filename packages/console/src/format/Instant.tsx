import { useFormat } from "./format.ts";

/** An instant in the browser's zone; its full form in UTC on hovering. */
export function Instant({ at }: { at: string }) {
  const { instant } = useFormat();
  return (
    <time dateTime={at} title={at} style={{ whiteSpace: "nowrap" }}>
      {instant(at)}
    </time>
  );
}
