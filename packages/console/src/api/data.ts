import type { DataProvider } from "react-admin";
import { callApi } from "./client.ts";
import type { OperationId } from "./types.ts";

/** The list operation of a resource. Resources are named as in addresses: `white-labels` for `whiteLabels.list`. */
export const operationOf = (resource: string, action: string): OperationId =>
  `${resource.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}.${action}` as OperationId;

// The resource determines the types, and react-admin does not know them.
const call = callApi as (operation: OperationId, request: object) => Promise<never>;

const unsupported = async (): Promise<never> => {
  throw new Error("Each page and form of the console calls its own operations.");
};

/** react-admin's requests as operations of the admin API: lists with page, sort and filters. */
export const dataProvider: DataProvider = {
  getList(resource, { pagination, sort, filter, signal }) {
    const query = {
      page: pagination?.page,
      perPage: pagination?.perPage,
      // `id` is react-admin's default and no sort of a list: without `sort` each list has its own order.
      ...(sort && sort.field !== "id" && { sort: sort.field, order: sort.order.toLowerCase() }),
      ...filter,
    };
    return call(operationOf(resource, "list"), { query, ...(signal && { signal }) });
  },
  getOne: unsupported,
  getMany: unsupported,
  getManyReference: unsupported,
  create: unsupported,
  update: unsupported,
  updateMany: unsupported,
  delete: unsupported,
  deleteMany: unsupported,
};
