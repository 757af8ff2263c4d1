-- Secrets among the settings of suppliers, by the name of the setting.
create table supplier_secret (
  id          uuid primary key default gen_random_uuid(),
  supplier_id uuid not null references supplier on delete cascade,
  name        text not null,
  -- Encrypted if the service has a key for secrets.
  secret      text not null,
  unique (supplier_id, name)
);
