import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TOTP } from "otpauth";
import { firstOwnerToken } from "../../service/src/domain/operators/operators.ts";
import { becomes, hasValue } from "./support/controls.ts";
import { Backoffice, type Page, seen, testPassword } from "./support/dom.ts";

/** Sign-in, sessions and the second factor. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

/** The document's language, which screen readers use. */
const shownLanguage = (page: Page) => page.document.documentElement.lang;

test("while there is no owner, the sign-in page says where the first link is", async () => {
  const page = office.visitor({ lang: "es", phone: true });
  await office.visit(page, "/login");
  await seen(page, "Este servicio aún no tiene propietario");
  await seen(page, "paseo operators invite");
});

test("the first owner sets address and password, in the browser's language, through a link that works once", async () => {
  const token = await firstOwnerToken(office.app.store.database.db, office.app.clock.now);
  const page = office.visitor({ lang: "es" });
  await office.visit(page, `/welcome/${token}`);
  await becomes(() => shownLanguage(page), "es");
  await page.getByRole("button", { name: "Elegir esta contraseña" }).click();
  await seen(page, "No es una dirección de correo electrónico.");
  await seen(page, "Demasiado corta: 12 caracteres o más.");
  await page.getByLabel("Su nombre").fill("Ana Ruiz");
  await page.getByLabel("Su correo electrónico").fill("ana@example.com");
  await page.getByLabel("Contraseña nueva", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Resumen" }).waitFor();
  await office.visit(page, `/welcome/${token}`);
  await page.getByRole("heading", { name: "Este enlace ya no sirve" }).waitFor();
  const visitor = office.visitor({ lang: "es" });
  await office.visit(visitor, "/login");
  assert.doesNotMatch(await visitor.locator("main").innerText(), /paseo operators invite/);
});

test("an invited operator is greeted by name in the browser's language", async () => {
  const page = office.visitor({ lang: "pt" });
  await office.visit(page, `/welcome/${await office.invite("joana@example.com", "Joana")}`);
  await page.getByRole("heading", { name: "Boas-vindas, Joana" }).waitFor();
  await hasValue(page.getByLabel("E-mail"), "joana@example.com");
  await page.getByLabel("Nova senha", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Visão geral" }).waitFor();
});

test("sign-in shows errors and leads to the requested page", async () => {
  const { email } = await office.account("orders");
  const page = office.visitor();
  await office.visit(page, "/orders");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  await seen(page, "Required.");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.keyboard.press("Enter");
  await seen(page, "The e-mail address, the password or the code is wrong.");
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Orders" }).waitFor();
});

test("the browser's language stays after sign-in", async () => {
  const { email } = await office.account("read-only");
  for (const [lang, heading] of [
    ["en", "Account"],
    ["es", "Mi cuenta"],
  ] as const) {
    const page = office.visitor({ lang });
    await office.visit(page, "/account");
    await page.locator("input[name=email]").fill(email);
    await page.locator("input[name=password]").fill(testPassword);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await becomes(() => shownLanguage(page), lang);
  }
});

test("after too many failures the sign-in page shows when to try again", async () => {
  const { email } = await office.account("orders");
  const page = office.visitor();
  await office.visit(page, "/login");
  await page.getByLabel("E-mail address").fill(email);
  for (let attempt = 0; attempt < 5; attempt++) {
    await page.getByLabel("Password", { exact: true }).fill(`wrong ${attempt}`);
    await page.keyboard.press("Enter");
    await seen(page, "The e-mail address, the password or the code is wrong.");
  }
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await seen(page, "Too many attempts. Try again in 15 minutes.");
});

const codeOf = (secret: string, { app } = office): string =>
  new TOTP({ secret }).generate({ timestamp: app.clock.now.getTime() });

/** Sets up the second factor on a page with that section. Returns its secret and the recovery codes. */
async function setUpFactor(page: Page, of = office): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("img", { name: "QR code with the key of the second factor" }).waitFor();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, of));
  await page.getByLabel("Your current password", { exact: true }).fill(testPassword);
  await page.getByRole("button", { name: "Confirm" }).click();
  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  const recoveryCodes = (await dialog.getByLabel("Recovery codes").inputValue()).split("\n");
  assert.equal(recoveryCodes.length, 10);
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  return { secret, recoveryCodes };
}

/** Lets a minute pass: a code works once. */
const anotherCode = (): void => {
  office.app.clock.now = new Date(office.app.clock.now.getTime() + 60_000);
};

test("a second factor is turned on, required at sign-in, and turned off", async () => {
  const page = await office.operator("orders", "/account");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("img", { name: "QR code with the key of the second factor" }).waitFor();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  const wrong = codeOf(secret) === "000000" ? "111111" : "000000";
  const [code, password] = [
    page.getByRole("textbox", { name: "Code" }),
    page.getByLabel("Your current password", { exact: true }),
  ];
  const confirm = () => page.getByRole("button", { name: "Confirm" }).click();
  await code.fill(wrong);
  await confirm();
  await seen(page, "Required.");
  await password.fill(testPassword);
  await confirm();
  await seen(page, "The code is wrong, or was used before.");
  // A refused code must be typed again.
  await hasValue(code, "");
  await code.fill(codeOf(secret));
  await password.fill("not the password");
  await confirm();
  await seen(page, "The current password is wrong.");
  await hasValue(code, "");
  await code.fill(codeOf(secret));
  await password.fill(testPassword);
  await confirm();
  await page.getByRole("dialog", { name: "Your recovery codes" }).waitFor();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await seen(page, "The second factor is on.");
  await seen(page, "10 recovery codes are left.");

  anotherCode();
  await signOut(page);
  await page.getByLabel("E-mail address").fill(page.email);
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Account of/ }).waitFor();

  anotherCode();
  await office.visit(page, "/account");
  await page.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn the second factor off?" });
  await dialog.getByRole("button", { name: "Use a code instead" }).click();
  await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await seen(page, "The second factor is off.");
});

