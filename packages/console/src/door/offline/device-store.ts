/** The data that the door's device stores in IndexedDB: the list, the signed-in operator, and admissions. The data survives a reload. */

/** An admission of this device. */
export interface StoredAdmission {
  id: string;
  /** The code as scanned or typed. */
  code: string;
  /** Numbers of the passes; undefined for the passes that the code names. */
  passes?: number[];
  at: string;
  /** The time at which the service received the admission; null while it waits for the network. */
  sentAt: string | null;
}

const name = "paseo-door";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("values");
      request.result.createObjectStore("admissions", { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs one request; a write is on the device when the promise resolves. */
async function run<T>(
  store: "values" | "admissions",
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

export const readValue = <T>(key: "list" | "who"): Promise<T | undefined> =>
  run("values", "readonly", (store) => store.get(key) as IDBRequest<T | undefined>);
export const writeValue = (key: "list" | "who", value: unknown): Promise<unknown> =>
  run("values", "readwrite", (store) => store.put(value, key));

/** Deletes the list and the signed-in operator. Admissions that wait for the network stay until they are sent. */
export const forgetValues = (): Promise<unknown> => run("values", "readwrite", (store) => store.clear());

export const storedAdmissions = (): Promise<StoredAdmission[]> =>
  run("admissions", "readonly", (store) => store.getAll() as IDBRequest<StoredAdmission[]>);
export const storeAdmission = (admission: StoredAdmission): Promise<unknown> =>
  run("admissions", "readwrite", (store) => store.put(admission));
export const removeAdmission = (id: string): Promise<unknown> =>
  run("admissions", "readwrite", (store) => store.delete(id));
