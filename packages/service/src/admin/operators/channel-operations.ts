import Type from "typebox";
import { unsuitableFor, unsuitableReasons } from "../../domain/catalogue/channel-products.ts";
import { text } from "../../records/schemas.ts";
import { channelProducts } from "../../store/catalogue/channel-events.ts";
import { isOctoOn, switchOcto } from "../../store/operators/home.ts";
import { operation } from "../operation.ts";
import { calledChannelOperations } from "./called-channel-operations.ts";

/** Sales channels that use a standard protocol. */

export const channelOperations = [
  ...calledChannelOperations,
  operation({
    id: "channels.show",
    method: "GET",
    path: "/channels",
    summary: "Read whether partners may sell over OCTO, and which products it cannot sell",
    roles: ["owner"],
    response: Type.Object({
      octo: Type.Boolean({ description: "Whether partners may sell over OCTO." }),
      octoAddress: Type.String({ description: "The address that a channel needs, beside a partner's key." }),
      products: Type.Integer({ description: "Products that OCTO sells." }),
      unsuitable: Type.Array(Type.Object({ id: text, name: text, reason: Type.Enum([...unsuitableReasons]) }), {
        description:
          "Products that OCTO cannot sell. `items`: nothing of it is published. Else a question that OCTO does not have.",
      }),
    }),
    async run({ service: { db, orderContext } }) {
      const products = await channelProducts(db);
      const unsuitable = products.flatMap((product) => {
        const why = unsuitableFor(product);
        return why === null ? [] : [{ id: product.id, name: product.record.name, reason: why.reason }];
      });
      const octoAddress = `${orderContext.publicUrl}/octo`;
      return { octo: await isOctoOn(db), octoAddress, products: products.length - unsuitable.length, unsuitable };
    },
  }),
  operation({
    id: "channels.update",
    method: "PUT",
    path: "/channels",
    summary: "Switch sales over OCTO on or off",
    roles: ["owner"],
    body: Type.Object({ octo: Type.Boolean({ description: "Whether partners may sell over OCTO." }) }),
    response: Type.Object({ octo: Type.Boolean() }),
    async run(call) {
      const { octo } = call.body;
      const before = { octo: await isOctoOn(call.service.db) };
      await call.change({ subject: "channels", before, after: { octo } }, (tx) => switchOcto(tx, octo));
      return { octo };
    },
  }),
];
