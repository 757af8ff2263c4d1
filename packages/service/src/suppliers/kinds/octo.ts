import Type from "typebox";
import { addressSetting, flagSetting, numberSetting, secretSetting, supplierKind } from "../kind.ts";
import {
  askedSaleOf,
  cancelBooking,
  changeBooking,
  currentBooking,
  makeBooking,
  octoOrderOf,
} from "../octo/bookings.ts";
import { octoCalls } from "../octo/calls.ts";
import { findOption, type OctoOption } from "../octo/mapping.ts";
import { offeredProduct } from "../octo/offered.ts";
import { ProductsRead } from "../octo/products.ts";
import { readSeats } from "../octo/seats.ts";
import { subscribeTo } from "../octo/subscription.ts";
import { type SupplierItem, type SupplierOutcome, supplierTimeoutMs } from "../supplier.ts";

/** Milliseconds within which all requests of one task must end. */
const withinMs = supplierTimeoutMs - 500;

const notCompared = "The supplier has a booking, but not the product of the order, so the two cannot be compared.";

const otherItem = "The order changes to another item. Change it in the supplier's system, and then decide.";

/** Books at a supplier by OCTO 1.0: docs/decisions/0044-buying-through-octo.md. */
export const octoSupplierKind = supplierKind({
  kind: "octo",
  label: { en: "OCTO", es: "OCTO", pt: "OCTO" },
  lead: {
    en: "The service books in the supplier's system by the OCTO standard.",
    es: "El servicio reserva en el sistema del proveedor con el estándar OCTO.",
    pt: "O serviço reserva no sistema do fornecedor pelo padrão OCTO.",
  },
  settings: {
    endpoint: addressSetting({
      label: { en: "OCTO address", es: "Dirección OCTO", pt: "Endereço OCTO" },
      lead: {
        en: "Without /supplier or /products at its end",
        es: "Sin /supplier ni /products al final",
        pt: "Sem /supplier nem /products no final",
      },
    }),
    key: secretSetting(
      {
        label: { en: "Key", es: "Clave", pt: "Chave" },
        lead: { en: "The supplier gives it to you", es: "Se la da el proveedor", pt: "O fornecedor a entrega" },
      },
      { maxLength: 200, pattern: "^[!-~]+$" },
    ),
    // `domain/import/supplier-seats.ts` makes the events.
    followDates: Type.Optional(
      flagSetting({
        label: {
          en: "New dates and prices of the supplier go on sale",
          es: "Las fechas y los precios nuevos del proveedor salen a la venta",
          pt: "As datas e os preços novos do fornecedor entram à venda",
        },
        lead: {
          en: "Without it you enter dates and prices yourself; only seats are read.",
          es: "Sin ello usted introduce las fechas y los precios; solo se leen las plazas.",
          pt: "Sem isso você mesmo cadastra as datas e os preços; só as vagas são lidas.",
        },
      }),
    ),
    priceChangePercent: Type.Optional(
      numberSetting(
        {
          label: {
            en: "Largest change of a price without you, in percent",
            es: "Mayor cambio de un precio sin usted, en porcentaje",
            pt: "Maior mudança de preço sem você, em porcentagem",
          },
          lead: {
            en: "Larger changes, and a price of 0, wait on the overview. Empty: 20.",
            es: "Los cambios mayores, y un precio de 0, esperan en el resumen. Vacío: 20.",
            pt: "Mudanças maiores, e um preço de 0, esperam no resumo. Vazio: 20.",
          },
        },
        { minimum: 0, maximum: 100 },
      ),
    ),
  },
  answersAtOnce: true,
  readsSeats: true,
  offersProducts: true,
  create({ externalId, lang, settings: { endpoint, key } }, { send, config }) {
    const to = { url: endpoint, key, lang, allowPrivate: config.callbackAllowPrivate };
    const calls = () => octoCalls(send, to, withinMs);
    /**
     * Finds the item's option at the supplier and calls `then` with it. If the supplier lacks the option, it sends nothing and returns
     * `not-received`.
     */
    const withOption = async (
      item: SupplierItem,
      then: (found: OctoOption) => Promise<SupplierOutcome>,
    ): Promise<SupplierOutcome> => {
      const products = await ProductsRead.of(to).read(octoCalls(send, to, withinMs / 2));
      if ("message" in products) return { outcome: "not-received", message: products.message };
      const found = findOption(products.list, item, externalId);
      if (found) return then(found);
      ProductsRead.of(to).forget();
      const message = `The supplier has no product ${item.productExternalId} with an option ${item.itemExternalId} or ${item.partNumber}.`;
      return { outcome: "not-received", message };
    };

    return {
      request: (order) =>
        withOption(order, async (found) => {
          const call = calls();
          const sale = await octoOrderOf(call, found, order);
          return "outcome" in sale ? sale : makeBooking(call, sale, order);
        }),
      async status(order) {
        const call = calls();
        const products = await ProductsRead.of(to).read(call);
        const found = "list" in products ? findOption(products.list, order, externalId) : null;
        const current = await currentBooking(call, order.id, found && (await askedSaleOf(call, found, order)));
        // The reservation was never confirmed. The service sends the request again, with the same uuid.
        if (current.state !== "decided") return { outcome: "not-received", message: null };
        const isCompared = found !== null || current.outcome.outcome !== "confirmed";
        return isCompared ? current.outcome : { outcome: "unknown", message: notCompared };
      },
      cancel: (order) => cancelBooking(calls(), order.id, order.reference),
      change: (order, change) =>
        withOption(change.order, async (found) => {
          // The change does not contain the ids of the new item.
          if (change.order.itemName !== order.itemName) return { outcome: "unknown", message: otherItem };
          const call = calls();
          const sale = await octoOrderOf(call, found, change.order, {
            sameTime: change.order.eventOn === order.eventOn,
          });
          return "outcome" in sale ? sale : changeBooking(call, sale, order, change);
        }),
      async availability(item, days) {
        const call = calls();
        const products = await ProductsRead.of(to).read(call);
        const found = "list" in products ? findOption(products.list, item, externalId) : null;
        return found && readSeats(call, found, days);
      },
      notifyAt: (to) => subscribeTo(calls(), to),
      async products() {
        const read = await ProductsRead.of(to).read(octoCalls(send, to, withinMs));
        return "message" in read ? read : { products: read.list.flatMap((one) => offeredProduct(one) ?? []) };
      },
    };
  },
});
