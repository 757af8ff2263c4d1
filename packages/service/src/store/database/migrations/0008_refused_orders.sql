-- Orders of partners that were refused: what the partner sent of them, for 30 days.
create table refused_order (
  id                 uuid primary key,
  at                 timestamptz not null,
  partner_id         uuid not null,
  test               boolean not null,
  -- As in partner_usage.
  operation          text not null,
  -- The codes of the refusals, the first one first.
  codes              text[] not null,
  event_id           uuid,
  external_reference text
);
create index refused_order_partner on refused_order (partner_id, at desc, id);
create index refused_order_at on refused_order (at desc, id);
create index refused_order_reference on refused_order (lower(external_reference) text_pattern_ops) where external_reference is not null;
