import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TOTP } from "otpauth";
import { firstOwnerToken } from "../../service/src/domain/operators.ts";
import { Desk, seen, testPassword } from "./support/browser.ts";

/** Getting in, and what operators set for themselves, in the browser. */

let desk: Desk;
before(async () => {
  desk = await Desk.open();
});
after(() => desk.close());

test("the first owner chooses address and password by the one-time link, which then is over", async () => {
  const token = await firstOwnerToken(desk.app.store.database.db, desk.app.clock.now);
  const page = await desk.visitor();
  await desk.visit(page, `/welcome/${token}`);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "es", "the language that the owner has");
  await page.getByRole("button", { name: "Elegir esta contraseña" }).click();
  await seen(page, "No es una dirección de correo electrónico.");
  await seen(page, "Demasiado corta: 12 caracteres o más.");
  await page.getByLabel("Su correo electrónico").fill("ana@example.com");
  await page.getByLabel("Contraseña nueva", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Resumen" }).waitFor();
  await desk.visit(page, `/welcome/${token}`);
  await page.getByRole("heading", { name: "Este enlace ya no sirve" }).waitFor();
});

test("an invited operator is greeted by name, in the language that was chosen", async () => {
  const page = await desk.visitor();
  await desk.visit(page, `/welcome/${await desk.invite("joana@example.com", "Joana")}`);
  await page.getByRole("heading", { name: "Boas-vindas, Joana" }).waitFor();
  assert.equal(await page.getByLabel("E-mail").inputValue(), "joana@example.com");
  await page.getByLabel("Nova senha", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Visão geral" }).waitFor();
});

test("signing in says what is wrong, and leads to the page that was asked for", async () => {
  const { email } = await desk.account("orders");
  const page = await desk.visitor();
  await desk.visit(page, "/orders");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  await seen(page, "This is needed.");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.keyboard.press("Enter");
  await seen(page, "The e-mail address, the password or the code is wrong.");
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Orders" }).waitFor();
});

test("after too many failures the sign-in page says when to try again", async () => {
  const { email } = await desk.account("orders");
  const page = await desk.visitor();
  await desk.visit(page, "/login");
  await page.getByLabel("E-mail address").fill(email);
  for (let attempt = 0; attempt < 5; attempt++) {
    await page.getByLabel("Password", { exact: true }).fill(`wrong ${attempt}`);
    const answered = page.waitForResponse(/\/session$/);
    await page.keyboard.press("Enter");
    await answered;
  }
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await seen(page, "Too many attempts. Try again in 15 minutes.");
});

test("a second factor is turned on with its code, is asked for at sign-in, and is turned off", async () => {
  const page = await desk.operator("orders", "/account");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("img", { name: "QR code with the secret of the second factor" }).waitFor();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  const code = () => new TOTP({ secret }).generate({ timestamp: desk.app.clock.now.getTime() });
  await page.getByRole("textbox", { name: "Code" }).fill(code() === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await seen(page, "The code is wrong, or was used before.");
  await page.getByRole("textbox", { name: "Code" }).fill(code());
  await page.getByRole("button", { name: "Turn on" }).click();
  await seen(page, "The second factor is on.");

  desk.app.clock.now = new Date(desk.app.clock.now.getTime() + 60_000);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByLabel("E-mail address").fill(page.email);
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(code());
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Account of/ }).waitFor();

  desk.app.clock.now = new Date(desk.app.clock.now.getTime() + 60_000);
  await desk.visit(page, "/account");
  await page.getByRole("textbox", { name: "Code" }).fill(code());
  await page.getByRole("button", { name: "Turn off" }).click();
  await seen(page, "The second factor is off.");
});

test("the language and the name are the operator's on every device, the appearance the browser's", async () => {
  const page = await desk.operator("read-only", "/account");
  await page.getByRole("textbox", { name: "Name" }).fill("Lucía");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Account of Lucía" }).waitFor();
  await page.getByRole("button", { name: /^Language/ }).click();
  await page.getByRole("menuitemradio", { name: "Português" }).click();
  await page.getByRole("heading", { name: "Minha conta" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "pt");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("button", { name: /^Aparência/ }).click();
  await page.getByRole("menuitemradio", { name: "Escuro" }).click();
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);

  const elsewhere = await desk.visitor({ lang: "en" });
  await desk.signIn(elsewhere.context(), page.email);
  await desk.visit(elsewhere, "/account");
  await elsewhere.getByRole("heading", { name: "Minha conta" }).waitFor();
  assert.equal(await elsewhere.evaluate(() => getComputedStyle(document.body).backgroundColor), light);
});

test("a changed password ends other sessions, which are sent to the sign-in page", async () => {
  const page = await desk.operator("orders", "/account");
  const elsewhere = await desk.visitor();
  await desk.signIn(elsewhere.context(), page.email);
  await desk.visit(elsewhere, "/queue");
  await page.getByLabel("Present password", { exact: true }).fill("not the password");
  await page.getByLabel("New password", { exact: true }).fill("another long sentence");
  await page.getByRole("button", { name: "Change the password" }).click();
  await seen(page, "The present password is wrong.");
  await page.getByLabel("Present password", { exact: true }).fill(testPassword);
  await page.getByRole("button", { name: "Change the password" }).click();
  await seen(page, "The password was changed.");
  await elsewhere.getByRole("link", { name: "Orders", exact: true }).click();
  await elsewhere.getByRole("heading", { name: "Sign in" }).waitFor();
});
