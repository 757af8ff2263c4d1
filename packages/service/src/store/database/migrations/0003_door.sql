-- The door: codes that admit people, admissions, and a role that sees nothing else.

alter table operator drop constraint operator_role_check;
alter table operator add constraint operator_role_check check (role in ('owner', 'catalogue', 'orders', 'read-only', 'door'));

-- Each person of an order gets a code of their own.
alter table product add column code_per_person boolean not null default false;

-- What a voucher admits by a short code: the whole party, or one person. A voucher of an earlier release gets its pass when it is
-- next read.
create table pass (
  order_id    uuid not null,
  n           integer not null,
  -- Eight characters without 0, O, 1, I, L and U. No two orders ever have the same.
  code        text not null unique,
  -- The code of the ticket rule of the person; null: the whole party.
  ticket_code text,
  people      integer not null,
  primary key (order_id, n)
);

-- Admissions of passes. A voucher with `redeemed_at` and without a row here was redeemed by an earlier release.
create table admission (
  -- By the device, so that a repeated request is stored once.
  id          uuid not null,
  order_id    uuid not null,
  n           integer not null,
  people      integer not null,
  -- By the clock of the service; for an admission without network by the clock of the device.
  at          timestamptz not null,
  received_at timestamptz not null,
  -- The operator's e-mail address.
  by          text not null,
  -- A name that the device gave itself.
  device      text not null,
  -- Admitted without network.
  offline     boolean not null,
  -- Why an admission without network should not have happened: `already-redeemed`, `cancelled`; null: no conflict.
  conflict    text,
  undone_at   timestamptz,
  primary key (id, order_id, n)
);
create index admission_order on admission (order_id, n);
create index admission_conflict on admission (received_at) where conflict is not null;
