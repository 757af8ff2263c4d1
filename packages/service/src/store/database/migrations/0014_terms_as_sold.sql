-- What was agreed when an order was placed, whatever becomes of its product, prices and rates.

alter table orders
  -- Names, unit prices, currency and rate. Null: the order is older than this column.
  add column agreed               jsonb,
  add column cancel_purchase_hour integer,
  -- The last instant at which the partner can cancel.
  add column cancel_until         timestamptz;

-- Earlier orders went by their product's terms of today: those that can still be cancelled keep these. The first of two instants
-- at which a clock shows a time counts, as in instantOf(). A zone that the server does not know leaves them to the product.
update orders o set cancel_purchase_hour = p.cancel_purchase_hour, cancel_until = coalesce(
    (select min(shown.at) from (values (0), (30), (60), (120)) earlier (minutes),
      lateral (select (o.event_on at time zone p.time_zone) - earlier.minutes * interval '1 minute' as at) shown
      where shown.at at time zone p.time_zone = o.event_on),
    o.event_on at time zone p.time_zone
  ) - p.cancel_purchase_hour * interval '1 hour'
from product p where p.id = o.product_id and o.status in ('waitsupplier', 'complete', 'waitcancel')
  and o.event_on > now() at time zone 'UTC' - interval '2 days'
  and p.time_zone in (select name from pg_timezone_names);
