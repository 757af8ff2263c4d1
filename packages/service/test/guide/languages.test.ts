import assert from "node:assert/strict";
import { test } from "node:test";
import { type GuidePage, guideLanguages, guidePages, snippetsOf } from "./pages.ts";

/** The guide has the same pages, headings, blocks, tables and links in every language. */

const english = await guidePages("en");

for (const language of guideLanguages.filter((one) => one !== "en")) {
  const pages = await guidePages(language);

  test(`${language} has the pages of the English guide`, () => {
    assert.deepEqual(
      pages.map(({ name }) => name),
      english.map(({ name }) => name),
    );
  });

  for (const original of english) {
    test(`${language}/${original.name} has the same headings, blocks and links`, () => {
      const page = pages.find(({ name }) => name === original.name)!;
      assert.deepEqual(snippetsOf(page), snippetsOf(original));
      assert.deepEqual(headingLevels(page), headingLevels(original));
      assert.deepEqual(tableSizes(page), tableSizes(original));
      assert.deepEqual(
        linkedFiles(page),
        linkedFiles(original).map((file) => file.replace("-en.svg", `-${language}.svg`)),
      );
    });
  }
}

for (const language of guideLanguages) {
  test(`${language}: every link of a page leads to something that the documentation site serves`, async () => {
    for (const page of await guidePages(language))
      assert.deepEqual(
        [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, target]) => target!)
          .filter((target) => !/^(https?:|#|\.\.\/(en|es|pt|images)\/|[\w-]+\.md(#|$)|\/docs\/)/.test(target)),
        [],
        `${page.name}: the site drops these links and keeps their words`,
      );
  });
}

function prose({ text }: GuidePage): string {
  return text.replace(/^```.*?^```$/gms, "");
}

function headingLevels(page: GuidePage): number[] {
  return [...prose(page).matchAll(/^(#+) /gm)].map(([, marks]) => marks!.length);
}

/** Returns the numbers of rows and columns of each table. */
function tableSizes(page: GuidePage): string[] {
  return [...prose(page).matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) => {
    const rows = table.trimEnd().split("\n");
    return `${rows.length} × ${rows[0]!.split("|").length - 2}`;
  });
}

/** Returns the targets of links without their anchors, which differ by language. Links to other languages' pages are separate. */
function linkedFiles(page: GuidePage): string[] {
  return [...prose(page).matchAll(/\]\(([^)\s#]*)[^)\s]*\)/g)]
    .map(([, file]) => file!)
    .filter((file) => !/^\.\.\/(en|es|pt)\//.test(file))
    .sort();
}
