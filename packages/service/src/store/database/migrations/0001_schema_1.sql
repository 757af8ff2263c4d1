-- The schema. docs/architecture.md describes how it is used.

-- For searches with spelling mistakes: word_similarity(). A trusted extension, which the owner of a database may
-- create.
create extension if not exists pg_trgm;

-- VERSIONS: the counter, and the log positions of each version

-- One row. Every catalogue write locks it last, so that versions are assigned in commit order: a client that saw
-- version N has seen everything up to N.
create table counter (
  one                boolean primary key default true check (one),
  update_version     bigint not null default 0,
  delete_version     bigint not null default 0,
  -- The newest version in which a currency or its rate changed.
  currency_version   bigint not null default 0,
  -- The version in which an event last entered the list of events or left it. Until the next such version, every event
  -- stays on its page.
  event_list_version bigint not null default 0,
  -- Positions in each kind's change log. They only grow; a record that changes again leaves its old position empty.
  product_seq        bigint not null default 0,
  event_seq          bigint not null default 0,
  page_seq           bigint not null default 0,
  content_seq        bigint not null default 0,
  -- Positions in the full lists, ordered by creation; a deleted record leaves its position empty.
  product_pos        bigint not null default 0,
  page_pos           bigint not null default 0,
  -- Products in the catalogue now.
  product_count      bigint not null default 0,
  -- The first local day whose events are stored; null: every day.
  events_from        date,
  -- The run of the database that assigned the newest version. In another run the next version leaps, and so does
  -- delete_version: docs/decisions/0025-version-leaps.md.
  incarnation        text,
  -- How many numbers all leaps skipped. Positions of deletions exclude these gaps.
  skipped            bigint not null default 0,
  -- The transaction that wrote the row. If another transaction wrote it, a copy replaced the row, which begins a new
  -- incarnation.
  token              xid
);
insert into counter default values;

-- Each leap of the counters: the last versions before it, and how many numbers it skipped. A lost incarnation may have
-- assigned these numbers.
create table leap (
  update_version bigint primary key,
  delete_version bigint not null,
  skipped        bigint not null,
  at             timestamptz not null
);

-- The log positions of each version: "since version N" is a position in each change log.
create table version (
  number      bigint primary key,
  at          timestamptz not null,
  product_seq bigint not null,
  event_seq   bigint not null,
  page_seq    bigint not null,
  content_seq bigint not null
);
create index version_at on version (at);
insert into version values (0, now(), 0, 0, 0, 0);

