-- The catalogue, and the counters that put its changes in order.

-- One row. Its lock is taken last in every catalogue write, so that versions are given in commit order:
-- a reader who saw version N has seen everything up to N.
create table counter (
  one             boolean primary key default true check (one),
  update_version  bigint not null default 0,
  delete_version  bigint not null default 0,
  -- Positions in each kind's change log; they only grow, and a record that changes again leaves a hole behind.
  product_seq     bigint not null default 0,
  event_seq       bigint not null default 0,
  page_seq        bigint not null default 0,
  -- Positions in the full lists, in order of creation; a deleted record leaves a hole behind.
  product_pos     bigint not null default 0,
  page_pos        bigint not null default 0,
  -- Products in the catalogue now.
  product_count   bigint not null default 0,
  -- The newest version in which a currency or its rate changed.
  currency_version bigint not null default 0
);
insert into counter default values;

-- What each version reached, so that "since version N" is a position in each change log.
create table version (
  number      bigint primary key,
  at          timestamptz not null,
  product_seq bigint not null,
  event_seq   bigint not null,
  page_seq    bigint not null
);
create index version_at on version (at);
insert into version values (0, now(), 0, 0, 0);

create table currency (
  code           text primary key,
  name           text not null,
  display_symbol text not null,
  rate           numeric not null check (rate > 0),
  active         boolean not null,
  -- The version in which the rate last changed: an update of every record priced in this currency.
  rate_version   bigint not null default 0
);
-- Rates that a validated price may still hold on to.
create table rate_past (
  currency_code text not null,
  rate          numeric not null,
  until         timestamptz not null
);
create index rate_past_until on rate_past (currency_code, until);

create table product (
  id                    uuid primary key,
  external_id           text not null unique,
  type                  text not null,
  name                  text not null,
  city_code             text not null,
  published             boolean not null,
  immediate_booking     boolean not null,
  lead_purchase_day     integer not null,
  cancel_purchase_hour  integer not null,
  currency_code         text not null references currency,
  time_zone             text not null,
  venue                 text not null,
  address               text not null,
  latitude              double precision,
  longitude             double precision,
  all_passenger_names   boolean not null,
  all_passenger_weights boolean not null,
  hotel                 boolean not null,
  airport_flight        boolean not null,
  deleted               boolean not null default false,
  -- What `query` searches: name and city without accents, in lower case; and what it was before.
  -- A record that no longer matches a search keeps its place there as a hole, so that pages do not close up under a walker.
  search                text not null,
  former_search         text not null default ''
);

-- What is derived of a product. Written only under the counter's lock, apart from `product`, so that a booking that
-- sells the last place never waits on a product row that an import holds.
create table product_state (
  product_id       uuid primary key references product,
  pos              bigint unique,
  seq              bigint not null,
  has_availability boolean not null,
  -- Minimum price by item id, decimals as strings.
  min_prices       jsonb not null,
  updated_on       timestamptz not null,
  -- When passing time next ends the sale of an event of this product.
  recheck_at       timestamptz,
  -- Position among deletions while the product is away from the catalogue.
  deleted_version  bigint unique,
  deleted_at       timestamptz
);
create index product_state_seq on product_state (seq);
create index product_state_recheck on product_state (recheck_at);

create table item (
  id           uuid primary key,
  product_id   uuid not null references product,
  external_id  text not null,
  position     integer not null,
  name         text not null,
  part_number  text not null,
  published    boolean not null,
  ticket_rules jsonb not null,
  unique (product_id, external_id)
);

create table event (
  id            uuid primary key,
  item_id       uuid not null references item,
  product_id    uuid not null,
  -- Local date and time at the location. It never changes: another time is another event.
  event_on      timestamp not null,
  availability  text not null,
  -- Away from the catalogue with its product or item, whatever its own availability: partners read `removed`.
  hidden        boolean not null default false,
  -- Places altogether and left; null is without limit.
  capacity      integer check (capacity >= 0),
  capacity_left integer check (capacity_left >= 0),
  currency_code text not null,
  -- [{"code": "adult", "price": "45.00"}, ...]
  tickets       jsonb not null,
  min_price     numeric not null,
  starts_at     timestamptz not null,
  sales_end_at  timestamptz not null,
  -- When the local day of the event is over: from then on it is out of the list of coming events.
  day_ends_at   timestamptz not null,
  -- Was ever shown to partners. It then keeps its place in the list, as a hole when it is removed.
  listed        boolean not null default false,
  -- Whether partners see it as anything but removed, as of its last version.
  shown         boolean not null default false,
  -- Position in the change log. Null inside the transaction that changes it, until the version is given.
  seq           bigint,
  unique (item_id, event_on)
);
create index event_list on event (event_on, id) where listed;
create index event_product_list on event (product_id, event_on, id) where listed;
create unique index event_seq on event (seq);
create index event_unpublished on event (id) where seq is null;
create index event_on_sale on event (product_id, sales_end_at) where availability = 'available' and not hidden;

-- How many listed events (positions) each local day has in each currency, and how many of them are not removed: finds
-- page N of a long list without counting the way there.
create table event_day (
  day           date not null,
  currency_code text not null,
  n             integer not null,
  shown         integer not null,
  primary key (day, currency_code)
);

-- Prices that a validated price may still hold on to.
create table event_price_past (
  event_id      uuid not null,
  tickets       jsonb not null,
  -- Of that time: a product can change its own.
  currency_code text not null,
  until         timestamptz not null
);
create index event_price_past_event on event_price_past (event_id, until);
create index event_price_past_until on event_price_past (until);

create table page (
  id           uuid primary key,
  external_id  text not null unique,
  type         text not null,
  city_code    text,
  published    boolean not null,
  -- Null is on every site.
  white_labels text[],
  name_es      text,
  url_es       text,
  name_pt      text,
  url_pt       text,
  -- What the list filters by: {"type", "whiteLabels", "es": search text, "pt": search text}; and what it was before.
  facets       jsonb not null,
  former       jsonb not null default '[]',
  pos          bigint unique,
  seq          bigint
);
create index page_seq on page (seq);
