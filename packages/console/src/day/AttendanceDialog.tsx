import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { FormDialog } from "../ui/FormDialog.tsx";
import type { DayEvent } from "./day-event.ts";

/** Closes the guest list of an event, so that guests who are not admitted count as no-shows, or reopens it. */
export function AttendanceDialog({ event, onClose }: { event: DayEvent; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const { id, attendance, people, admitted } = event;
  const closed = attendance === null;
  return (
    <FormDialog
      title={t(closed ? "attendance.close" : "attendance.reopen")}
      lead={closed ? t("attendance.closeLead", { smart_count: people - admitted }) : t("attendance.reopenLead")}
      submit={t(closed ? "attendance.close" : "attendance.reopen")}
      save={() => api("events.closeAttendance", { id, body: { closed } })}
      notice={t(closed ? "attendance.closed" : "attendance.reopened")}
      onClose={onClose}
    />
  );
}
