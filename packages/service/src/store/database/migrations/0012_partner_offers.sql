-- What a partner sees and sells. A partner without a row has the public set: docs/decisions/0068-offers.md.
create table partner_offer (
  partner_id uuid primary key references partner,
  -- {"sells": "except", "products": [{"productId": "...", "itemIds": null}], "stops": [...]}
  terms      jsonb not null,
  -- Equal for equal sets: the page cache shares their pages. Empty: the public set.
  key        text not null,
  -- The update version in which the set last changed.
  version    bigint not null,
  revision   integer not null default 1
);

-- Products whose place in a partner's set has changed, or that of their items, and the last version that changed it.
create table partner_offer_product (
  partner_id  uuid not null references partner,
  product_id  uuid not null references product,
  version     bigint not null,
  -- Position among deletions, as in product_state, while the product is out of the set. Null: it is in the set.
  deleted_seq bigint unique,
  primary key (partner_id, product_id)
);
create index partner_offer_product_version on partner_offer_product (partner_id, version);

-- Items that entered or left a partner's set, and the last version in which they did. Events of an item that left are removed events.
create table partner_offer_item (
  partner_id uuid not null references partner,
  item_id    uuid not null references item,
  version    bigint not null,
  primary key (partner_id, item_id)
);
create index partner_offer_item_version on partner_offer_item (partner_id, version);

-- Days on which a stop-sale of a partner began or ended to count, by the version that changed them. Null: every product, every item.
create table partner_offer_days (
  partner_id uuid not null references partner,
  version    bigint not null,
  product_id uuid,
  item_id    uuid,
  first_day  date not null,
  last_day   date not null
);
create index partner_offer_days_version on partner_offer_days (partner_id, version);

-- The version of the partner's set up to which a subscription has its messages.
alter table octo_subscription add column offer_version bigint not null default 0;
