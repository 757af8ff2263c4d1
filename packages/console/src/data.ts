import type { DataProvider, RaRecord } from "react-admin";
import { ask } from "./http.ts";

/** Lists sort by what the operation names; react-admin's own default, `id`, is none of that: each list then has its own order. */
const sorted = (sort: { field: string; order: string } | undefined) =>
  sort && sort.field !== "id" ? { sort: sort.field, order: sort.order.toLowerCase() } : {};

/** react-admin's questions as operations of the back office: lists with page, sort and filters; records with a revision. */
export const dataProvider: DataProvider = {
  async getList(resource, { pagination, sort, filter, signal }) {
    const query = {
      page: pagination?.page,
      perPage: pagination?.perPage,
      ...sorted(sort),
      ...filter,
    };
    return ask<{ data: RaRecord[]; total: number }>("GET", `/${resource}`, {
      query,
      ...(signal && { signal }),
    }) as never;
  },
  async getOne(resource, { id }) {
    return { data: await ask("GET", `/${resource}/${encodeURIComponent(id)}`) } as never;
  },
  async getMany(resource, { ids }) {
    return { data: await Promise.all(ids.map((id) => ask("GET", `/${resource}/${encodeURIComponent(id)}`))) } as never;
  },
  async getManyReference(resource, { target, id, pagination, sort, filter }) {
    const query = {
      page: pagination.page,
      perPage: pagination.perPage,
      ...sorted(sort),
      ...filter,
      [target]: id,
    };
    return ask("GET", `/${resource}`, { query }) as never;
  },
  // The service refuses fields that an operation does not name, so forms send their own and no record goes back whole.
  async create() {
    throw new Error("Records are made by forms of their own.");
  },
  async update() {
    throw new Error("Records are changed by forms of their own.");
  },
  async updateMany() {
    throw new Error("Records are changed one at a time here, or by a bulk action with a preview.");
  },
  async delete(resource, { id, previousData }) {
    await ask("DELETE", `/${resource}/${encodeURIComponent(id)}`, { query: { revision: previousData?.revision } });
    return { data: previousData ?? { id } } as never;
  },
  async deleteMany(resource, { ids }) {
    for (const id of ids) await ask("DELETE", `/${resource}/${encodeURIComponent(id)}`);
    return { data: ids } as never;
  },
};
