import type { Event, Language } from "@paseo/contract";

/** Records of the model, with the positions and versions that the store would give them. */

export interface ModelProduct {
  id: string;
  name: string;
  present: boolean;
  currency: string;
  pos: number | null;
  seq: number;
  deletedVersion: number | null;
  /** The currency in the list at the record's last version. */
  listedCurrency: string;
  changed: boolean;
}
export interface ModelEvent {
  id: string;
  productId: string;
  day: number;
  /** Hours that its location is ahead of UTC. */
  zone: number;
  availability: Event["availabilityCode"];
  price: number;
  currency: string;
  seq: number;
  listed: boolean;
  changed: boolean;
}
export interface ModelPage {
  id: string;
  names: Record<Language, string | null>;
  here: Record<Language, boolean>;
  pos: number | null;
  seq: number;
  changed: boolean;
}

/** Records that are committed, or are about to be committed. */
export class State {
  products: ModelProduct[] = [];
  events: ModelEvent[] = [];
  pages: ModelPage[] = [];
  rates: Record<string, { rate: number; version: number }> = {
    EUR: { rate: 1, version: 0 },
    USD: { rate: 1, version: 0 },
  };
  updateVersion = 0;
  deleteVersion = 0;
  seq = { product: 0, event: 0, page: 0 };
  pos = { product: 0, page: 0 };
  versions = [{ number: 0, at: 0, seq: { product: 0, event: 0, page: 0 } }];

  copy(): State {
    const state = new State();
    Object.assign(state, this);
    state.products = this.products.map((product) => ({ ...product }));
    state.events = this.events.map((event) => ({ ...event }));
    state.pages = this.pages.map((page) => ({ ...page, names: { ...page.names }, here: { ...page.here } }));
    state.rates = { EUR: { ...this.rates.EUR! }, USD: { ...this.rates.USD! } };
    state.seq = { ...this.seq };
    state.pos = { ...this.pos };
    state.versions = [...this.versions];
    return state;
  }

  /** Gives the records that changed their positions and a version, as `publish` does. */
  publish(now: number, repriced: string[]): void {
    const version = this.updateVersion + 1;
    let moved = repriced.length > 0;
    for (const code of repriced) this.rates[code]!.version = version;
    for (const product of this.products.filter(({ changed }) => changed)) {
      product.changed = false;
      if (!product.present) {
        if (product.pos !== null && product.deletedVersion === null) product.deletedVersion = ++this.deleteVersion;
        continue;
      }
      product.pos ??= ++this.pos.product;
      product.seq = ++this.seq.product;
      product.deletedVersion = null;
      product.listedCurrency = product.currency;
      moved = true;
    }
    for (const event of this.events.filter(({ changed }) => changed)) {
      event.changed = false;
      event.seq = ++this.seq.event;
      event.listed ||= event.availability !== "removed";
      moved = true;
    }
    for (const page of this.pages.filter(({ changed }) => changed)) {
      page.changed = false;
      page.pos ??= ++this.pos.page;
      page.seq = ++this.seq.page;
      moved = true;
    }
    if (!moved) return;
    this.updateVersion = version;
    this.versions.push({ number: version, at: now, seq: { ...this.seq } });
  }
}
