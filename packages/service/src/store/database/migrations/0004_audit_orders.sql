-- The orders that an entry is about, for the erasure of their personal data. Null: none, or an entry of an earlier version.
alter table audit add column order_ids uuid[];
create index audit_orders on audit using gin (order_ids) where order_ids is not null;
