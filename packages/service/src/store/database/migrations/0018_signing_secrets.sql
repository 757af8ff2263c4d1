-- Secrets that requests to partners and suppliers are signed with, sealed. Null: it has no end yet.
create table signing_secret (
  id          uuid primary key,
  partner_id  uuid references partner,
  supplier_id uuid references supplier on delete cascade,
  secret      text not null,
  created_at  timestamptz not null default clock_timestamp(),
  ends_at     timestamptz,
  check (num_nonnulls(partner_id, supplier_id) = 1)
);
create index signing_secret_partner on signing_secret (partner_id) where partner_id is not null;
create index signing_secret_supplier on signing_secret (supplier_id) where supplier_id is not null;
drop table callback_secret;
alter table supplier drop column secret, drop column former_secrets;
