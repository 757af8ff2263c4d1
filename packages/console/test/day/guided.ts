import { GuidedTour, guidedApp } from "../../../service/test/resources/guided.ts";
import type { Kind, Office } from "./shop.ts";

/** Opens a back office of this kind with guided walks. Ana guides the first one, with five people of two parties. */
export async function openGuided<Backoffice extends Office>(kind: Kind<Backoffice>) {
  const office = await kind.open(guidedApp);
  const guided = new GuidedTour();
  await guided.plant(office.app);
  const [event] = guided.walks as [string];
  await guided.sell(event, 2, "Hotel Cercano", "García");
  const { id } = await guided.sell(event, 3, "Hotel Lejano", "Lozano");
  await guided.owner.ask("POST", `/orders/${id}/notes`, { note: "Wheelchair." });
  await guided.give(event, "Ana");
  return { office, guided, event };
}
