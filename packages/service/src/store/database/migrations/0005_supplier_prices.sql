-- Prices of suppliers whose dates are followed, by event, where a person decides or has decided, or where they were copied in the last day.
create table supplier_price (
  id          uuid primary key default gen_random_uuid(),
  supplier_id uuid not null references supplier on delete cascade,
  product_id  uuid not null,
  -- The item's external id.
  item        text not null,
  event_on    timestamp not null,
  -- `waiting`: a person has to decide. `accepted`: it is copied at the next reading. `kept`: our price stays. `copied`: it differed little.
  state       text not null check (state in ('waiting', 'accepted', 'kept', 'copied')),
  -- Our prices before, by ticket. Null: the date is new.
  before      jsonb,
  -- The supplier's prices.
  after       jsonb not null,
  currency    text not null,
  seen_at     timestamptz not null,
  decided_at  timestamptz,
  decided_by  text,
  unique (product_id, item, event_on)
);
create index supplier_price_waiting on supplier_price (seen_at) where state = 'waiting';
