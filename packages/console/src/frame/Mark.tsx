import { brand } from "../theme/themes.ts";

/** The console's logo, the same as public/icon.svg. */
export const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flexShrink: 0 }}>
    <rect width="32" height="32" rx="8" fill={brand.deep} />
    <path
      d="M8 25c0-5 3-6 8-6s7-2 7-5-3-5-6-5"
      fill="none"
      stroke={brand.onTeal}
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeDasharray="0.1 4.4"
    />
    <circle cx="14" cy="9" r="4" fill={brand.amber} />
    <circle cx="8" cy="25" r="2.4" fill={brand.onTeal} />
  </svg>
);
