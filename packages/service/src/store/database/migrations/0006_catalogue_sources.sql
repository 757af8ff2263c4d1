-- The catalogue as the operator writes it: what the back office shows, changes and puts back.

-- A product's record of the catalogue file, with its schedules: the events are made from it. A product that was there
-- before this table has no row until it is next written; its record is then read from its items and coming events.
create table product_source (
  product_id uuid primary key references product,
  -- Not jsonb, which would put its fields in an order of its own.
  source     json not null,
  -- Counts the changes: a change names the revision that it was made from.
  revision   integer not null,
  updated_at timestamptz not null,
  -- The operator's e-mail address; null: a command.
  updated_by text
);
-- What it was before, to go back to.
create table product_source_past (
  product_id uuid not null,
  revision   integer not null,
  source     json not null,
  updated_at timestamptz not null,
  updated_by text,
  primary key (product_id, revision)
);

alter table page
  add column revision integer not null default 1,
  -- Out of the operator's sight. Partners have no list of deleted pages: they read it as not published.
  add column deleted  boolean not null default false;

alter table white_label add column revision integer not null default 1;

alter table currency
  add column revision  integer not null default 1,
  -- The rate before the markup; null: the rate itself.
  add column base_rate numeric,
  -- Per cent that it puts on every dollar price.
  add column markup    numeric not null default 0;

create table rate_history (
  id            bigint generated always as identity primary key,
  currency_code text not null,
  at            timestamptz not null,
  base_rate     numeric not null,
  markup        numeric not null,
  -- As partners read it from then on.
  rate          numeric not null,
  -- `file`: a catalogue file. `hand`: in the back office. `ecb`: a file of the European Central Bank.
  origin        text not null check (origin in ('file', 'hand', 'ecb')),
  by            text
);
create index rate_history_currency on rate_history (currency_code, id);
insert into rate_history (currency_code, at, base_rate, markup, rate, origin)
select code, now(), rate, 0, rate, 'file' from currency order by code;
