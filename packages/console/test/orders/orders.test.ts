import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { answersTo, Partner } from "../../../service/test/support/partner.ts";
import { becomes } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** The orders desk: the queue, an order's decisions, money and texts, the list, and check-in. */

let office: Backoffice;
let partner: Partner;
before(async () => {
  office = await Backoffice.open();
  partner = new Partner(office.app);
});
after(() => office.close());

const placed = async (event: number, more = {}) => {
  const events = await eventIds(office.app.store.database.db, "show");
  return partner.buy(events[event]!, { ADULT: 2, CHILD: 2 }, more);
};

for (const [lang, more, shown] of [
  [
    "en",
    "More details",
    ["US$50.00", "€45.00", "US$150.00", "US$ 1 = 0.9 EUR", "24 hours before the event (terms at purchase)"],
  ],
  [
    "es",
    "Más detalles",
    ["50,00 US$", "45,00 €", "1 US$ = 0,9 EUR", "24 horas antes del evento (condiciones de la compra)"],
  ],
  [
    "pt",
    "Mais detalhes",
    ["US$ 50,00", "€ 45,00", "US$ 1 = 0,9 EUR", "24 horas antes do evento (condições da compra)"],
  ],
] as const)
  test(`an order shows each ticket at its price and the cancellation terms at purchase, and unfolds the rate, in ${lang}`, async () => {
    const order = await placed(4);
    const page = await office.operator("read-only", `/orders/${order.id}/show`, { lang });
    const text = async () => (await page.getByRole("main").innerText()).replaceAll(/\s/gu, " ");
    const folded = shown.find((words) => words.includes("EUR"))!;
    assert.ok(!(await text()).includes(folded));
    await page.getByText(more, { exact: true }).click();
    for (const words of shown) assert.ok((await text()).includes(words), `${words} in ${await text()}`);
    await (await office.account("orders")).ask("POST", `/orders/${order.id}/decline`, {});
  });