-- Counts and sums of hashes as of each stored version: a mirror compares them with its copy. Sums are whole numbers; partners
-- read their remainder by 2^64.
create table digest (
  version             bigint primary key,
  delete_version      bigint not null,
  product_count       bigint not null,
  product_hash        numeric not null,
  product_detail_hash numeric not null,
  page_es_count       bigint not null,
  page_es_hash        numeric not null,
  page_pt_count       bigint not null,
  page_pt_hash        numeric not null,
  currency_count      bigint not null,
  currency_hash       numeric not null
);
insert into digest values (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

-- Counts and sums of the pages in further languages, as of each version that changed them. `digest` has the counts and
-- sums for es and pt.
create table digest_page (
  lang    text not null,
  version bigint not null,
  count   bigint not null,
  hash    numeric not null,
  primary key (lang, version)
);

-- Counts and sums of the contents of products in each language, as of each version that changed them.
create table digest_content (
  lang    text not null,
  version bigint not null,
  count   bigint not null,
  hash    numeric not null,
  primary key (lang, version)
);

-- The changes of each version to the events of a day: the number of shown events, and the sum of their hashes.
create table digest_day (
  version bigint not null,
  day     date not null,
  shown   integer not null,
  hash    numeric not null,
  primary key (version, day)
);

-- CATALOGUE: what partners read

create table currency (
  code           text primary key,
  name           text not null,
  display_symbol text not null,
  rate           numeric not null check (rate > 0),
  -- The rate before the markup; null: the rate itself.
  base_rate      numeric,
  -- Per cent added to every dollar price.
  markup         numeric not null default 0,
  active         boolean not null,
  -- The version in which the rate last changed: an update of every record priced in this currency.
  rate_version   bigint not null default 0,
  revision       integer not null default 1
);
-- Past rates that a validated price may still use.
create table rate_past (
  currency_code text not null,
  rate          numeric not null,
  until         timestamptz not null
);
create index rate_past_until on rate_past (currency_code, until);

create table rate_history (
  id            bigint generated always as identity primary key,
  currency_code text not null,
  at            timestamptz not null,
  base_rate     numeric not null,
  markup        numeric not null,
  -- The rate that partners read from then on.
  rate          numeric not null,
  -- `file`: a catalogue file. `hand`: the back office. `ecb`: a file of the European Central Bank.
  origin        text not null check (origin in ('file', 'hand', 'ecb')),
  by            text
);
create index rate_history_currency on rate_history (currency_code, id);

create table supplier (
  id                    uuid primary key,
  external_id           text not null unique,
  name                  text not null,
  -- A kind of suppliers/kinds.ts.
  kind                  text not null,
  -- Language of e-mails and pages for the supplier.
  lang                  text not null,
  -- The settings of the kind.
  settings              jsonb not null default '{}',
  -- Minutes without an outcome after which the order is flagged.
  answer_within_minutes integer not null,
  revision              integer not null default 1
);

create table product (
  id            uuid primary key,
  -- The operator's record of the catalogue file, without its items. SQL filters, joins and sorts by the generated
  -- columns.
  record        jsonb not null,
  -- Not generated: if an import wrote a generated key, it would block bookings, which reference the row.
  external_id   text not null unique,
  type          text not null generated always as (record ->> 'type') stored,
  name          text not null generated always as (record ->> 'name') stored,
  city_code     text not null generated always as (record ->> 'cityCode') stored,
  published     boolean not null generated always as (coalesce((record ->> 'published')::boolean, true)) stored,
  deleted       boolean not null generated always as (coalesce((record ->> 'deleted')::boolean, false)) stored,
  currency_code text not null generated always as (record ->> 'currencyCode') stored references currency,
  time_zone     text not null generated always as (record ->> 'timeZone') stored,
  -- Ids of the product's photos.
  photos        jsonb not null generated always as (jsonb_path_query_array(record, '$.photos[*].id')) stored,
  -- Null: the operator's own desk.
  supplier_id   uuid references supplier,
  -- The text that `query` searches: name and city without accents, in lower case.
  search        text not null,
  -- Schedules and single dates by the item's external id. They are not in `record`, because every read would decompress
  -- a whole season.
  dates         jsonb not null,
  -- Counts the changes. A change names the revision that it is based on.
  revision      integer not null,
  updated_at    timestamptz not null,
  -- The operator's e-mail address; null: a command.
  updated_by    text
);
-- Earlier revisions, for the operator to restore: the whole record with items and dates.
create table product_past (
  product_id uuid not null,
  revision   integer not null,
  source     jsonb not null,
  -- Ids of the photos, as in product.
  photos     jsonb not null generated always as (jsonb_path_query_array(source, '$.photos[*].id')) stored,
  updated_at timestamptz not null,
  updated_by text,
  primary key (product_id, revision)
);
-- Values derived from a product and its events. Written only under the counter's lock and apart from `product`, so that
-- a booking of the last seat never waits for a product row that an import has locked.
create table product_state (
  product_id       uuid primary key references product,
  pos              bigint unique,
  seq              bigint not null,
  has_availability boolean not null,
  -- Minimum price by item id, decimals as strings.
  min_prices       jsonb not null,
  updated_on       timestamptz not null,
  -- The next instant at which the sale of an event of this product ends.
  recheck_at       timestamptz,
  -- Position among deletions while the product is out of the catalogue: its delete version without the skipped numbers.
  deleted_seq      bigint unique,
  deleted_at       timestamptz,
  -- The first 64 bits, as a signed number, of the SHA-256 of the record that partners read as of the last version.
  -- Null: partners read no record.
  hash             bigint,
  detail_hash      bigint,
  -- The product's currency as of its last version.
  currency_code    text,
  -- Position in the change log of contents. Null: the product was never in the catalogue.
  content_seq        bigint,
  -- When the content that partners read last changed.
  content_updated_on timestamptz,
  -- The hash of the content as of its last version, by language, as decimals. Null: partners read no content.
  content_hashes     jsonb,
  -- Statements over all rows read the prices as numbers: a value that is no number would make them fail.
  constraint product_prices_readable check (jsonb_typeof(min_prices) = 'object' and not min_prices @? '$.* ? (
    !(@ like_regex "^[0-9]+([.][0-9]+)?$") || (@ like_regex "^[0-9]+([.][0-9]+)?$") is unknown)')
);
create index product_state_seq on product_state (seq);
create index product_state_content_seq on product_state (content_seq);
create index product_state_recheck on product_state (recheck_at);

create table item (
  id          uuid primary key,
  product_id  uuid not null references product,
  -- The item's part of the product's record, without its dates.
  record      jsonb not null,
  -- As in product.
  external_id text not null,
  name        text not null generated always as (record ->> 'name') stored,
  position    integer not null,
  -- Whether the operator's record no longer contains the item. Orders reference items, so the row stays, unpublished.
  dropped     boolean not null default false,
  published   boolean not null generated always as (not dropped and coalesce((record ->> 'published')::boolean, true)) stored,
  unique (product_id, external_id),
  -- Statements over all rows read the rules as an array.
  constraint item_rules_readable check (coalesce(jsonb_typeof(record -> 'ticketRules'), '') = 'array')
);

create table event (
  id            uuid primary key,
  item_id       uuid not null references item,
  product_id    uuid not null,
  -- Local date and time at the location. It never changes: an event at another time is another event.
  event_on      timestamp not null,
  availability  text not null,
  -- Whether the event's product or item is out of the catalogue. Partners then read `removed`, whatever the event's own
  -- availability.
  hidden        boolean not null default false,
  -- Seats in all and seats left; null is without limit. The seats left are never more than the resources allow.
  capacity      integer check (capacity >= 0),
  capacity_left integer check (capacity_left >= 0),
  currency_code text not null,
  -- [{"code": "adult", "price": "45.00"}, ...]
  tickets       jsonb not null,
  min_price     numeric not null,
  starts_at     timestamptz not null,
  sales_end_at  timestamptz not null,
  -- The end of the event's local day, when the event leaves the list of coming events.
  day_ends_at   timestamptz not null,
  -- Whether its item has requirements in item_resources.
  needs_resources boolean not null default false,
  -- Whether it sells nothing because a resource is missing. False if its own guests fill it.
  lacks_resources boolean not null default false,
  -- Whether partners were ever shown the event. Its position in the list then stays empty when it is removed.
  listed        boolean not null default false,
  -- Whether partners read another availability than removed, as of the last version.
  shown         boolean not null default false,
  -- Position in the change log. Null inside the transaction that changes it, until the version is assigned.
  seq           bigint,
  -- The hash of the event as partners read it, like `hash` in product_state.
  hash          bigint,
  unique (item_id, event_on),
  constraint event_on_finite check (isfinite(event_on)),
  -- Statements over all rows read the prices as numbers, as in product_state.
  constraint event_tickets_readable check (jsonb_typeof(tickets) = 'array' and not tickets @? '$[*] ? (
    !(@.price like_regex "^[0-9]+([.][0-9]+)?$") || (@.price like_regex "^[0-9]+([.][0-9]+)?$") is unknown)')
);
create index event_list on event (event_on, id) where listed;
create index event_product_list on event (product_id, event_on, id);
create unique index event_seq on event (seq);
create index event_unpublished on event (id) where seq is null;
create index event_on_sale on event (product_id, sales_end_at) where availability = 'available' and not hidden;
-- Index of events that partners never saw; `event_day` counts all others.
create index event_unlisted on event (event_on) where not listed;
create index event_needing_resources on event (item_id, starts_at) where needs_resources;

-- Listed events of each local day in each currency (n), and how many of them are not removed (shown): finds page N of a long
-- list without counting the pages before it.
create table event_day (
  day           date not null,
  currency_code text not null,
  n             integer not null,
  shown         integer not null,
  -- The sum of the hashes of the shown events.
  hash          numeric not null default 0,
  primary key (day, currency_code)
);

-- Availability by day as partners read it: docs/decisions/0031-availability.md. A row for each product and local day with listed
-- events, written by `publish` alone.
create table product_day (
  product_id   uuid not null,
  day          date not null,
  -- As in product_state, where it never changes.
  pos          bigint,
  -- Events that are not removed.
  events       integer not null,
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
create index product_day_list on product_day (day, pos, events);

-- Past prices that a validated price may still use.
create table event_price_past (
  event_id      uuid not null,
  tickets       jsonb not null,
  -- The currency at that time: a product can change its currency.
  currency_code text not null,
  until         timestamptz not null
);
create index event_price_past_event on event_price_past (event_id, until);
create index event_price_past_until on event_price_past (until);

-- Photos of the catalogue. Products name them by id in their records.
create table photo (
  -- The hash of `source`, and its width and height: `<64 hexadecimal digits>-1920x1280`.
  id            text primary key,
  -- WebP, upright, without metadata.
  source        bytea not null,
  created_at    timestamptz not null,
  -- When the cleanup job found that no product or stored revision refers to the photo. Null: a product or revision refers to it.
  unnamed_since timestamptz
);
alter table photo alter column source set storage external;
create index photo_unnamed on photo (unnamed_since) where unnamed_since is not null;

-- Files of a photo. The service creates each file at its first request.
create table photo_file (
  photo_id text not null references photo on delete cascade,
  -- Width and format, `640.webp`.
  name     text not null,
  bytes    bytea not null,
  primary key (photo_id, name)
);
alter table photo_file alter column bytes set storage external;

create table page (
  id           uuid primary key,
  external_id  text not null unique,
  type         text not null,
  city_code    text,
  published    boolean not null,
  -- Partners have no list of deleted pages: they read a deleted page as not published.
  deleted      boolean not null default false,
  -- Whether the service makes it from the products: docs/decisions/0050-pages-from-products.md.
  made         boolean not null default false,
  -- Null: the page is on every site.
  white_labels text[],
  name_es      text,
  url_es       text,
  name_pt      text,
  url_pt       text,
  name_en      text,
  url_en       text,
  -- The text that `query` searches in each language. Null: the page is not in that language now.
  search_es    text,
  search_pt    text,
  search_en    text,
  pos          bigint unique,
  seq          bigint,
  -- The hash of the page as partners read it in each language, like `hash` in product_state.
  hash_es      bigint,
  hash_pt      bigint,
  hash_en      bigint,
  revision     integer not null default 1
);
create index page_seq on page (seq);

-- RESOURCES: boats, vans, rooms, guides and equipment that events share: docs/decisions/0054-resources.md

-- One row. A transaction that changes seats, capacity, requirements or allocations of events that need resources locks
-- it before it locks an event.
create table resource_plan (
  one boolean primary key default true check (one)
);
insert into resource_plan default values;

create table resource (
  id                 uuid primary key,
  name               text not null,
  kind               text not null check (kind in ('vehicle', 'room', 'guide', 'equipment')),
  -- Units that events can take at the same time: seats of a boat, pieces of a set, 1 for a guide.
  capacity           integer not null check (capacity >= 1),
  -- Minutes after each event during which it takes no other event.
  turnaround_minutes integer not null default 0 check (turnaround_minutes >= 0),
  -- [{"day": 1, "from": "09:00", "until": "18:00"}, ...] in local time; Monday is 1. Null: always.
  hours              jsonb,
  -- [{"from": "2026-06-16", "until": "2026-06-20", "reason": "..."}, ...], both days included.
  days_off           jsonb not null default '[]',
  archived           boolean not null default false,
  revision           integer not null default 1
);

-- The requirements of an item: what each of its events takes while it has guests.
create table item_resources (
  item_id      uuid primary key references item,
  -- [{"resources": [ids], "peoplePerUnit": 1, "minutes": 120}, ...]; peoplePerUnit null: the whole of one resource.
  requirements jsonb not null,
  revision     integer not null default 1
);

-- The units that an event takes. As in orders, no foreign key to event.
create table event_resource (
  event_id    uuid not null,
  -- The requirement's position in item_resources.
  position    integer not null,
  resource_id uuid not null references resource,
  units       integer not null check (units > 0),
  -- Whether an operator chose it. The event then keeps the whole of a resource also while it has no guests.
  chosen      boolean not null default false,
  primary key (event_id, position, resource_id)
);
create index event_resource_resource on event_resource (resource_id);

-- The calendar address of a guide: docs/decisions/0056-guides.md
create table guide_calendar (
  resource_id uuid primary key references resource,
  -- SHA-256 of the secret in the address.
  hash        bytea not null unique,
  -- The language of the calendar's texts.
  lang        text not null check (lang in ('es', 'pt', 'en')),
  made_at     timestamptz not null,
  -- The operator's e-mail address.
  made_by     text not null
);

-- Each event that a guide's calendar has shown, with the number of its changes. As in orders, no foreign key to event.
create table guide_calendar_event (
  resource_id uuid not null references guide_calendar on delete cascade,
  event_id    uuid not null,
  -- Of the event as the calendar last showed it.
  digest      text not null,
  sequence    integer not null default 0,
  changed_at  timestamptz not null,
  primary key (resource_id, event_id)
);

-- PARTNERS: their keys, their use of the interface, and messages to them about the catalogue

create table partner (
  id             uuid primary key,
  external_id    text not null unique,
  name           text not null,
  active         boolean not null default true,
  -- Whether the partner gets callbacks about amendments, in addition to callbacks about the status.
  notify_changes boolean not null default false,
  -- Whether the partner writes to its guests itself: the service then sends them no letter of its own accord.
  writes_to_guests boolean not null default false,
  -- Counts the changes. A change names the revision that it is based on.
  revision       integer not null default 1
);

create table white_label (
  code       text primary key,
  partner_id uuid not null references partner,
  name       text not null,
  revision   integer not null default 1
);

create table api_key (
  id           uuid primary key,
  partner_id   uuid not null references partner,
  -- SHA-256 of the key; the key itself is shown once and never stored.
  hash         bytea not null unique,
  -- The first letters, to identify a key in a list.
  hint         text not null,
  -- `demo` is pk_demo, which is valid only in the demo on a loopback address.
  mode         text not null check (mode in ('live', 'test', 'demo')),
  read_only    boolean not null default false,
  -- Whether an assistant may place live orders with it, over the Model Context Protocol.
  assistants   boolean not null default false,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
create index api_key_partner on api_key (partner_id);

-- Requests of partners and their refusals, by day.
create table partner_usage (
  day        date not null,
  partner_id uuid not null,
  -- An operation of the interface, `eventbook`.
  operation  text not null,
  -- Empty for a success; else the code of the problem or the refusal.
  code       text not null,
  -- Whether the key was a test key. Reports omit these requests; hints for developers use them.
  test       boolean not null default false,
  n          bigint not null,
  -- Requests of which this code is the first: a request can be refused for several reasons, but counts once.
  requests   bigint not null default 0,
  primary key (partner_id, day, operation, code, test)
);
create index partner_usage_day on partner_usage (day);

-- The versions that a partner last sent with productversion: the state of its copy.
create table partner_sync (
  partner_id     uuid primary key,
  update_version bigint not null,
  delete_version bigint not null,
  at             timestamptz not null
);

-- Addresses to which partners get messages about changes of the catalogue: docs/decisions/0032-catalog-changed.md.
create table catalog_address (
  partner_id     uuid primary key references partner,
  url            text not null,
  -- The newest versions about which the partner received a message.
  update_version bigint not null,
  delete_version bigint not null,
  -- `stopped`: the endpoint answered 410.
  state          text not null check (state in ('active', 'stopped')),
  -- Failed attempts since the last message that was received.
  attempts       integer not null default 0,
  -- When the next message may be sent; a process that sends one moves this time ahead.
  next_at        timestamptz not null default now(),
  -- The result of the last attempt; null before the first one.
  attempted_at   timestamptz,
  outcome        text,
  http_status    integer,
  answer         text
);

-- ORDERS: sales and their history

create sequence order_number start 100001;

-- No foreign keys to partner and event: the statement that places an order locks the event's row itself, and each key
-- would cost every booking a lookup and a lock.
create table orders (
  id                   uuid primary key,
  number               bigint not null,
  lang                 text not null,
  partner_id           uuid not null,
  event_id             uuid not null,
  -- Copied from the event, which can be dropped with its year. None of these fields ever changes.
  item_id              uuid not null,
  product_id           uuid not null,
  event_on             timestamp not null,
  status               text not null,
  confirmation         text,
  test                 boolean not null,
  tickets              jsonb not null,
  seats               integer not null,
  email                text not null,
  phone_number         text not null,
  remote_host          text not null,
  callback_url         text,
  external_reference   text,
  white_label_code     text,
  total_usd            numeric not null,
  answers              jsonb not null,
  -- Names, unit prices, currency and rate of the sale, whatever happens to the product.
  agreed               jsonb not null,
  cancel_purchase_hour integer not null,
  -- The last instant at which the partner can cancel.
  cancel_until         timestamptz not null,
  created_at           timestamptz not null,
  -- When the supplier is called next; a process that calls moves this time ahead. Null: no call is due.
  supplier_due_at      timestamptz,
  -- When the first request was sent, written before sending. After that only the order's status is queried.
  supplier_called_at   timestamptz,
  -- The supplier that was called, because the product's supplier may change. Null with a time above: the operator's own
  -- desk.
  supplier_id          uuid references supplier,
  supplier_tries       integer not null default 0,
  -- Set with a reason while the operator has to act on the order.
  flagged_at           timestamptz,
  flag                 text,
  -- Status changes so far: the sequence number of the newest callback.
  changes              integer not null default 0,
  -- Amendments of the order so far. The order's revision counts them and `changes`.
  amended              integer not null default 0,
  -- When the order's personal data was erased.
  erased_at            timestamptz,
  -- How an order of the operator's own desk is paid: docs/decisions/0042-own-sales.md. Null: a partner sold it.
  payment              jsonb,
  -- The last change of fields that partners read, and the transaction that made it:
  -- docs/decisions/0039-orders-of-a-partner.md.
  changed_at           timestamptz not null default now(),
  changed_xid          xid8 not null default pg_current_xact_id()
);
-- For lists of one partner.
create index orders_by_booking on orders (partner_id, test, created_at, id);
create index orders_by_event on orders (partner_id, test, event_on, id);
create index orders_by_change on orders (partner_id, test, changed_at, id);
create index orders_by_xid on orders (partner_id, test, changed_xid, id);
create index orders_by_reference on orders (partner_id, test, external_reference, created_at, id) where external_reference is not null;
create unique index orders_number on orders (number);
create index orders_event on orders (event_id);
create index orders_placed on orders (created_at) where not test;
create index orders_supplier_due on orders (supplier_due_at) where supplier_due_at is not null;
create index orders_waiting on orders (created_at) where status in ('waitsupplier', 'waitcancel');
create index orders_flagged on orders (flagged_at) where flagged_at is not null;
create index orders_account on orders (created_at) where payment ->> 'method' = 'account';
create index orders_kept on orders (event_on) where erased_at is null;
-- Search words of an order: names of its passengers, e-mail address, references, and the digits of its telephone number
-- from both ends. store/orders/order-words.ts has the same expression. A booking that fills the index's list of new
-- words merges all of them: about 190 ms after every 12,000 orders. The job "search index" merges them earlier, so the
-- list may be longer.
create index orders_words on orders using gin (to_tsvector('simple',
  translate(email || ' ' || coalesce(external_reference, '') || ' ' || coalesce(confirmation, '') || ' ' ||
      jsonb_path_query_array(answers, '$[*] ? (@.code == "passenger-first-name" || @.code == "passenger-last-name").value')::text,
    'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÑÇáàâãäåéèêëíìîïóòôõöúùûüñç@.,;:/\_-+''"[]',
    'AAAAAAEEEEIIIIOOOOOUUUUNCaaaaaaeeeeiiiiooooouuuunc              ')
  || ' p' || regexp_replace(phone_number, '[^0-9]', '', 'g')
  || ' r' || reverse(regexp_replace(phone_number, '[^0-9]', '', 'g')))) with (gin_pending_list_limit = 16384);

-- Stored answers to repeatable requests: docs/decisions/0006-booking.md.
create table answer (
  partner_id uuid not null,
  -- The request's Idempotency-Key, or ` content ` and the digest of its content.
  key        text not null,
  digest     text not null,
  -- The answer is valid until then.
  until      timestamptz not null,
  -- The id of the order or hold that the request made.
  ref        uuid,
  -- The answer of a request that made no order or hold, such as a refusal.
  body       jsonb,
  primary key (partner_id, key)
);
create index answer_until on answer (until);

-- Seats held for customers who are paying: docs/decisions/0029-holds.md. As in orders, no foreign keys to partner and event.
create table hold (
  id                   uuid primary key,
  partner_id           uuid not null,
  lang                 text not null,
  -- A test hold takes no seats.
  test                 boolean not null,
  event_id             uuid not null,
  product_id           uuid not null,
  event_on             timestamp not null,
  tickets              jsonb not null,
  seats                integer not null,
  white_label_code     text,
  total_usd            numeric not null,
  -- The terms of the sale, which an order copies; as in orders.
  agreed               jsonb not null,
  cancel_purchase_hour integer not null,
  cancel_until         timestamptz not null,
  created_at           timestamptz not null,
  expires_at           timestamptz not null,
  extensions           integer not null default 0,
  -- An open hold takes seats of the event, also after expires_at. `expired`: the seats were returned.
  status               text not null check (status in ('open', 'booked', 'released', 'expired')),
  -- A block of seats for a group, until expires_at: {"name": ..., "contact": ..., "note": ..., "by": ...}. Null: a hold of a partner.
  block                jsonb,
  revision             integer not null default 1
);
create index hold_block on hold (expires_at) where status = 'open' and block is not null;
create index hold_event on hold (event_id) where status = 'open';
create index hold_partner on hold (partner_id) where status = 'open';
create index hold_expires on hold (expires_at) where status = 'open';
create index hold_ended on hold (created_at) where status <> 'open';

-- Bookings of partners that use another protocol, such as OCTO: docs/decisions/0041-octo.md. A booking begins as a hold
-- and becomes the order with the booking's id. As in orders, no foreign keys.
create table channel_booking (
  partner_id    uuid not null,
  -- The partner's own id, by which it repeats a request.
  uuid          uuid not null,
  id            uuid not null unique,
  test          boolean not null,
  lang          text not null,
  hold_id       uuid not null,
  product_id    uuid not null,
  item_id       uuid not null,
  event_id      uuid not null,
  -- Whether the partner named no event.
  freesale      boolean not null,
  -- The units with their travellers, the contact, notes and the partner's reference. Erased with the order's personal data.
  guests        jsonb not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  -- When the partner cancelled the booking, and the reason.
  cancelled_at  timestamptz,
  cancel_reason text,
  primary key (partner_id, uuid)
);
create index channel_booking_reference on channel_booking (partner_id, (guests ->> 'reference'));
create index channel_booking_created on channel_booking (created_at);

-- Items that a channel which calls the operator has asked for: docs/decisions/0051-channels-that-call.md.
create table channel_item (
  channel text not null,
  item_id uuid not null references item,
  -- What the channel reported of the item, such as that it no longer sells it.
  report  text,
  primary key (channel, item_id)
);

-- The seats of events that such a channel knows. As in orders, no foreign keys.
create table channel_seats (
  channel   text not null,
  event_id  uuid not null,
  starts_at timestamptz not null,
  seats     integer not null,
  primary key (channel, event_id)
);

-- Subscriptions of OCTO partners to notifications: docs/decisions/0041-octo.md#notifications.
create table octo_subscription (
  id          uuid primary key,
  partner_id  uuid not null references partner,
  -- Whether it was made with a test key: then it is about test bookings.
  test        boolean not null,
  url         text not null,
  types       text[] not null,
  -- Headers for each message, as JSON. Sealed, because they have the partner's secrets.
  headers     text not null,
  -- The changes that have become messages: positions in the change logs, and the snapshot in which orders were read.
  event_seq   bigint not null,
  product_seq bigint not null,
  deleted_seq bigint not null,
  orders_seen text not null,
  -- Failed attempts since the last message that was received.
  attempts    integer not null default 0,
  -- When the next message may be sent; a process that sends one moves this time ahead.
  next_at     timestamptz not null default now(),
  created_at  timestamptz not null
);
create index octo_subscription_partner on octo_subscription (partner_id);

-- Messages that a subscriber has not received. A change that happens again before its message is sent makes no second message.
create table octo_message (
  subscription_id uuid not null references octo_subscription on delete cascade,
  n               bigint generated always as identity,
  -- The webhook-id, the same in each attempt.
  id              uuid not null default gen_random_uuid(),
  type            text not null,
  data            jsonb not null,
  primary key (subscription_id, n),
  unique (subscription_id, type, data)
);

-- The history of an order after it was placed. The order's own row has the time of placing.
create table order_timeline (
  id       bigint generated always as identity primary key,
  order_id uuid not null,
  at       timestamptz not null,
  kind     text not null,
  -- The new status, of kind `status`.
  status   text,
  actor    text not null check (actor in ('partner', 'supplier', 'operator', 'service')),
  -- The operator's e-mail address.
  operator text,
  -- A code of the service, never free text.
  why      text,
  -- Free text, which is erased with the personal data.
  message  text,
  -- The tickets and totals of an amendment, or the amount of a payment. No personal data.
  details  jsonb
);
create index order_timeline_order on order_timeline (order_id, id);
create index order_timeline_ended on order_timeline (at) where status in ('cancelled', 'rejected');

-- A quote for an amendment, and the amendment that follows from it: docs/decisions/0030-changes-to-an-order.md. As in
-- orders, no foreign keys.
create table amendment (
  -- The quote's id.
  id              uuid primary key,
  order_id        uuid not null,
  partner_id      uuid not null,
  -- The order's revision that the quote is for.
  revision        integer not null,
  -- An amendment that waits for its supplier takes its seats from the event.
  status          text not null check (status in ('quoted', 'waitsupplier', 'accepted', 'declined', 'withdrawn')),
  event_id        uuid not null,
  event_on        timestamp not null,
  -- Seats that the amendment takes in addition to the order's own.
  seats           integer not null,
  total_usd       numeric not null,
  difference_usd  numeric not null,
  refund_usd      numeric not null,
  -- The order after the amendment: tickets, terms, contact and answers. Erased with the order's personal data.
  content         jsonb not null,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  accepted_at     timestamptz,
  -- When the supplier was due to be called before the amendment was sent.
  resume_at       timestamptz,
  -- Who accepted the quote: partner or operator.
  actor           text,
  -- When the order was changed. Null: it was not.
  applied_at      timestamptz,
  -- How the guest pays the difference at the desk, as in orders. Null: nothing is due, or the partner settles it.
  payment         jsonb
);
create index amendment_order on amendment (order_id, created_at);
create unique index amendment_waiting on amendment (order_id) where status = 'waitsupplier';
create index amendment_event on amendment (event_id) where status = 'waitsupplier';
create index amendment_quoted on amendment (created_at) where status = 'quoted';
create index amendment_applied on amendment (applied_at) where applied_at is not null;

-- Refunds that are due to partners, and payments that operators recorded: docs/decisions/0036-refunds.md. As in orders,
-- no foreign keys.
create table refund (
  id          uuid primary key default gen_random_uuid(),
  order_id    uuid not null,
  -- `other`: the operator decided it.
  reason      text not null check (reason in ('cancelled', 'rejected', 'changed', 'other')),
  -- The amount by the terms of the sale, or the whole price if the seller ended the order.
  due_usd     numeric not null,
  -- Null: the cancellation waits for the supplier.
  due_at      timestamptz,
  -- The payment that the operator recorded; null: none yet.
  paid_usd    numeric,
  paid_at     timestamptz,
  method      text check (method in ('account', 'transfer', 'card', 'cash', 'other')),
  note        text,
  recorded_by text
);
create index refund_order on refund (order_id);
create index refund_due on refund (due_at) where paid_at is null;
create index refund_paid on refund (paid_at) where paid_at is not null;

-- What was paid of orders on account: docs/decisions/0058-group-orders.md. As in orders, no foreign keys.
create table payment (
  -- The id that the client chose, so that a repeated request records nothing.
  id            uuid primary key,
  order_id      uuid not null,
  -- In the store's currency when it was recorded, and in US dollars at the ratio of the order's totals.
  amount        numeric not null,
  currency_code text not null,
  usd           numeric not null,
  method        text not null check (method in ('cash', 'card', 'transfer')),
  note          text,
  paid_at       timestamptz not null,
  -- The operator's e-mail address.
  recorded_by   text not null
);
create index payment_order on payment (order_id);
create index payment_paid on payment (paid_at);

-- Days that an operator closed: docs/decisions/0055-money-of-the-operator.md.
create table closing (
  -- In the store's time zone when the day was closed, with its first instant and the instant of its end.
  day       date primary key,
  from_at   timestamptz not null,
  until_at  timestamptz not null,
  closed_at timestamptz not null,
  -- The operator's e-mail address.
  closed_by text not null,
  -- The sums of the day when it was closed. They never change.
  sums      jsonb not null,
  -- Changes of days that were closed before, which this closing contains: [{"day": ..., "kinds": [...]}].
  late      jsonb not null
);

-- ACTIONS ON MANY ORDERS: docs/decisions/0043-bulk-actions.md. As in orders, no foreign keys to orders and events.
create table bulk_action (
  -- The id that the client chose, so that a repeated request starts nothing.
  id         uuid primary key,
  kind       text not null check (kind in ('move', 'cancel', 'tell')),
  -- Target event, refund, reason for partners, and the letters by language.
  content    jsonb not null,
  created_at timestamptz not null,
  created_by text not null
);

-- The events whose orders the action concerns, with their local date and time when it started.
create table bulk_action_event (
  action_id uuid not null references bulk_action,
  event_id  uuid not null,
  event_on  timestamp not null,
  primary key (action_id, event_id)
);
create index bulk_action_event_event on bulk_action_event (event_id);

-- One row for each order of an action. Each row is one unit of work.
create table bulk_action_order (
  action_id uuid not null references bulk_action,
  order_id  uuid not null,
  -- The event of the order when the action started.
  event_id  uuid not null,
  -- `waiting`: the order is still to be moved or cancelled. `telling`: only its letter is due. `refused`: the order is
  -- unchanged.
  state     text not null check (state in ('waiting', 'telling', 'done', 'refused')),
  -- When the row is next due; during a run, the end of the run's lease.
  due_at    timestamptz not null default now(),
  -- The amendment that moves the order.
  change_id uuid,
  -- Why the order was not moved or cancelled: code and message of each refusal, in the operator's language.
  refusals  jsonb not null default '[]',
  -- The cause of the letter, as in guest_letter. Null: no letter.
  cause     text,
  -- When an operator recorded that the guest was told by telephone, and the operator's e-mail address.
  called_at timestamptz,
  called_by text check ((called_by is null) = (called_at is null)),
  primary key (action_id, order_id)
);
create index bulk_action_order_due on bulk_action_order (due_at) where state in ('waiting', 'telling');
create index bulk_action_order_order on bulk_action_order (order_id);

-- LETTERS TO GUESTS: docs/decisions/0052-letters-to-guests.md. As in orders, no foreign keys to orders and products.

-- Each letter to a guest. The service writes the row before it sends the letter, so no guest gets two letters about one cause.
create table guest_letter (
  order_id    uuid not null,
  -- `confirmed`, `cancelled`, `changed:` and the amendment, `reminder:` or `thanks:` and the event, `told:` and the bulk action,
  -- `voucher:` and a random id: an operator sent the voucher.
  cause       text not null,
  -- `unknown`: the sending was cut off. The guest may have received the letter. `skipped`: there was no reason to send it any more.
  state       text not null check (state in ('due', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  -- Why the letter was not sent.
  fault       text,
  -- The mail server's answer, which may have the guest's address. Erased with the order's personal data.
  detail      text,
  attempts    integer not null default 0,
  -- When a letter that is `due` is next tried; during a run, the end of its lease.
  due_at      timestamptz,
  at          timestamptz not null,
  -- The operator who sent it by hand.
  operator_id uuid,
  primary key (order_id, cause)
);
create index guest_letter_due on guest_letter (due_at) where state = 'due';
create index guest_letter_sending on guest_letter (at) where state = 'sending';
create index guest_letter_by_hand on guest_letter (at) where operator_id is not null;

-- Which letters the service sends of its own accord. A kind without a row is not sent.
create table letter (
  kind       text not null check (kind in ('confirmation', 'reminder', 'change', 'cancellation', 'thanks')),
  -- Null: all products without a row of their own.
  product_id uuid,
  is_on      boolean not null,
  -- Of a reminder: hours before the event. Of thanks: hours after its start. Null: of all other kinds.
  hours      integer check (hours between 1 and 720),
  -- When it was last switched on.
  on_since   timestamptz,
  revision   integer not null default 1,
  unique nulls not distinct (kind, product_id)
);

-- Texts of letters, as operators changed them. Without a row the text of all products is used, or the service's own.
create table letter_text (
  kind       text not null check (kind in ('confirmation', 'reminder', 'change', 'cancellation', 'thanks')),
  lang       text not null check (lang in ('es', 'pt', 'en')),
  -- Null: all products without a row of their own.
  product_id uuid,
  subject    text not null,
  body       text not null,
  revision   integer not null default 1,
  updated_at timestamptz not null,
  updated_by text not null,
  unique nulls not distinct (kind, lang, product_id)
);

-- CALLBACKS, and the secrets that sign them

-- One row for each status change of an order that has a CallbackUrl. Its id is the webhook-id of every attempt.
create table callback (
  id         uuid primary key,
  order_id   uuid not null,
  partner_id uuid not null,
  sequence   integer not null,
  -- For a callback about an amendment: the number of amendments so far. 0: the callback is about a status. Both numbers
  -- together are the sequence.
  amended    integer not null default 0,
  status     text not null,
  url        text not null,
  body       text not null,
  test       boolean not null,
  state      text not null check (state in ('waiting', 'delivered', 'given-up', 'stopped')),
  attempts   integer not null default 0,
  created_at timestamptz not null,
  -- When the next attempt is due; a process that makes one moves this time ahead.
  next_at    timestamptz,
  settled_at timestamptz
);
create index callback_partner on callback (partner_id, created_at);
create index callback_created on callback (created_at);
create index callback_waiting on callback (next_at) where state = 'waiting';
create unique index callback_sequence on callback (order_id, sequence, amended);

create table callback_attempt (
  id          bigint generated always as identity primary key,
  callback_id uuid not null,
  at          timestamptz not null,
  -- Whether an operator sent it again: this does not count as an attempt.
  replay      boolean not null,
  -- `answered`, or the reason why there was no answer.
  outcome     text not null,
  http_status integer,
  ms          integer not null,
  -- The beginning of the answer, or a sentence about the failure.
  answer      text not null
);
create index callback_attempt_callback on callback_attempt (callback_id, id);

-- Secrets that callbacks to a partner and calls to a supplier are signed with; sealed when SECRETS_KEY is set.
create table signing_secret (
  id          uuid primary key,
  partner_id  uuid references partner,
  supplier_id uuid references supplier on delete cascade,
  secret      text not null,
  created_at  timestamptz not null default clock_timestamp(),
  -- After a rotation, requests carry signatures of both secrets until the former one ends.
  ends_at     timestamptz,
  check (num_nonnulls(partner_id, supplier_id) = 1)
);
create index signing_secret_partner on signing_secret (partner_id) where partner_id is not null;
create index signing_secret_supplier on signing_secret (supplier_id) where supplier_id is not null;

-- VOUCHERS, and the people at the door

create table voucher (
  order_id    uuid primary key,
  code        text not null unique,
  made_at     timestamptz not null,
  void_at     timestamptz,
  redeemed_at timestamptz,
  redeemed_by text,
  -- The voucher's text when it was issued; the names of people are read from the order.
  content     jsonb not null
);

-- Names of ticket types, which vouchers and lists show instead of a ticket rule's code.
create table ticket_type (
  code       text primary key,
  name_es    text not null,
  name_pt    text not null,
  name_en    text not null,
  -- Ages that may buy the ticket, both inclusive; null: no limit.
  age_from   integer,
  age_to     integer,
  -- Whether the ticket is for one person. False: a vehicle or a group.
  is_person  boolean not null,
  -- Who may buy the ticket: texts by language.
  conditions jsonb not null default '{}',
  revision   integer not null default 1
);

-- A short code of a voucher. It admits the whole party or one person.
create table pass (
  order_id    uuid not null,
  n           integer not null,
  -- Eight characters without 0, O, 1, I, L and U. No two orders ever have the same code.
  code        text not null unique,
  -- The code of the ticket rule of the person; null: the whole party.
  ticket_code text,
  people      integer not null,
  primary key (order_id, n)
);

-- Admissions of passes. The voucher's `redeemed_at` is the time of its first admission that was not undone.
create table admission (
  -- The id that the device chose, so that a repeated request is stored once.
  id          uuid not null,
  order_id    uuid not null,
  n           integer not null,
  people      integer not null,
  -- The time by the service's clock; for an admission without network by the device's clock.
  at          timestamptz not null,
  received_at timestamptz not null,
  -- The operator's e-mail address.
  by          text not null,
  -- The name that the device gave itself.
  device      text not null,
  -- Whether the device admitted without network.
  offline     boolean not null,
  -- Why an admission without network should not have happened: `already-redeemed`, `cancelled`; null: no conflict.
  conflict    text,
  undone_at   timestamptz,
  primary key (id, order_id, n)
);
create index admission_order on admission (order_id, n);
create index admission_conflict on admission (received_at) where conflict is not null;

-- Codes of vouchers and passes that an amendment replaced. A code in this table never becomes valid again.
create table replaced_code (
  code        text primary key,
  order_id    uuid not null,
  -- The event that the code was for.
  event_id    uuid not null,
  -- The number of the pass. Null: the code of the whole voucher.
  n           integer,
  people      integer not null,
  replaced_at timestamptz not null
);
create index replaced_code_order on replaced_code (order_id);
create index replaced_code_event on replaced_code (event_id);

-- OPERATORS: the back office's accounts, and its audit log

create table operator (
  id          uuid primary key,
  email       text not null,
  name        text not null,
  role        text not null check (role in ('owner', 'catalogue', 'orders', 'read-only', 'door', 'guide')),
  -- The guide whose events an operator with the role guide reads. Null for all other roles.
  resource_id uuid references resource,
  -- argon2id in its usual text form; null until the invitation is accepted.
  password    text,
  -- Second factor: its secret once it is confirmed, and the last time step that was used, because each step is valid
  -- once.
  totp_secret text,
  totp_step   bigint not null default 0,
  -- Whether sign-in works on a loopback address only: the demo's password is public.
  demo        boolean not null default false,
  active      boolean not null default true,
  created_at  timestamptz not null,
  revision    integer not null default 1,
  check ((role = 'guide') = (resource_id is not null))
);
create unique index operator_email on operator (lower(email));

-- SHA-256 of the codes that replace the second factor, each once.
create table operator_recovery_code (
  operator_id uuid not null references operator,
  hash        bytea not null,
  primary key (operator_id, hash)
);

create table operator_session (
  -- SHA-256 of the cookie.
  hash        bytea primary key,
  -- An id of a session, for places that must not know its cookie.
  id          uuid not null default gen_random_uuid(),
  operator_id uuid not null references operator,
  created_at  timestamptz not null,
  seen_at     timestamptz not null,
  remote      text not null,
  user_agent  text not null
);
create unique index operator_session_id on operator_session (id);
create index operator_session_operator on operator_session (operator_id);

-- A link with which an operator sets a password, once.
create table operator_invitation (
  hash        bytea primary key,
  operator_id uuid not null references operator,
  ends_at     timestamptz not null
);

-- Attempts to sign in, or to confirm a change with a password or code. Each is counted before the password or code is checked.
create table sign_in_attempt (
  -- The operator's id, or an e-mail address that belongs to no operator. Empty: all accounts from one address.
  account   text not null,
  -- Empty: one account from all addresses.
  remote    text not null,
  n         integer not null,
  ends_at   timestamptz not null,
  -- When this account last signed in from this address.
  proven_at timestamptz,
  primary key (account, remote)
);

-- Filters of a list that an operator named.
create table saved_filter (
  operator_id uuid not null references operator,
  list        text not null,
  name        text not null,
  filter      jsonb not null,
  primary key (operator_id, list, name)
);

create table audit (
  id          bigint generated always as identity primary key,
  at          timestamptz not null,
  operator_id uuid,
  -- The operator's e-mail address at the time of the change.
  operator    text not null,
  operation   text not null,
  -- The changed record in the operator's words: an external id, a reference, an e-mail address.
  subject     text not null,
  outcome     text not null check (outcome in ('done', 'forbidden', 'refused')),
  before      jsonb,
  after       jsonb
);
create index audit_at on audit (at);
create index audit_subject on audit (subject, id);
create index audit_operator on audit (operator_id, id);

-- THIS STORE

-- Facts by name: how much of the demo catalogue is written, the key of supplier links.
create table fact (
  name  text primary key,
  value text not null
);

-- Always empty. A probe writes a new file of this table and rolls back, to check that the disk has room for orders.
create table probe (
  filler text not null
);
