-- Seats held for customers who are paying: docs/decisions/0029-holds.md. As in orders, no foreign keys to partner and event.
create table hold (
  id                   uuid primary key,
  partner_id           uuid not null,
  lang                 text not null,
  -- A test hold takes no seats.
  test                 boolean not null,
  event_id             uuid not null,
  event_on             timestamp not null,
  tickets              jsonb not null,
  seats                integer not null,
  white_label_code     text,
  total_usd            numeric not null,
  -- The terms of the sale, which an order takes over: as in orders.
  agreed               jsonb not null,
  cancel_purchase_hour integer not null,
  cancel_until         timestamptz not null,
  created_at           timestamptz not null,
  expires_at           timestamptz not null,
  extensions           integer not null default 0,
  -- The seats of an open hold are taken from the event, also after expires_at: `expired` says that they are back.
  status               text not null check (status in ('open', 'booked', 'released', 'expired')),
  idempotency_key      text
);
create index hold_event on hold (event_id) where status = 'open';
create index hold_partner on hold (partner_id) where status = 'open';
create index hold_expires on hold (expires_at) where status = 'open';
create index hold_ended on hold (created_at) where status <> 'open';
create unique index hold_idempotency on hold (partner_id, idempotency_key) where idempotency_key is not null;
