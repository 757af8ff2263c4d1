import { Box, useTheme } from "@mui/material";
import { brandInUse } from "../theme/brand.ts";
import { logoGrounds } from "../theme/tokens.ts";
import { useSharedValue } from "../ui/shared.ts";

/** The operator's logo, or else the console's own logo. `size`: its height in pixels. */
export function BrandLogo({ size }: { size: number }) {
  const logo = useSharedValue(brandInUse)?.logo;
  return logo ? <LogoPicture {...logo} size={size} /> : <OwnMark size={size} />;
}

/** A logo, on a plate if it is transparent. */
export const LogoPicture = ({ id, ground, size }: { id: string; ground: "light" | "dark" | null; size: number }) => (
  <Box
    component="img"
    alt=""
    src={`/photos/${id}/320.webp`}
    sx={{
      boxSizing: "border-box",
      flexShrink: 0,
      height: size,
      maxWidth: size * 3.5,
      objectFit: "contain",
      borderRadius: 1,
      ...(ground && { bgcolor: logoGrounds[ground], p: `${size / 10}px` }),
    }}
  />
);

/** The drawing of public/icon.svg, in the colours of the band. */
function OwnMark({ size }: { size: number }) {
  const { brand } = useTheme().palette;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flexShrink: 0 }}>
      <rect width="32" height="32" rx="8" fill={brand.deep} />
      <path
        d="M8 25c0-5 3-6 8-6s7-2 7-5-3-5-6-5"
        fill="none"
        stroke={brand.onBand}
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeDasharray="0.1 4.4"
      />
      <circle cx="14" cy="9" r="4" fill={brand.strip} />
      <circle cx="8" cy="25" r="2.4" fill={brand.onBand} />
    </svg>
  );
}
