-- Hashes by which a copy of the catalogue is proved equal, and the end of holes that nobody can still stumble into.

-- The first 64 bits of the SHA-256 of what partners see of a record as of its last version, as a signed number.
-- Null: partners do not see it (a removed event, a product that is away, a page not in that language).
alter table event add column hash bigint;
alter table product_state
  add column hash        bigint,
  add column detail_hash bigint,
  -- The product's currency as of its last version. One that is away may get another: its place among those repriced stays.
  add column currency_code text;
alter table page
  add column hash_es bigint,
  add column hash_pt bigint;
-- The sum of the hashes of the shown events.
alter table event_day add column hash numeric not null default 0;

-- Counts and sums as of each version that is kept. Sums are whole numbers; what partners read is their remainder by 2^64.
create table digest (
  version             bigint primary key,
  delete_version      bigint not null,
  product_count       bigint not null,
  product_hash        numeric not null,
  product_detail_hash numeric not null,
  page_es_count       bigint not null,
  page_es_hash        numeric not null,
  page_pt_count       bigint not null,
  page_pt_hash        numeric not null,
  currency_count      bigint not null,
  currency_hash       numeric not null
);

-- What each version changed of the events of a day: shown events, and the sum of their hashes.
create table digest_day (
  version bigint not null,
  day     date not null,
  shown   integer not null,
  hash    numeric not null,
  primary key (version, day)
);

update event e set hash = ('x' || encode(substr(sha256(convert_to(concat_ws(chr(31),
  e.id, e.item_id, to_char(e.event_on, 'YYYY-MM-DD"T"HH24:MI:SS'),
  case when e.hidden then 'removed'
       when e.availability = 'available' and e.capacity_left = 0 then 'sold-out'
       else e.availability end,
  jsonb_array_length(e.tickets),
  (select string_agg(concat_ws(chr(31), t ->> 'code', e.currency_code, trim_scale((t ->> 'price')::numeric)), chr(31) order by n)
   from jsonb_array_elements(e.tickets) with ordinality as tickets(t, n))), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
where e.shown;

update event_day d set hash = e.hash
from (select event_on::date as day, currency_code, sum(hash) as hash from event where shown group by 1, 2) e
where e.day = d.day and e.currency_code = d.currency_code;

update product_state s set currency_code = p.currency_code from product p where p.id = s.product_id and s.pos is not null;

update product_state s set
  hash = ('x' || encode(substr(sha256(convert_to(concat_ws(chr(31),
    p.id, p.type, p.name, p.city_code, p.immediate_booking::text, s.has_availability::text), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint,
  detail_hash = ('x' || encode(substr(sha256(convert_to(concat_ws(chr(31),
    p.id, p.type, p.name, p.city_code, p.immediate_booking::text, s.has_availability::text,
    p.lead_purchase_day, p.cancel_purchase_hour, case when l.amount is null then '' else p.currency_code end,
    coalesce(trim_scale(l.amount)::text, ''), p.venue, p.address,
    coalesce(trim_scale((p.latitude::text)::numeric)::text, ''), coalesce(trim_scale((p.longitude::text)::numeric)::text, ''),
    i.n, i.text, p.all_passenger_names::text, p.all_passenger_weights::text, p.hotel::text, p.airport_flight::text,
    to_char(s.updated_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
from product p,
  lateral (select min(amount::numeric) as amount from product_state o, jsonb_each_text(o.min_prices) as least(item, amount)
           where o.product_id = p.id) l,
  lateral (
    select count(*) as n, string_agg(concat_ws(chr(31), i.id, i.name, i.part_number,
      case when o.min_prices ->> i.id::text is null then '' else p.currency_code end,
      coalesce(trim_scale((o.min_prices ->> i.id::text)::numeric)::text, ''), i.published::text, jsonb_array_length(i.ticket_rules),
      (select string_agg(concat_ws(chr(31), r ->> 'code', r ->> 'minQuantity', r ->> 'maxQuantity', r ->> 'defaultQuantity',
         r ->> 'incrementQuantity'), chr(31) order by n)
       from jsonb_array_elements(i.ticket_rules) with ordinality as rules(r, n))), chr(31) order by i.position, i.id) as text
    from item i join product_state o on o.product_id = i.product_id where i.product_id = p.id) i
where p.id = s.product_id and p.published and not p.deleted and s.pos is not null and s.deleted_version is null;

update page p set
  hash_es = case when p.name_es is not null then ('x' || encode(substr(sha256(convert_to(concat_ws(chr(31),
    p.id, p.name_es, p.type, coalesce(p.city_code, ''), (p.published and p.facets ->> 'es' is not null)::text, p.url_es), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint end,
  hash_pt = case when p.name_pt is not null then ('x' || encode(substr(sha256(convert_to(concat_ws(chr(31),
    p.id, p.name_pt, p.type, coalesce(p.city_code, ''), (p.published and p.facets ->> 'pt' is not null)::text, p.url_pt), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint end;

-- Versions from before have no sums: a digest as of one of them is refused.
insert into digest
select c.update_version, c.delete_version, p.n, p.hash, p.detail_hash, es.n, es.hash, pt.n, pt.hash, m.n, m.hash
from counter c,
  (select count(hash) as n, coalesce(sum(hash), 0) as hash, coalesce(sum(detail_hash), 0) as detail_hash from product_state) p,
  (select count(hash_es) as n, coalesce(sum(hash_es), 0) as hash from page) es,
  (select count(hash_pt) as n, coalesce(sum(hash_pt), 0) as hash from page) pt,
  (select count(*) as n, coalesce(sum(('x' || encode(substr(sha256(convert_to(concat_ws(chr(31),
     code, name, trim_scale((rate::float8::text)::numeric), display_symbol), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint), 0) as hash
   from currency where active) m;

-- What a product's or a page's search text and facets were before, each with when it was found to be so: from the change of
-- layout after that on, a search counts without it.
alter table product add column former jsonb not null default '[]';
update product set former = jsonb_build_array(jsonb_build_object('search', former_search)) where former_search <> '';
alter table product drop column former_search;
