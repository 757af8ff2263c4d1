import { Route, Routes } from "react-router";
import { Allowed, NotFoundPage } from "../frame/pages.tsx";
import { CalendarPage } from "./calendar/CalendarPage.tsx";
import { ChangePage } from "./change/ChangePage.tsx";
import { EventList } from "./list/EventList.tsx";

/** The pages of events. */
export const EventPages = () => (
  <Routes>
    <Route
      index
      element={
        <Allowed right="events.calendar">
          <CalendarPage />
        </Allowed>
      }
    />
    <Route
      path="list"
      element={
        <Allowed right="events.list">
          <EventList />
        </Allowed>
      }
    />
    <Route
      path="change"
      element={
        <Allowed right="events.change">
          <ChangePage />
        </Allowed>
      }
    />
    <Route path="*" element={<NotFoundPage />} />
  </Routes>
);