test("a recovery code works once, and new codes replace the others", async () => {
  const page = await office.operator("orders", "/account", { phone: true });
  const { recoveryCodes } = await setUpFactor(page);
  await seen(page, "The second factor is on.");
  await signOut(page);
  await page.getByLabel("E-mail address").fill(page.email);
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByRole("textbox", { name: "Recovery code" }).fill("too short");
  await page.keyboard.press("Enter");
  await seen(page, "A recovery code has 28 letters and digits, or 16 if it is an older one.");
  await page.getByRole("textbox", { name: "Recovery code" }).fill(recoveryCodes[0]!);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Account of/ }).waitFor();
  await office.visit(page, "/account");
  await seen(page, "9 recovery codes are left.");
  await page.getByRole("button", { name: "New recovery codes" }).click();
  const dialog = page.getByRole("dialog", { name: "New recovery codes" });
  await dialog.getByLabel("Your current password", { exact: true }).fill(testPassword);
  await dialog.getByRole("button", { name: "New recovery codes" }).click();
  const fresh = await page
    .getByRole("dialog", { name: "Your recovery codes" })
    .getByLabel("Recovery codes")
    .inputValue();
  assert.ok(!fresh.includes(recoveryCodes[1]!));
  await page.getByRole("button", { name: "I have saved them" }).click();
  await seen(page, "10 recovery codes are left.");
});

/** Goes to another page, which leads to sign-in. A page that refreshes itself may already have noticed the end of its session. */
async function isSignedOut(page: Page): Promise<void> {
  page.window.location.hash = "/orders";
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}

test("sessions are listed and ended one by one or all at once", async () => {
  const page = await office.operator("orders", "/account");
  const elsewhere = office.visitor();
  await office.signIn(elsewhere, page.email);
  await office.visit(elsewhere, "/queue");
  // With the cookie the service would end the first session.
  page.tab.cookie = "";
  await office.signIn(page, page.email);
  await office.visit(page, "/account");
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  await sessions.getByText("This session").waitFor();
  await sessions.getByText("IP 127.0.0.1").first().waitFor();
  const ends = sessions.getByRole("button", { name: /^End: / });
  // The session of the browser, and the session that accepted the invitation.
  const before = await ends.count();
  assert.ok(before >= 2);
  for (let left = before; left > 0; left--) {
    await ends.first().click();
    await becomes(() => ends.count(), left - 1);
  }
  await isSignedOut(elsewhere);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign out everywhere?" });
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("an owner ends an operator's sessions and lifts a sign-in block", async () => {
  const { email } = await office.account("orders");
  const elsewhere = office.visitor();
  await office.signIn(elsewhere, email);
  await office.visit(elsewhere, "/queue");
  const page = await office.operator("owner", "/operators");
  await page.getByRole("button", { name: `Sessions: ${email}` }).click();
  const dialog = page.getByRole("dialog", { name: `Sessions of ${email}` });
  await dialog
    .getByRole("button", { name: /^End: / })
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  await dialog.getByText("All sessions have ended.").waitFor();
  await dialog.getByText("There are no sessions.").waitFor();
  await isSignedOut(elsewhere);

  const enter = async (password: string) => {
    await elsewhere.getByLabel("Password", { exact: true }).fill(password);
    const before = elsewhere.requests.length;
    await elsewhere.keyboard.press("Enter");
    const answer = () => elsewhere.requests.slice(before).find(({ path }) => path.endsWith("/session"))?.status;
    await becomes(() => answer() !== undefined, true);
    return answer();
  };
  await elsewhere.getByLabel("E-mail address").fill(email);
  for (let n = 0; n < 5; n++) assert.equal(await enter(`wrong ${n}`), 401);
  assert.equal(await enter(testPassword), 429);
  await dialog.getByRole("button", { name: "Unlock sign-in" }).click();
  await dialog.getByText("The operator can sign in again.").waitFor();
  assert.equal(await enter(testPassword), 200);
  await elsewhere.getByRole("heading", { name: "Queue" }).waitFor();
});

test("where a second factor is required, it is set up before anything else", async () => {
  const strict = await Backoffice.open({ config: { secondFactor: "required" } });
  try {
    for (const phone of [false, true]) {
      const { email } = await strict.account("orders");
      const page = await strict.visitor({ phone });
      await strict.signIn(page, email);
      await strict.visit(page, "/orders");
      await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
      await becomes(() => page.getByRole("link", { name: "Orders", exact: true }).count(), 0);
      await setUpFactor(page, strict);
      await page.getByRole("heading", { name: "Orders" }).waitFor();
    }
  } finally {
    await strict.close();
  }
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

test("a new password ends the other sessions, which go to the sign-in page", async () => {
  const page = await office.operator("orders", "/account");
  const elsewhere = office.visitor();
  await office.signIn(elsewhere, page.email);
  await office.visit(elsewhere, "/queue");
  await page.getByLabel("Current password", { exact: true }).fill("not the password");
  await page.getByLabel("New password", { exact: true }).fill("another long sentence");
  await page.getByRole("button", { name: "Change the password" }).click();
  await seen(page, "The current password is wrong.");
  await page.getByLabel("Current password", { exact: true }).fill(testPassword);
  await page.getByRole("button", { name: "Change the password" }).click();
  await seen(page, "The password was changed.");
  await isSignedOut(elsewhere);
  await seen(elsewhere, "Your session has ended. Sign in again.");
});
