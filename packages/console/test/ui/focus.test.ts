import { after, before, test } from "node:test";
import { productId } from "../../../service/test/support/partner.ts";
import { becomes, button } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** The focus after a click or a key, and fields that are still being typed. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

test("a new row of a list takes the focus, and the button that adds takes it after the last row is removed", async () => {
  const id = await productId(office.app, "show");
  const page = await office.operator("catalogue", `/products/${id}`, { lang: "es" });
  await button(page, "Añadir: Lo más destacado").click();
  await page.keyboard.type("Primera fila");
  const rows = page.getByRole("group", { name: "Lo más destacado" }).getByRole("listitem");
  await becomes(() => rows.count(), 1);
  await becomes(() => rows.first().getByRole("textbox").first().inputValue(), "Primera fila");
  await button(page, "Quitar: Lo más destacado 1").click();
  await becomes(() => page.focused().getAttribute("aria-label"), "Añadir: Lo más destacado");
});

test("the door offers a walk-in of its event, says what an empty code needs, and “vender” finds the sale", async () => {
  const page = await office.operator("orders", "/door", { lang: "es", servicesClock: true });
  await button(page, "Dar acceso").click();
  await seen(page, "Escriba o escanee un código, o busque al cliente por su nombre.");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("vender");
  await page.getByRole("option", { name: "Venta en puerta" }).waitFor();
});
