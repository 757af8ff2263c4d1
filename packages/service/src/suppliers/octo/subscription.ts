import { type OctoCalls, recordsOf } from "./calls.ts";

/** Subscribes to the notifications of a supplier that offers them: docs/decisions/0044-buying-through-octo.md. */

const type = "AVAILABILITY_UPDATE";
const path = "/notifications/subscriptions";
/** The path for POST, as the standard's page spells it. Some suppliers have only this path. */
const misspelled = "/notifications/subcriptions";

/**
 * Makes sure that the supplier sends notifications to an address with these headers. It does nothing if the supplier does not offer
 * notifications, or if its subscriptions cannot be read: then a second subscription could follow each hour.
 */
export async function subscribeTo(
  call: OctoCalls,
  { url, headers }: { url: string; headers: Record<string, string> },
): Promise<void> {
  const offered = await listOf(call, "/capabilities");
  if (!offered?.some(({ id }) => id === "octo/notifications" || id === "notifications")) return;
  const known = await listOf(call, path);
  if (known === null) return;
  const own = known.find((one) => one.url === url);
  const body = { url, notificationTypes: [type], headers };
  if (own) {
    const isCurrent = Object.entries(headers).every(
      ([name, value]) => (own.headers as Record<string, unknown> | null | undefined)?.[name] === value,
    );
    if (!isCurrent && typeof own.id === "string")
      await call({ method: "PATCH", path: `${path}/${encodeURIComponent(own.id)}`, body });
    return;
  }
  const made = await call({ method: "POST", path, body });
  if (made.kind !== "answer" && !("sent" in made && !made.sent)) await call({ method: "POST", path: misspelled, body });
}

async function listOf(call: OctoCalls, at: string) {
  const reply = await call({ method: "GET", path: at });
  return reply.kind === "answer" ? recordsOf(reply.value) : null;
}
