import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Language } from "@paseo/contract";
import type { Page } from "playwright-core";
import { productId } from "../../../service/test/support/partner.ts";
import { show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";
import { until } from "../../../service/test/support/until.ts";
import { Backoffice, picture } from "../support/browser.ts";

const widths = [320, 390, 600, 700, 900, 1024, 1280, 1440];
const product = variant(
  show,
  {
    refundTiers: [
      { hours: 8760, percent: 100 },
      { hours: 24, percent: 25 },
    ],
  },
  {
    schedules: [
      {
        ...show.items[0]!.schedules![0]!,
        times: ["17:00", "21:00"],
        capacity: 1_000_000,
        exceptions: [{ date: "2026-06-20", time: "21:00", availability: "black-out" }],
      },
    ],
    events: [{ eventOn: "2027-01-20T17:00", capacity: 1_000_000, prices: [{ code: "ADULT", amount: "12345.50" }] }],
  },
);

/** Controls whose value does not fit, and labels that are cut. Free texts may be longer than their field. */
const cutOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const main = document.querySelector("main")!;
    const name = (element: Element) =>
      element.getAttribute("aria-label") ??
      element.closest(".MuiFormControl-root")?.querySelector("label")?.textContent ??
      element.textContent;
    const shown = (selector: string) =>
      [...main.querySelectorAll<HTMLElement>(selector)].filter((element) => element.getClientRects().length > 0);
    const room = (element: HTMLElement) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    };
    /** A browser draws dates and times in parts, which scrollWidth does not count. */
    const natural = (input: HTMLInputElement) => {
      const copy = input.cloneNode() as HTMLInputElement;
      const { font, letterSpacing } = getComputedStyle(input);
      Object.assign(copy.style, {
        position: "absolute",
        width: "max-content",
        padding: "0",
        border: "0",
        font,
        letterSpacing,
      });
      document.body.append(copy);
      const { width } = copy.getBoundingClientRect();
      copy.remove();
      return width;
    };
    const times = shown("input[type=date], input[type=time], input[type=datetime-local]") as HTMLInputElement[];
    const empty = (shown("input[placeholder]") as HTMLInputElement[]).filter(({ value }) => value === "");
    const context = document.createElement("canvas").getContext("2d")!;
    const written = (input: HTMLInputElement) => {
      context.font = getComputedStyle(input).font;
      return context.measureText(input.placeholder).width;
    };
    const others = shown(
      "input[inputmode=numeric], input[inputmode=decimal], [role=combobox].MuiSelect-select, .MuiInputLabel-root, .MuiTypography-overline, .MuiToggleButton-root",
    );
    return [
      ...empty
        .filter((input) => written(input) > room(input))
        .map((input) => `${name(input)}: the placeholder ${input.placeholder}`),
      ...times
        .filter((input) => natural(input) > room(input) + 0.5)
        .map((input) => `${name(input)}: ${Math.round(natural(input))} in ${Math.round(room(input))}`),
      ...others
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((element) => `${name(element)}: ${element.scrollWidth} in ${element.clientWidth}`),
    ];
  });

const faultsOn = async (page: Page): Promise<string[]> => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...(await cutOn(page)), ...(overflow > 0 ? [`the page is ${overflow} px too wide`] : [])];
};

/** What is still wrong after a second: the menu folds and fields grow some frames after the window's new width. */
async function lastingFaults(page: Page): Promise<string[]> {
  const deadline = performance.now() + 1000;
  for (;;) {
    const found = await faultsOn(page);
    if (found.length === 0 || performance.now() > deadline) return found;
    await page.waitForTimeout(50);
  }
}

const addTier = { en: "Add a refund tier", es: "Añadir un tramo", pt: "Adicionar uma faixa" };

/** What is typed or chosen in a form can be read at every width, from a small phone to a desktop. */
export function fitting(languages: Language[]): void {
  let office: Backoffice;
  let form: string;
  before(async () => {
    office = await Backoffice.open({ catalogue: { ...testCatalogue, products: [product] } });
    form = `/products/${await productId(office.app, product.externalId)}`;
  });
  after(() => office.close());

  for (const lang of languages)
    test(`no value and no label is cut at any width, in ${lang}`, async () => {
      const page = await office.operator("catalogue", "/events/change", { lang });
      const found: string[] = [];
      const checkWidths = async (path: string) => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          found.push(...(await lastingFaults(page)).map((fault) => `${path} at ${width}: ${fault}`));
          await picture(page, `${path}-${lang}-${width}`);
        }
        await page.setViewportSize({ width: 1280, height: 860 });
      };
      await page.locator("form button:has(svg)").last().click();
      await checkWidths("change");
      await office.enter(page, form);
      await page.locator("main").getByRole("button", { name: addTier[lang] }).click();
      await checkWidths("product");
      assert.deepEqual(found, []);
    });

  test("a product's name of 45 characters can be read in each language", async () => {
    const page = await office.operator("catalogue", form);
    const names = page
      .getByRole("group", { name: /^Names/ })
      .first()
      .getByRole("textbox");
    // `all` does not wait for the form.
    await names.nth(2).waitFor();
    for (const one of await names.all()) await one.fill("Visita guiada al barrio antiguo con degustación".slice(0, 45));
    const countCut = () =>
      names.evaluateAll(
        (all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1).length,
      );
    assert.equal(await names.count(), 3);
    // A field grows in a frame after its text.
    await until(async () => (await countCut()) === 0, "names that can be read whole", { withinMs: 20_000 });
  });
}
