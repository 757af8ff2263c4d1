import { Box, Chip, Link, type LinkProps, Typography, type TypographyProps } from "@mui/material";
import visuallyHidden from "@mui/utils/visuallyHidden";
import type { ReactElement, ReactNode } from "react";
import { Link as RouterLink } from "react-router";

/** Small text beside or below a more important one. `span`: inside a paragraph or a table cell. */
export const SecondaryText = ({ span, sx, ...rest }: TypographyProps & { span?: boolean }) => (
  <Typography
    variant="body2"
    {...(span && { component: "span" })}
    sx={{ color: "text.secondary", ...(sx as object) }}
    {...rest}
  />
);

/** A text in one line, cut where its place ends. */
export const cutText = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } as const;

/** Text for screen readers only. */
export const ScreenReaderText = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={visuallyHidden}>
    {children}
  </Box>
);

/** A link to a page of the console. A click does not reach the surrounding row, which opens a page, too. */
export const PageLink = ({ to, ...rest }: { to: string } & Omit<LinkProps, "href" | "component">) => (
  <Link component={RouterLink} to={to} onClick={(event) => event.stopPropagation()} {...rest} />
);

/** Returns the address of a list with these filters. */
export const filteredListAddress = (resource: string, filter: Record<string, string>): string =>
  `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter), page: "1" })}`;

export type ChipTone = "success" | "warning" | "error" | "info" | "default";

/** A light background of a tone, with text of sufficient contrast. */
export const softColors = (tone: ChipTone) =>
  tone === "default" ? { bgcolor: "action.selected" } : { bgcolor: `${tone}.light`, color: `${tone}.dark` };

/** A status as text, icon and colour. */
export const SoftChip = ({
  tone,
  icon,
  label,
  size = "small",
}: {
  tone: ChipTone;
  icon: ReactElement;
  label: string;
  size?: "small" | "medium";
}) => (
  <Chip
    variant="filled"
    size={size}
    icon={icon}
    label={label}
    sx={{ fontWeight: 600, ...softColors(tone), "& .MuiChip-icon": { color: "inherit" } }}
  />
);

/** A telephone number as a link that calls it, underlined since it stands in a text. An extension or a room beside it is not dialled. */
export const PhoneLink = ({ number }: { number: string }) => {
  const [dialled = number] = number.match(/\+?\d(?:[\s()./\p{Pd}]*\d){5,}/u) ?? [];
  return (
    <Link href={`tel:${dialled.replace(/[^+\d]/g, "")}`} underline="always">
      {number}
    </Link>
  );
};
