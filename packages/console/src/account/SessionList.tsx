import { Button, Chip, Stack, Typography } from "@mui/material";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/useApi.ts";
import { InstantText } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { LinedItem, PlainList } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { SecondaryText } from "../ui/text.tsx";

/** Sessions of another operator or of the signed-in operator, with device, address and times. Each session has a button that ends it. */
export function SessionList({ operatorId }: { operatorId?: string }) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["sessions", operatorId],
    queryFn: () => (operatorId ? api("operators.sessions", { id: operatorId }) : api("session.list")),
  });
  const end = useMutation({
    mutationFn: (session: string) =>
      operatorId ? api("operators.endSession", { id: operatorId, session }) : api("session.end", { id: session }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sessions", operatorId] }),
  });
  return (
    <QueryResult query={query} lines={2}>
      {({ data }) => (
        <>
          <ProblemAlert error={end.error} />
          {data.length === 0 && <Typography>{t("account.sessions.none")}</Typography>}
          <PlainList>
            {data.map((session) => {
              const device = deviceOf(session.userAgent) ?? t("account.sessions.unknown");
              return (
                <LinedItem
                  key={session.id}
                  actions={
                    !session.present && (
                      <Button
                        size="small"
                        color="error"
                        loading={end.isPending && end.variables === session.id}
                        aria-label={`${t("account.sessions.end")}: ${device}, ${session.remote}`}
                        onClick={() => end.mutate(session.id)}
                      >
                        {t("account.sessions.end")}
                      </Button>
                    )
                  }
                >
                  <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
                    <Typography component="span" title={session.userAgent} sx={{ fontWeight: 600 }}>
                      {device}
                    </Typography>
                    {session.present && <Chip color="success" label={t("account.sessions.present")} />}
                  </Stack>
                  <SecondaryText>{t("account.sessions.from", { address: session.remote })}</SecondaryText>
                  <SecondaryText>
                    {t("account.sessions.since")} <InstantText at={session.createdAt} /> · {t("account.sessions.seen")}{" "}
                    <InstantText at={session.seenAt} />
                  </SecondaryText>
                </LinedItem>
              );
            })}
          </PlainList>
        </>
      )}
    </QueryResult>
  );
}

/** Returns the names of browser and operating system in a user agent; null if neither is known. */
function deviceOf(userAgent: string): string | null {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  const parts = [nameIn(browsers), nameIn(systems)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(" · ") : null;
}

// A browser's User-Agent also names the browsers that it is compatible with, so the order matters.
const browsers = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
] as const;

const systems = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;
