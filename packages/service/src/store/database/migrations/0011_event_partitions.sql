-- Events by year: each calendar year of EventOn is a table of its own, so that the past goes at the price of dropping one.
-- docs/decisions/0020-events-by-year.md has the reasons.

alter table event rename to event_whole;
create table event (like event_whole including defaults including constraints) partition by range (event_on);

-- A year for each that has events; later ones are made by whoever writes the first event of them (event-years.ts).
do $$ declare y int; begin
  for y in select distinct extract(year from event_on)::int from event_whole loop execute
    format('create table event_%s partition of event for values from (%L) to (%L)', y, y || '-01-01', y + 1 || '-01-01'); end loop; end $$;

insert into event select * from event_whole;
drop table event_whole;

-- The key holds event_on because it must hold what the rows are divided by. That an id has one event_on is seen to by
-- the import: see writeEvents.
alter table event add primary key (id, event_on);
alter table event add unique (item_id, event_on);
alter table event add foreign key (item_id) references item;
create index event_list on event (event_on, id) where listed;
create index event_product_list on event (product_id, event_on, id);
-- Not unique, which is not to be had without event_on: numbers are given under the counter's lock.
create index event_seq on event (seq);
create index event_unpublished on event (id) where seq is null;
create index event_on_sale on event (product_id, sales_end_at) where availability = 'available' and not hidden;

-- The first local day whose events are kept; null: every one.
alter table counter add column events_from date;

-- How many positions in a product's own list are holes since a year was dropped.
create table event_gone (
  product_id uuid not null,
  year       integer not null,
  n          integer not null,
  primary key (product_id, year)
);

-- What an order needs to know of its event when that is gone. None of it ever changes.
alter table orders
  add column item_id    uuid,
  add column product_id uuid,
  add column event_on   timestamp;
update orders o set item_id = e.item_id, product_id = e.product_id, event_on = e.event_on from event e where e.id = o.event_id;
alter table orders
  alter column item_id set not null,
  alter column product_id set not null,
  alter column event_on set not null;
drop index orders_kept;
create index orders_kept on orders (event_on) where erased_at is null;
