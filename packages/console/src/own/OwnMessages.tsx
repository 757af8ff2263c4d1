import ReplayIcon from "@mui/icons-material/Replay";
import { Box, Stack, Typography } from "@mui/material";
import { useParams } from "react-router";
import type { ApiAnswer, ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { CallbackStateChip } from "../callbacks/CallbackList.tsx";
import { callbackNumber, callbackStates } from "../callbacks/callback.ts";
import { InstantText } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import {
  attemptOutcomeText,
  CallbackAttempts,
  CallbackContent,
  callbackSubjectText,
} from "../orders/page/OrderCallbacks.tsx";
import { StatusChip, TestChip } from "../orders/parts.tsx";
import { mono } from "../theme/themes.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { FilterBar, InstantFilter, SearchFilter, SelectFilter, TestFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { FactList, SectionCard, TwoColumns } from "../ui/page/layout.tsx";
import { BackLink, Page } from "../ui/page/Page.tsx";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { PageLink } from "../ui/text.tsx";

type OwnMessage = ListRecord<"own.callbacks">;

const addressOf = ({ id }: OwnMessage): string => `/own/messages/${id}`;

/** The callbacks to the own partner, the newest first. */
export function OwnMessagesPage() {
  const t = useText();
  return (
    <ListPage
      resource="own/messages"
      operation="own.callbacks"
      title={t("ownPartner.messages.title")}
      lead={t("ownPartner.messages.lead")}
      empty={t("ownPartner.messages.empty")}
      sort={{ field: "createdAt", order: "DESC" }}
      filters={<Filters />}
    >
      <RecordList<OwnMessage>
        to={addressOf}
        columns={[
          {
            label: t("callbacks.field.order"),
            value: (one) => (
              <Stack component="span" direction="row" sx={{ gap: 1, alignItems: "center", display: "inline-flex" }}>
                <PageLink
                  to={addressOf(one)}
                  aria-label={t("callbacks.one", { reference: one.reference, n: callbackNumber(one) })}
                  sx={{ fontFamily: mono, fontWeight: 700 }}
                >
                  {one.reference} · {callbackNumber(one)}
                </PageLink>
                {one.test && <TestChip />}
              </Stack>
            ),
          },
          { label: t("callbacks.field.says"), card: "bare", value: (line) => callbackSubjectText(line, t) },
          { label: t("field.state"), card: "bare", value: ({ state }) => <CallbackStateChip state={state} /> },
          { label: t("callbacks.field.attempts"), sort: "attempts", figure: true, value: ({ attempts }) => attempts },
          {
            label: t("callbacks.field.newest"),
            main: true,
            value: ({ outcome, httpStatus }) =>
              outcome === null ? t("callbacks.notSent") : attemptOutcomeText({ outcome, httpStatus }, t),
          },
          {
            label: t("callbacks.field.created"),
            sort: "createdAt",
            value: ({ createdAt }) => <InstantText at={createdAt} />,
          },
        ]}
      />
    </ListPage>
  );
}

function Filters() {
  const t = useText();
  return (
    <FilterBar
      first={<SearchFilter placeholder={t("callbacks.searchLead")} />}
      more={{
        usual: ["q", "state"],
        filters: (
          <>
            <TestFilter />
            <InstantFilter source="from" label={t("callbacks.from")} />
            <InstantFilter source="to" label={t("callbacks.to")} until />
          </>
        ),
      }}
    >
      <SelectFilter
        source="state"
        label={t("field.state")}
        any={t("callbacks.anyState")}
        choices={choicesOf(callbackStates, (state) => t(`orders.callback.state.${state}`))}
      />
    </FilterBar>
  );
}

/** One callback: its content, and each attempt with its answer. */
export function OwnMessagePage() {
  const { id = "" } = useParams();
  const query = useAnswer("own.callback", { id }, { refetchInterval: 10_000 });
  return (
    <QueryResult query={query} loading={<PagePlaceholder />}>
      {(message) => <Loaded message={message} />}
    </QueryResult>
  );
}

function Loaded({ message }: { message: ApiAnswer<"own.callback"> }) {
  const t = useText();
  const { id, url, reference, orderId, externalReference, createdAt, nextAt, settledAt, log } = message;
  const api = useApi();
  return (
    <Page
      title={t("callbacks.one", { reference, n: callbackNumber(message) })}
      above={<BackLink path="/own/messages" label={t("ownPartner.messages.title")} />}
      lead={
        <Stack direction="row" role="status" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", mt: 0.5 }}>
          <CallbackStateChip state={message.state} />
          {message.amended > 0 ? callbackSubjectText(message, t) : <StatusChip status={message.status} />}
          {message.test && <TestChip />}
        </Stack>
      }
      actions={
        <FormButton
          button={{ variant: "outlined", startIcon: <ReplayIcon /> }}
          label={t("callbacks.replay.button")}
          title={t("callbacks.replay.title")}
          lead={
            <Box component="span" sx={{ overflowWrap: "anywhere", fontWeight: 600 }}>
              {url}
            </Box>
          }
          save={() => api("own.replayCallback", { id })}
          notice={(attempt) => ({
            type: attempt.httpStatus !== null && Math.floor(attempt.httpStatus / 100) === 2 ? "success" : "warning",
            text: t("callbacks.replay.done", { outcome: attemptOutcomeText(attempt, t) }),
          })}
        />
      }
    >
      <SectionCard title={t("callbacks.page.what")}>
        <FactList
          facts={[
            { name: t("callbacks.field.order"), value: <PageLink to={`/own/orders/${orderId}`}>{reference}</PageLink> },
            externalReference && { name: t("ownPartner.orders.yours"), value: externalReference },
            { name: t("callbacks.field.created"), value: <InstantText at={createdAt} /> },
            settledAt && { name: t("callbacks.field.settled"), value: <InstantText at={settledAt} /> },
            nextAt && { name: t("callbacks.field.next"), value: <InstantText at={nextAt} /> },
          ]}
        />
      </SectionCard>
      <TwoColumns ratio={[1, 1]}>
        <SectionCard title={t("callbacks.page.attempts")}>
          {log.length === 0 && <Typography sx={{ color: "text.secondary" }}>{t("callbacks.notSent")}</Typography>}
          <CallbackAttempts log={log} />
        </SectionCard>
        <SectionCard gap={1.5} title={t("callbacks.page.sent")}>
          <CallbackContent callback={message} />
        </SectionCard>
      </TwoColumns>
    </Page>
  );
}
