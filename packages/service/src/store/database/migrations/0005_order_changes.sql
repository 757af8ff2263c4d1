-- Changes to orders: docs/decisions/0030-changes-to-an-order.md.

-- Refunds by the time left: [{"hours": 72, "percent": 100}, …], the most hours first. Null: all of the price until cancel_purchase_hour.
alter table product add column refund_tiers jsonb;

-- Whether the partner is notified of changes too, beyond changes of the status.
alter table partner add column notify_changes boolean not null default false;

-- Changes so far. With `changes` it is the order's revision.
alter table orders add column amended integer not null default 0;

-- A quote for a change, and the change that follows from it. As in orders, no foreign keys.
create table order_change (
  -- The quote's id.
  id              uuid primary key,
  order_id        uuid not null,
  partner_id      uuid not null,
  -- Of the order that the quote is for.
  revision        integer not null,
  -- The seats of a change that waits for its supplier are taken from the event.
  status          text not null check (status in ('quoted', 'waitsupplier', 'accepted', 'declined', 'withdrawn')),
  event_id        uuid not null,
  event_on        timestamp not null,
  -- Seats that it takes of its event beyond those of the order.
  seats           integer not null,
  total_usd       numeric not null,
  difference_usd  numeric not null,
  refund_usd      numeric not null,
  -- The order after the change: tickets, terms, contact and answers. Erased with the order's personal data.
  content         jsonb not null,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  accepted_at     timestamptz,
  -- When the supplier was to be called next before it was asked for the change.
  resume_at       timestamptz,
  -- Who accepted it: partner or operator.
  actor           text,
  idempotency_key text
);
create index order_change_order on order_change (order_id, created_at);
create unique index order_change_waiting on order_change (order_id) where status = 'waitsupplier';
create index order_change_event on order_change (event_id) where status = 'waitsupplier';
create index order_change_quoted on order_change (created_at) where status = 'quoted';
create unique index order_change_idempotency on order_change (partner_id, idempotency_key) where idempotency_key is not null;

-- Codes of vouchers and passes that a change replaced. A code here never becomes valid again.
create table replaced_code (
  code        text primary key,
  order_id    uuid not null,
  -- The event that the code was for.
  event_id    uuid not null,
  -- Of a pass: its number. Null: the code of the whole voucher.
  n           integer,
  people      integer not null,
  replaced_at timestamptz not null
);
create index replaced_code_order on replaced_code (order_id);
create index replaced_code_event on replaced_code (event_id);
