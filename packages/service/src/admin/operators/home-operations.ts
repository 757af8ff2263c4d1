import Type from "typebox";
import { operatorCurrency } from "../../domain/import/first-currencies.ts";
import { importWithin } from "../../domain/import/import.ts";
import { isZone, zoneProblem } from "../../domain/selling/dates.ts";
import { nullable, text } from "../../records/schemas.ts";
import { lockCatalogueFiles } from "../../store/catalogue/files-lock.ts";
import { currencyLine } from "../../store/editing/rates.ts";
import {
  currencyInUse,
  dismissSetup,
  knownZones,
  loadHome,
  readFirstSteps,
  saveHome,
  zoneInUse,
} from "../../store/operators/home.ts";
import { invalidFields } from "../editing/changing.ts";
import { officeRoles, operation } from "../operation.ts";

/** The store's own time zone and currency, and the checklist of the first steps. */

const Home = Type.Object({
  timeZone: nullable(text, "IANA time zone of the days in reports; null until an owner chooses one."),
  zoneInUse: nullable(text, "The chosen zone, or else the zone of most products; null without products."),
  currencyCode: nullable(text, "The operator's own currency; null until an owner chooses one."),
  currencyInUse: nullable(
    text,
    "The chosen currency, or else the currency of most products; null without products. Without one, reports show US dollars.",
  ),
  setup: Type.Object(
    {
      dismissed: Type.Boolean(),
      home: Type.Boolean({ description: "Time zone and currency are chosen." }),
      product: Type.Boolean({ description: "There is a product." }),
      partner: Type.Boolean({ description: "There is an active partner with a key." }),
      mail: Type.Boolean({ description: "The service can send e-mail." }),
      letters: Type.Boolean({ description: "Guests get a confirmation by e-mail." }),
      secondFactor: Type.Boolean({ description: "The signed-in operator has a second factor." }),
    },
    { description: "The first steps, and which are done." },
  ),
  sold: Type.Boolean({ description: "There is a live order." }),
});

export const homeOperations = [
  operation({
    id: "home.show",
    method: "GET",
    path: "/home",
    summary: "Read the store's time zone and currency, and which first steps are done",
    roles: officeRoles,
    response: Home,
    async run({ service: { db, mail }, operator }) {
      const { timeZone, currencyCode, setupDismissed } = await loadHome(db);
      const { timeZone: used, origin } = await zoneInUse(db);
      const { sold, ...first } = await readFirstSteps(db);
      return {
        timeZone,
        zoneInUse: origin === "none" ? null : used,
        currencyCode,
        currencyInUse: currencyCode !== null || first.product ? await currencyInUse(db) : null,
        setup: {
          dismissed: setupDismissed,
          home: timeZone !== null && currencyCode !== null,
          ...first,
          mail: await mail.isSet(),
          secondFactor: operator.totpSecret !== null,
        },
        sold,
      };
    },
  }),
  operation({
    id: "home.update",
    method: "PUT",
    path: "/home",
    summary: "Choose the store's time zone and currency. A currency that does not exist yet is created with the rate",
    roles: ["owner"],
    body: Type.Object({
      timeZone: Type.String({ minLength: 1, maxLength: 64 }),
      currencyCode: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217." }),
      rate: Type.Optional(
        Type.String({
          pattern: "^\\d{1,9}(\\.\\d{1,8})?$",
          description: "Units for one US dollar, of a currency that does not exist yet.",
        }),
      ),
    }),
    response: Type.Object({ timeZone: text, currencyCode: text }),
    async run(call) {
      const { timeZone, currencyCode, rate } = call.body;
      if (!isZone(timeZone)) throw invalidFields([{ pointer: "/timeZone", detail: zoneProblem(timeZone) }]);
      if (!(await knownZones(call.service.db)).has(timeZone))
        throw invalidFields([
          { pointer: "/timeZone", detail: `The database does not know the time zone ${timeZone}.` },
        ]);
      return call.change({ subject: "home", after: { timeZone, currencyCode } }, async (tx) => {
        await lockCatalogueFiles(tx);
        if (!(await currencyLine(tx, currencyCode))) {
          if (currencyCode !== "USD" && !(Number(rate) > 0))
            throw invalidFields([{ pointer: "/rate", detail: "A new currency needs its units for one US dollar." }]);
          const currency = operatorCurrency(currencyCode, currencyCode === "USD" ? "1" : rate!);
          await importWithin(tx, { currencies: [currency] }, { now: call.now });
        }
        await saveHome(tx, { timeZone, currencyCode });
        return { timeZone, currencyCode };
      });
    },
  }),
  operation({
    id: "home.dismissSetup",
    method: "POST",
    path: "/home/dismiss-setup",
    summary: "Put the list of first steps away for every operator",
    roles: ["owner"],
    run: (call) =>
      call.change({ subject: "setup" }, async (tx) => {
        await dismissSetup(tx);
        return {};
      }),
  }),
];
