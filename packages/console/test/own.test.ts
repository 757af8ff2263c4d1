import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventIds } from "../../service/test/concurrency/booking.ts";
import { Mailbox } from "../../service/test/suppliers/mailbox.ts";
import { testPassword } from "../../service/test/support/console.ts";
import { Partner } from "../../service/test/support/partner.ts";
import { until } from "../../service/test/support/until.ts";
import { Backoffice, seen } from "./support/dom.ts";

/** A person of a partner: invited on the partner's page, signed in by a link, on the own pages, and revoked. */

const email = "ana@hotel.example";
const mailbox = new Mailbox();
let office: Backoffice;
let owner: Awaited<ReturnType<Backoffice["account"]>>;
let partnerId: string;
let reference: string;
before(async () => {
  await mailbox.open();
  office = await Backoffice.open({ config: { smtpUrl: mailbox.url, mailFrom: "office@example.com" } });
  owner = await office.account("owner");
  partnerId = (await owner.ask("GET", "/partners?q=acme")).data[0].id;
  const [event] = (await eventIds(office.app.store.database.db, "show")).slice(6);
  const order = await new Partner(office.app).buy(event!, { ADULT: 2 }, { externalReference: "ACME-7" });
  await owner.ask("POST", `/orders/${order.id}/confirm`, {});
  reference = order.reference!;
});
after(async () => {
  await office.close();
  await mailbox.close();
});

test("an owner invites a person on the partner's page, who chooses a password", async () => {
  const page = await office.operator("owner", `/partners/${partnerId}/show`);
  const people = page.getByRole("region", { name: "People" });
  await people.getByText("Nobody was invited yet.").waitFor();
  await people.getByRole("button", { name: "Invite a person" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill(email);
  await dialog.getByLabel("Name").fill("Ana");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = dialog.getByLabel("One-time link");
  await link.waitFor();
  const token = (await link.inputValue()).split("/").at(-1)!;
  const person = office.visitor();
  await office.visit(person, `/welcome/${token}`);
  await person.getByLabel("New password", { exact: true }).fill(testPassword);
  await person.keyboard.press("Enter");
  await person.getByRole("heading", { name: "Acme Travel", exact: true }).waitFor();
});

test("the person asks for a link, and signs in by it", async () => {
  const page = office.visitor();
  await office.visit(page, "/login");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await seen(page, "a link is on its way");
  const mail = await until(() => mailbox.received.at(-1), "the link");
  const path = /#(\/sign-in\/[\w-]+)/.exec(mail.text)![1]!;
  await office.visit(page, path);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Acme Travel", exact: true }).waitFor();
  const again = office.visitor();
  await office.visit(again, path);
  await again.getByRole("button", { name: "Sign in" }).click();
  await seen(again, "This link no longer works.");
});

test("the menu has the own pages only, and none of them sends a request that is refused", async () => {
  const page = await office.operator("partner", "/", { of: partnerId });
  await page.getByRole("heading", { name: "Acme Travel", exact: true }).waitFor();
  const menu = page.getByRole("navigation");
  const names = (await menu.getByRole("link").allInnerTexts()).map((name) => name.trim());
  assert.deepEqual(names, [...["Account", "Orders", "Statements", "Terms", "Seats", "Messages", "Requests", "Keys"]]);
  for (const name of names.slice(1)) {
    await menu.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name, exact: true }).first().waitFor();
    await office.settled(page);
  }
  await menu.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("link", { name: reference }).click();
  await page.getByRole("heading", { name: reference }).waitFor();
  await seen(page, "ACME-7");
  await seen(page, "2 × Adult");
  assert.deepEqual(
    page.requests.filter(({ status = 0 }) => status >= 400),
    [],
  );
  await office.go(page, "/partners");
  await seen(page, "Your role does not include this page.");
});

test("a key is created and shown once, and one with more rights is refused in words", async () => {
  const page = await office.operator("partner", "/own/access", { of: partnerId });
  const create = async (assistants: boolean) => {
    await page.getByRole("button", { name: "Create key" }).first().click();
    const dialog = page.getByRole("dialog");
    if (assistants) await dialog.getByLabel("AI assistants may book").click();
    await dialog.getByRole("button", { name: "Create key" }).click();
    return dialog;
  };
  const refused = await create(true);
  await refused.getByText("Ask the operator for one.").waitFor();
  await refused.getByRole("button", { name: "Cancel" }).click();
  const made = await create(false);
  const key = made.getByRole("textbox");
  await key.waitFor();
  assert.match(await key.inputValue(), /^pk_live_/);
});

test("an owner revokes the person, and allows it again", async () => {
  const page = await office.operator("owner", `/partners/${partnerId}/show`);
  const people = page.getByRole("region", { name: "People" });
  await people.getByRole("button", { name: `Revoke: ${email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await people.getByText("May not sign in").waitFor();
  const state = async () => (await owner.ask("GET", `/operators/${encodeURIComponent(email)}`)).active;
  assert.equal(await state(), false);
  await people.getByRole("button", { name: `Allow again: ${email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow again" }).click();
  await people.getByRole("button", { name: `Revoke: ${email}` }).waitFor();
  assert.equal(await state(), true);
});
