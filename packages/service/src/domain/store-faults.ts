/** Which errors are the store's: what answers requests knows of the store only through this layer. */
export { storeFault } from "../store/database/faults.ts";
