import Type from "typebox";
import { checkValue } from "../../domain/editing/files/shapes.ts";
import { reportAddress } from "../../domain/payments/providers.ts";
import { paymentSettingsToStore, withoutFlags } from "../../domain/payments/settings.ts";
import type { PaymentKind } from "../../payments/kind.ts";
import { paymentKinds } from "../../payments/kinds.ts";
import { openObject, Revision, text } from "../../records/schemas.ts";
import { secretFlag, shownSettings } from "../../records/sealed-settings.ts";
import type { Service } from "../../service.ts";
import {
  type StoredPaymentKind,
  storedPaymentKind,
  storedPaymentKinds,
  writePaymentKind,
} from "../../store/payments/kinds.ts";
import type { RefusedField } from "../../texts/field-refusals.ts";
import { invalidFields } from "../editing/changing.ts";
import { operation, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";

/** The providers through which guests pay. */

const PaymentKindLine = Type.Object({
  kind: text,
  enabled: Type.Boolean({ description: "Whether guests can choose it." }),
  test: Type.Boolean({ description: "With these settings no money moves." }),
  offered: Type.Boolean({ description: "False: this kind is for trials, and this service has an address of its own." }),
  settings: openObject("What the kind needs, without secrets: `hasKey` says that `key` is set."),
  revision: Revision,
  reportsTo: Type.String({ description: "The address to which the provider reports, for kinds that ask for one." }),
});

/** The settings of all kinds together. The schema of the kind decides. */
const GivenSettings = Type.Object(
  Object.fromEntries(
    [
      ...Map.groupBy(
        paymentKinds.flatMap(({ kind, settings, secrets }) =>
          [...Object.keys(settings.properties), ...secrets.map(secretFlag)].map((name) => ({ name, kind })),
        ),
        ({ name }) => name,
      ),
    ].map(([name, kinds]) => {
      const description = `For ${kinds.map(({ kind }) => `\`${kind}\``).join(", ")}.`;
      return [name, Type.Optional(Type.Unknown({ description }))];
    }),
  ),
  { description: "What the kind needs. A secret that is left out keeps its value." },
);

const unset = (kind: string): StoredPaymentKind => ({ kind, enabled: false, settings: {}, revision: 0 });

function lineOf({ payments, orderContext }: Service, { kind: name, settings, ...stored }: StoredPaymentKind) {
  const kind = payments.kinds.find((one) => one.kind === name);
  const test = kind !== undefined && (kind.isTest || (stored.revision > 0 && kind.inTestMode(shownSettings(settings))));
  const offered = !kind?.isTest || payments.isTrial;
  const reportsTo = reportAddress(orderContext.publicUrl, name);
  return { kind: name, ...stored, test, offered, settings: shownSettings(settings), reportsTo };
}

export const paymentKindOperations = [
  operation({
    id: "paymentKinds.list",
    method: "GET",
    path: "/payment-kinds",
    summary: "Read the providers through which guests can pay, with their settings",
    roles: ["owner"],
    response: Type.Object({ data: Type.Array(PaymentKindLine) }),
    async run({ service }) {
      const stored = new Map((await storedPaymentKinds(service.db)).map((one) => [one.kind, one]));
      return { data: service.payments.kinds.map(({ kind }) => lineOf(service, stored.get(kind) ?? unset(kind))) };
    },
  }),
  operation({
    id: "paymentKinds.update",
    method: "PUT",
    path: "/payment-kinds/{kind}",
    summary: "Change a provider's settings, and whether guests can choose it",
    roles: ["owner"],
    body: Type.Object({
      enabled: Type.Boolean(),
      settings: GivenSettings,
      revision: Revision,
    }),
    response: PaymentKindLine,
    async run({ service, params, body, change }) {
      const kind = requireRecord(
        service.payments.kinds.find((one) => one.kind === params.kind),
        "payment provider",
      );
      const problems = settingProblems(kind, body.settings);
      if (problems.length > 0) throw invalidFields(problems);
      const before = (await storedPaymentKind(service.db, kind.kind)) ?? unset(kind.kind);
      const entry = ({ enabled, settings }: Pick<StoredPaymentKind, "enabled" | "settings">) => ({
        enabled,
        settings: shownSettings(settings),
      });
      // The audit log has no secret that was sent.
      const sent = { ...body.settings, ...Object.fromEntries(kind.secrets.map((name) => [name, undefined])) };
      await change(
        { subject: `payments ${kind.kind}`, before: entry(before), after: entry({ ...body, settings: sent }) },
        async (tx) => {
          const made = paymentSettingsToStore(tx, kind, body.settings, before.settings);
          if ("problems" in made) throw invalidFields(made.problems);
          const { enabled, revision } = body;
          if (!(await writePaymentKind(tx, { kind: kind.kind, enabled, settings: made.settings, revision })))
            throw changedMeanwhile();
        },
      );
      return lineOf(service, (await storedPaymentKind(service.db, kind.kind))!);
    },
  }),
];

/** Returns what is wrong with the settings. A secret can be left out: the stored one stays. */
function settingProblems(kind: PaymentKind, given: Record<string, unknown>): RefusedField[] {
  const properties = kind.settings.properties as Type.TProperties;
  const secrets = kind.secrets.map((name): [string, Type.TSchema] => [name, Type.Optional(properties[name]!)]);
  const schema = Type.Object({ ...properties, ...Object.fromEntries(secrets) }, { additionalProperties: false });
  return checkValue(schema, withoutFlags(kind, given)).map(({ pointer, ...problem }) => ({
    pointer: `/settings${pointer}`,
    ...problem,
  }));
}
