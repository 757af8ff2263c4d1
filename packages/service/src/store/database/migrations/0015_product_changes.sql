-- The products that an entry of the audit log changed. Undoing the entry reads both revisions: docs/decisions/0065-undo.md.
create table product_change (
  audit_id   bigint not null,
  product_id uuid not null,
  -- The revision before the change. Null: the change created the product.
  former     integer,
  -- The revision that the change wrote.
  revision   integer not null,
  primary key (audit_id, product_id)
);
create index product_change_product on product_change (product_id, audit_id);
