-- What is refunded to partners, and what operators paid: docs/decisions/0036-refunds.md. As in orders, no foreign keys.
create table refund (
  id          uuid primary key default gen_random_uuid(),
  order_id    uuid not null,
  -- `other`: an operator's own decision.
  reason      text not null check (reason in ('cancelled', 'rejected', 'changed', 'other')),
  -- By the terms of the sale, or all of the price where the seller ended the order.
  due_usd     numeric not null,
  -- Null: its cancellation waits for the supplier.
  due_at      timestamptz,
  -- What the operator recorded; null: nothing yet.
  paid_usd    numeric,
  paid_at     timestamptz,
  method      text check (method in ('account', 'transfer', 'card', 'cash', 'other')),
  note        text,
  recorded_by text
);
create index refund_order on refund (order_id);
create index refund_due on refund (due_at) where paid_at is null;
create index refund_paid on refund (paid_at) where paid_at is not null;
