import Box from "@mui/material/Box";
import Link, { type LinkProps } from "@mui/material/Link";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { ReactNode } from "react";
import { Link as RouterLink, useNavigate } from "react-router";

/** Records of a list that have pages of their own: as lines of a table or, on a narrow screen, as cards. */

/** `head` is the cells of the first row; the children are the lines. */
export function RecordTable({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table size="small" sx={{ "& .MuiTableCell-root": { px: 1.5 } }}>
        <TableHead>
          <TableRow>{head}</TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </Box>
  );
}

/** The RecordLink in it is what the keyboard uses; the rest of the line is a larger target for a pointer. */
export function RecordLine({ to, children }: { to: string; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <TableRow hover onClick={() => navigate(to)} sx={{ cursor: "pointer" }}>
      {children}
    </TableRow>
  );
}

/** Leads to a record's page, and not a second time by the line around it. */
export const RecordLink = ({ to, ...rest }: { to: string } & Pick<LinkProps, "aria-label" | "sx" | "children">) => (
  <Link component={RouterLink} to={to} onClick={(event) => event.stopPropagation()} {...rest} />
);

export const RecordCards = ({ children }: { children: ReactNode }) => (
  <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
    {children}
  </Box>
);

export const RecordCard = ({ children }: { children: ReactNode }) => (
  <Box component="li" sx={{ p: 1.5, "& + &": { borderTop: 1, borderColor: "divider" } }}>
    {children}
  </Box>
);
