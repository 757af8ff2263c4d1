import { sendRequest } from "../../outgoing/request.ts";
import { changedSeats, recordSentSeats, reportItem, type SeatsChange } from "../../store/operators/channel-seats.ts";
import {
  type CalledChannel,
  type ChannelSettings,
  calledChannels,
  channelSettings,
} from "../../store/operators/sales-channels.ts";
import { localDateAt } from "../selling/dates.ts";
import { offsetTime } from "../selling/offset-times.ts";
import type { CallbackDispatcher } from "./callbacks.ts";

/** Time in which a channel must answer a message. */
const timeoutMs = 10_000;

/**
 * Messages to channels that call the operator: which seats of the items that they sell have changed. A message that fails is sent again
 * with the next run, by then with the newest seats.
 */
export async function sendChannelNotices(dispatcher: CallbackDispatcher): Promise<void> {
  for (const channel of calledChannels) {
    const settings = await channelSettings(dispatcher.db, channel);
    if (settings?.active && settings.notify) await sendNotices(dispatcher, channel, settings);
  }
}

async function sendNotices(dispatcher: CallbackDispatcher, channel: CalledChannel, settings: ChannelSettings) {
  const { db, clock } = dispatcher;
  const now = clock();
  const changes = await changedSeats(db, channel, now);
  for (const [itemId, ofItem] of Map.groupBy(changes, (change) => change.itemId)) {
    const sent = await post(dispatcher, channel, settings, ofItem);
    if (sent === "unknown-item") await reportItem(db, channel, itemId, "The channel does not know this product.");
    if (sent === "received") await recordSentSeats(db, channel, ofItem, now);
  }
}

async function post(
  { send = sendRequest, allowPrivate }: CallbackDispatcher,
  channel: CalledChannel,
  { notify, supplierId }: ChannelSettings,
  changes: readonly SeatsChange[],
): Promise<"received" | "unknown-item" | "failed"> {
  const { address, user, password } = notify!;
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const answer = await send({
    url: address,
    headers: {
      "content-type": "application/json",
      ...(channel === "viator" ? { "x-api-key": password } : { authorization: basic }),
    },
    body: JSON.stringify(channel === "viator" ? viatorMessage(supplierId!, changes) : getYourGuideMessage(changes)),
    timeoutMs,
    maxAnswerBytes: 4_096,
    allowPrivate,
  });
  if (answer.outcome !== "answered") return "failed";
  if (/INVALID_PRODUCT(_OPTION)?"/.test(answer.body)) return "unknown-item";
  // GetYourGuide reports errors in the body, with status 200.
  return answer.status >= 200 && answer.status < 300 && !answer.body.includes('"errorCode"') ? "received" : "failed";
}

const getYourGuideMessage = (changes: readonly SeatsChange[]): object => ({
  data: {
    productId: changes[0]!.itemId,
    availabilities: changes.map(({ startsAt, timeZone, seats }) => ({
      dateTime: offsetTime(startsAt, timeZone),
      vacancies: seats,
    })),
  },
});

/** Builds a message to Viator, which names days: Viator then reads their seats. A message of both types would wait longer. */
function viatorMessage(supplierId: number, changes: readonly SeatsChange[]): object {
  const days = changes.map(({ startsAt, timeZone }) => localDateAt(startsAt, timeZone)).sort();
  const isOpened = changes.some(({ seats, known }) => seats === 0 || known === 0);
  return {
    supplierId,
    updateType: [isOpened ? "AVAILABILITY" : "CAPACITY"],
    productOptionIds: [changes[0]!.itemId],
    startDate: days[0],
    endDate: days.at(-1),
  };
}
