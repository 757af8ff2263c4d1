/** The data that the door's device stores in IndexedDB: the list, the signed-in operator, admissions and payments. The data survives a reload. */

/** An admission of this device. */
export interface StoredAdmission {
  id: string;
  /** The code as scanned or typed. */
  code: string;
  /** The event of the guide who admitted; undefined at the door. */
  eventId?: string;
  /** Numbers of the passes; undefined for the passes that the code names. */
  passes?: number[];
  at: string;
  /** The time at which the service received the admission; null while it waits for the network. */
  sentAt: string | null;
}

/** A payment that this device recorded. Its id is the payment's own: the service records it once. */
export interface StoredPayment {
  id: string;
  /** The code as scanned or typed. */
  code: string;
  eventId: string | null;
  amount: string;
  currencyCode: string;
  method: "cash" | "card" | "transfer";
  takenAt: string;
  /** The guest, for a message about a payment that the service could not record as it was taken. */
  name: string;
  /** The time at which the service received the payment; null while it waits for the network. */
  sentAt: string | null;
}

/** A payment that the service could not record as it was taken. */
export interface PaymentTrouble extends Pick<StoredPayment, "id" | "amount" | "currencyCode" | "takenAt" | "name"> {
  why: "too-much" | "refused";
}

const name = "paseo-door";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      const db = request.result;
      if (oldVersion < 1) {
        db.createObjectStore("values");
        db.createObjectStore("admissions", { keyPath: "id" });
      }
      db.createObjectStore("payments", { keyPath: "id" });
      db.createObjectStore("troubles", { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs one request; a write is on the device when the promise resolves. */
async function run<T>(
  store: "values" | "admissions" | "payments" | "troubles",
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

/** Deletes the list and the signed-in operator. Admissions and payments that wait for the network stay until they are sent. */
export const forgetValues = (): Promise<unknown> => run("values", "readwrite", (store) => store.clear());

export const storedAdmissions = (): Promise<StoredAdmission[]> =>
  run("admissions", "readonly", (store) => store.getAll() as IDBRequest<StoredAdmission[]>);
export const storeAdmission = (admission: StoredAdmission): Promise<unknown> =>
  run("admissions", "readwrite", (store) => store.put(admission));
export const removeAdmission = (id: string): Promise<unknown> =>
  run("admissions", "readwrite", (store) => store.delete(id));

export const storedPayments = (): Promise<StoredPayment[]> =>
  run("payments", "readonly", (store) => store.getAll() as IDBRequest<StoredPayment[]>);
export const storePayment = (payment: StoredPayment): Promise<unknown> =>
  run("payments", "readwrite", (store) => store.put(payment));
export const removePayment = (id: string): Promise<unknown> =>
  run("payments", "readwrite", (store) => store.delete(id));

export const storedTroubles = (): Promise<PaymentTrouble[]> =>
  run("troubles", "readonly", (store) => store.getAll() as IDBRequest<PaymentTrouble[]>);
export const storeTrouble = (trouble: PaymentTrouble): Promise<unknown> =>
  run("troubles", "readwrite", (store) => store.put(trouble));
export const removeTrouble = (id: string): Promise<unknown> =>
  run("troubles", "readwrite", (store) => store.delete(id));
