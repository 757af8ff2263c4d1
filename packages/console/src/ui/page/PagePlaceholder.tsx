import { Box, Card, Stack } from "@mui/material";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { pageTitle } from "../../frame/menu.ts";
import { type TextKey, useText } from "../../i18n/index.ts";
import { Loading, LoadingCard } from "./Loading.tsx";
import { fieldGrid, TwoColumns } from "./layout.tsx";
import { Page } from "./Page.tsx";

/** Placeholder while a script or record loads: the page's title above the outline of the page at this address. */
export function PagePlaceholder() {
  const t = useText() as (key: TextKey) => string;
  const { pathname } = useLocation();
  const outline = outlineAt(pathname);
  return (
    <Page title={t(pageTitle(pathname))} gap={outline === "list" ? 1.5 : 2} {...(outline === "form" && { width: 760 })}>
      {pageOutlines[outline]}
    </Page>
  );
}

type Outline = "start" | "list" | "record" | "form" | "calendar";

/** The outlines of pages. */
export const pageOutlines: Record<Outline, ReactNode> = {
  start: (
    <TwoColumns ratio={[8, 4]}>
      <LoadingCard of="rows" lines={6} />
      <LoadingCard of="rows" lines={4} />
    </TwoColumns>
  ),
  list: (
    <>
      <Box sx={fieldGrid("12rem", 1.25)}>
        <Loading of="fields" lines={1} />
      </Box>
      <Card sx={{ px: 2, py: 0.5 }}>
        <Loading of="rows" lines={10} />
      </Card>
    </>
  ),
  record: (
    <TwoColumns>
      <Stack sx={{ gap: 2 }}>
        <LoadingCard of="facts" lines={9} />
        <LoadingCard of="rows" lines={3} />
      </Stack>
      <LoadingCard lines={5} />
    </TwoColumns>
  ),
  form: (
    <>
      <LoadingCard of="fields" lines={4} />
      <LoadingCard of="fields" lines={3} />
    </>
  ),
  calendar: (
    <Card sx={{ p: 2 }}>
      <Loading of="days" lines={5} />
    </Card>
  ),
};

const forms = ["/account", "/home", "/letters", "/exchange", "/door", "/closing"];

function outlineAt(pathname: string): Outline {
  if (pathname === "/") return "start";
  if (["/events", "/resource-plan", "/day"].includes(pathname)) return "calendar";
  if (pathname.endsWith("/show") || pathname.startsWith("/guides/")) return "record";
  return forms.includes(pathname) || pathname.split("/").length > 2 ? "form" : "list";
}
