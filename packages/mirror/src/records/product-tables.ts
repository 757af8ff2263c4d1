import type { Price, Product } from "@paseo/contract";
import { type Cell, columns, defineMapping, type RecordMapping, type Row } from "./mapping.ts";
import { decimalText, hasDetails } from "./records.ts";

/** The tables of products. Columns that the list does not have are null with `--no-details`, and parts are empty. */

export const productTables: RecordMapping = defineMapping<"product">({
  table: "product",
  key: "id",
  columns: columns({
    id: "id",
    product_type_code: "text",
    name: "text",
    city_code: "text",
    immediate_booking: "flag",
    has_availability: "flag",
    lead_purchase_day: "integer?",
    cancel_purchase_hour: "integer?",
    currency_code: "text?",
    min_price: "amount?",
    min_usd_price: "amount?",
    venue: "text?",
    address: "text?",
    latitude: "degrees?",
    longitude: "degrees?",
    all_passenger_names: "flag?",
    all_passenger_weights: "flag?",
    hotel: "flag?",
    airport_flight: "flag?",
    updated_on: "text?",
    description: "text?",
  }),
  indexes: [["city_code"]],
  parts: [
    {
      table: "item",
      columns: columns({
        id: "id",
        name: "text",
        part_number: "text",
        currency_code: "text?",
        min_price: "amount?",
        min_usd_price: "amount?",
        published: "flag",
        description: "text?",
      }),
      indexes: [["id"]],
    },
    {
      table: "ticket_rule",
      columns: columns({
        item_id: "id",
        code: "text",
        min_quantity: "integer",
        max_quantity: "integer",
        default_quantity: "integer",
        increment_quantity: "integer",
      }),
      indexes: [["item_id"]],
    },
  ],
  rowsOf: (product) => {
    const { id, productTypeCode, name, cityCode, immediateBooking, hasAvailability } = product;
    const summary = [id, productTypeCode, name, cityCode, immediateBooking, hasAvailability];
    if (!hasDetails(product)) return { cells: [...summary, ...detailColumns.map(() => null)], parts: [[], []] };
    return { cells: [...summary, ...detailCells(product)], parts: [itemRows(product), ruleRows(product)] };
  },
  recordOf: (row, [items, rules]) => {
    const summary = {
      id: row.id,
      productTypeCode: row.product_type_code,
      name: row.name,
      cityCode: row.city_code,
      immediateBooking: Boolean(row.immediate_booking),
      hasAvailability: Boolean(row.has_availability),
    };
    return (row.updated_on === null ? summary : { ...summary, ...detailsOf(row, items!, rules!) }) as Product;
  },
});

const detailColumns = productTables.columns.slice(6);

const detailCells = (product: Product): Cell[] => [
  product.leadPurchaseDay,
  product.cancelPurchaseHour,
  ...priceCells(product),
  product.location.venue,
  product.location.address,
  product.location.latitude,
  product.location.longitude,
  product.questionConfiguration.allPassengerNames,
  product.questionConfiguration.allPassengerWeights,
  product.questionConfiguration.hotel,
  product.questionConfiguration.airportFlight,
  product.updatedOn,
  product.description,
];

const priceCells = ({ minPrice, minUsdPrice }: { minPrice: Price | null; minUsdPrice: Price | null }): Cell[] => [
  minPrice?.currencyCode ?? null,
  minPrice && decimalText(minPrice.value),
  minUsdPrice && decimalText(minUsdPrice.value),
];

const itemRows = ({ items }: Product): Cell[][] =>
  items.map((item) => [item.id, item.name, item.partNumber, ...priceCells(item), item.published, item.description]);

const ruleRows = ({ items }: Product): Cell[][] =>
  items.flatMap(({ id, ticketRules }) =>
    ticketRules.map(({ code, minQuantity, maxQuantity, defaultQuantity, incrementQuantity }) => [
      id,
      code,
      minQuantity,
      maxQuantity,
      defaultQuantity,
      incrementQuantity,
    ]),
  );

function detailsOf(row: Row, items: Row[], rules: Row[]): object {
  return {
    leadPurchaseDay: row.lead_purchase_day,
    cancelPurchaseHour: row.cancel_purchase_hour,
    ...pricesOf(row),
    location: { venue: row.venue, address: row.address, latitude: row.latitude, longitude: row.longitude },
    items: items.map((item) => ({
      id: item.id,
      name: item.name,
      partNumber: item.part_number,
      ...pricesOf(item),
      published: Boolean(item.published),
      ticketRules: rules.filter((rule) => rule.item_id === item.id).map(ruleOf),
      description: item.description,
    })),
    questionConfiguration: {
      allPassengerNames: Boolean(row.all_passenger_names),
      allPassengerWeights: Boolean(row.all_passenger_weights),
      hotel: Boolean(row.hotel),
      airportFlight: Boolean(row.airport_flight),
    },
    updatedOn: row.updated_on,
    description: row.description,
  };
}

const pricesOf = (row: Row): object => ({
  minPrice: row.min_price === null ? null : { currencyCode: row.currency_code, value: Number(row.min_price) },
  minUsdPrice: row.min_usd_price === null ? null : { currencyCode: "USD", value: Number(row.min_usd_price) },
});

const ruleOf = (rule: Row): object => ({
  code: rule.code,
  minQuantity: rule.min_quantity,
  maxQuantity: rule.max_quantity,
  defaultQuantity: rule.default_quantity,
  incrementQuantity: rule.increment_quantity,
});
