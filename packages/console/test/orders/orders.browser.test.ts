import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { Partner } from "../../../service/test/support/partner.ts";
import { type CallbackReceiver, startReceiver } from "../../../service/test/support/servers/callback-receiver.ts";
import { Backoffice, seen } from "../support/browser.ts";
import { becomes } from "../support/controls.ts";
import { writeQrVideo } from "../support/qr-video.ts";

/** The orders desk and check-in in the browser. */

let office: Backoffice;
let partner: Partner;
let receiver: CallbackReceiver;
let folder: string;
let video: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "paseo-console-"));
  video = join(folder, "camera.y4m");
  receiver = await startReceiver();
  office = await Backoffice.open({
    config: { callbackAllowPrivate: true },
    browserArgs: [
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${video}`,
    ],
  });
  partner = new Partner(office.app);
});
after(async () => {
  await office.close();
  await receiver.close();
  await rm(folder, { recursive: true });
});

const placed = async (event: number, more = {}) => {
  const events = await eventIds(office.app.store.database.db, "show");
  return partner.buy(events[event]!, { ADULT: 2, CHILD: 2 }, more);
};

test("an order is confirmed at the orders desk, the partner is notified, and the history shows it", async () => {
  const order = await placed(4, { externalReference: "CART-1", callbackUrl: receiver.url("/heard") });
  const page = await office.operator("orders", "/queue");
  await seen(page, "1 order waiting");
  await page.getByRole("link", { name: order.reference! }).click();
  await page.getByRole("heading", { name: order.reference! }).waitFor();
  await page.getByRole("button", { name: "Confirm" }).click();
  const dialog = page.getByRole("dialog", { name: `Confirm ${order.reference}?` });
  await dialog.getByLabel("Supplier's confirmation number").fill("TLP-884120");
  await dialog.getByLabel("Reason").fill("by telephone");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await seen(page, `${order.reference} is confirmed.`);
  await receiver.waitFor(1, { path: "/heard" });
  await office.visit(page, `/orders/${order.id}/show`);
  const story = page.getByRole("region", { name: "History" });
  const titlesOf = async () => (await story.getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")[0]);
  assert.deepEqual(await titlesOf(), ["Partner notified: Confirmed"], "folded to its last entry");
  await story.getByRole("button", { name: "Show all 4" }).click();
  assert.deepEqual(await titlesOf(), [
    "Ordered by Acme Travel",
    "Confirmed",
    "Voucher created",
    "Partner notified: Confirmed",
  ]);
  await story.getByText(`by ${page.email}`).waitFor();
  await story.getByText("by telephone").waitFor();
  await page.getByRole("region", { name: "Booking" }).getByText("TLP-884120").waitFor();
  await story.getByText("Messages to the partner (1)").click();
  await page.getByRole("button", { name: /^1\. Confirmed/ }).click();
  await seen(page, "Answered 204");
  await page.getByText('"orderId"').waitFor();
  assert.match(
    (await page.getByRole("link", { name: "Open the voucher" }).getAttribute("href"))!,
    /\/voucher\/[\w-]+$/,
  );
  await becomes(
    () => page.getByRole("button", { name: "Confirm", exact: true }).count(),
    0,
    "a decided order is not offered again",
  );
});

test("a voucher admits once and is refused the second time, by a scanner that types and by camera", async () => {
  const [order, other] = [await placed(3), await placed(3)];
  const { ask } = await office.account("orders");
  await ask("POST", `/orders/${order.id}/confirm`, {});
  await ask("POST", `/orders/${other.id}/confirm`, {});
  const address = async (id: string): Promise<string> => (await ask("GET", `/orders/${id}`)).voucher.address;
  const [voucher, shown] = [await address(order.id!), await address(other.id!)];

  const page = await office.operator("orders", "/door");
  const scan = async (text: string) => {
    // Types like a scanner: into the focused element, with Enter at the end.
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  const verdict = (title: string) => page.getByRole("alert").getByRole("heading", { name: title }).waitFor();
  await scan(voucher);
  await verdict("Not today");
  office.app.clock.now = new Date("2026-06-19T17:00:00Z");
  await office.signIn(page.context(), page.email);
  await scan("made-up");
  await verdict("Unknown code");
  await scan(voucher);
  await verdict("Admitted");
  await page.getByRole("alert").getByText("4 people").waitFor();
  await scan(voucher);
  await verdict("Already admitted");
  await page.getByRole("alert").getByText(page.email).waitFor();

  await writeQrVideo(video, shown);
  const phone = await office.visitor({ phone: true });
  await office.signIn(phone.context(), page.email);
  await office.visit(phone, "/door");
  await phone.getByRole("button", { name: "Use the camera" }).click();
  await phone.getByRole("alert").getByRole("heading", { name: "Admitted" }).waitFor();
  await phone.getByRole("link", { name: other.reference! }).first().waitFor();
});
