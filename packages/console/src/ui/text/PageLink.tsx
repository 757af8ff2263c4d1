import Link, { type LinkProps } from "@mui/material/Link";
import { Link as RouterLink } from "react-router";

/** A link to a page of the console. A click does not reach the surrounding row, which opens a page, too. */
export const PageLink = ({ to, ...rest }: { to: string } & Omit<LinkProps, "href" | "component">) => (
  <Link component={RouterLink} to={to} onClick={(event) => event.stopPropagation()} {...rest} />
);

/** The address of a list with these filters. */
export const filteredList = (resource: string, filter: Record<string, string>): string =>
  `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter), page: "1" })}`;
