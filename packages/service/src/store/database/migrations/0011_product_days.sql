-- Availability by day as partners read it: docs/decisions/0031-availability.md. A row for each product and local day with listed
-- events, written by `publish` alone.
create table product_day (
  product_id   uuid not null,
  day          date not null,
  -- As in product_state, where it never changes.
  pos          bigint,
  -- Events that are not removed.
  sessions     integer not null,
  has_sold_out boolean not null,
  -- The instants at which sales of its available events end, ascending. `open` and `min_price` have for each instant the number of
  -- events that are open before it, and their lowest price.
  sales_end_at timestamptz[] not null,
  open         integer[] not null,
  min_price    numeric[] not null,
  -- The greatest position of its events in the change log.
  seq          bigint not null,
  primary key (product_id, day)
);
create index product_day_list on product_day (day, pos, sessions);

insert into product_day (product_id, day, pos, sessions, has_sold_out, sales_end_at, open, min_price, seq)
select e.product_id, e.day, s.pos, sum(e.shown), bool_or(e.has_sold_out),
  coalesce(array_agg(e.sales_end_at order by e.sales_end_at) filter (where e.open > 0), '{}'),
  coalesce(array_agg(e.open_before order by e.sales_end_at) filter (where e.open > 0), '{}'),
  coalesce(array_agg(e.lowest order by e.sales_end_at) filter (where e.open > 0), '{}'), max(e.seq)
from (
  select product_id, event_on::date as day, sales_end_at, count(*) filter (where shown) as shown, max(seq) as seq,
    count(*) filter (where availability = 'available' and not hidden and capacity_left is distinct from 0) as open,
    bool_or(not hidden and (availability = 'sold-out' or availability = 'available' and capacity_left = 0)) as has_sold_out,
    sum(count(*) filter (where availability = 'available' and not hidden and capacity_left is distinct from 0)) over later as open_before,
    min(min(min_price) filter (where availability = 'available' and not hidden and capacity_left is distinct from 0)) over later as lowest
  from event where listed
  group by product_id, event_on::date, sales_end_at
  window later as (partition by product_id, event_on::date order by sales_end_at desc)
) e left join product_state s on s.product_id = e.product_id group by e.product_id, e.day, s.pos;

-- Events that partners never saw: `event_day` counts the others.
create index event_unlisted on event (event_on) where not listed;
