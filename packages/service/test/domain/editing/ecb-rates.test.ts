import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readEcbRates } from "../../../src/domain/editing/ecb-rates.ts";
import { ecbBaseRate, rateWithMarkup } from "../../../src/domain/editing/rates.ts";
import { ecbFile } from "../../support/samples/ecb-file.ts";

describe("the ECB's file", () => {
  test("has units for one US dollar, as decimals", () => {
    const rates = readEcbRates(ecbFile({ USD: "1.0686", BRL: "5.7544", JPY: "168.19" }));
    assert.equal(rates.date, "2026-06-12");
    assert.equal(ecbBaseRate(rates, "EUR"), "0.93580386", "1 / 1.0686");
    assert.equal(ecbBaseRate(rates, "BRL"), "5.38498971", "5.7544 / 1.0686");
    assert.equal(ecbBaseRate(rates, "JPY"), "157.39285046");
    assert.equal(ecbBaseRate(rates, "CLP"), null);
  });

  test("of several days the newest is used", () => {
    const [older, newer] = [ecbFile({ USD: "1.1" }, "2026-06-11"), ecbFile({ USD: "1.2" }, "2026-06-12")];
    const both = older.replace("</Cube>\n\t</Cube>", `</Cube>${/<Cube time[\s\S]*?<\/Cube>/.exec(newer)![0]}</Cube>`);
    assert.notEqual(both, older);
    assert.deepEqual(readEcbRates(both), { date: "2026-06-12", perEuro: new Map([["USD", "1.2"]]) });
  });

  const good = ecbFile({ USD: "1.0686" });
  const bad: [why: string, file: string, message: RegExp][] = [
    ["not XML", "USD,1.0686", /not well-formed/],
    ["cut short", good.slice(0, -20), /not well-formed/],
    ["with a DOCTYPE", good.replace("<gesmes", "<!DOCTYPE a [<!ENTITY b 'c'>]><gesmes"), /DOCTYPE/],
    ["another document", "<rss><Cube time='2026-06-12'/></rss>", /no Cube with a time/],
    ["without the dollar", ecbFile({ BRL: "5.7544" }), /no rate of USD/],
    ["with a rate of nothing", ecbFile({ USD: "1.0686", BRL: "0.0" }), /BRL is 0.0, which is not a decimal above 0/],
    ["with a comma", ecbFile({ USD: "1,0686" }), /USD is 1,0686/],
    ["with a currency twice", good.replace("<Cube currency", "<Cube currency='USD' rate='2'/><Cube currency"), /twice/],
    ["with a day that is none", ecbFile({ USD: "1.0686" }, "2026-06-31"), /2026-06-31 is not a date/],
    ["with a rate and no day", good.replace(/ time='[^']*'/, ""), /before any day/],
    [
      "nested deep",
      good.replace("<gesmes:Sender>", `<gesmes:Sender>${"<a>".repeat(20)}${"</a>".repeat(20)}`),
      /deeper/,
    ],
  ];
  for (const [why, file, message] of bad)
    test(`is refused ${why}`, () => {
      assert.throws(() => readEcbRates(file), { name: "EcbFileError", message });
    });
});

test("a markup raises every dollar price by its per cent", () => {
  assert.equal(rateWithMarkup({ base: "0.9", markup: "0" }), "0.9");
  assert.equal(rateWithMarkup({ base: "1.03", markup: "3" }), "1");
  assert.equal(rateWithMarkup({ base: "5.38499906", markup: "2.5" }), "5.25365762", "5.253657619…");
  assert.equal(rateWithMarkup({ base: "1", markup: "-50" }), "2");
});
