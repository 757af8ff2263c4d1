-- The partner as a company: legal name, tax number, address, contacts, language, notes and numbers of documents.
alter table partner add column company jsonb not null default '{}';
-- Whether the partner has terms: sales of other partners do not look for them.
alter table partner add column has_terms boolean not null default false;

-- Lines that several partners share: docs/decisions/0067-terms-of-partners.md.
create table price_list (
  id       uuid primary key,
  name     text not null,
  revision integer not null default 0
);
create unique index price_list_name on price_list (lower(name));

-- A version of a price list. It applies from `valid_from` until a later version applies. A version that has begun never changes.
create table price_list_version (
  id         uuid primary key,
  list_id    uuid not null references price_list,
  valid_from timestamptz not null,
  created_at timestamptz not null,
  created_by text not null
);
create index price_list_version_list on price_list_version (list_id, valid_from desc);

-- A version of a partner's terms, like a version of a price list.
create table partner_terms (
  id            uuid primary key,
  partner_id    uuid not null references partner,
  valid_from    timestamptz not null,
  -- Null: until a later version applies.
  valid_until   timestamptz,
  price_list_id uuid references price_list,
  content       jsonb not null,
  created_at    timestamptz not null,
  created_by    text not null
);
create index partner_terms_partner on partner_terms (partner_id, valid_from desc);
create index partner_terms_list on partner_terms (price_list_id) where price_list_id is not null;

-- Lines of a version of terms or of a price list. `rule`: {"percent": ...}, {"fixed": ..., "currencyCode": ...} or {"net": ..., "currencyCode": ...}.
create table terms_line (
  version_id uuid not null,
  nth        integer not null,
  product_id uuid,
  item_id    uuid,
  ticket     text,
  -- Local days of the event, both included. Null: no limit.
  first_on   date,
  last_on    date,
  rule       jsonb not null,
  primary key (version_id, nth)
);
create index terms_line_product on terms_line (version_id, product_id);

-- Orders with terms, for statements and limits.
create index orders_with_terms on orders (partner_id, created_at) where agreed ? 'terms';
