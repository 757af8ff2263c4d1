import AddIcon from "@mui/icons-material/Add";
import { Button, Chip, Typography } from "@mui/material";
import { Fragment, useState } from "react";
import { Link } from "react-router";
import { InviteOperator, InviteOperatorAgain, type Operator } from "../account/OperatorList.tsx";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { dayPlanAddress } from "../events/EventViewLinks.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { DialogButton, RecordActions } from "../ui/dialogs.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { FilterBar, SearchFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { cutText, PageLink, SecondaryText } from "../ui/text.tsx";
import { ComingResourceClashes } from "./ResourceClashes.tsx";
import { ResourceFields } from "./ResourceFields.tsx";
import {
  emptyResource,
  kindAndCapacity,
  type ListedResource,
  type Resource,
  type ResourceValues,
  resourceBody,
  resourceValues,
  resourceWeekAddress,
} from "./resource.ts";

/** The list of boats, rooms, guides and equipment. */
export function ResourceList() {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  return (
    <ListPage
      resource="resources"
      title={t("resources.title")}
      lead={t("resources.lead")}
      empty={t("resources.empty")}
      filters={<FilterBar first={<SearchFilter placeholder={t("field.name")} />} />}
      actions={
        <>
          <Button component={Link} to={dayPlanAddress({})}>
            {t("timetable.title")}
          </Button>
          <Button component={Link} to="/resource-plan">
            {t("resources.week.title")}
          </Button>
          {rights.has("resources.create") && <ResourceButton />}
        </>
      }
    >
      <ComingResourceClashes />
      <RecordList<ListedResource>
        columns={[
          {
            label: t("field.name"),
            main: true,
            value: ({ name, archived }) => (
              <Typography component="h2" sx={{ fontWeight: 600, ...cutText }}>
                {name} {archived && <Chip label={t("resources.field.archived")} />}
              </Typography>
            ),
          },
          {
            label: t("resources.field.kind"),
            card: "bare",
            value: (resource) => kindAndCapacity(resource, t),
          },
          {
            label: t("resources.field.hours"),
            card: "line",
            value: ({ hours }) => (hours === null ? t("resources.always") : t("resources.limited")),
            second: ({ daysOff }) =>
              daysOff
                .slice(0, 3)
                .map(({ from, until }) =>
                  [
                    t("resources.field.daysOff"),
                    t("resources.daysOff", { from: format.date(from), until: format.date(until) }),
                  ].join(" "),
                )
                .join(" · "),
          },
          {
            label: t("products.title"),
            most: "12rem",
            value: ({ products }) =>
              products.length === 0 ? (
                <SecondaryText span>{t("resources.unused")}</SecondaryText>
              ) : (
                products.map(({ id, name }, n) => (
                  <Fragment key={id}>
                    {n > 0 && ", "}
                    <PageLink to={`/products/${id}/show`}>{name}</PageLink>
                  </Fragment>
                ))
              ),
          },
          {
            label: t("orders.field.actions"),
            figure: true,
            card: "bare",
            value: (resource) => (
              <RecordActions>
                {rights.has("resources.update") && <ResourceButton resource={resource} />}
                {resource.kind === "guide" ? (
                  <GuideActions guide={resource} />
                ) : (
                  <EventsButton name={resource.name} to={resourceWeekAddress(resource.id)} />
                )}
              </RecordActions>
            ),
          },
        ]}
      />
    </ListPage>
  );
}

function EventsButton({ name, to }: { name: string; to: string }) {
  const t = useText();
  return (
    <Button size="small" component={Link} to={to} aria-label={`${t("events.title")}: ${name}`}>
      {t("events.title")}
    </Button>
  );
}

/** The page of a guide, the calendar, and the invitation of the person. */
function GuideActions({ guide }: { guide: Resource }) {
  const t = useText();
  const rights = useRights();
  const mayInvite = rights.has("operators.invite") && !guide.archived;
  const operators = useAnswer("operators.list", mayInvite ? { query: { perPage: 500 } } : null, namesQueryOptions).data
    ?.data;
  const invited = operators?.find(({ resourceId, active }) => active && resourceId === guide.id);
  return (
    <>
      <EventsButton name={guide.name} to={`/guides/${guide.id}`} />
      {operators && (
        <DialogButton
          size="small"
          of={guide.name}
          label={t(invited ? "operators.again.button" : "operators.invite.button")}
          dialog={(close) => <InviteGuide guide={guide} operator={invited} onClose={close} />}
        />
      )}
    </>
  );
}

/** Invites a guide, or invites again. The operator that saving creates must not replace the dialog, which shows the link. */
function InviteGuide({
  guide,
  operator,
  onClose,
}: {
  guide: Resource;
  operator: Operator | undefined;
  onClose: () => void;
}) {
  const [present] = useState(operator);
  return present ? (
    <InviteOperatorAgain operator={present} onClose={onClose} />
  ) : (
    <InviteOperator guide={guide} onClose={onClose} />
  );
}

/** Creates or changes a resource. */
function ResourceButton({ resource }: { resource?: Resource }) {
  const t = useText();
  const api = useApi();
  const label = t(resource ? "operators.change.button" : "resources.create");
  return (
    <FormButton<ResourceValues, unknown, Resource>
      button={resource ? { size: "small" } : { variant: "contained", startIcon: <AddIcon /> }}
      of={resource?.name}
      label={label}
      title={resource ? t("partners.change.title", { name: resource.name }) : label}
      submit={resource ? t("frame.action.save") : label}
      defaults={resource ? resourceValues(resource) : emptyResource}
      {...(resource && {
        record: {
          present: resource,
          read: () => api("resources.show", { id: resource.id }),
          refill: resourceValues,
          undo: true,
        },
      })}
      save={(values, present): Promise<unknown> =>
        resource
          ? api("resources.update", { id: resource.id, body: { ...resourceBody(values), revision: present.revision } })
          : api("resources.create", { body: resourceBody(values) })
      }
      notice={(_, { name }) => t("productForm.review.saved", { name: name.trim() })}
    >
      <ResourceFields resource={resource} />
    </FormButton>
  );
}
