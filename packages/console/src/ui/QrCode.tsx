import { encode } from "uqr";
import { printBlack, printWhite } from "../theme/tokens.ts";

/** A QR code, drawn in the browser so that its secret is sent nowhere. Dark on light in both themes, as scanners expect. */
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const { data, size: modules } = encode(text, { ecc: "M", border: 3 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      style={{ background: printWhite, borderRadius: 8, flexShrink: 0 }}
    >
      <path d={dark} fill={printBlack} />
    </svg>
  );
}
