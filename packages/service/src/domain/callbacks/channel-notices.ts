import { sendRequest } from "../../outgoing/request.ts";
import {
  isExtra,
  type TicketSize,
  type TicketSizes,
  ticketSizeOf,
  ticketsThatFit,
} from "../../records/tickets/ticket-sizes.ts";
import { eventIsSellable } from "../../store/catalogue/offers.ts";
import {
  beginIncarnation,
  changedSeats,
  recordNoticeFailure,
  recordSentSeats,
  reportItem,
  type SeatsChange,
} from "../../store/operators/channel-seats.ts";
import { type CalledChannel, type ChannelSettings, channelSettings } from "../../store/operators/sales-channels.ts";
import { partnerId } from "../../store/partners/partners.ts";
import { type ChannelCategories, categoryOf } from "../catalogue/ticket-categories.ts";
import { offerOfPartnerId } from "../partners/offers.ts";
import { localDateAt } from "../selling/dates.ts";
import { offsetTime } from "../selling/offset-times.ts";
import type { CallbackDispatcher } from "./callbacks.ts";

/** Time in which a channel must answer a message. */
const timeoutMs = 10_000;

/** A channel that leaves this many messages of a run without an answer gets no more in the run. */
const unansweredOfRun = 3;

/**
 * Messages to a channel that calls the operator: which seats of the items that it sells have changed. Each channel has a loop of its own, so
 * that one that hangs delays no other. A message that fails is sent again after a gap that grows, by then with the newest seats.
 */
export async function sendChannelNotices(dispatcher: CallbackDispatcher, channel: CalledChannel): Promise<void> {
  const { db, clock } = dispatcher;
  const settings = await channelSettings(db, channel);
  if (!settings?.active || !settings.notify) return;
  const now = clock();
  await beginIncarnation(db, channel, now);
  const seller = await partnerId(db, settings.partner);
  const sellable = eventIsSellable(seller === null ? undefined : await offerOfPartnerId(db, seller));
  const changes = await changedSeats(db, channel, { now, sellable, partnerId: seller });
  let unanswered = 0;
  for (const [itemId, ofItem] of Map.groupBy(changes, (change) => change.itemId)) {
    const sent = await post(dispatcher, channel, settings, ofItem);
    if (sent.outcome === "unknown-item")
      await reportItem(db, channel, itemId, "The channel does not know this product.");
    if (sent.outcome === "received") await recordSentSeats(db, channel, ofItem, now);
    if (sent.outcome === "failed") await recordNoticeFailure(db, channel, itemId, { failure: sent.why, now: clock() });
    if (sent.outcome === "failed" && sent.isSilent && ++unanswered === unansweredOfRun) return;
  }
}

type Sent = { outcome: "received" | "unknown-item" } | { outcome: "failed"; why: string; isSilent: boolean };

async function post(
  { send = sendRequest, allowPrivate }: CallbackDispatcher,
  channel: CalledChannel,
  { notify, supplierId, categories }: ChannelSettings,
  changes: readonly SeatsChange[],
): Promise<Sent> {
  const { address, user, password } = notify!;
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const answer = await send({
    url: address,
    headers: {
      "content-type": "application/json",
      ...(channel === "viator" ? { "x-api-key": password } : { authorization: basic }),
    },
    body: JSON.stringify(
      channel === "viator" ? viatorMessage(supplierId!, changes) : getYourGuideMessage(changes, categories),
    ),
    timeoutMs,
    maxAnswerBytes: 4_096,
    allowPrivate,
  });
  if (answer.outcome !== "answered") return { outcome: "failed", why: "No answer.", isSilent: true };
  const { status, body } = answer;
  if (/INVALID_PRODUCT(_OPTION)?"/.test(body)) return { outcome: "unknown-item" };
  // GetYourGuide reports errors in the body, with status 200.
  const isReceived = status >= 200 && status < 300 && !body.includes('"errorCode"');
  if (isReceived) return { outcome: "received" };
  return { outcome: "failed", why: `${status} ${body.replace(/\s+/g, " ").trim()}`.slice(0, 300), isSilent: false };
}

const getYourGuideMessage = (changes: readonly SeatsChange[], chosen: ChannelCategories): object => ({
  data: {
    productId: changes[0]!.itemId,
    availabilities: changes.map(({ startsAt, timeZone, seats, codes, ...event }) => ({
      dateTime: offsetTime(startsAt, timeZone),
      ...getYourGuideVacancies(seats, {
        ...event,
        // GetYourGuide does not sell extras.
        categories: codes.flatMap((code) =>
          isExtra(ticketSizeOf(event.ticketSizes, code)) ? [] : [[code, categoryOf("getyourguide", code, chosen)]],
        ),
      }),
    })),
  },
});

/** Returns the seats of an event, or how many of each ticket fit into them if its tickets take other numbers of seats than one. */
export const getYourGuideVacancies = (
  seats: number,
  event: {
    capacity: number | null;
    ticketSizes: TicketSizes;
    categories: Iterable<[code: string, category: string | null]>;
  },
): object =>
  [...event.categories].every(([code]) => isOneSeat(ticketSizeOf(event.ticketSizes, code)))
    ? { vacancies: seats }
    : {
        vacanciesByCategory: [...event.categories].flatMap(([code, category]) =>
          category === null
            ? []
            : {
                category,
                vacancies: ticketsThatFit(ticketSizeOf(event.ticketSizes, code), {
                  left: seats,
                  capacity: event.capacity,
                }),
              },
        ),
      };

const isOneSeat = ({ seats, wholeEvent }: TicketSize): boolean => seats === 1 && !wholeEvent;

/** Builds a message to Viator, which names days: Viator then reads their seats. A message of both types would wait longer. */
function viatorMessage(supplierId: number, changes: readonly SeatsChange[]): object {
  const days = changes.map(({ startsAt, timeZone }) => localDateAt(startsAt, timeZone)).sort();
  const isOpened = changes.some(({ seats, known }) => seats === 0 || known <= 0);
  return {
    supplierId,
    updateType: [isOpened ? "AVAILABILITY" : "CAPACITY"],
    productOptionIds: [changes[0]!.itemId],
    startDate: days[0],
    endDate: days.at(-1),
  };
}
