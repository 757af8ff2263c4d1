-- Purchases on the operator's own sites, and the pages of their guests: docs/decisions/0076-own-site.md.
create table site_purchase (
  -- Also the ExternalReference of its order.
  id           uuid primary key,
  white_label  text not null references site on delete cascade,
  -- Of the checkout's address.
  code         text not null unique,
  lang         text not null,
  -- In which prices are shown too. Null: their own only.
  currency     text,
  product_id   uuid not null,
  event_id     uuid not null,
  -- Local date and time of the event, by which old rows are deleted.
  event_on     timestamp not null,
  -- Name, kind, item and time zone of what is bought: a guest's page outlives the product. See PurchaseAbout.
  about        jsonb not null,
  tickets      jsonb not null,
  seats        integer not null,
  -- The network of the guest's address, for limits. Null: forgotten.
  network      text,
  hold_id      uuid,
  -- Holds before the present one.
  holds        integer not null default 0,
  -- Until then seats are held for a guest who has not begun to pay. Null: they are not.
  held_until   timestamptz,
  -- The payment, and until when it can end. Null: none was begun.
  payment_id   uuid,
  paying_until timestamptz,
  -- The way to pay: `online`, `arrival`, `transfer`.
  way          text,
  order_id     uuid,
  -- The order's reference without hyphens.
  reference    text,
  -- What the guest has typed, until it is booked or a day after the start.
  form         jsonb,
  created_at   timestamptz not null,
  way_at       timestamptz
);
create index site_purchase_held on site_purchase (event_id, held_until) where held_until is not null;
create index site_purchase_network on site_purchase (network, created_at) where network is not null;
create index site_purchase_order on site_purchase (order_id) where order_id is not null;
create index site_purchase_reference on site_purchase (reference) where reference is not null;
create index site_purchase_white_label on site_purchase (white_label);

-- Addresses of guests' pages. A purchase has one that is valid at most.
create table site_guest_link (
  code        text primary key,
  -- The newest has the greatest.
  nth         bigint generated always as identity,
  purchase_id uuid not null references site_purchase on delete cascade,
  created_at  timestamptz not null,
  revoked_at  timestamptz,
  revoked_by  text check (revoked_by in ('guest', 'operator'))
);
create unique index site_guest_link_valid on site_guest_link (purchase_id) where revoked_at is null;
create index site_guest_link_purchase on site_guest_link (purchase_id);

-- Statements by which guests withdraw from contracts without a date (directive (EU) 2023/2673).
create table site_withdrawal (
  order_id    uuid primary key,
  purchase_id uuid not null references site_purchase on delete cascade,
  name        text not null,
  email       text not null,
  stated_at   timestamptz not null,
  -- `cancelled`: the order was cancelled by its terms. `open`: an operator decides.
  outcome     text not null check (outcome in ('cancelled', 'open'))
);
create index site_withdrawal_purchase on site_withdrawal (purchase_id);
