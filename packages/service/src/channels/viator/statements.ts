import type { Stated } from "../../domain/booking/agreement.ts";
import type { ChannelBooking } from "../../domain/booking/channel-booking-state.ts";
import { categoryOf } from "../../domain/catalogue/ticket-categories.ts";
import type { Guests } from "../../store/orders/channel-bookings.ts";
import { bookedUnit, personFromNames, pickupOf } from "../shared/guests.ts";
import { type ChannelOffer, ticketCodeOf } from "../shared/offers.ts";
import { tgds, viatorUnprocessable } from "./errors.ts";
import type { BookingBody, ViatorCall } from "./requests.ts";

/** What bookings of Viator say: their travellers, and the sale that they name. */

/** Refuses numbers of travellers that contradict the list of travellers. A number that is missing says nothing. */
export function refuseTravellerMix({ TravellerMix, Traveller }: BookingBody): void {
  for (const [band, count] of Object.entries(TravellerMix ?? {})) {
    const named = band === "Total" ? Traveller : Traveller.filter(({ AgeBand }) => AgeBand === band);
    if (count !== undefined && count !== null && Number(count) !== named.length)
      throw viatorUnprocessable(
        tgds.data,
        `TravellerMix.${band} is ${count}, but Traveller names ${named.length} of them.`,
      );
  }
}

/** What a booking says about a reservation or a sold booking. */
export function stated(body: BookingBody, { row }: ChannelBooking, { settings }: ViatorCall): Stated {
  const codes = new Map(
    row.guests.units.map(({ code }) => [categoryOf("viator", code, settings.categories) as string, code]),
  );
  return {
    productId: body.SupplierProductCode,
    itemId: body.TourOptions?.SupplierOptionCode || undefined,
    day: body.TravelDate,
    time: body.TourOptions?.TourDepartureTime?.slice(0, 5),
    codes: body.Traveller.map(({ AgeBand }) => codes.get(AgeBand.toUpperCase())),
    currencyCode: body.CurrencyCode,
    net: body.Amount,
  };
}

export function guestsOf(uuid: string, offer: ChannelOffer, body: BookingBody, call: ViatorCall): Guests {
  const units = body.Traveller.map(({ TravellerIdentifier, GivenName, Surname, AgeBand }, n) => {
    const code = ticketCodeOf(offer, AgeBand.toUpperCase());
    if (code === undefined)
      throw viatorUnprocessable(tgds.mix, `The product has no ticket for the age band ${AgeBand}.`);
    return bookedUnit(uuid, n, code, {
      reference: `${TravellerIdentifier}`,
      contact: personFromNames(GivenName, Surname),
    });
  });
  const lead = body.Traveller.find(({ LeadTraveller }) => LeadTraveller) ?? body.Traveller[0]!;
  const answers = body.RequiredInfo?.Question?.map((one) => `${one.QuestionText}: ${one.QuestionAnswer}`) ?? [];
  return {
    units,
    contact: personFromNames(lead.GivenName, lead.Surname, {
      email: body.ContactEmail,
      phone: body.ContactDetail?.ContactValue,
    }),
    notes: [body.SpecialRequirement, ...answers].filter(Boolean).join("\n").slice(0, 5_000) || null,
    reference: body.BookingReference,
    pickup: pickupOf(body.PickupPoint, offer, call),
  };
}
