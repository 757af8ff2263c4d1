import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { answersTo, Partner } from "../../../service/test/support/partner.ts";
import { silent } from "../../../service/test/support/samples/ordering.ts";
import type { Kind, Office } from "../day/shop.ts";

/** Opens a sandbox of this kind with an order of a boat trip. Orders wait for as long as the tests take. */
export async function openSandbox<Backoffice extends Office>(kind: Kind<Backoffice>) {
  const office = await kind.open({ config: { sandbox: true } });
  const partner = new Partner(office.app);
  const [boat] = (await eventIds(office.app.store.database.db, "boat")).slice(6);
  const { questions, totalUsd } = await partner.validate(boat!, { ADULT: 2 });
  office.app.app.service.orderContext.suppliers = () => silent;
  const order = await partner.book(boat!, { ADULT: 2 }, totalUsd!.value, { answers: answersTo(questions) });
  return { office, partner, orderId: order.id! };
}