test("the queue works by keyboard, and single-key shortcuts can be turned off", async () => {
  const [first, second] = [await placed(5), await placed(6)];
  const page = await office.operator("orders", "/queue");
  await seen(page, "2 orders waiting");
  const focused = () => page.focused().textContent;
  await page.keyboard.press("j");
  await becomes(() => focused(), first.reference);
  await page.keyboard.press("j");
  await becomes(() => focused(), second.reference);
  await page.keyboard.press("k");
  await page.keyboard.press("d");
  await page.getByRole("dialog", { name: `Decline ${first.reference}?` }).waitFor();
  await page.keyboard.type("jcd sold elsewhere");
  await page.keyboard.press("Enter");
  await seen(page, "1 order waiting");
  await becomes(() => focused(), second.reference);
  await page.keyboard.press("?");
  await page.getByRole("switch", { name: "Use single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("c");
  await becomes(() => page.getByRole("dialog").count(), 0);
  await page.getByRole("link", { name: second.reference! }).press("Enter");
  await page.getByRole("heading", { name: second.reference! }).waitFor();
});

test("two operators cannot decide the same order: the second sees its new status", async () => {
  const order = await placed(7);
  const page = await office.operator("orders", `/orders/${order.id}/show`);
  await page.getByRole("button", { name: "Decline" }).click();
  const colleague = await office.account("orders");
  await colleague.ask("POST", `/orders/${order.id}/confirm`, {});
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await seen(page, "The status of the order has changed. This action is no longer possible.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.locator("h1 + div").getByText("Confirmed").waitFor();
});

test("a guest who booked twice is named, and one of the two orders is chosen to be cancelled", async () => {
  const guest = { email: "twice@example.com" };
  const [first, second] = [await placed(10, guest), await placed(10, guest)];
  const page = await office.operator("orders", `/orders/${first.id}/show`);
  await page.getByRole("link", { name: second.reference! }).waitFor();
  await page.getByRole("button", { name: "Cancel one" }).click();
  await page.getByRole("menuitem", { name: second.reference! }).click();
  await page.getByRole("dialog", { name: `Cancel ${second.reference}?` }).waitFor();
  const desk = await office.account("orders");
  for (const { id } of [first, second]) await desk.ask("POST", `/orders/${id}/decline`, {});
});

test("a complete order is cancelled, its refund recorded, exported and erased", async () => {
  const order = await placed(8, { email: "ana@example.com" });
  const { ask } = await office.account("orders");
  await ask("POST", `/orders/${order.id}/confirm`, {});
  await partner.wire.ask("ordercancel", { lang: "es" }, { id: order.id!, apiKey: office.app.key });
  const page = await office.operator("owner", `/orders/${order.id}/show`);
  const act = async (button: string, fill: Record<string, string> = {}, submit = button) => {
    await page.getByRole("button", { name: button }).click();
    for (const [label, value] of Object.entries(fill)) await page.getByRole("dialog").getByLabel(label).fill(value);
    await page.getByRole("dialog").getByRole("button", { name: submit }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  const more = async (item: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await act("Refuse cancellation");
  await seen(page, "Cancellation refused: the order remains valid");
  // The seats are the operator's own: nobody else has to confirm.
  await act("Cancel the order", { Reason: "ill" });
  await seen(page, /^Void since/);
  await seen(page, /^Refund due: US\$[1-9]/);
  await page.getByRole("button", { name: "Record the refund" }).click();
  const refund = page.getByRole("dialog");
  await refund.getByLabel("Amount in USD").fill("");
  await refund.getByRole("button", { name: "Record the refund" }).click();
  await seen(page, "An amount such as 25 or 25.50");
  await refund.getByLabel("Amount in USD").fill("1000,00");
  await refund.getByRole("button", { name: "Record the refund" }).click();
  await seen(page, /^At most what is left of the order's price, US\$\d+\.\d\d$/);
  await refund.getByLabel("Amount in USD").fill("149,5");
  await refund.getByLabel("Note").fill("less the fee");
  await refund.getByRole("button", { name: "Record the refund" }).click();
  await seen(page, /^Partner's account, recorded on /);
  await seen(page, "US$149.50");
  await page.getByRole("region", { name: "History" }).getByText("US$149.50 · Partner's account").waitFor();
  const ofAction = { state: "paid", action: "00000000-0000-4000-8000-000000000000" };
  await office.go(page, `/refunds?filter=${encodeURIComponent(JSON.stringify(ofAction))}`);
  await seen(page, "Nothing matches these filters.");
  await page.getByRole("button", { name: "Refunds of one action only" }).click();
  await page.getByRole("row").filter({ hasText: order.reference! }).filter({ hasText: "US$149.50" }).waitFor();
  await office.go(page, `/orders/${order.id}/show`);
  const download = await page.download(() => more("Export"));
  assert.equal(download.name, `${order.reference}.json`);
  const exported = JSON.parse(download.text);
  assert.equal(exported.order.event.email, "ana@example.com");
  await more("Erase personal data");
  await page.getByRole("dialog").getByRole("button", { name: "Erase personal data" }).click();
  await seen(page, /^Personal data were erased on/);
  await becomes(() => page.getByText("ana@example.com").count(), 0);
});

test("orders are found by text and by day, and answers are grouped by passenger", async () => {
  const [boat] = (await eventIds(office.app.store.database.db, "boat")).slice(6);
  const { questions, totalUsd } = await partner.validate(boat!, { ADULT: 2 });
  const answers = answersTo(questions);
  const order = await partner.book(boat!, { ADULT: 2 }, totalUsd!.value, { answers, email: "lucia@example.com" });
  await placed(9);
  const page = await office.operator("read-only", "/orders");
  await page.getByRole("searchbox", { name: "Search" }).fill("LUCIA@");
  await becomes(() => page.locator("tbody tr").count(), 1);
  await page.getByRole("link", { name: order.reference! }).click();
  await page.getByRole("heading", { name: "Traveller 2" }).waitFor();
  await seen(page, answers.find(({ code }) => code === "hotel-name")!.value);
  assert.equal(
    await page.getByRole("button", { name: /Confirm|Decline|More actions/ }).count(),
    0,
    "who reads decides nothing",
  );
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await becomes(async () => (await page.locator("tbody tr").count()) > 1, true);
  await page.getByLabel("Event from").fill("2026-06-25");
  await page.getByLabel("Event until").fill("2026-06-25");
  await becomes(() => page.locator("tbody tr").count(), 1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("button", { name: /^More filters/ }).click();
  await page.getByLabel("Placed from").fill("2027-01-01");
  await seen(page, "Nothing matches these filters.");
});

test("a voucher of another day is admitted with a reason, which the history shows", async () => {
  const order = await placed(3);
  const { ask } = await office.account("orders");
  await ask("POST", `/orders/${order.id}/confirm`, {});
  const { voucher } = await ask("GET", `/orders/${order.id}`);
  const page = await office.operator("orders", "/door");
  await page.keyboard.type(voucher.address);
  await page.keyboard.press("Enter");
  await page
    .getByRole("alert")
    .getByText(/^Valid on .*, from /)
    .waitFor();
  await page.getByRole("button", { name: "Admit anyway" }).click();
  const dialog = page.getByRole("dialog", { name: "Admit at another time or event?" });
  await dialog.getByRole("button", { name: "Admit" }).click();
  await seen(page, "Required.");
  await dialog.getByLabel("Reason").fill("The show was brought forward");
  await dialog.getByRole("button", { name: "Admit" }).click();
  await page.getByRole("alert").getByRole("heading", { name: "Admitted" }).waitFor();
  await office.go(page, `/orders/${order.id}/show`);
  const story = page.getByRole("region", { name: "History" });
  await story.getByText("Admitted at the door").waitFor();
  await story.getByText("The show was brought forward").waitFor();
});

test("a guest who did not come is marked as a no-show after the start, and the mark is taken back", async () => {
  const order = await placed(3);
  const { ask } = await office.account("orders");
  await ask("POST", `/orders/${order.id}/confirm`, {});
  const { sold } = await ask("GET", `/orders/${order.id}`);
  // The event is in Madrid, so this instant is after its start.
  office.app.clock.now = new Date(`${sold.eventOn}Z`);
  const page = await office.operator("orders", `/orders/${order.id}/show`);
  const choose = async (action: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Mark as no-show");
  await page.locator("h1 + div").getByText("No-show").waitFor();
  await choose("Came after all");
  await becomes(() => page.locator("h1 + div").getByText("No-show").count(), 0);
});
