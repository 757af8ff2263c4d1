-- Made by "npm run generate" from the sources of the store: every statement, with its fragments in their places.
-- :name is a value, [a | b] a choice of the program.

-- packages/service/src/store/allotments/allotments.ts

-- allotments
select a.id, a.name, a.item_id as "itemId", a.kind, a.seats, a.partner_ids as "partnerIds", to_char(a.from_day, 'YYYY-MM-DD') as from,
to_char(a.to_day, 'YYYY-MM-DD') as to, a.weekdays, a.times, a.release_hours as "releaseHours", a.revision,
array(select to_char(one, 'YYYY-MM-DD') from unnest(a.closed_days) one order by one) as "closedDates",
i.name as "itemName", p.id as "productId", p.name as "productName",
(select coalesce(jsonb_agg(jsonb_build_object('id', pa.id, 'externalId', pa.external_id, 'name', pa.name) order by pa.name), '[]')
from partner pa where pa.id = any(a.partner_ids)) as partners,
a.to_day < (:now::timestamptz at time zone p.time_zone)::date as ended
from allotment a join item i on i.id = a.item_id join product p on p.id = i.product_id
where :condition order by p.name, i.name, a.from_day, a.kind desc, a.id;

-- hasAllotments
select 1 from allotment where partner_ids @> array[:partnerId::uuid] limit 1;

-- writeAllotment
insert into allotment as a (id, item_id, name, kind, seats, partner_ids, from_day, to_day, weekdays, times, release_hours, closed_days)
values (:id, :itemId, :name, :kind, :seats, :partnerIds::uuid[], :from::date, :to::date, :weekdays::int[],
:times::text[], :releaseHours::int, :closedDates::date[])
on conflict (id) do update set item_id = excluded.item_id, name = excluded.name, kind = excluded.kind, seats = excluded.seats,
partner_ids = excluded.partner_ids, from_day = excluded.from_day, to_day = excluded.to_day, weekdays = excluded.weekdays,
times = excluded.times, release_hours = excluded.release_hours, closed_days = excluded.closed_days, revision = a.revision + 1;

-- deleteAllotment
delete from allotment where id = :id;

-- eventsOfAllotment
select e.id from event e join allotment a on a.id = :id and
(a.item_id = e.item_id and e.event_on::date between a.from_day and a.to_day and e.event_on::date <> all(a.closed_days)
and (a.weekdays is null or extract(isodow from e.event_on)::int = any(a.weekdays))
and (a.times is null or to_char(e.event_on, 'HH24:MI') = any(a.times)))
where e.starts_at > :now and e.availability <> 'removed' and not e.hidden order by e.event_on, e.id limit :most;

-- markAllotted
update event e set allotted = not e.allotted
where e.id = any(:{[...eventIds]}::uuid[]) and e.allotted <> exists (select from allotment a where
(a.item_id = e.item_id and e.event_on::date between a.from_day and a.to_day and e.event_on::date <> all(a.closed_days)
and (a.weekdays is null or extract(isodow from e.event_on)::int = any(a.weekdays))
and (a.times is null or to_char(e.event_on, 'HH24:MI') = any(a.times))));

-- otherGuarantee
select pa.name as partner, e.event_on as "eventOn", coalesce(nullif(b.name, ''), concat(b.from_day, ' – ', b.to_day)) as name
from allotment a join allotment b on b.id <> a.id and b.item_id = a.item_id and b.kind = 'guaranteed' and b.partner_ids && a.partner_ids
join event e on
(a.item_id = e.item_id and e.event_on::date between a.from_day and a.to_day and e.event_on::date <> all(a.closed_days)
and (a.weekdays is null or extract(isodow from e.event_on)::int = any(a.weekdays))
and (a.times is null or to_char(e.event_on, 'HH24:MI') = any(a.times))) and e.starts_at > :now
join partner pa on pa.id = any(a.partner_ids) and pa.id = any(b.partner_ids)
where a.id = :id and a.kind = 'guaranteed' and exists (
select from (select b.*) a where
(a.item_id = e.item_id and e.event_on::date between a.from_day and a.to_day and e.event_on::date <> all(a.closed_days)
and (a.weekdays is null or extract(isodow from e.event_on)::int = any(a.weekdays))
and (a.times is null or to_char(e.event_on, 'HH24:MI') = any(a.times)))
) order by e.event_on, pa.name limit 1;

-- itemNames
select i.name as "itemName", p.name as "productName" from item i join product p on p.id = i.product_id where i.id = :id;

-- unknownPartners
select id from unnest(:{[...ids]}::uuid[]) id where id not in (select p.id from partner p);


-- packages/service/src/store/allotments/allotted-events.ts

-- readAllotted
select e.id, e.product_id as "productId", e.event_on as "eventOn", e.capacity, e.least_seats as "leastSeats", e.capacity_left as "capacityLeft",
e.guaranteed, e.partners_left as "partnersLeft", e.release_at as "releaseAt", (
select coalesce(jsonb_object_agg(partner_id, seats), '{}') from (
select partner_id, sum(seats)::int as seats from (
select o.partner_id, case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end as seats
from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')
union all
select h.partner_id, case when h.whole_event then greatest(h.seats, e.capacity) else h.seats end
from hold h where h.event_id = e.id and h.status = 'open' and not h.test
union all
select c.partner_id, c.seats from amendment c where c.event_id = e.id and c.status = 'waitsupplier'
) each group by partner_id
) partners) as taken,
(select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'seats', a.seats, 'partnerIds', a.partner_ids,
'releaseAt', e.starts_at - a.release_hours * interval '1 hour') order by a.id), '[]')
from allotment a where e.allotted and e.availability <> 'removed' and not e.hidden and
(a.item_id = e.item_id and e.event_on::date between a.from_day and a.to_day and e.event_on::date <> all(a.closed_days)
and (a.weekdays is null or extract(isodow from e.event_on)::int = any(a.weekdays))
and (a.times is null or to_char(e.event_on, 'HH24:MI') = any(a.times)))) as allotments
from event e where e.id = any(:{[...ids]}::uuid[]);

-- writeSeatsLeft
update event e set capacity_left = x."capacityLeft", guaranteed = x.guaranteed, partners_left = nullif(x."partnersLeft", 'null'),
release_at = x."releaseAt", seq = case when x.seen then null else e.seq end
from jsonb_to_recordset(:changed::jsonb) as x(id uuid, "capacityLeft" int, guaranteed int, "partnersLeft" jsonb,
"releaseAt" timestamptz, seen boolean)
where e.id = x.id returning e.product_id as "productId", x.seen;

-- eventsToRelease
select id as "eventId" from event
where release_at <= :now [ | and (id = :eventId or needs_resources)]
order by release_at, id limit :most;


-- packages/service/src/store/booking/answers.ts

-- deleteUnwrittenKeys
delete from answer a using json_to_recordset(:unwritten::json) as o("partnerId" uuid, keys text[], id uuid)
where a.partner_id = o."partnerId" and a.key = any(o.keys) and a.ref = o.id;

-- readStoredAnswers
select key, digest, ref, body from answer where partner_id = :partnerId and key = any(:keys::text[]) and until > :now
order by array_position(:keys::text[], key);

-- storeAnswer
insert into answer as a (partner_id, key, digest, until, body)
select :partnerId::uuid, key, :digest, :now::timestamptz + ms * interval '1 millisecond', :body::jsonb
from unnest(:keys::text[], :until::int[]) as x(key, ms)
on conflict (partner_id, key) do update set digest = excluded.digest, until = excluded.until, ref = null, body = excluded.body
where a.until <= :now
returning 1;

-- purgeAnswers
delete from answer where until <= :now;


-- packages/service/src/store/booking/blocks.ts

-- blocks
select h.id, h.event_id as "eventId", p.name as "productName", i.name as "itemName", h.event_on as "eventOn",
h.block ->> 'name' as name, h.block ->> 'contact' as contact, h.block ->> 'note' as note, h.block ->> 'by' as by,
h.seats, h.expires_at as "releaseAt", h.created_at as "createdAt", h.revision
from hold h join event e on e.id = h.event_id join item i on i.id = e.item_id join product p on p.id = e.product_id
where h.block is not null and h.status = 'open' and :condition order by h.expires_at, h.id limit 500;

-- insertBlock
insert into hold (id, partner_id, lang, test, event_id, product_id, event_on, tickets, seats, total_usd, agreed,
cancel_purchase_hour, cancel_until, created_at, expires_at, status, block)
select :id, :partnerId, :lang, false, e.id, e.product_id, e.event_on, '[]', :seats, 0, '{}', 0, :releaseAt::timestamptz,
:createdAt::timestamptz, :releaseAt::timestamptz, 'open', :json::jsonb
from event e where e.id = :eventId;

-- endBlock
update hold set status = 'released' where id = :id and status = 'open' and block is not null returning seats;

-- writeBlock
select seats, partner_id as "partnerId" from hold
where id = :id and status = 'open' and block is not null and expires_at > :now and revision = :revision
for update;

-- writeBlock
update hold set seats = :seats, expires_at = :releaseAt, revision = revision + 1,
block = block || :json::jsonb
where id = :id;


-- packages/service/src/store/booking/place-holds.ts

-- holding
with sent as materialized (select * from json_to_recordset(:holds::json) as o({typed.join(", ")})),
free as (
select o.id from sent o cross join unnest(o.keys) k group by o.id
having bool_and(pg_try_advisory_xact_lock(hashtextextended(o."partnerId"::text || k, 0)))
), written as (
insert into answer as a (partner_id, key, digest, until, ref)
select o."partnerId", k, o.digest, date_trunc('milliseconds', o."createdAt") + interval '24 hours', o.id
from sent o join free on free.id = o.id cross join unnest(o.keys) k
on conflict (partner_id, key) do update set digest = excluded.digest, until = excluded.until, ref = excluded.ref, body = null
where a.until <= excluded.until - interval '24 hours'
returning a.ref
), fresh as (
select * from sent o where cardinality(o.keys) = (select count(*) from written where written.ref = o.id)
), others as (
select partner_id, test, count(*)::int as open, sum(seats)::int as seats from hold
where partner_id = any(:partnerIds::uuid[]) and status = 'open'
and expires_at > (select min("createdAt") from sent)
group by 1, 2
), counted as (
select o.*, coalesce(others.open, 0) as open, coalesce(others.seats, 0) as "openSeats",
row_number() over (partition by o."partnerId", o.test order by o.place rows unbounded preceding) as "ofPartner", sum(o.seats) over (partition by o."partnerId", o.test order by o.place rows unbounded preceding) as "seatsOfPartner"
from sent o left join others on others.partner_id = o."partnerId" and others.test = o.test
), own as (
select o.* from counted o join fresh on fresh.id = o.id
where o.open + o."ofPartner" <= o."maxOpen" and o."openSeats" + o."seatsOfPartner" <= o."maxSeats"
), live as (
select * from own where not test
),
locked as (
select found.* from (select distinct "eventId", "productId", "lockedFirst" from live) o
cross join lateral (
select * from event e where e.id = o."eventId" and e.product_id = o."productId" and (not (e.needs_resources or e.has_stock or e.allotted) or o."lockedFirst") for update skip locked
) found
), sellable as (
select id from (
select * from (
select *, sum(seats) over (partition by "eventId" order by place) as "seatsUpTo" from (
select o.*, e.item_id, e.capacity_left + e.guaranteed as "seatsLeft",
row_number() over (partition by o."eventId" order by o.place) as nth
from live o join locked e on e.id = o."eventId" and e.product_id = o."productId" and e.availability = 'available' and e.hidden is not true and e.sales_end_at > o."createdAt"
and (not o."wholeEvent" or o.seats > 0 and e.capacity = o.seats and (not exists (select from orders taken
where taken.event_id = e.id:{ofProduct(sql`taken.product_id`)} and not taken.test
and taken.status not in ('rejected', 'cancelled'):{others(sql`taken.id`)})
and not exists (select from hold h where h.event_id = e.id:{ofProduct(sql`h.product_id`)} and h.status = 'open' and not h.test)
and not exists (select from amendment c where c.event_id = e.id and c.status = 'waitsupplier':{others(sql`c.order_id`)})))
) possible where not "wholeEvent" or nth = 1
) counted where "seatsLeft" is null or "seatsLeft" >= "seatsUpTo" + (seats = 0)::int) fitting
union all
select o.id from own o join event e on e.id = o."eventId" and e.product_id = o."productId" and e.availability = 'available' and e.hidden is not true and e.sales_end_at > o."createdAt" where o.test
), placed as (
insert into hold (id, partner_id, lang, test, event_id, product_id, event_on, tickets, seats, people, whole_event, white_label_code, total_usd, agreed,
cancel_purchase_hour, cancel_until, created_at, expires_at, extensions, status)
select o.id, o."partnerId", o.lang, o.test, o."eventId", o."productId", o."eventOn", o.tickets, o.seats, o.people, o."wholeEvent", o."whiteLabelCode",
o."totalUsd", o.agreed, o."cancelPurchaseHour", o."cancelUntil", o."createdAt", o."expiresAt", o.extensions, 'open'
from sent o join sellable s on s.id = o.id
returning id
), sold as (
select o.* from live o join placed on placed.id = o.id
),
taken as (
update event e set capacity_left = o."left" - o.seats
from (
select s."eventId", s."productId", l.capacity_left as "left", sum(s.seats)::int as seats
from sold s join locked l on l.id = s."eventId" and l.product_id = s."productId" group by 1, 2, 3
) o
where e.id = o."eventId" and e.product_id = o."productId" and not e.allotted
returning e.id, e.capacity_left < e.least_seats as "soldOut"
)
select o.id, o.open, o."openSeats", coalesce(taken."soldOut", false) as "soldOut",
case when placed.id is not null then 'placed' else coalesce(
case when cardinality(o.keys) > 0 and not exists (select from free where free.id = o.id) then 'in-flight'
when not exists (select from fresh where fresh.id = o.id) then 'known' end, case when exists (select from live where live.id = o.id) then
case when exists (select from locked where locked.id = o."eventId") then 'short'
when not o."lockedFirst" and (select e.needs_resources or e.has_stock or e.allotted from event e where e.id = o."eventId" and e.product_id = o."productId") then 'lock-first'
else 'locked' end else 'short' end) end as outcome
from counted o left join placed on placed.id = o.id left join taken on taken.id = o."eventId" and not o.test;


-- packages/service/src/store/booking/place-orders.ts

-- placing
with sent as materialized (select * from json_to_recordset(:orders::json) as o({typed.join(", ")})),
free as (
select o.id from sent o cross join unnest(o.keys) k group by o.id
having bool_and(pg_try_advisory_xact_lock(hashtextextended(o."partnerId"::text || k, 0)))
), written as (
insert into answer as a (partner_id, key, digest, until, ref)
select o."partnerId", k, o.digest, date_trunc('milliseconds', o."createdAt") + interval '24 hours', o.id
from sent o join free on free.id = o.id cross join unnest(o.keys) k
on conflict (partner_id, key) do update set digest = excluded.digest, until = excluded.until, ref = excluded.ref, body = null
where a.until <= excluded.until - interval '24 hours'
returning a.ref
), fresh as (
select * from sent o where cardinality(o.keys) = (select count(*) from written where written.ref = o.id)
), booked as (
update hold h set status = 'booked'
from fresh o join event e on e.id = o."eventId" and e.product_id = o."productId" and e.availability <> 'removed' and not e.hidden
and (o."byOperator" or e.sales_end_at > o."createdAt")
where h.id = o."holdId" and h.product_id = o."productId" and h.status = 'open' and h.expires_at > o."createdAt"
returning o.id
), own as (
select * from fresh o where o."holdId" is null and not o.test
),
locked as (
select found.* from (select distinct "eventId", "productId", "lockedFirst" from own) o
cross join lateral (
select * from event e where e.id = o."eventId" and e.product_id = o."productId" and (not (e.needs_resources or e.has_stock or e.allotted) or o."lockedFirst") for update skip locked
) found
), sellable as (
select id, item_id from (
select * from (
select *, sum(seats) over (partition by "eventId" order by place) as "seatsUpTo" from (
select o.*, e.item_id, e.capacity_left + e.guaranteed as "seatsLeft",
row_number() over (partition by o."eventId" order by o.place) as nth
from own o join locked e on e.id = o."eventId" and e.product_id = o."productId" and e.availability = 'available' and e.hidden is not true and (o."byOperator" or e.sales_end_at > o."createdAt")
and (not o."wholeEvent" or o.seats > 0 and e.capacity = o.seats and (not exists (select from orders taken
where taken.event_id = e.id:{ofProduct(sql`taken.product_id`)} and not taken.test
and taken.status not in ('rejected', 'cancelled'):{others(sql`taken.id`)})
and not exists (select from hold h where h.event_id = e.id:{ofProduct(sql`h.product_id`)} and h.status = 'open' and not h.test)
and not exists (select from amendment c where c.event_id = e.id and c.status = 'waitsupplier':{others(sql`c.order_id`)})))
) possible where not "wholeEvent" or nth = 1
) counted where "seatsLeft" is null or "seatsLeft" >= "seatsUpTo" + (seats = 0)::int) fitting
union all
select o.id, e.item_id from fresh o join event e on e.id = o."eventId" and e.product_id = o."productId"
where case when o."holdId" is null then o.test and e.availability = 'available' and e.hidden is not true and (o."byOperator" or e.sales_end_at > o."createdAt") else exists (select from booked where booked.id = o.id) end
), placed as (
insert into orders (id, number, lang, partner_id, event_id, status, test, tickets, seats, people, whole_event, email, phone_number, remote_host,
callback_url, external_reference, white_label_code, total_usd, answers, agreed, cancel_purchase_hour, cancel_until,
created_at, changes, supplier_called_at, supplier_tries, supplier_due_at, item_id, product_id, event_on, changed_at, payment)
select o.id, o.number, o.lang, o."partnerId", o."eventId", o.status, o.test, o.tickets, o.seats, o.people, o."wholeEvent", o.email,
o."phoneNumber", o."remoteHost", o."callbackUrl", o."externalReference", o."whiteLabelCode", o."totalUsd", o.answers,
o.agreed, o."cancelPurchaseHour", o."cancelUntil", o."createdAt", (o.status = 'complete')::int,
case when o."atDesk" then now() end, o."atDesk"::int, now() + o."supplierDueIn" * interval '1 second', s.item_id,
o."productId", o."eventOn", o."createdAt", o.payment
from sent o join sellable s on s.id = o.id
returning id, number
), sold as (
select o.* from own o join placed on placed.id = o.id
),
taken as (
update event e set capacity_left = o."left" - o.seats
from (
select s."eventId", s."productId", l.capacity_left as "left", sum(s.seats)::int as seats
from sold s join locked l on l.id = s."eventId" and l.product_id = s."productId" group by 1, 2, 3
) o
where e.id = o."eventId" and e.product_id = o."productId" and not e.allotted
returning e.id, e.capacity_left < e.least_seats as "soldOut"
)
select o.id, placed.number, coalesce(taken."soldOut", false) as "soldOut",
case when placed.id is not null then 'placed' else coalesce(
case when cardinality(o.keys) > 0 and not exists (select from free where free.id = o.id) then 'in-flight'
when not exists (select from fresh where fresh.id = o.id) then 'known' end, case when o."holdId" is null and not o.test then
case when exists (select from locked where locked.id = o."eventId") then 'short'
when not o."lockedFirst" and (select e.needs_resources or e.has_stock or e.allotted from event e where e.id = o."eventId" and e.product_id = o."productId") then 'lock-first'
else 'locked' end else 'short' end) end as outcome
from sent o left join placed on placed.id = o.id left join taken on taken.id = o."eventId" and o."holdId" is null and not o.test;


-- packages/service/src/store/booking/sell-block.ts

-- placeFromBlock
select seats from hold where id = :holdId and block is not null and status = 'open' and revision = :revision for update;

-- placeFromBlock
update hold set status = 'open', seats = :left, revision = revision + 1 where id = :holdId;


-- packages/service/src/store/bulk/bulk-actions.ts

-- concernedOrders
select o.*, pa.name as partner, s.name as supplier, coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0) as admitted
from (
select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment, supplier_id as "supplierId" from orders
where event_id = any(:eventIds::uuid[]) and not test and status in ('waitsupplier', 'complete')
and (:ids::uuid[] is null or id = any(:ids::uuid[]))
order by created_at, number limit :limit
) o join partner pa on pa.id = o."partnerId" join product p on p.id = o."productId"
left join supplier s on s.id = case when o."supplierCalled" then o."supplierId" else p.supplier_id end
order by o."createdAt", o.number;

-- insertBulkAction
insert into bulk_action (id, kind, content, created_at, created_by)
values (:id, :kind, :content::jsonb, :createdAt, :createdBy)
on conflict (id) do nothing returning 1;

-- insertBulkAction
insert into bulk_action_event (action_id, event_id, event_on)
select :id, x.id, x."eventOn" from json_to_recordset(:events::json) as x(id uuid, "eventOn" timestamp);

-- insertBulkAction
insert into bulk_action_order (action_id, order_id, event_id, state, cause)
select :id, x.id, x."eventId", :state, :cause
from json_to_recordset(:written::json) as x(id uuid, "eventId" uuid);

-- bulkActionById
select a.id, a.kind, a.content, a.created_at as "createdAt", a.created_by as "createdBy",
(select json_agg(json_build_object('id', e.event_id, 'eventOn', e.event_on) order by e.event_on, e.event_id)
from bulk_action_event e where e.action_id = a.id) as events from bulk_action a where a.id = :id;

-- dueBulkOrders
select order_id as id, action_id::text as key from bulk_action_order
where due_at <= now() and state = 'waiting' and action_id <> all(:except::uuid[])
order by due_at, order_id limit :most;

-- claimBulkOrder
update bulk_action_order b set due_at = now() + :leaseSeconds * interval '1 second'
from bulk_action a
where b.action_id = :actionId and b.order_id = :orderId and b.state = 'waiting' and b.due_at <= now()
and a.id = b.action_id
returning b.order_id as "orderId", b.change_id as "changeId",
jsonb_build_object('id', a.id, 'kind', a.kind, 'content', a.content, 'createdBy', a.created_by) as action;

-- settleBulkOrder
update bulk_action_order set state = :state, change_id = coalesce(:changeId::uuid, change_id),
cause = coalesce(:cause, cause), refusals = :refusals::jsonb,
due_at = now() + :dueIn::float8 * interval '1 second'
where action_id = :id and order_id = :orderId and state = 'waiting' returning 1;

-- bulkOrderLines
select o.*, pa.name as partner, e.event_on as "formerOn", b.state, b.refusals, c.status as "changeStatus", l.state as letter, coalesce(l.attempts, 0) as attempts, l.fault,
b.called_at as "calledAt", b.called_by as "calledBy",
(
select sum(r.due_usd)::text from refund r
where r.order_id = o.id and r.reason = 'cancelled' and (r.method is distinct from 'account' or r.recorded_by is not null)) as "refundUsd"
from bulk_action_order b join bulk_action_event e on e.action_id = b.action_id and e.event_id = b.event_id
join (select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment from orders) o on o.id = b.order_id
join partner pa on pa.id = o."partnerId"
left join amendment c on c.id = b.change_id
left join guest_letter l on l.order_id = b.order_id and l.cause = b.cause
where b.action_id = :actionId order by o."createdAt", o.number;

-- bulkActionsOf
select a.id, a.kind, a.content, a.created_at as "createdAt", a.created_by as "createdBy",
(select json_agg(json_build_object('id', e.event_id, 'eventOn', e.event_on) order by e.event_on, e.event_id)
from bulk_action_event e where e.action_id = a.id) as events, count(b.*)::int as orders, count(b.*) filter (where b.state = 'waiting' or b.called_at is null and (l.state = 'sending' or l.state = 'due' and l.attempts < 2))::int as open,
count(b.*) filter (where b.state = 'refused')::int as refused,
count(b.*) filter (where a.content ? 'letters' and b.state = 'done' and b.called_at is null
and (l.state is null or l.state <> 'sent' and not (l.state = 'sending' or l.state = 'due' and l.attempts < 2) and l.fault is distinct from 'order-ended'))::int as untold
from bulk_action a left join bulk_action_order b on b.action_id = a.id
left join guest_letter l on l.order_id = b.order_id and l.cause = b.cause
where a.id in (select action_id from bulk_action_event where event_id = :eventId) group by a.id order by a.created_at desc, a.id limit :limit;

-- actionsToCall
select a.id, a.kind, (array_agg(p.name order by e.event_on, e.event_id))[1] as "productName", min(e.event_on) as "eventOn",
count(distinct e.event_id)::int - 1 as "moreEvents", count(*)::int as orders
from bulk_action a join bulk_action_order b on b.action_id = a.id
join bulk_action_event e on e.action_id = b.action_id and e.event_id = b.event_id
join orders o on o.id = b.order_id join product p on p.id = o.product_id
left join guest_letter l on l.order_id = b.order_id and l.cause = b.cause
where a.content ? 'letters' and b.state = 'done' and b.called_at is null
and (l.state is null or l.state <> 'sent' and not (l.state = 'sending' or l.state = 'due' and l.attempts < 2) and l.fault is distinct from 'order-ended') and e.event_on > (:now::timestamptz at time zone 'UTC') - interval '1 day'
group by a.id order by min(e.event_on), a.id limit 20;

-- recordCall
update bulk_action_order set called_at = :at, called_by = :by
where action_id = :actionId and order_id = :orderId and state = 'done' returning 1;

-- repeatBulkAction
update bulk_action_order set state = 'waiting', due_at = now(), refusals = '[]', change_id = null
where action_id = :id and state = 'refused' returning 1;

-- repeatBulkAction
select b.cause, array_agg(b.order_id) as "orderIds", :id as "actionId" from bulk_action_order b
where b.action_id = :id and b.state = 'done' and b.called_at is null and b.cause is not null
and not exists (select 1 from guest_letter l where l.order_id = b.order_id and l.cause = b.cause)
group by b.cause;

-- repeatBulkAction
update guest_letter l set state = 'due', due_at = now(), attempts = 0, fault = null, detail = null from bulk_action_order b
where b.action_id = :id and b.state = 'done' and b.called_at is null and l.order_id = b.order_id and l.cause = b.cause
and l.state = 'failed'
returning 1;


-- packages/service/src/store/callbacks/callback-list.ts

-- callbackLines
select c.id, c.order_id as "orderId", o.number, o.lang, c.test, o.external_reference as "externalReference",
pa.external_id as partner, c.sequence, c.amended, c.status, c.state, c.attempts, c.created_at as "createdAt",
c.next_at as "nextAt", c.settled_at as "settledAt", a.outcome, a.http_status as "httpStatus"
from (
select * from callback c where true, :{...conditions.filter((one) => one)} order by :sorted offset :offset limit :limit
) c join orders o on o.id = c.order_id join partner pa on pa.id = c.partner_id
left join lateral (
select outcome, http_status from callback_attempt where callback_id = c.id order by id desc limit 1
) a on true order by :sorted;

-- listCallbacks
select c.id, c.order_id as "orderId", c.partner_id as "partnerId", c.sequence, c.amended, c.status, c.url, c.body, c.test, c.state,
c.attempts, c.created_at as "createdAt", c.next_at as "nextAt", c.settled_at as "settledAt", (
select coalesce(json_agg(json_build_object('at', a.at, 'replay', a.replay, 'outcome', a.outcome,
'httpStatus', a.http_status, 'ms', a.ms, 'answer', a.answer) order by a.id), '[]')
from callback_attempt a where a.callback_id = c.id
) as log
from callback c where true, :{...conditions.filter((one) => one)} order by c.created_at desc, c.sequence desc, c.amended desc limit :limit;

-- callbacksToReplay
select c.id, c.order_id as "orderId", c.partner_id as "partnerId", c.sequence, c.amended, c.status, c.url, c.body, c.test, c.state,
c.attempts, c.created_at as "createdAt", c.next_at as "nextAt", c.settled_at as "settledAt" from callback c where true, :{...conditions.filter((one) => one)} order by c.created_at, c.order_id, c.sequence, c.amended limit :limit;


-- packages/service/src/store/callbacks/callbacks.ts

-- insertCallbacks
insert into callback (id, order_id, partner_id, sequence, amended, status, url, body, test, state, created_at, next_at, settled_at)
select id, "orderId", "partnerId", sequence, amended, status, url, body, test, case when stopped then 'stopped' else 'waiting' end,
"createdAt", case when stopped is null then now() end, case when stopped then now() end
from (
select *, (select true from callback c where c.order_id = x."orderId" and c.state = 'stopped' limit 1) as stopped
from json_to_recordset(:json::json) as x(id uuid, "orderId" uuid, "partnerId" uuid, sequence int, amended int,
status text, url text, body text, test boolean, "createdAt" timestamptz)
where true
) s;

-- claimTogether
with head as (
select c.id from callback c
where c.order_id = any(:orderIds::uuid[]) and c.settled_at is null and c.next_at <= now() and not exists (
select from callback before
where before.order_id = c.order_id and before.settled_at is null and (before.sequence, before.amended) < (c.sequence, c.amended)
)
for update skip locked
)
update callback c set next_at = now() + 15 * interval '1 second'
from head where c.id = head.id
returning c.id, c.order_id as "orderId", c.partner_id as "partnerId", c.sequence, c.amended, c.status, c.url, c.body, c.test, c.state,
c.attempts, c.created_at as "createdAt", c.next_at as "nextAt", c.settled_at as "settledAt", (
select coalesce(jsonb_agg(secret order by ends_at desc nulls first, created_at desc), '[]') from signing_secret where partner_id = c.partner_id and (ends_at is null or ends_at > now())
) as secrets;

-- postponeCallback
update callback set attempts = attempts + 1, next_at = now() + :inSeconds * interval '1 second'
where id = :id and state = 'waiting' and attempts = :attempts returning 1;

-- delivered
with attempt as (
insert into callback_attempt (callback_id, at, replay, outcome, http_status, ms, answer)
select id, at, replay, outcome, "httpStatus", ms, case when (
select o.erased_at is not null from callback k join orders o on o.id = k.order_id where k.id = x.id) then '' else answer end from json_to_recordset(:sent::json)
as x(id uuid, at timestamptz, replay boolean, outcome text, "httpStatus" int, ms int, answer text)
)
update callback c set state = 'delivered', attempts = attempts + 1, next_at = null, settled_at = now() where c.id = any(:ids::uuid[]) and c.settled_at is null
returning c.id, exists (
select from callback next where next.order_id = c.order_id and next.settled_at is null
and (next.sequence, next.amended) > (c.sequence, c.amended)
) as "hasNext";

-- settleCallback
update callback set state = {state}, attempts = attempts + 1, next_at = null, settled_at = now() where id = :id and state = 'waiting' returning 1;

-- settleCallback
update callback set state = 'stopped', next_at = null, settled_at = now()
where order_id = :orderId and settled_at is null;

-- dueCallbacks
select order_id as id, partner_id as key from callback c
where state = 'waiting' and next_at <= now() and partner_id <> all(:except::uuid[])
and not exists (
select from callback before
where before.order_id = c.order_id and before.settled_at is null and (before.sequence, before.amended) < (c.sequence, c.amended)
offset 0
)
order by next_at, order_id limit :most;


-- packages/service/src/store/catalogue/availability.ts

-- countDays
select d.day, count(*) as n, count(*) filter (where true, :{...conditions.filter((one) => one)}) as shown from product_day d where true, :{...conditions.filter((one) => one)}
group by d.day order by d.day [desc | asc];

-- productDays
select d.product_id as id, d.day as date, d.events, coalesce(d.open[next], 0) as "openEvents",
d.has_sold_out and d.open[next] is null as "soldOut", d.min_price[next]::text as "minPrice",
p.currency_code as "currencyCode"
from (
select *, width_bucket(:at::timestamptz, d.sales_end_at) + 1 as next from product_day d
where true, :{...conditions.filter((one) => one)} and d.day >= :earliest::date and d.day <= :latest::date
order by :order offset :offset limit :limit
) d join product p on p.id = d.product_id where true, :{...conditions.filter((one) => one)} order by :order;

-- daysFor
select k.id, k.day as date, count(*) filter (where e.shown) as events, count(*) filter (where e.is_open) as "openEvents",
coalesce(bool_or(e.availability = 'sold-out'), false) and not coalesce(bool_or(e.is_open), false) as "soldOut",
(min(e.min_price) filter (where e.is_open))::text as "minPrice"
from unnest(:{({ id }) => id}::uuid[], :{({ date }) => date}::date[]) as k (id, day)
left join lateral (
select e.shown, e.min_price, [case when not [:named | (not :named)] then 'removed'
when [false | exists (
select from unnest(:{({ productId }) => productId}::uuid[], :{({ itemId }) => itemId}::uuid[],
:{({ from }) => from}::date[], :{({ to }) => to}::date[]) as stop (product_id, item_id, first_day, last_day)
where (stop.product_id is null or stop.product_id = e.product_id)
and (stop.item_id is null or stop.item_id = e.item_id)
and e.event_on >= stop.first_day and e.event_on < stop.last_day + 1)] and :own <> 'removed' then 'black-out' else :own end | :own] as availability,
[case when not [:named | (not :named)] then 'removed'
when [false | exists (
select from unnest(:{({ productId }) => productId}::uuid[], :{({ itemId }) => itemId}::uuid[],
:{({ from }) => from}::date[], :{({ to }) => to}::date[]) as stop (product_id, item_id, first_day, last_day)
where (stop.product_id is null or stop.product_id = e.product_id)
and (stop.item_id is null or stop.item_id = e.item_id)
and e.event_on >= stop.first_day and e.event_on < stop.last_day + 1)] and :own <> 'removed' then 'black-out' else :own end | :own] = 'available' and e.sales_end_at > :at::timestamptz as is_open
from event e where e.listed and e.product_id = k.id and e.event_on >= k.day and e.event_on < k.day + 1 and [:named | (not :named)]
) e on true group by k.id, k.day;

-- ownDays
select d.id, to_char(d.day, 'YYYY-MM-DD') as date, own."openEvents", own.sold_out and own."openEvents" = 0 as "soldOut", own."minPrice"
from unnest(:{({ id }) => id}::uuid[], :{({ date }) => date}::date[]) d (id, day)
cross join lateral (
select bool_or(partners_left ->> :partnerId::text is not null) as named, bool_or(shown = 'sold-out') as sold_out,
(count(*) filter (where is_open))::int as "openEvents", (min(min_price) filter (where is_open))::text as "minPrice"
from (
select e.partners_left, e.min_price, :availability as shown,
:availability = 'available' and e.sales_end_at > :at::timestamptz as is_open
from event e where e.listed and e.product_id = d.id and e.event_on >= d.day and e.event_on < d.day + 1
[and [:named | (not :named)] | ]
) e
) own where own.named;

-- seatsOfDays
select d.id, to_char(d.day, 'YYYY-MM-DD') as date,
jsonb_agg(jsonb_build_object('eventId', e.id, 'seatsLeft', [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)]) order by e.event_on, e.id) as seats
from unnest(:{({ id }) => id}::uuid[], :{({ date }) => date}::date[]) d (id, day)
join event e on e.listed and e.product_id = d.id and e.event_on >= d.day and e.event_on < d.day + 1
where [case when not [:named | (not :named)] then 'removed'
when [false | exists (
select from unnest(:{({ productId }) => productId}::uuid[], :{({ itemId }) => itemId}::uuid[],
:{({ from }) => from}::date[], :{({ to }) => to}::date[]) as stop (product_id, item_id, first_day, last_day)
where (stop.product_id is null or stop.product_id = e.product_id)
and (stop.item_id is null or stop.item_id = e.item_id)
and e.event_on >= stop.first_day and e.event_on < stop.last_day + 1)] and
case when e.hidden then 'removed'
when e.availability = 'available' and [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] < e.least_seats then 'sold-out'
else e.availability end <> 'removed' then 'black-out' else
case when e.hidden then 'removed'
when e.availability = 'available' and [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] < e.least_seats then 'sold-out'
else e.availability end end |
case when e.hidden then 'removed'
when e.availability = 'available' and [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] < e.least_seats then 'sold-out'
else e.availability end] = 'available' and e.sales_end_at > :at::timestamptz
[and [:named | (not :named)] | ]
group by d.id, d.day;


-- packages/service/src/store/catalogue/channel-events.ts

-- channelProducts
select p.id, p.record, (
select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'record', i.record, 'published', i.published, 'ticketSizes', i.ticket_sizes, 'priceSteps', i.price_steps)
order by i.position, i.id), '[]')
from item i where i.product_id = p.id
) as items
from product_state s join product p on p.id = s.product_id where p.published and not p.deleted order by s.pos;

-- channelProduct
select p.id, p.record, (
select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'record', i.record, 'published', i.published, 'ticketSizes', i.ticket_sizes, 'priceSteps', i.price_steps)
order by i.position, i.id), '[]')
from item i where i.product_id = p.id
) as items from product p where p.id = :id and p.published and not p.deleted;

-- itemProduct
select product_id as "productId" from item where id = :itemId::uuid;

-- itemSummaries
select i.id as "itemId", coming.times, coming.prices, coming.currency as "currencyCode"
from item i cross join lateral (
with e as materialized (
select event_on, tickets, currency_code from event
where item_id = i.id and listed and not hidden and availability <> 'removed' and day_ends_at > :now
and event_on >= :now::timestamptz at time zone 'UTC' - interval '2 days'
order by event_on limit :eventsOfSummary
)
select (select array_agg(distinct to_char(event_on, 'HH24:MI') order by to_char(event_on, 'HH24:MI')) from e) as times,
(select jsonb_agg(jsonb_build_object('code', code, 'price', price::text)) from (
select t ->> 'code' as code, min((t ->> 'price')::numeric) as price from e, jsonb_array_elements(e.tickets) t group by 1
) least) as prices,
(select currency_code from e limit 1) as currency
) coming
where i.product_id = any(:productIds::uuid[]) and i.published and coming.times is not null;

-- eventsOfItems
select k.n, event.* from unnest(:itemIds::uuid[], :firsts::date[], :lasts::date[])
with ordinality as k (item, first, last, n)
cross join lateral (
select id, event_on as "eventOn", availability, hidden, capacity, capacity_left as "capacityLeft", partners_left as "partnersLeft", least_seats as "leastSeats",
currency_code as "currencyCode", tickets as prices, sales_end_at as "salesEndAt" from event
where item_id = k.item and listed and event_on >= k.first and event_on < k.last + interval '1 day' offset 0
) event order by k.n, "eventOn";

-- eventsById
select id, event_on as "eventOn", availability, hidden, capacity, capacity_left as "capacityLeft", partners_left as "partnersLeft", least_seats as "leastSeats",
currency_code as "currencyCode", tickets as prices, sales_end_at as "salesEndAt", item_id as "itemId" from event where id = any((select :ids::uuid[])::uuid[]) and listed;


-- packages/service/src/store/catalogue/content-lists.ts

-- contentsInOrder
select p.id, p.record, (
select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'record', i.record, 'published', i.published, 'ticketSizes', i.ticket_sizes, 'priceSteps', i.price_steps)
order by i.position, i.id), '[]')
from item i where i.product_id = p.id
) as items, s.content_updated_on as "updatedOn" from product_state s join product p on p.id = s.product_id
where s.pos > :offset and s.pos <= :{offset + limit} and p.published and not p.deleted [and [true | (p.id <> all(:{[...ids]}::uuid[]))] | ] order by s.pos;

-- contentChanges
with total as (
select count(*) as count from product_state s join product p on p.id = s.product_id
where s.content_seq > :contentSeq and s.content_seq <= :newestSeq and p.published and not p.deleted :sold
)
select total.*, r.* from total left join (
select p.id, p.record, (
select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'record', i.record, 'published', i.published, 'ticketSizes', i.ticket_sizes, 'priceSteps', i.price_steps)
order by i.position, i.id), '[]')
from item i where i.product_id = p.id
) as items, s.content_updated_on as "updatedOn", s.content_seq from product_state s join product p on p.id = s.product_id
where s.content_seq > :from and s.content_seq <= :{from + limit} and p.published and not p.deleted :sold
) r on true order by r.content_seq;

-- contentsMoved
with list as (
select p.id, p.record, (
select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'record', i.record, 'published', i.published, 'ticketSizes', i.ticket_sizes, 'priceSteps', i.price_steps)
order by i.position, i.id), '[]')
from item i where i.product_id = p.id
) as items, s.content_updated_on as "updatedOn", s.pos, p.published and not p.deleted [and [true | (p.id <> all(:{[...ids]}::uuid[]))] | ] as is_shown
from product_state s join product p on p.id = s.product_id
where s.pos is not null and s.product_id in (select m.product_id from partner_offer_product m where m.partner_id = :partnerId and m.version > :version)
), total as (
select count(*) as positions, count(*) filter (where is_shown) as count from list
)
select total.*, r.* from total
left join (select * from (select * from list order by pos offset :offset limit :limit) page where is_shown) r on true order by r.pos;

-- readProductContent
select p.id, p.record, (
select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'record', i.record, 'published', i.published, 'ticketSizes', i.ticket_sizes, 'priceSteps', i.price_steps)
order by i.position, i.id), '[]')
from item i where i.product_id = p.id
) as items, s.content_updated_on as "updatedOn" from product_state s join product p on p.id = s.product_id
where p.id = :id and p.published and not p.deleted [and [true | (p.id <> all(:{[...ids]}::uuid[]))] | ] [and [(s.content_seq > :contentSeq or s.product_id in (select m.product_id from partner_offer_product m where m.partner_id = :partnerId and m.version > :version)) | s.content_seq > :contentSeq] | ];


-- packages/service/src/store/catalogue/currencies.ts

-- activeCurrencies
select code, name, rate, display_symbol as "displaySymbol" from currency where active
order by code <> 'USD', code;

-- readRates
select code, rate from currency;

-- currenciesRepriced
select code from currency where rate_version > :version order by code;


-- packages/service/src/store/catalogue/empty-events.ts

-- isEventEmpty
select 1 from event e where e.id = :eventId and (not exists (select from orders taken
where taken.event_id = e.id:{ofProduct(sql`taken.product_id`)} and not taken.test
and taken.status not in ('rejected', 'cancelled'):{others(sql`taken.id`)})
and not exists (select from hold h where h.event_id = e.id:{ofProduct(sql`h.product_id`)} and h.status = 'open' and not h.test)
and not exists (select from amendment c where c.event_id = e.id and c.status = 'waitsupplier':{others(sql`c.order_id`)}));


-- packages/service/src/store/catalogue/event-lists.ts

-- firstComingEvent
select event_on as "eventOn" from event
where listed and shown and event_on >= :from::date and day_ends_at > :at order by event_on limit 1;

-- productPositions
with list as (
select event_on, day_ends_at from event e where listed and product_id = :productId
[and e.event_on >= :from::timestamp | ]
[and e.event_on <= :to::timestamp | ]
)
select count(*) as positions, count(*) filter (where event_on < coalesce(
(select min(event_on) from list where day_ends_at > :at), 'infinity')) as past from list;

-- productEvents
with list as (
select e.id, e.item_id as "itemId", e.event_on as "eventOn", [case when not [:named | (not :named)] then 'removed'
when [false | exists (
select from unnest(:{({ productId }) => productId}::uuid[], :{({ itemId }) => itemId}::uuid[],
:{({ from }) => from}::date[], :{({ to }) => to}::date[]) as stop (product_id, item_id, first_day, last_day)
where (stop.product_id is null or stop.product_id = e.product_id)
and (stop.item_id is null or stop.item_id = e.item_id)
and e.event_on >= stop.first_day and e.event_on < stop.last_day + 1)] and :own <> 'removed' then 'black-out' else :own end | :own] as availability,
e.currency_code as "currencyCode", e.tickets, (((e.seq > :eventSeq
or exists (select from currency c where c.code = e.currency_code and c.rate_version > :version)) or (e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version) or exists (
select from partner_offer_days d where d.partner_id = :partnerId and d.version > :version and (d.product_id is null or d.product_id = e.product_id)
and (d.item_id is null or d.item_id = e.item_id)
and e.event_on >= d.first_day and e.event_on < d.last_day + 1))) and ([:named | (not :named)] or e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version))) as is_shown from event e
where e.listed and e.product_id = :productId
[and e.event_on >= :from::timestamp | ]
[and e.event_on <= :to::timestamp | ]
)
select count(*) as positions, count(*) filter (where is_shown) as count, (
select string_agg(concat_ws(chr(31), p.id, p."itemId", p."eventOn", p.availability, p."currencyCode", p.tickets), chr(30)) from (select * from list order by "eventOn", id offset :offset limit :limit) p where is_shown
) as page from list;

-- movedDays
select e.event_on::date as day, count(*) as n, count(*) filter (where [([:named | (not :named)] or e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version)) | (((e.seq > :eventSeq
or exists (select from currency c where c.code = e.currency_code and c.rate_version > :version)) or (e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version) or exists (
select from partner_offer_days d where d.partner_id = :partnerId and d.version > :version and (d.product_id is null or d.product_id = e.product_id)
and (d.item_id is null or d.item_id = e.item_id)
and e.event_on >= d.first_day and e.event_on < d.last_day + 1))) and ([:named | (not :named)] or e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version)))]) as shown from event e
where e.listed
[and e.event_on >= :from::timestamp | ]
[and e.event_on <= :to::timestamp | ] [and (e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version) or exists (
select from partner_offer_days d where d.partner_id = :partnerId and d.version > :version and (d.product_id is null or d.product_id = e.product_id)
and (d.item_id is null or d.item_id = e.item_id)
and e.event_on >= d.first_day and e.event_on < d.last_day + 1)) | ] group by 1 order by 1 [desc | asc];

-- countSold
select count(*) as n from event e where e.product_id = any(:named::uuid[]) and e.listed
[and e.event_on >= :from::timestamp | ]
[and e.event_on <= :to::timestamp | ] [and currency_code = any(:currencies::text[]) | ]
and (e.seq > :eventSeq
or exists (select from currency c where c.code = e.currency_code and c.rate_version > :version)) and [[:named | (not :named)] | not [:named | (not :named)]];

-- eventDays
with outside as (
-- Events that event_day counts and the list omits: events of the first and last day outside the range, and
-- shown events whose local day is over. A day ends first where the local time is 14 hours ahead of UTC.
select event_on::date as day, 1 as n, shown::int as shown from event
where listed and event_on >= :from::date and event_on < :from [and currency_code = any(:currencies::text[]) | ]
union all
select event_on::date, 1, shown::int from event
where listed and event_on > :to and event_on < :to::date + 1 [and currency_code = any(:currencies::text[]) | ]
[union all
select event_on::date, 0, 1 from event
where listed and shown and day_ends_at <= :comingAt and event_on >= :from and event_on <= :to
and event_on < (:comingAt::timestamptz at time zone 'UTC' - interval '10 hours')::date + 1 [and currency_code = any(:currencies::text[]) | ] | ]
), days as (
select day, sum(n)::bigint as n, sum(shown)::bigint as shown from (
select day, n, shown from event_day where day >= :from::date and day <= :to::date [and currency_code = any(:currencies::text[]) | ]
union all select day, -n, -shown from outside
) d group by day
)
select coalesce(sum(n), 0)::bigint as positions,
coalesce(sum([n | shown]), 0)::bigint as count,
string_agg(concat(day, ' ', n), ',' order by day [desc | asc]) as days from days;

-- eventsOnDays
select (array_agg(event_on))[1] as "firstOn", (array_agg(id))[1] as "firstId",
(array_agg(event_on))[count(*)::int] as "lastOn", (array_agg(id))[count(*)::int] as "lastId"
from (select e.event_on, e.id from event e where :onDays :order :rows) k;

-- eventsOnDays
[ | ]
select string_agg(concat_ws(chr(31), p.id, p."itemId", p."eventOn", p.availability, p."currencyCode", p.tickets), chr(30)) as page from (
select e.id, e.item_id as "itemId", e.event_on as "eventOn", [case when not [:named | (not :named)] then 'removed'
when [false | exists (
select from unnest(:{({ productId }) => productId}::uuid[], :{({ itemId }) => itemId}::uuid[],
:{({ from }) => from}::date[], :{({ to }) => to}::date[]) as stop (product_id, item_id, first_day, last_day)
where (stop.product_id is null or stop.product_id = e.product_id)
and (stop.item_id is null or stop.item_id = e.item_id)
and e.event_on >= stop.first_day and e.event_on < stop.last_day + 1)] and :own <> 'removed' then 'black-out' else :own end | :own] as availability,
e.currency_code as "currencyCode", e.tickets, [([:named | (not :named)] or e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version)) | (((e.seq > :eventSeq
or exists (select from currency c where c.code = e.currency_code and c.rate_version > :version)) or (e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version) or exists (
select from partner_offer_days d where d.partner_id = :partnerId and d.version > :version and (d.product_id is null or d.product_id = e.product_id)
and (d.item_id is null or d.item_id = e.item_id)
and e.event_on >= d.first_day and e.event_on < d.last_day + 1))) and ([:named | (not :named)] or e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version)))] as is_shown from event e where :onDays :order :rows
) p where is_shown;

-- eventsBetween
select string_agg(concat_ws(chr(31), p.id, p."itemId", p."eventOn", p.availability, p."currencyCode", p.tickets), chr(30)) as page from (
select e.id, e.item_id as "itemId", e.event_on as "eventOn", [case when not [:named | (not :named)] then 'removed'
when [false | exists (
select from unnest(:{({ productId }) => productId}::uuid[], :{({ itemId }) => itemId}::uuid[],
:{({ from }) => from}::date[], :{({ to }) => to}::date[]) as stop (product_id, item_id, first_day, last_day)
where (stop.product_id is null or stop.product_id = e.product_id)
and (stop.item_id is null or stop.item_id = e.item_id)
and e.event_on >= stop.first_day and e.event_on < stop.last_day + 1)] and :own <> 'removed' then 'black-out' else :own end | :own] as availability,
e.currency_code as "currencyCode", e.tickets, [([:named | (not :named)] or e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version)) | (((e.seq > :eventSeq
or exists (select from currency c where c.code = e.currency_code and c.rate_version > :version)) or (e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version) or exists (
select from partner_offer_days d where d.partner_id = :partnerId and d.version > :version and (d.product_id is null or d.product_id = e.product_id)
and (d.item_id is null or d.item_id = e.item_id)
and e.event_on >= d.first_day and e.event_on < d.last_day + 1))) and ([:named | (not :named)] or e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version)))] as is_shown from event e
where e.listed [and currency_code = any(:currencies::text[]) | ] [and (e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version) or exists (
select from partner_offer_days d where d.partner_id = :partnerId and d.version > :version and (d.product_id is null or d.product_id = e.product_id)
and (d.item_id is null or d.item_id = e.item_id)
and e.event_on >= d.first_day and e.event_on < d.last_day + 1)) | ] and (
e.event_on = :firstOn::timestamp and e.id >= :firstId::uuid and e.id <= :{isOneTime ? lastId : greatestId}::uuid
or e.event_on > :after::timestamp and e.event_on < :until::timestamp
or e.event_on = :lastOn::timestamp and e.id >= :{isOneTime ? firstId : leastId}::uuid and e.id <= :lastId::uuid)
:order limit {pageSizes.events}
) p where is_shown;

-- eventsInLog
select string_agg(concat_ws(chr(31), p.id, p."itemId", p."eventOn", p.availability, p."currencyCode", p.tickets), chr(30)) as page from (
select e.id, e.item_id as "itemId", e.event_on as "eventOn", [case when not [:named | (not :named)] then 'removed'
when [false | exists (
select from unnest(:{({ productId }) => productId}::uuid[], :{({ itemId }) => itemId}::uuid[],
:{({ from }) => from}::date[], :{({ to }) => to}::date[]) as stop (product_id, item_id, first_day, last_day)
where (stop.product_id is null or stop.product_id = e.product_id)
and (stop.item_id is null or stop.item_id = e.item_id)
and e.event_on >= stop.first_day and e.event_on < stop.last_day + 1)] and :own <> 'removed' then 'black-out' else :own end | :own] as availability,
e.currency_code as "currencyCode", e.tickets from event e where e.listed and e.seq > :from and e.seq <= :{from + limit}
[and e.event_on >= :from::timestamp | ]
[and e.event_on <= :to::timestamp | ] [and [:named | (not :named)] | ] order by e.seq
) p;

-- countInLog
select count(*) as n from event e
where e.listed and e.seq > :eventSeq and e.seq <= :{since.eventSeq + changes}
[and e.event_on >= :from::timestamp | ]
[and e.event_on <= :to::timestamp | ] [and [:named | (not :named)] | ];


-- packages/service/src/store/catalogue/event-sales.ts

-- bookableEvents
select e.id, e.item_id as "itemId", e.product_id as "productId", e.event_on as "eventOn",
e.availability, e.capacity, e.capacity_left as "capacityLeft", e.partners_left as "partnersLeft", e.guaranteed as withheld, e.least_seats as "leastSeats", e.needs_resources as "needsResources", e.starts_at as "startsAt", e.sales_end_at as "salesEndAt",
(e.starts_at + case when p.type = 'scheduled' then '60 minutes'::interval else interval '0' end) as "deskSalesEndAt",
(p.record ->> 'immediateBooking')::boolean as "immediateBooking", s.kind as "supplierKind",
p.name as "productName", i.name as "itemName", coalesce(p.record -> 'names', '{}') as "productNames",
coalesce(i.record -> 'names', '{}') as "itemNames", (p.record ->> 'cancelPurchaseHour')::int as "cancelPurchaseHour",
p.record -> 'refundTiers' as "refundTiers", p.record ->> 'taxRate' as "taxRate", p.record ->> 'taxScheme' as "taxScheme", p.time_zone as "timeZone",
coalesce(i.record -> 'salesEndMinutes', p.record -> 'salesEndMinutes') as "salesEndMinutes",
p.published and not p.deleted as "productPublished", i.published as "itemPublished",
e.currency_code as "currencyCode", c.rate, e.tickets as prices, i.record -> 'ticketRules' as "ticketRules",
i.ticket_sizes as "ticketSizes", coalesce((p.record ->> 'leadPerTicket')::boolean, false) as "leadPerTicket",
coalesce((p.record ->> 'codePerPerson')::boolean, false) as "codePerPerson",
p.record -> 'questions' as questions, coalesce(p.record -> 'ownQuestions', '[]') as "ownQuestions"
from (
select * from event where id = any((select :ids::uuid[])::uuid[]) offset 0
) e join lateral (select * from item where id = e.item_id offset 0) i on true
join lateral (select * from product where id = e.product_id offset 0) p on true
join currency c on c.code = e.currency_code left join supplier s on s.id = p.supplier_id;

-- pricesSince
with price as (
select tickets, currency_code, until from event_price_past where event_id = :id and until > :after
union all select tickets, currency_code, null from event
where id = :id and event_on = :eventOn::timestamp
), price_period as (
select tickets, currency_code, coalesce(lag(until) over (order by until nulls last), :after) as since, until from price
), rate as (
select currency_code, rate, until from rate_past where until > :after and currency_code in (select currency_code from price)
union all select code, rate, null from currency where code in (select currency_code from price)
), rate_period as (
select currency_code, rate, until,
coalesce(lag(until) over (partition by currency_code order by until nulls last), :after) as since
from rate
)
select p.tickets as prices, p.currency_code as "currencyCode", r.rate, greatest(p.since, r.since) as from, least(p.until, r.until) as until
from price_period p join rate_period r
on r.currency_code = p.currency_code and (p.until is null or r.since < p.until) and (r.until is null or p.since < r.until)
order by "from" desc;


-- packages/service/src/store/catalogue/files-lock.ts

-- filesLock
select pg_advisory_xact_lock(7208534);


-- packages/service/src/store/catalogue/offer-digest.ts

-- offerSums
with wanted as (
select update_version as version, delete_version as "deleteVersion", greatest(:fromDay::date, events_from) as "fromDate" from counter
), product_sum as (
select count(*) as count, coalesce(sum(s.hash), 0)::text as hash, coalesce(sum(s.detail_hash), 0)::text as "detailHash",
jsonb_build_object({languages.flatMap((lang) => [sql`${lang}::text`, sql`sum((s.content_hashes ->> ${lang})::numeric)::text`])}) as contents
from product_state s join product p on p.id = s.product_id
where p.published and not p.deleted and not :isPart and [true | (p.id <> all(:{[...ids]}::uuid[]))]
), part as (
select jsonb_build_object('id', p.id, 'record', p.record, 'hasAvailability', s.has_availability, 'minPrices', s.min_prices,
'items', (
select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'record', i.record, 'published', i.published, 'ticketSizes', i.ticket_sizes, 'priceSteps', i.price_steps)
order by i.position, i.id), '[]')
from item i where i.product_id = p.id
), 'updatedOn', s.updated_on, 'contentUpdatedOn', s.content_updated_on) as row
from product_state s join product p on p.id = s.product_id
where p.published and not p.deleted and :isPart and [true | (p.id <> all(:{[...ids]}::uuid[]))]
), event_sum as (
select count(*) as count, coalesce(sum(:eventHash), 0)::text as hash from event e, wanted
where e.listed and e.shown and [:named | (not :named)] and (wanted."fromDate" is null or e.event_on >= wanted."fromDate")
), page_sum as (
{pages}
)
select wanted.*, jsonb_build_object('count', product_sum.count, 'hash', product_sum.hash, 'detailHash', product_sum."detailHash") as products,
product_sum.contents, to_jsonb(event_sum) as events, (select coalesce(jsonb_agg(row), '[]') from part) as parts,
(select jsonb_object_agg(lang, jsonb_build_object('count', count, 'hash', hash)) from page_sum) as pages,
(select jsonb_object_agg(lang, withheld) from page_sum) as withheld,
(select jsonb_build_object('count', currency_count, 'hash', currency_hash::text) from digest order by version desc limit 1) as currencies
from wanted, product_sum, event_sum;


-- packages/service/src/store/catalogue/offers.ts

-- partnerOffer
select key, version, revision, terms from partner_offer where partner_id = :partnerId;


-- packages/service/src/store/catalogue/page-lists.ts

-- pagesInOrder
with list as (
select
p.id, p.name_{lang} as name, p.type as "pageTypeCode", p.city_code as "cityCode",
[((p.published and p.search_{lang} is not null) and not (about.id is not null and not [true | (about.id <> all(:{[...ids]}::uuid[]))])) | (p.published and p.search_{lang} is not null)] as published, p.url_{lang} as url, p.pos from [page p left join product about
on p.type = 'product' and about.external_id = case when p.made then substr(p.external_id, 9) else p.external_id end | page p]
where p.pos is not null and p.name_{lang} is not null and (true
[and p.type = :pageTypeCode | ]
[and exists (select from white_label where upper(code) = upper(:whiteLabelCode::text))
and (p.white_labels is null or upper(:whiteLabelCode::text) = any(p.white_labels)) | ]
[and p.search_{lang} like all (:words::text[]) | ]) :changed [and (not (about.id is not null and not [true | (about.id <> all(:{[...ids]}::uuid[]))]) or exists (
select from partner_offer_product m where m.partner_id = :partnerId and m.product_id = about.id and m.deleted_seq is not null)) | ]
), total as (
select count(*) as positions, count(*) as count from list
)
select total.*, r.* from total
left join (select * from list order by pos offset :offset limit :limit) r on true order by r.pos;

-- pageChanges
with total as (
select count(*) as count from [page p left join product about
on p.type = 'product' and about.external_id = case when p.made then substr(p.external_id, 9) else p.external_id end | page p] where p.seq > :pageSeq and p.seq <= :newestSeq and :isKnown
)
select total.*, r.* from total left join (
select
p.id, p.name_{lang} as name, p.type as "pageTypeCode", p.city_code as "cityCode",
[((p.published and p.search_{lang} is not null) and not (about.id is not null and not [true | (about.id <> all(:{[...ids]}::uuid[]))])) | (p.published and p.search_{lang} is not null)] as published, p.url_{lang} as url, p.seq from [page p left join product about
on p.type = 'product' and about.external_id = case when p.made then substr(p.external_id, 9) else p.external_id end | page p] where p.seq > :from and p.seq <= :{from + limit} and :isKnown
) r on true order by r.seq;

-- pagesMoved
with list as (
select
p.id, p.name_{lang} as name, p.type as "pageTypeCode", p.city_code as "cityCode",
[((p.published and p.search_{lang} is not null) and not (about.id is not null and not [true | (about.id <> all(:{[...ids]}::uuid[]))])) | (p.published and p.search_{lang} is not null)] as published, p.url_{lang} as url, p.pos from [page p left join product about
on p.type = 'product' and about.external_id = case when p.made then substr(p.external_id, 9) else p.external_id end | page p]
where p.pos is not null and p.name_{lang} is not null and about.id in (select m.product_id from partner_offer_product m where m.partner_id = :partnerId and m.version > :version) and (not (about.id is not null and not [true | (about.id <> all(:{[...ids]}::uuid[]))]) or exists (
select from partner_offer_product m where m.partner_id = :partnerId and m.product_id = about.id and m.deleted_seq is not null))
), total as (
select count(*) as positions, count(*) as count from list
)
select total.*, r.* from total
left join (select * from list order by pos offset :offset limit :limit) r on true order by r.pos;


-- packages/service/src/store/catalogue/product-lists.ts

-- productById
select p.id, p.record, s.has_availability as "hasAvailability", s.min_prices as "minPrices",
(
select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'record', i.record, 'published', i.published, 'ticketSizes', i.ticket_sizes, 'priceSteps', i.price_steps)
order by i.position, i.id), '[]')
from item i where i.product_id = p.id
) as items, s.updated_on as "updatedOn", c.rate
from product p join product_state s on s.product_id = p.id join currency c on c.code = p.currency_code
where p.id = :id and p.published and not p.deleted;

-- productExists
select 1 from product p where p.id = :id [and [true | (p.id <> all(:{[...ids]}::uuid[]))] | ];

-- productsInOrder
select p.id, p.type as "productTypeCode",
[coalesce(p.record -> 'names' ->> :lang, p.name) | p.name] as name, p.city_code as "cityCode",
(p.record ->> 'immediateBooking')::boolean as "immediateBooking", [case when p.id = any(:{[...offer.parts]}::uuid[]) then exists (
select from jsonb_object_keys(s.min_prices) k where [:named | (not :named)]
) else s.has_availability end | s.has_availability] as "hasAvailability" from product_state s join product p on p.id = s.product_id
where s.pos > :offset and s.pos <= :{offset + limit} and p.published and not p.deleted [and [true | (p.id <> all(:{[...ids]}::uuid[]))] | ] order by s.pos;

-- productsFound
with city as (
select exists (select from product p where upper(p.city_code) = :city and p.published and not p.deleted) as known
), list as (
select p.id, p.type as "productTypeCode",
[coalesce(p.record -> 'names' ->> :lang, p.name) | p.name] as name, p.city_code as "cityCode",
(p.record ->> 'immediateBooking')::boolean as "immediateBooking", [case when p.id = any(:{[...offer.parts]}::uuid[]) then exists (
select from jsonb_object_keys(s.min_prices) k where [:named | (not :named)]
) else s.has_availability end | s.has_availability] as "hasAvailability", s.pos from product_state s join product p on p.id = s.product_id, city
where s.pos is not null and p.published and not p.deleted [and [true | (p.id <> all(:{[...ids]}::uuid[]))] | ] [and [(s.seq > :productSeq or s.product_id in (select m.product_id from partner_offer_product m where m.partner_id = :partnerId and m.version > :version)) | s.seq > :productSeq] | ]
and case when city.known then upper(p.city_code) = :city
else p.search like all (:{searchPatterns(query)}::text[]) end
), total as (
select count(*) as positions, count(*) as count from list
)
select total.*, r.* from total
left join (select * from list order by pos offset :offset limit :limit) r on true order by r.pos;

-- productChanges
with repriced as (
select s.product_id, s.pos from product_state s
join currency c on c.code = s.currency_code where (c.rate_version > :version :moved) and s.pos is not null
), page as (
select s.product_id, 0 as part, s.seq as position from product_state s
where s.seq > :from and s.seq <= :{from + log.limit}
union all
(select product_id, 1, pos from repriced order by pos offset :offset limit :limit)
), total as (
select :{newestSeq - since.productSeq} + (select count(*) from repriced) as positions, (select count(*) from repriced)
+ (select count(*) from product_state s join product p on p.id = s.product_id
where s.seq > :productSeq and p.published and not p.deleted [and [true | (p.id <> all(:{[...ids]}::uuid[]))] | ]) as count
)
select total.*, r.* from total left join (
select p.id, p.type as "productTypeCode",
[coalesce(p.record -> 'names' ->> :lang, p.name) | p.name] as name, p.city_code as "cityCode",
(p.record ->> 'immediateBooking')::boolean as "immediateBooking", [case when p.id = any(:{[...offer.parts]}::uuid[]) then exists (
select from jsonb_object_keys(s.min_prices) k where [:named | (not :named)]
) else s.has_availability end | s.has_availability] as "hasAvailability", page.part, page.position from page join product p on p.id = page.product_id
join product_state s on s.product_id = p.id where p.published and not p.deleted [and [true | (p.id <> all(:{[...ids]}::uuid[]))] | ]
) r on true order by r.part, r.position;

-- deletedProducts
with total as (select count(*) as count from :deletions d where deleted_seq > :seq)
select total.count, s.product_id as id from total left join :deletions s
on s.deleted_seq > :from and s.deleted_seq <= :{from + limit}
order by s.deleted_seq;


-- packages/service/src/store/catalogue/product-zones.ts

-- productZones
select distinct time_zone as zone from product [ | where id = :productId];


-- packages/service/src/store/catalogue/replica.ts

-- readAsOf
select 1;


-- packages/service/src/store/catalogue/search-text.ts

-- productFound
select from product p where not p.deleted and :exact limit 1;


-- packages/service/src/store/catalogue/ticket-types.ts

-- storedTicketTypes
select code, name_es as es, name_pt as pt, name_en as en, age_from as "ageFrom", age_to as "ageTo", people, seats,
is_person as "isPerson", conditions, revision
from ticket_type order by code;

-- lockTicketTypes
lock table ticket_type in share row exclusive mode;

-- usedTicketCodes
select r ->> 'code' as code, count(*)::int as items, count(*) filter (where r -> 'people' is null)::int as unsized
from item i join product p on p.id = i.product_id and not p.deleted, jsonb_array_elements(i.record -> 'ticketRules') r
group by 1 order by 1;

-- productsWithTickets
select p.id from product p join product_state s on s.product_id = p.id
where p.published and not p.deleted and exists (
select from item i, jsonb_array_elements(i.record -> 'ticketRules') r
where i.product_id = p.id and i.published and r ->> 'code' = any(:codes::text[]))
order by s.pos;

-- writeTicketType
insert into ticket_type (code, name_es, name_pt, name_en, age_from, age_to, people, seats, is_person, conditions)
values (:code, :es, :pt, :en, :ageFrom, :ageTo, :people, :seats, :isPerson, :terms::jsonb)
on conflict (code) do nothing returning 1;

-- writeTicketType
update ticket_type set name_es = :es, name_pt = :pt, name_en = :en, age_from = :ageFrom, age_to = :ageTo,
people = :people, seats = :seats, is_person = :isPerson, conditions = :terms::jsonb, revision = revision + 1
where code = :code and revision = :revision returning 1;


-- packages/service/src/store/database/backups.ts

-- recordBackup
insert into fact (name, value) values (:name, now()::text) on conflict (name) do update set value = excluded.value;


-- packages/service/src/store/database/health.ts

-- writeProbe
insert into fact (name, value) values ('last-probe', now()::text)
on conflict (name) do update set value = excluded.value;

-- takeRoom
truncate probe;

-- takeRoom
insert into probe select repeat('-', 1900) from generate_series(1, 32);


-- packages/service/src/store/database/lists.ts

-- countListRows
select count(*) as n from :from;


-- packages/service/src/store/database/migrate.ts

-- migrationsOf
select to_regclass('migration') is not null as there, current_setting('server_version_num')::int as version,
current_setting('server_encoding') as encoding;

-- migrationsOf
select name, to_jsonb(m) ->> 'needs' as needs, to_jsonb(m) ->> 'hash' as hash from migration m order by name;

-- storedColumns
select c.relname as name, array_agg(a.attname::text) as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' group by 1;

-- beginMigrating
select pg_advisory_xact_lock(7208533);

-- runMigrations
select set_config('lock_timeout', :lockWait, true);

-- runMigrations
create table if not exists migration (name text primary key, needs text, at timestamptz not null default now());

-- runMigrations
alter table migration add column if not exists hash text;

-- runMigrations
insert into migration (name, needs, hash) values (:name, :needs, :hash);

-- recordHashes
alter table migration add column if not exists hash text;

-- recordHashes
update migration set hash = :hash where name = :name;


-- packages/service/src/store/database/sealing.ts

-- storedSecrets
select :id::text as id, :column as stored from :table where :rows;

-- secretsOfKey
select :id::text as id, :subject as subject, :owners from :table
where :rows and starts_with(:column, :{`${prefix}${key}:`}) order by 2;

-- deleteSecret
delete from :table where :id::text = :of;

-- deleteSecret
delete from operator_recovery_code where operator_id = :of;

-- deleteSecret
update operator set :column = null, totp_step = 0, revision = revision + 1 where id = :of;

-- resealSecrets
select :id::text as id, :column as stored from :table where :rows order by :id for update;

-- resealSecrets
update :table set :column = :{sealSecret(tx, unsealSecret(tx, row.stored))} where :id::text = :id;

-- readOwnKey
insert into fact (name, value) values (:name, :{sealSecret(db, create())}) on conflict do nothing;

-- readKey
select value from fact where name = :name;


-- packages/service/src/store/database/time-limits.ts

-- liftTimeLimits
/* no time limit */ {{setSettingsStatement(`'${JSON.stringify(unlimited)}'`, true)}};


-- packages/service/src/store/dispatch/dispatch.ts

-- dueOrders
with due as (
select o.id, o.supplier_due_at, case when o.test then 'test' else coalesce(
case when o.supplier_called_at is not null then o.supplier_id else p.supplier_id end::text, 'desk'
) end as key
from orders o join product p on p.id = o.product_id where o.supplier_due_at <= now()
)
select id, key from due where key <> all(:except::text[])
order by row_number() over (partition by key order by supplier_due_at, id), supplier_due_at, id limit :most;

-- claimDueOrder
update orders set supplier_due_at = now() + :leaseSeconds * interval '1 second'
where id = :id and supplier_due_at <= now() returning 1;

-- releaseOrder
update orders set supplier_due_at = now() where id = :id and :isLease;

-- markCalled
update orders o set supplier_called_at = now(), supplier_id = p.supplier_id
from product p where o.id = :id and p.id = o.product_id;

-- unmarkCalled
update orders set supplier_called_at = null where id = :id;

-- readSupplierDue
select supplier_due_at::text as due from orders where id = :id;

-- setSupplierDue
update orders set supplier_due_at = now() + :inSeconds::float8 * interval '1 second',
supplier_tries = supplier_tries + :{called ? 1 : 0}::int
where id = :id;


-- packages/service/src/store/dispatch/due-state.ts

-- dueState
select
extract(epoch from now() - coalesce((select value from fact where name = 'last-backup')::timestamptz,
(select min(at) from migration)))::float8 as "backupAge", coalesce(extract(epoch from now() - (select min(supplier_due_at) from orders where supplier_due_at <= now())), 0)::float8 as dispatch,
coalesce(extract(epoch from now() - (select min(next_at) from callback where state = 'waiting' and next_at <= now())), 0)::float8 as callbacks,
coalesce(extract(epoch from now() - (select min(expires_at) from hold where status = 'open' and expires_at <= now())), 0)::float8 as holds,
coalesce(extract(epoch from now() - (select min(recheck_at) from product_state where recheck_at <= now())), 0)::float8 as availability,
count(*) filter (where flagged_at is not null) as flagged, count(*) filter (where flagged_at is null) as unflagged
from orders where status in ('waitsupplier', 'waitcancel') and not test;

-- dueState
select p.external_id as partner, extract(epoch from now() - min(c.created_at))::float8 as seconds
from callback c join partner p on p.id = c.partner_id where c.state = 'waiting' and not c.test group by 1;


-- packages/service/src/store/dispatch/supplier-prices.ts

-- priceStates
select to_char(event_on, 'YYYY-MM-DD"T"HH24:MI') as "eventOn", state, before, after, currency, seen_at as "seenAt"
from supplier_price where product_id = :productId and item = :itemExternalId;

-- writePriceStates
delete from supplier_price where product_id = :productId and item = :itemExternalId and event_on = any(:ended::timestamp[]);

-- writePriceStates
insert into supplier_price (supplier_id, product_id, item, event_on, state, before, after, currency, seen_at)
select s.id, :productId, :itemExternalId, x."eventOn", x.state, x.before, x.after, x.currency, x."seenAt"
from supplier s, json_to_recordset(:states::json)
as x("eventOn" timestamp, state text, before jsonb, after jsonb, currency text, "seenAt" timestamptz)
where s.external_id = :supplier
on conflict (product_id, item, event_on) do update set state = excluded.state, before = excluded.before, after = excluded.after,
currency = excluded.currency, seen_at = excluded.seen_at, decided_at = null, decided_by = null;

-- waitingPrices
select w.id, s.external_id as supplier, s.name as "supplierName", p.id as "productId", p.name as "productName",
i.name as "itemName", w.event_on as "eventOn", w.before, p.currency_code as "currencyCode", w.after,
w.currency as "afterCurrency", w.seen_at as "seenAt"
from supplier_price w join supplier s on s.id = w.supplier_id join product p on p.id = w.product_id and not p.deleted
join item i on i.product_id = p.id and i.external_id = w.item
where w.state = 'waiting' and (:ids::uuid[] is null or w.id = any(:ids::uuid[]))
order by p.name, i.external_id, w.event_on, w.id;

-- decidePrices
update supplier_price set state = :state, decided_at = :now, decided_by = :by
where id = any(:ids::uuid[]) and state = 'waiting';

-- purgePriceStates
delete from supplier_price where event_on < (:now::timestamptz at time zone 'UTC') - '2 days'::interval;


-- packages/service/src/store/dispatch/supplier-seats.ts

-- claimSeatQuery
insert into fact as f (name, value) values (:{`supplier-seats ${supplier}`}, :{now.toISOString()})
on conflict (name) do update set value = excluded.value where f.value < :{before.toISOString()} returning 1;

-- suppliedItems
select p.id as "productId", p.external_id as "productExternalId", i.external_id as "itemExternalId",
coalesce(i.record->>'partNumber', '') as "partNumber", p.record->>'currencyCode' as currency,
jsonb_path_query_array(i.record, '$.ticketRules[*].code') as codes, coalesce(jsonb_agg(jsonb_build_object('eventOn', to_char(e.event_on, 'YYYY-MM-DD"T"HH24:MI'), 'capacity', e.capacity,
'prices', (select jsonb_agg(jsonb_build_object('code', t->>'code', 'amount', t->>'price')) from jsonb_array_elements(e.tickets) t),
'booked', (select coalesce(sum(o.seats), 0)::int from orders o
where o.event_id = e.id and not o.test and o.status in ('complete', 'waitcancel'))) order by e.event_on) filter (where e.id is not null), '[]') as events
from supplier s
join product p on p.supplier_id = s.id and not p.deleted
join item i on i.product_id = p.id and not i.dropped
left join event e on e.item_id = i.id and e.sales_end_at > :now and e.event_on < :lastDay::date + 1
where s.external_id = :supplier and (e.id is not null or :all)
group by p.id, i.id order by p.external_id, i.external_id;

-- suppliedEvent
select p.id as "productId", p.external_id as "productExternalId", i.external_id as "itemExternalId",
coalesce(i.record->>'partNumber', '') as "partNumber", p.record->>'currencyCode' as currency,
jsonb_path_query_array(i.record, '$.ticketRules[*].code') as codes, jsonb_build_array(jsonb_build_object('eventOn', to_char(e.event_on, 'YYYY-MM-DD"T"HH24:MI'), 'capacity', e.capacity,
'prices', (select jsonb_agg(jsonb_build_object('code', t->>'code', 'amount', t->>'price')) from jsonb_array_elements(e.tickets) t),
'booked', (select coalesce(sum(o.seats), 0)::int from orders o
where o.event_id = e.id and not o.test and o.status in ('complete', 'waitcancel')))) as events, jsonb_build_object('externalId', s.external_id,
'name', s.name, 'kind', s.kind, 'lang', s.lang, 'settings', s.settings || coalesce((select jsonb_object_agg(x.name, jsonb_build_object('sealed', x.secret))
from supplier_secret x where x.supplier_id = s.id), '{}'), 'answerWithinMinutes', s.answer_within_minutes,
'secrets', '[]'::jsonb) as stored
from event e join item i on i.id = e.item_id join product p on p.id = i.product_id join supplier s on s.id = p.supplier_id
where e.id = :eventId;


-- packages/service/src/store/editing/catalogue-records.ts

-- everyCurrency
select code, name, display_symbol as "displaySymbol", trim_scale(rate)::text as rate, active from currency;

-- writeCurrency
insert into rate_past (currency_code, rate, until)
select code, rate, 'infinity'::timestamptz from currency where code = :code and rate <> :rate::numeric;

-- writeCurrency
insert into currency as c (code, name, display_symbol, rate, active)
values (:code, :name, :displaySymbol, :rate::numeric, :active)
on conflict (code) do update set name = excluded.name, display_symbol = excluded.display_symbol,
rate = excluded.rate, active = excluded.active, revision = c.revision + 1;

-- loadPartners
select external_id as "externalId", name, active,
(select coalesce(jsonb_agg(jsonb_build_object('code', w.code, 'name', w.name)), '[]')
from white_label w where w.partner_id = p.id) as "whiteLabels"
from partner p;

-- writePartner
insert into partner as p (id, external_id, name, active)
values (:id, :externalId, :name, :active)
on conflict (external_id) do update set name = excluded.name,
active = coalesce(:active::boolean, p.active),
revision = p.revision + (p.name <> excluded.name
or p.active <> coalesce(:active::boolean, p.active))::int
returning id;

-- writePartner
delete from white_label w where w.partner_id = :partnerId
and not exists (select from jsonb_to_recordset(:labels::jsonb) as x(code text) where x.code = w.code);

-- writePartner
insert into white_label as w (code, partner_id, name)
select x.code, :partnerId, x.name from jsonb_to_recordset(:labels::jsonb) as x(code text, name text)
on conflict (code) do update set name = excluded.name, revision = w.revision + 1 where w.name <> excluded.name;

-- productsWithItems
select (
select row_to_json(x) from (select p.id, p.record, p.supplier_id, p.search) x
) as product, (
select coalesce(json_agg(x), '[]') from (select id, product_id, position, record, dropped from item where product_id = p.id) x
) as items
from product p where p.external_id = [(:externalIds::text[])[1] | any(:externalIds::text[])] for no key update of p;

-- eventsOfProducts
select id, item_id, product_id, event_on, availability, hidden, capacity, currency_code, tickets, min_price,
to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(sales_end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sales_end_at, to_char(day_ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as day_ends_at
from event e where day_ends_at > :now and e.event_on >= (:now::timestamptz at time zone 'UTC')::date - 2
and product_id = [(:productIds::uuid[])[1] | any(:productIds::uuid[])];

-- writeItems
with former as (
select id, ticket_sizes from item where id = any(:{({ id }) => id}::uuid[])
), written as (
insert into item (id, product_id, external_id, position, record, dropped, ticket_sizes)
select id, product_id, record ->> 'externalId', position, record, dropped, nullif(ticket_sizes, 'null')
from jsonb_to_recordset(:rows::jsonb)
as x(id uuid, product_id uuid, position int, record jsonb, dropped boolean, ticket_sizes jsonb)
on conflict (id) do update set position = excluded.position, record = excluded.record, dropped = excluded.dropped,
ticket_sizes = excluded.ticket_sizes
returning id, ticket_sizes
) select w.id, w.ticket_sizes is not null or f.ticket_sizes is not null as resized from written w join former f on f.id = w.id;

-- loadPages
select id, external_id, type, city_code, deleted, published, white_labels, categories, made, {languages.flatMap((lang) => (["name", "url", "search"] as const).map((field) => column(field, lang)))}
from page where :externalIds::text[] is null or external_id = any(:externalIds::text[]) for update;

-- writePages
insert into page as p (id, external_id, type, city_code, deleted, published, white_labels, categories, made, :names)
select x.* from jsonb_to_recordset(:pages::jsonb) as x(id uuid, external_id text, type text, city_code text,
deleted boolean, published boolean, white_labels text[], categories text[], made boolean, :typed)
on conflict (id) do update set type = excluded.type, city_code = excluded.city_code, deleted = excluded.deleted,
published = excluded.published, revision = p.revision + 1, white_labels = excluded.white_labels, categories = excluded.categories,
made = excluded.made, :set, seq = null;


-- packages/service/src/store/editing/change-effects.ts

-- countSoldSeats
select id, sold from (select e.id, greatest((select coalesce(sum(case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')), least((select coalesce(sum(coalesce(o.people, o.seats)), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')), 1)) as sold from event e where e.id = any(:eventIds::uuid[])) e where sold > 0;

-- bookedEvents
select e.id, p.id as "productId", p.name as "productName", i.external_id as item, i.name as "itemName", e.event_on as "eventOn",
e.availability as setting, o.orders, o.seats
from event e cross join lateral (
select count(*)::int as orders, sum(o.seats)::int as seats from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')
) o join item i on i.id = e.item_id join product p on p.id = e.product_id
where (e.item_id = any(:itemIds::uuid[]) or e.id = any(:eventIds::uuid[])) and e.day_ends_at > :now and o.orders > 0 order by e.event_on, e.id;

-- bookedOrders
select o.id, o.number, o.lang, o.answers, o.event_on as "eventOn", o.seats, coalesce(o.people, o.seats) as people from event e join orders o on o.event_id = e.id
where (e.item_id = any(:itemIds::uuid[]) or e.id = any(:eventIds::uuid[])) and e.day_ends_at > :now and not o.test and o.status not in ('rejected', 'cancelled') order by e.event_on, o.created_at, o.number limit :limit;

-- partnersWithCopies
select count(*) as "withKeys", count(y.partner_id) as synced
from partner p left join partner_sync y on y.partner_id = p.id where p.active and exists (
select from api_key k where k.partner_id = p.id and k.mode <> 'test' and k.revoked_at is null);

-- countPricedIn
select
(select count(*) from product p where p.currency_code = c.code and p.published and not p.deleted) as products,
(select count(*) from event e where e.currency_code = c.code and e.shown and e.day_ends_at > :now
and e.event_on >= (:now::timestamptz at time zone 'UTC')::date - 2) as events
from unnest(:currencies::text[]) with ordinality c(code, n) order by c.n;

-- examplePrices
select p.name as product, t.ticket, t.price from (
select p.id, p.name from product p join product_state s on s.product_id = p.id
where p.currency_code = :currencyCode and p.published and not p.deleted and s.has_availability
order by p.name, p.id limit 5
) p cross join lateral (
select e.tickets -> 0 ->> 'code' as ticket, e.tickets -> 0 ->> 'price' as price from event e
where e.product_id = p.id and e.availability = 'available' and not e.hidden and e.sales_end_at > :now
and e.event_on >= (:now::timestamptz at time zone 'UTC')::date - 2
order by e.sales_end_at, e.id limit 1
) t order by p.name;


-- packages/service/src/store/editing/demo.ts

-- readStoreContent
select 1 from product union all select 1 from partner limit 1;

-- demoExample
select e.id as "eventId", r.code, greatest(r."minQuantity", 2) as quantity
from event e join item i on i.id = e.item_id and jsonb_array_length(i.record -> 'ticketRules') < 4
join product p on p.id = e.product_id and not p.record -> 'questions' @? '$.* ? (@ == true)' and not p.record ? 'ownQuestions',
jsonb_to_recordset(i.record -> 'ticketRules') as r(code text, "minQuantity" int, "incrementQuantity" int)
where e.availability = 'available' and not e.hidden and e.sales_end_at > :now::timestamptz + interval '3 days'
and e.event_on >= (:now::timestamptz at time zone 'UTC')::date - 2
and (e.capacity_left is null or e.capacity_left >= 10) and r.code = 'ADULT' and r."minQuantity" = 0 and r."incrementQuantity" = 1
and not exists (select from jsonb_to_recordset(i.record -> 'ticketRules') as o("minQuantity" int) where o."minQuantity" > 0)
order by e.sales_end_at, e.id limit 1;

-- soonSoldEvents
select e.id from event e join product p on p.id = e.product_id join item i on i.id = e.item_id
where p.published and not p.deleted and i.published and e.availability = 'available' and not e.hidden
and e.sales_end_at > :now::timestamptz + interval '1 day' and e.event_on >= (:now::timestamptz at time zone 'UTC')::date - 2
and (e.capacity_left is null or e.capacity_left >= 5)
order by p.record -> 'questions' @? '$.* ? (@ == true)', p.record ? 'ownQuestions', e.event_on, e.id limit 5;


-- packages/service/src/store/editing/dropped-years.ts

-- countYearsBefore
with e as (
select extract(year from event_on)::int as year, count(*) as n from event where event_on < make_date(:year::int, 1, 1) group by 1
), o as (
select extract(year from event_on)::int as year, count(*) as n,
count(*) filter (where status in ('waitsupplier', 'waitcancel')) as waiting
from orders where event_on < make_date(:year::int, 1, 1) group by 1
)
select e.year, e.n as events, coalesce(o.n, 0) as orders, coalesce(o.waiting, 0) as waiting
from e left join o using (year) order by e.year;

-- unlistEventYears
select 1 from counter for update;

-- unlistEventYears
delete from {days} where day < make_date(:year::int, 1, 1);

-- unlistEventYears
update counter set events_from = greatest(events_from, make_date(:year::int, 1, 1)), token = case when token = xmin then pg_current_xact_id()::xid else token end;

-- deleteEventsBefore
with old as (
select id from event where event_on < make_date(:year::int, 1, 1) order by event_on limit :portion for update
), prices as (
delete from event_price_past p using old where p.event_id = old.id
), resources as (
delete from event_resource r using old where r.event_id = old.id
) delete from event e using old where e.id = old.id returning 1;


-- packages/service/src/store/editing/event-list.ts

-- listEventLines
select e.id, e.product_id as "productId", p.external_id as product, i.external_id as item,
p.name as "productName", i.name as "itemName", e.event_on as "eventOn",
case when e.availability = 'removed' then 'removed'
when e.hidden then 'unpublished'
when e.availability = 'black-out' then 'black-out'
when e.lacks_resources and e.day_ends_at > :now::timestamptz then 'no-resources'
when e.capacity_left < e.least_seats and not e.lacks_resources then 'sold-out'
when e.availability = 'sold-out' then 'marked-sold-out'
when e.sales_end_at <= :now::timestamptz then 'ended'
else 'available' end as state,
e.availability as setting, e.capacity, (select coalesce(sum(case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as sold, ((select coalesce(sum(case when h.whole_event then greatest(h.seats, e.capacity) else h.seats end), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
where c.event_id = e.id and c.status = 'waitsupplier')) as held, e.capacity_left as "left",
e.currency_code as "currencyCode", e.sales_end_at as "salesEndAt",
e.availability = 'available' and not e.hidden and (coalesce(
(e.partners_left ->> (select id::text from partner where external_id = 'desk'))::int, e.capacity_left) < e.least_seats) is not true and
(e.starts_at + case when p.type = 'scheduled' then '60 minutes'::interval else interval '0' end) > :now::timestamptz as "deskSells",
e.tickets
from (:found) page join event e on e.id = page.id join item i on i.id = e.item_id join product p on p.id = e.product_id
order by :order;

-- countByDay
select day, sum(n)::bigint as n from (
select day, n from event_day where day >= :from::date and day <= :to::date
union all select e.event_on::date, 1 from event e where not e.listed and true, :{...conditions.filter((one) => one)}
) d group by day order by day [desc nulls last | asc nulls last];

-- eventCalendar
with e as (
select e.id, e.event_on, e.event_on::date as day, e.capacity,
case when e.availability = 'removed' then 'removed'
when e.hidden then 'unpublished'
when e.availability = 'black-out' then 'black-out'
when e.lacks_resources and e.day_ends_at > :now::timestamptz then 'no-resources'
when e.capacity_left < e.least_seats and not e.lacks_resources then 'sold-out'
when e.availability = 'sold-out' then 'marked-sold-out'
when e.sales_end_at <= :now::timestamptz then 'ended'
else 'available' end as state, (select coalesce(sum(case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as sold,
((select coalesce(sum(case when h.whole_event then greatest(h.seats, e.capacity) else h.seats end), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
where c.event_id = e.id and c.status = 'waitsupplier')) as held
from event e where true, :{...conditions.filter((one) => one)}
), shown as (
select *, state not in ('removed', 'unpublished') as shown from e
)
select d.*, (select jsonb_agg(jsonb_build_object('productName', p.name,
'time', case when p.type = 'scheduled' then to_char(e.event_on, 'HH24:MI') end) order by p.type <> 'scheduled', e.event_on, e.id)
from event e join product p on p.id = e.product_id where e.id = any(d.named)) as first
from (select day, (array_agg(id order by event_on::time = '00:00', event_on, id))[1::namedEvents::int] as named,
count(*) filter (where shown) as events,
coalesce(sum(capacity) filter (where shown), 0)::bigint as capacity,
coalesce(sum(sold) filter (where shown and capacity is not null), 0)::bigint as sold,
coalesce(sum(sold) filter (where shown and capacity is null), 0)::bigint as "unlimitedSold",
coalesce(sum(held) filter (where shown), 0)::bigint as held,
count(*) filter (where shown and capacity is null) as unlimited,
count(*) filter (where state = 'available') as available,
count(*) filter (where state = 'black-out') as "blackOut",
count(*) filter (where state = 'sold-out') as "soldOut",
count(*) filter (where state = 'marked-sold-out') as "markedSoldOut",
count(*) filter (where state = 'no-resources') as "noResources",
count(*) filter (where state = 'removed') as removed,
count(*) filter (where state = 'unpublished') as unpublished,
coalesce(sum(sold) filter (where not shown), 0)::bigint as "soldOfRemoved",
case when count(*) = 1 then min(id::text) end as only
from shown group by day) d order by day;


-- packages/service/src/store/editing/event-records.ts

-- writeEvents
select 1 from event e join jsonb_to_recordset(:resized::jsonb) as x(id uuid) on x.id = e.id
order by e.id for update of e;

-- writeEvents
select id, needs_resources as needs, allotted from event
where id = any(:{({ after }) => after.id}::uuid[]) and (needs_resources or allotted);

-- eventsWritten
with held as (
insert into event_price_past (event_id, tickets, currency_code, until)
select id, tickets, currency_code, 'infinity'::timestamptz
from jsonb_to_recordset(:repriced::jsonb) as x(id uuid, tickets jsonb, currency_code text)
)
insert into event as e (id, item_id, product_id, event_on, availability, hidden, capacity, capacity_left, currency_code,
tickets, has_stock, min_price, starts_at, sales_end_at, day_ends_at, needs_resources, allotted)
select id, item_id, product_id, event_on, availability, hidden, capacity, capacity, currency_code,
tickets, tickets @? '$[*].stock', min_price, starts_at, sales_end_at, day_ends_at,
exists (select from item_resources r where r.item_id = x.item_id and r.requirements <> '[]'),
exists (select from allotment a where
(a.item_id = x.item_id and x.event_on::date between a.from_day and a.to_day and x.event_on::date <> all(a.closed_days)
and (a.weekdays is null or extract(isodow from x.event_on)::int = any(a.weekdays))
and (a.times is null or to_char(x.event_on, 'HH24:MI') = any(a.times))))
from jsonb_to_recordset(:events::jsonb) as x(id uuid, item_id uuid, product_id uuid, event_on timestamp,
availability text, hidden boolean, capacity int, currency_code text, tickets jsonb, min_price numeric,
starts_at timestamptz, sales_end_at timestamptz, day_ends_at timestamptz)
on conflict (id) do update set availability = excluded.availability, hidden = excluded.hidden,
capacity = excluded.capacity, currency_code = excluded.currency_code, tickets = excluded.tickets, has_stock = excluded.has_stock,
min_price = excluded.min_price, starts_at = excluded.starts_at, sales_end_at = excluded.sales_end_at,
day_ends_at = excluded.day_ends_at, seq = null,
capacity_left = case when excluded.capacity is null then null
when e.capacity = excluded.capacity then e.capacity_left
else greatest(0, excluded.capacity - ((select coalesce(sum(case when o.whole_event then greatest(o.seats, excluded.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) + ((select coalesce(sum(case when h.whole_event then greatest(h.seats, excluded.capacity) else h.seats end), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
where c.event_id = e.id and c.status = 'waitsupplier')))) end;

-- recountEventDays
delete from event_day;

-- recountEventDays
insert into event_day (day, currency_code, n, shown, hash)
select event_on::date, currency_code, count(*), count(*) filter (where shown), coalesce(sum(hash), 0)
from event where listed group by 1, 2;


-- packages/service/src/store/editing/page-list.ts

-- listPageLines
select p.id, p.external_id, p.type, p.city_code, p.deleted, p.published, p.white_labels, p.categories, p.made, {languages.map((lang) => sql.ref(`p.${field}_${lang}`))},
{languages.map((lang) => sql.ref(`p.${field}_${lang}`))}, {languages.map((lang) => sql.ref(`p.${field}_${lang}`))}, p.revision from :found order by [coalesce({languages.map((lang) => sql.ref(`p.${field}_${lang}`))}) collate "und-x-icu" | p.external_id | p.type | p.city_code | p.published] [desc nulls last | asc nulls last], p.id offset :offset limit :limit;

-- pageById
select p.id, p.external_id, p.type, p.city_code, p.deleted, p.published, p.white_labels, p.categories, p.made, {languages.map((lang) => sql.ref(`p.${field}_${lang}`))},
{languages.map((lang) => sql.ref(`p.${field}_${lang}`))}, {languages.map((lang) => sql.ref(`p.${field}_${lang}`))}, p.revision from page p where p.id = :id and not p.deleted;

-- pageByExternalId
select id, revision, deleted from page where external_id = :externalId;


-- packages/service/src/store/editing/page-rules.ts

-- loadPageRules
select value from fact where name = :fact;

-- pageSources
select external_id as "externalId", city_code as "cityCode", jsonb_strip_nulls(jsonb_build_object({languages.map( (lang) => sql`${sql.lit(lang)}::text, case when ${sql.join( pageTextFields.map((field) => sql`record -> ${sql.lit(field)} ? ${sql.lit(lang)}`), sql` or `, )} then coalesce(record -> 'names' ->> ${sql.lit(lang)}, name) end`, )})) as names
from product where published and not deleted order by external_id;


-- packages/service/src/store/editing/past-prices.ts

-- endPastPrices
with ended as (
select :now::timestamptz + (clock_timestamp() - transaction_timestamp()) as at
), rates as (
update rate_past set until = ended.at from ended where until = 'infinity'::timestamptz
)
update event_price_past set until = ended.at from ended where until = 'infinity'::timestamptz;


-- packages/service/src/store/editing/price-steps.ts

-- recountPriceSteps
update item i set price_steps = x.prices
from (
select i.id, (
select jsonb_agg(jsonb_build_object(:object) order by first, code, last) from (
select t.*, min(e.event_on::date)::text as first, max(e.event_on::date)::text as last
from event e, jsonb_to_recordset(e.tickets) as t(code text, price text, steps jsonb, "stepsCount" text, "stepsApply" text)
where e.item_id = i.id and e.availability <> 'removed' and not e.hidden and e.day_ends_at > :now and t.steps is not null
group by 1, 2, 3, 4, 5 order by first, code limit 50
) prices) as prices
from item i where i.id = any(:itemIds::uuid[])
) x
where i.id = x.id and i.price_steps is distinct from x.prices returning i.product_id as "productId";


-- packages/service/src/store/editing/product-changes.ts

-- writeProductChange
insert into product_change (audit_id, product_id, former, revision)
select :auditId, x.id, x.former, x.revision
from json_to_recordset(:products::json) as x(id uuid, former int, revision int);

-- listProductChanges
select a.id, a.at, a.operator, a.operation, a.subject,
(select count(*)::int from product_change c where c.audit_id = a.id) as products from :found order by a.id desc offset :offset limit :limit;

-- productChangeById
select a.id, a.at, a.operator, a.operation, a.subject,
(select count(*)::int from product_change c where c.audit_id = a.id) as products, a.after from audit a
where a.id = :id and exists (select from product_change c where c.audit_id = a.id);

-- productsOfChange
select p.id, p.external_id as "externalId" from product_change c join product p on p.id = c.product_id
where c.audit_id = :auditId order by p.external_id;

-- sourcesOfChange
select c.product_id as "productId", c.former is null as "isNew", f.source as former, a.source as changed, p.revision = c.revision as "isPresent"
from product_change c join product p on p.id = c.product_id
left join product_past f on f.product_id = c.product_id and f.revision = c.former
left join product_past a on a.product_id = c.product_id and a.revision = c.revision
where c.audit_id = :auditId and c.product_id = any(:productIds::uuid[]);


-- packages/service/src/store/editing/product-list.ts

-- listProductLines
with page as (
select p.id, row_number() over (order by [p.name collate "und-x-icu" | p.external_id | p.type | p.city_code | p.currency_code | p.published | coalesce(s.has_availability, false) | next.event_on | s.updated_on] [desc nulls last | asc nulls last], p.id) as place
from product p left join product_state s on s.product_id = p.id [left join lateral (
select e.event_on from event e
where e.product_id = p.id and e.availability <> 'removed' and e.day_ends_at > :now and (p.type <> 'scheduled' or e.starts_at > :now)
and e.event_on >= (:now::timestamptz at time zone 'UTC')::date - 2 order by e.event_on limit 1) next on true | ]
:found order by place offset :offset limit :limit
)
select p.id, p.external_id as "externalId", p.type, p.name, p.photos ->> 0 as photo, p.city_code as "cityCode", p.currency_code as "currencyCode",
(select u.external_id from supplier u where u.id = p.supplier_id) as supplier, p.published, p.deleted,
coalesce(s.has_availability, false) as "hasAvailability",
least_price.amount::text as "minPrice",
case when p.currency_code = :code then least_price.amount
else round(least_price.amount / own.rate * [1 | (select c.rate from currency c where c.code = :code)], :digits::int) end::text as "minPriceInStore",
:code::text as "storeCurrencyCode",
(select count(*) from item i where i.product_id = p.id) as items,
coming.n as "comingEvents", coming.next_on as "nextOn",
s.updated_on as "updatedOn", p.revision
from page join product p on p.id = page.id left join product_state s on s.product_id = p.id
join currency own on own.code = p.currency_code
cross join lateral (select min(v::numeric) as amount from jsonb_each_text(s.min_prices) as m(k, v)) least_price
cross join lateral (select count(*) as n, min(e.event_on) as next_on from event e
where e.product_id = p.id and e.availability <> 'removed' and e.day_ends_at > :now and (p.type <> 'scheduled' or e.starts_at > :now)
and e.event_on >= (:now::timestamptz at time zone 'UTC')::date - 2) coming order by page.place;

-- productIds
select p.id from product p left join product_state s on s.product_id = p.id where :{await matching(db, filter)} order by p.external_id;

-- productFacts
with coming as (
select e.event_on, e.capacity, e.availability = 'removed' or e.hidden as away, (select coalesce(sum(case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as sold
from product p join item i on i.product_id = p.id join event e on e.item_id = i.id
where p.id = :id and e.day_ends_at > :now and (p.type <> 'scheduled' or e.starts_at > :now)
and e.event_on >= (:now::timestamptz at time zone 'UTC')::date - 2
), total as (
select count(*) filter (where not away) as "comingEvents", min(event_on) filter (where not away) as "nextEventOn",
max(event_on) filter (where not away) as "lastEventOn",
coalesce(sum(capacity) filter (where not away), 0)::bigint as capacity,
count(*) filter (where not away and capacity is null) as "unlimitedEvents",
coalesce(sum(sold) filter (where not away), 0)::bigint as "soldSeats",
coalesce(sum(sold) filter (where away), 0)::bigint as "soldOfRemoved" from coming
)
select coalesce(s.has_availability, false) as "hasAvailability", coalesce(s.min_prices, '{}') as "minPrices", c.rate,
s.updated_on as "updatedOn", total.*
from product p join currency c on c.code = p.currency_code left join product_state s on s.product_id = p.id, total
where p.id = :id;

-- productItems
select id, external_id as "externalId", name, published from item where product_id = :productId
order by position, published desc, external_id;


-- packages/service/src/store/editing/product-sources.ts

-- loadSources
select p.id, p.external_id as "externalId", p.record || jsonb_build_object('items', (
select jsonb_agg(i.record || (p.dates -> i.external_id) order by i.position)
from item i where i.product_id = p.id and not i.dropped)) as source, p.revision, p.updated_at as "updatedAt",
p.updated_by as "updatedBy" from product p where p.id = any(:ids::uuid[]);

-- loadSourcesNamed
select p.id, p.external_id as "externalId", p.record || jsonb_build_object('items', (
select jsonb_agg(i.record || (p.dates -> i.external_id) order by i.position)
from item i where i.product_id = p.id and not i.dropped)) as source, p.revision, p.updated_at as "updatedAt",
p.updated_by as "updatedBy" from product p where p.external_id = any(:externalIds::text[]);

-- productIdsNamed
select external_id as "externalId", id from product where external_id = any(:externalIds::text[]);

-- productsWritten
with given as materialized (
select * from jsonb_to_recordset(:given::jsonb)
as x(id uuid, record jsonb, items jsonb, dates jsonb, supplier_id uuid, search text)
[limit 1 | ]
), changed as materialized (
select x.*, p.revision, p.record || jsonb_build_object('items', (
select jsonb_agg(i.record || (p.dates -> i.external_id) order by i.position)
from item i where i.product_id = p.id and not i.dropped)) as former, p.updated_at, p.updated_by from given x left join product p on p.id = x.id
where p.id is null or p.record <> x.record or (
select jsonb_agg(i.record order by i.position) from item i where i.product_id = p.id and not i.dropped) <> x.items or p.dates <> x.dates
), past as (
insert into product_past (product_id, revision, source, updated_at, updated_by)
select id, revision, former, updated_at, updated_by from changed where revision is not null
), forgotten as (
delete from product_past o using changed c
where o.product_id = c.id and o.revision <= c.revision - :storedRevisions
)
insert into product as p (id, external_id, record, dates, supplier_id, search, revision, updated_at, updated_by)
select id, record ->> 'externalId', record, dates, supplier_id, search, 1, :now::timestamptz, :by
from changed
on conflict (id) do update set record = excluded.record, dates = excluded.dates, supplier_id = excluded.supplier_id,
search = excluded.search, revision = p.revision + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
returning p.id, nullif(p.revision - 1, 0) as former, p.revision;

-- pastRevisions
select revision, updated_at as "updatedAt", updated_by as "updatedBy" from product_past
where product_id = :productId order by revision desc;

-- readFormerSource
select source from product_past where product_id = :productId and revision = :revision;

-- productNamed
select id, revision from product where external_id = :externalId;

-- revisionsOf
select o.id, p.revision from unnest(:ids::uuid[]) with ordinality o(id, n) join product p on p.id = o.id order by o.n;

-- sourceState
select encode(sha256(convert_to(coalesce(string_agg(r, E'
' order by r), ''), 'UTF8')), 'hex') as state from (
select 'product ' || external_id || ' ' || revision as r from product where external_id = any(:products::text[])
union all select 'page ' || external_id || ' ' || revision from page where external_id = any(:pages::text[])
union all select 'currency ' || code || ' ' || revision from currency where code = any(:currencies::text[])
) records;


-- packages/service/src/store/editing/rates.ts

-- writeRateTerms
with unchanged as (
update currency set base_rate = :base::numeric, markup = :markup::numeric, revision = revision + 1
where code = :code returning code, rate
)
insert into rate_history (currency_code, at, base_rate, markup, rate, origin, by)
select code, :now, :base::numeric, :markup::numeric, rate, :origin, :by from unchanged;

-- listCurrencyLines
select c.code as id, c.code, c.name, c.display_symbol as "displaySymbol", c.active, trim_scale(c.rate)::text as rate,
trim_scale(coalesce(c.base_rate, c.rate))::text as base, trim_scale(c.markup)::text as markup, h.origin,
h.at as "changedAt", c.revision,
(select count(*) from product p where p.currency_code = c.code and not p.deleted) as products from :found order by [c.code | c.name collate "und-x-icu" | c.active | h.at] [desc nulls last | asc nulls last], c.code offset :offset limit :limit;

-- currencyLine
select c.code as id, c.code, c.name, c.display_symbol as "displaySymbol", c.active, trim_scale(c.rate)::text as rate,
trim_scale(coalesce(c.base_rate, c.rate))::text as base, trim_scale(c.markup)::text as markup, h.origin,
h.at as "changedAt", c.revision,
(select count(*) from product p where p.currency_code = c.code and not p.deleted) as products from currency c left join lateral (
select origin, at from rate_history where currency_code = c.code order by id desc limit 1
) h on true where c.code = :code;

-- rateHistory
select id, at, trim_scale(base_rate)::text as base, trim_scale(markup)::text as markup, trim_scale(rate)::text as rate,
origin, by from :found order by id desc offset :offset limit :limit;


-- packages/service/src/store/editing/ticket-sizes.ts

-- resizeTickets
select i.id, i.record -> 'ticketRules' as rules, i.ticket_sizes as sizes from item i
where exists (select from jsonb_array_elements(i.record -> 'ticketRules') r where r ->> 'code' = any(:codes::text[]))
order by i.id;

-- resizeTickets
update item i set ticket_sizes = nullif(x.sizes, 'null') from jsonb_to_recordset(:resized::jsonb) as x(id uuid, sizes jsonb)
where i.id = x.id;

-- recountEvents
select id from item where id = any(:itemIds::uuid[]) and ticket_sizes is not null;

-- recountBySizes
update event e set least_seats = x.least, min_price = x.lowest,
seq = case when e.min_price <> x.lowest or (e.capacity_left < e.least_seats) is distinct from (e.capacity_left < x.least) or e.partners_left is not null then null else e.seq end
from (
select e.id, case when i.ticket_sizes is null then 1 else (
select greatest(1, coalesce(sum(minimum * seats) filter (where minimum > 0), min(step * seats) filter (where seats > 0), 1))::int
from (
select (r ->> 'minQuantity')::int as minimum, (r ->> 'incrementQuantity')::int as step,
case when coalesce((s.size ->> 'wholeEvent')::boolean, false) then coalesce(e.capacity, 1)
else coalesce((s.size ->> 'seats')::int, 1) end as seats
from jsonb_array_elements(i.record -> 'ticketRules') r, lateral (select i.ticket_sizes -> (r ->> 'code') as size) s
where exists (select from jsonb_array_elements(e.tickets) t where t ->> 'code' = r ->> 'code')
) rules) end as least, (
select coalesce(min(price) filter (where price > 0 and not extra), min(price) filter (where not extra), min(price), 0)
from (select (t ->> 'price')::numeric as price, coalesce((i.ticket_sizes -> (t ->> 'code')) @> '{"people": 0, "seats": 0, "wholeEvent": false}', false) as extra from jsonb_array_elements(e.tickets) t) tickets) as lowest
from event e join item i on i.id = e.item_id where :condition
) x
where e.id = x.id and (e.least_seats <> x.least or e.min_price <> x.lowest);


-- packages/service/src/store/editing/white-labels.ts

-- listWhiteLabels
select w.code as id, w.code, w.name, p.external_id as partner, p.name as "partnerName", w.revision,
(select count(*) from page g where upper(w.code) = any(g.white_labels) and not g.deleted) as pages from :found
order by [w.code | w.name collate "und-x-icu" | p.external_id] [desc nulls last | asc nulls last], w.code offset :offset limit :limit;

-- whiteLabel
select w.code as id, w.code, w.name, p.external_id as partner, p.name as "partnerName", w.revision,
(select count(*) from page g where upper(w.code) = any(g.white_labels) and not g.deleted) as pages from white_label w join partner p on p.id = w.partner_id where upper(w.code) = upper(:code);


-- packages/service/src/store/letters/guest-letters.ts

-- recordTimedLetters
insert into guest_letter (order_id, cause, state, due_at, at)
select o.id, {causes[kind]}[ || ':' || o.event_id::text | ], 'due', now(), now()
from :from join partner pa on pa.id = o.partner_id cross join lateral (
select l.is_on, l.hours, l.on_since from letter l
where l.kind = 'reminder' and (l.product_id = o.product_id or l.product_id is null)
order by l.product_id nulls last limit 1) as l
where exists (select 1 from letter where kind = 'reminder' and is_on) and l.is_on
and not o.test and o.email <> '' and o.erased_at is null and not pa.writes_to_guests and not exists (
select 1 from bulk_action_order b join bulk_action a on a.id = b.action_id
where b.order_id = o.id and b.state = 'waiting' and a.content -> 'letters' ? o.lang)
and e.starts_at > :now and e.starts_at - :hours <= :now and v.made_at <= e.starts_at - :hours
and v.redeemed_at is null
on conflict do nothing;

-- recordTimedLetters
insert into guest_letter (order_id, cause, state, due_at, at)
select o.id, {causes[kind]}[ || ':' || o.event_id::text | ], 'due', now(), now()
from :from join partner pa on pa.id = o.partner_id cross join lateral (
select l.is_on, l.hours, l.on_since from letter l
where l.kind = 'thanks' and (l.product_id = o.product_id or l.product_id is null)
order by l.product_id nulls last limit 1) as l
where exists (select 1 from letter where kind = 'thanks' and is_on) and l.is_on
and not o.test and o.email <> '' and o.erased_at is null and not pa.writes_to_guests and not exists (
select 1 from bulk_action_order b join bulk_action a on a.id = b.action_id
where b.order_id = o.id and b.state = 'waiting' and a.content -> 'letters' ? o.lang)
and e.starts_at > l.on_since and e.starts_at + :hours <= :now
and e.starts_at + :hours > :now::timestamptz - '3 days'::interval
on conflict do nothing;

-- dueLetters
select id, key from (
(select order_id as id, cause as key, due_at from guest_letter
where state = 'due' and due_at <= now() and cause <> all(:except::text[]) order by due_at, order_id limit :most)
union all
(select id, :partnerLetterKey, due_at from partner_letter
where state = 'due' and due_at <= now() and :partnerLetterKey <> all(:except::text[]) order by due_at, id limit :most)
) letter order by due_at, id limit :most;

-- claimLetter
update guest_letter set due_at = now() + :leaseSeconds * interval '1 second'
where order_id = :orderId and cause = :cause and state = 'due' and due_at <= now() returning attempts, action_id as "actionId";

-- releaseLetter
update guest_letter set due_at = now() where order_id = :orderId and cause = :cause and state = 'due';

-- startDueLetter
update guest_letter l set state = 'sending', at = now(), attempts = attempts + 1 from orders o
where l.order_id = :orderId and l.cause = :cause and l.state = 'due' and o.id = l.order_id
and o.changes = :changes and o.amended = :amended and o.erased_at is null
returning 1;

-- startLetterWithoutOrder
update guest_letter set state = 'sending', at = now(), attempts = attempts + 1
where order_id = :orderId and cause = :cause and state = 'due' returning 1;

-- startLetterByHand
insert into guest_letter (order_id, cause, state, at, operator_id, attempts)
values (:orderId, :cause, 'sending', now(), :operatorId, 1);

-- actionOfLetter
select a.kind, a.content, e.event_on as "formerOn", b.called_at as "calledAt" from bulk_action a
join bulk_action_order b on b.action_id = a.id and b.order_id = :orderId
join bulk_action_event e on e.action_id = a.id and e.event_id = b.event_id
where a.id = :actionId;

-- endLetter
update guest_letter l set state = :state, fault = :fault, at = now(),
detail = case when exists (select 1 from orders o where o.id = l.order_id and o.erased_at is null) then :detail end,
due_at = case when :state = 'due' then now() + :dueIn::float8 * interval '1 second' end
where order_id = :orderId and cause = :cause;

-- endCutOffLetters
with partners as (
update partner_letter set state = 'unknown', at = now() where state = 'sending' and at < now() - :leaseSeconds * interval '1 second'
)
update guest_letter set state = 'unknown', at = now() where state = 'sending' and at < now() - :leaseSeconds * interval '1 second';

-- endLostLetters
with ended as (
update guest_letter set state = 'unknown', at = now(), due_at = null where state in ('due', 'sending') and coalesce(due_at, at) <= now()
returning 1
), partners as (
update partner_letter set state = 'unknown', at = now(), due_at = null where state in ('due', 'sending') and coalesce(due_at, at) <= now()
returning 1
)
select (select count(*) from ended) + (select count(*) from partners) as n;

-- countSentByHand
select count(*) filter (where order_id = :orderId)::int as "ofOrder",
count(*) filter (where operator_id = :operatorId)::int as "ofOperator"
from guest_letter where operator_id is not null and at > now() - interval '1 hour';

-- lettersOf
select split_part(cause, ':', 1) as cause, state, fault, detail, attempts, due_at as "dueAt", at, nullif(split_part(cause, ':', 2), '') as about
from guest_letter where order_id = :orderId order by at, cause;


-- packages/service/src/store/letters/letter-settings.ts

-- letterSettingsOf
select kind, product_id as "productId", is_on as "isOn", hours, revision from letter
where product_id is null or product_id = :productId;

-- writeLetterSwitch
insert into letter (kind, product_id, is_on, hours, on_since)
values (:kind, :productId, :isOn, :hours, case when :isOn then :now::timestamptz end)
on conflict (kind, product_id) do nothing returning 1;

-- writeLetterSwitch
update letter set is_on = :isOn, hours = :hours, revision = revision + 1,
on_since = case when is_on and :isOn then on_since when :isOn then :now::timestamptz end
where kind = :kind and product_id is not distinct from :productId::uuid and revision = :revision returning 1;

-- deleteLetterSwitch
delete from letter where kind = :kind and product_id = :productId and revision = :revision returning 1;

-- readLetterTexts
select kind, lang, product_id as "productId", subject, body, revision from letter_text
where product_id is null or product_id = :productId;

-- writeLetterText
insert into letter_text (kind, lang, product_id, subject, body, updated_at, updated_by)
values (:kind, :lang, :productId, :subject, :body, :now, :by)
on conflict (kind, lang, product_id) do nothing returning 1;

-- writeLetterText
update letter_text set subject = :subject, body = :body, revision = revision + 1, updated_at = :now,
updated_by = :by
where kind = :kind and lang = :lang and product_id is not distinct from :productId::uuid
and revision = :revision returning 1;

-- deleteLetterText
delete from letter_text
where kind = :kind and lang = :lang and product_id is not distinct from :productId::uuid;

-- productsWithLetters
select id, name from product
where id in (select product_id from letter union select product_id from letter_text) order by name collate "und-x-icu", id;

-- readProductName
select name from product where id = :id;


-- packages/service/src/store/letters/partner-letters.ts

-- claimPartnerLetter
update partner_letter set due_at = now() + :leaseSeconds * interval '1 second'
where id = :id and state = 'due' and due_at <= now()
returning id, partner_id as "partnerId", cause, name, address, attempts;

-- startPartnerLetter
update partner_letter set state = 'sending', at = now(), attempts = attempts + 1 where id = :id and state = 'due' returning 1;

-- endPartnerLetter
update partner_letter set state = :state, fault = :fault, detail = :detail, at = now(),
due_at = case when :state = 'due' then now() + :dueIn::float8 * interval '1 second' end
where id = :id;

-- lettersToPartner
select split_part(cause, ':', 1) as kind, case when cause like 'statement:%' then split_part(cause, ':', 2) end as "statementId",
address, state, fault, detail, attempts, due_at as "dueAt", at
from partner_letter where partner_id = :partnerId order by at desc, id limit :most;


-- packages/service/src/store/money/account.ts

-- balanceOf
select b.paid::text as paid, b.due::text as "balanceDue", o.payment ->> 'dueOn' as "dueOn" from orders o
left join lateral (
select sums.paid, sums.charged - sums.credited - sums.paid as due
from (select
(select coalesce(sum(
case when y.currency_code = :code then y.amount else
round(coalesce(y.usd * m.total / nullif(o.total_usd, 0), y.usd * m.rate), :digits::int) end), 0) from payment y
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m where y.order_id = o.id) as paid,
(select coalesce(sum(a.paid), 0) from refund r
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.order_id = o.id and r.method = 'account' and r.paid_at is not null) as credited,
(
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) + (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null)) - (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null and c.payment ->> 'method' <> 'account'
) as charged
) sums where (not o.test and case when o.payment is null then o.agreed #>> '{terms,collects}' = 'operator'
else o.payment ->> 'method' = 'account' end)
) b on true where o.id = :orderId;

-- balancesOf
select o.id, b.due::text as "balanceDue" from orders o
left join lateral (
select sums.paid, sums.charged - sums.credited - sums.paid as due
from (select
(select coalesce(sum(
case when y.currency_code = :code then y.amount else
round(coalesce(y.usd * m.total / nullif(o.total_usd, 0), y.usd * m.rate), :digits::int) end), 0) from payment y
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m where y.order_id = o.id) as paid,
(select coalesce(sum(a.paid), 0) from refund r
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.order_id = o.id and r.method = 'account' and r.paid_at is not null) as credited,
(
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) + (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null)) - (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null and c.payment ->> 'method' <> 'account'
) as charged
) sums where (not o.test and case when o.payment is null then o.agreed #>> '{terms,collects}' = 'operator'
else o.payment ->> 'method' = 'account' end)
) b on true
where o.id = any(:orderIds::uuid[]) and b.due > 0;

-- guestBalancesOf
select o.id, round(b.due, :digits::int)::text as amount, o.payment ->> 'dueOn' as "dueOn", o.event_on::date::text as "eventOn"
from orders o
left join lateral (
select sums.paid, sums.charged - sums.credited - sums.paid as due
from (select
(select coalesce(sum(
case when y.currency_code = :code then y.amount else
round(coalesce(y.usd * m.total / nullif(o.total_usd, 0), y.usd * m.rate), :digits::int) end), 0) from payment y
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m where y.order_id = o.id) as paid,
(select coalesce(sum(a.paid), 0) from refund r
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.order_id = o.id and r.method = 'account' and r.paid_at is not null) as credited,
(
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) + (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null)) - (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null and c.payment ->> 'method' <> 'account'
) as charged
) sums where (not o.test and case when o.payment is null then o.agreed #>> '{terms,collects}' = 'operator'
else o.payment ->> 'method' = 'account' end)
) b on true where o.id = any(:orderIds::uuid[]) and ((not o.test and case when o.payment is null then o.agreed #>> '{terms,collects}' = 'operator'
else o.payment ->> 'method' = 'account' end) and coalesce(o.agreed #>> '{terms,collects}',
case when o.partner_id = (select d.id from partner d where d.external_id = 'desk') or o.payment ->> 'by' not like '%@%'
then 'operator' end) = 'operator') and b.due > 0;

-- balancesDue
select count(*)::int as orders, :{sum(sql`true`)} as amount, count(*) filter (where :isToday)::int as "todayOrders", :{sum(isToday)} as today,
count(*) filter (where :isOverdue)::int as "overdueOrders", :{sum(isOverdue)} as overdue
from orders o
left join lateral (
select sums.paid, sums.charged - sums.credited - sums.paid as due
from (select
(select coalesce(sum(
case when y.currency_code = :code then y.amount else
round(coalesce(y.usd * m.total / nullif(o.total_usd, 0), y.usd * m.rate), :digits::int) end), 0) from payment y
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m where y.order_id = o.id) as paid,
(select coalesce(sum(a.paid), 0) from refund r
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.order_id = o.id and r.method = 'account' and r.paid_at is not null) as credited,
(
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) + (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null)) - (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null and c.payment ->> 'method' <> 'account'
) as charged
) sums where (not o.test and case when o.payment is null then o.agreed #>> '{terms,collects}' = 'operator'
else o.payment ->> 'method' = 'account' end)
) b on true where (not o.test and case when o.payment is null then o.agreed #>> '{terms,collects}' = 'operator'
else o.payment ->> 'method' = 'account' end) and b.due > 0;

-- paymentsOf
select y.id, (
case when y.currency_code = :code then y.amount else
round(coalesce(y.usd * m.total / nullif(o.total_usd, 0), y.usd * m.rate), :digits::int) end)::text as amount, :code::text as "currencyCode", y.method, y.note,
case when y.received_currency is not null then
jsonb_build_object('amount', y.received_amount::text, 'currencyCode', y.received_currency) end as received,
y.paid_at as "paidAt", y.recorded_by as "recordedBy"
from payment y join orders o on o.id = y.order_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
where y.order_id = :orderId order by y.paid_at, y.id;

-- insertAccountPayment
insert into payment (id, order_id, amount, currency_code, usd, method, note, paid_at, recorded_by, received_amount, received_currency)
select :id, o.id, :amount::numeric, :code, coalesce(:amount::numeric * o.total_usd / nullif(m.total, 0), 0),
:method, case when o.erased_at is null then :note::text end, :now, :recordedBy,
:amount::numeric, :currencyCode::text
from orders o
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m where o.id = :orderId
on conflict (id) do nothing returning 1;

-- paymentById
select order_id as "orderId", amount::text as amount, method from payment where id = :id;

-- paymentsIn
select y.method, (
case when y.currency_code = :code then y.amount else
round(coalesce(y.usd * m.total / nullif(o.total_usd, 0), y.usd * m.rate), :digits::int) end)::text as amount, y.recorded_by as "recordedBy",
case when y.received_currency <> y.currency_code
then jsonb_build_object('amount', y.received_amount::text, 'currencyCode', y.received_currency)
else jsonb_build_object('amount', y.amount::text, 'currencyCode', y.currency_code) end as taken,
case when o.payment is null then 'partner' else 'account' end as "soldAs", pa.name as partner
from payment y join orders o on o.id = y.order_id join partner pa on pa.id = o.partner_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
where y.paid_at >= :from and y.paid_at < :until and not o.test order by y.paid_at, y.id;

-- openRefunds
select r.id, a.due::text as due, r.due_usd::text as "dueUsd"
from refund r join orders o on o.id = r.order_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.order_id = :orderId and r.due_at is not null and r.paid_at is null
and not exists (select from checkout_refund f where f.refund_id = r.id and f.state = 'due') order by r.due_at, r.id;

-- setOffRefund
insert into refund (order_id, reason, due_usd, due_at, paid_usd, paid_at, method)
select order_id, reason, :usd::numeric, due_at, :usd::numeric, :now, 'account' from refund where id = :id;

-- setOffRefund
update refund set due_usd = due_usd - :usd::numeric where id = :id;

-- setOffRefund
delete from refund where id = :id and due_usd <= 0;


-- packages/service/src/store/money/amendment-amounts.ts

-- amountsOfAmendments
select c.id, a.before::text as before, a.after::text as total, (a.after - a.before)::text as difference,
(case when returns then a.after - a.before else case when o.total_usd = 0 then m.rate else m.total end end)::text as amount,
(case when returns then c.difference_usd else case when o.total_usd = 0 then 1 else o.total_usd end end)::text as usd
from amendment c join orders o on o.id = c.order_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) as before,
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as after
) a
cross join lateral (select c.difference_usd < 0 and a.after < a.before as returns) r
where c.id = any(:ids::uuid[]);


-- packages/service/src/store/money/amounts.ts

-- totalOfTickets
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(:tickets::jsonb, '$[*].prices[*]') as price)::text as total
from (select :at::timestamptz as created_at) o;

-- amountsOfOrders
select o.id, m.total::text as total, trim_scale(m.rate)::text as rate, (case when o.total_usd = 0 then m.rate else m.total end)::text as amount,
(case when o.total_usd = 0 then 1 else o.total_usd end)::text as usd
from orders o
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m where o.id = any(:ids::uuid[]);

-- chargedAmountOf
select (
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) + (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null))::text as charged from orders o where o.id = :id;


-- packages/service/src/store/money/closings.ts

-- lockClosings
lock table closing in share row exclusive mode;

-- readClosing
select day::text, from_at as "from", until_at as until, closed_at as "closedAt", closed_by as "closedBy", sums, late, tills from closing where day = :day::date;

-- closingsSince
select day::text, from_at as "from", until_at as until, closed_at as "closedAt", closed_by as "closedBy", sums, late, tills from closing where day >= :day::date order by day;

-- insertClosing
insert into closing (day, from_at, until_at, closed_at, closed_by, sums, late, tills)
values (:day::date, :from, :until, :closedAt, :closedBy, :sums::jsonb,
:late::jsonb, :{row.tills === null ? null : JSON.stringify(row.tills)}::jsonb)
on conflict (day) do nothing returning 1;


-- packages/service/src/store/money/documents.ts

-- documentsOf
with document (order_id, kind, nth, at, before, after, usd, payment) as (
select o.id, 'sale', 0, date_trunc('milliseconds', o.created_at), 0::numeric, coalesce(first.total, m.total), coalesce(first.usd, o.total_usd), o.payment
from orders o
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m left join lateral (
select :before as total, c.total_usd - c.difference_usd as usd from amendment c
where c.order_id = o.id and c.applied_at is not null order by c.applied_at, c.revision limit 1
) first on true
where o.created_at >= :from and o.created_at < :until and not o.test
union all
select o.id, 'change', :nthAmendment, c.applied_at, :before, :after, c.difference_usd, coalesce(c.payment, o.payment)
from amendment c join orders o on o.id = c.order_id where c.applied_at >= :from and c.applied_at < :until and not o.test
union all
select o.id, 'fee', :nthAmendment, c.applied_at, 0, :before - :after - a.due, -c.difference_usd - a.usd, o.payment
from amendment c join orders o on o.id = c.order_id
cross join lateral (
select coalesce(sum(a.due), 0) as due, coalesce(sum(r.due_usd), 0) as usd
from refund r
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a where r.order_id = o.id and r.reason = 'changed' and r.due_at = c.applied_at
) a
where c.difference_usd < 0 and c.applied_at >= :from and c.applied_at < :until and not o.test
union all
select o.id, 'cancellation', 0, t.at, m.total, 0, -o.total_usd, o.payment
from order_timeline t join orders o on o.id = t.order_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
where t.status in ('cancelled', 'rejected') and t.at >= :from and t.at < :until and not o.test
union all
select o.id, 'fee', 0, t.at, 0, m.total - a.due, o.total_usd - a.usd, o.payment
from order_timeline t join orders o on o.id = t.order_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
cross join lateral (
select coalesce(sum(a.due), 0) as due, coalesce(sum(r.due_usd), 0) as usd
from refund r
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a where r.order_id = o.id and r.reason in ('cancelled', 'rejected')
) a
where t.status in ('cancelled', 'rejected') and t.at >= :from and t.at < :until and not o.test
union all
select o.id, 'adjustment', (
select count(*) from refund s where s.order_id = o.id and (s.paid_at, s.id) <= (r.paid_at, r.id)
), r.paid_at, 0, case when r.reason = 'other' then 0 else a.due end - a.paid,
case when r.reason = 'other' then 0 else r.due_usd end - r.paid_usd, o.payment
from refund r join orders o on o.id = r.order_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.paid_at >= :from and r.paid_at < :until and not o.test
)
select o.number, o.lang, d.kind, d.nth::int as nth, d.at, d.before::text as before, d.after::text as after,
round(d.usd, 2)::text as usd, trim_scale(m.rate)::text as rate, o.agreed ->> 'taxRate' as "taxRate", o.agreed ->> 'taxScheme' as "taxScheme",
o.agreed ->> 'productName' as product, pa.name as partner, coalesce(d.payment ->> 'method', 'partner') as payment,
d.payment ->> 'by' as "soldBy"
from document d join orders o on o.id = d.order_id join partner pa on pa.id = o.partner_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
where d.kind = 'sale' or d.before <> d.after or d.usd <> 0
order by d.at, o.created_at, o.number, d.kind <> 'sale', d.nth = 0, d.nth, array_position(:documentKinds::text[], d.kind);

-- refundsPaid
select case when r.method = 'account' and o.payment is null then 'partner' else r.method end as method, a.paid::text as paid,
r.recorded_by as "recordedBy", case when o.payment is null then pa.name end as partner
from refund r join orders o on o.id = r.order_id join partner pa on pa.id = o.partner_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.paid_at >= :from and r.paid_at < :until and not o.test;

-- writeInvoice
update orders set payment = payment - 'invoice' || case when :number::text is null then '{}' else
jsonb_build_object('invoice', jsonb_build_object('number', :number::text, 'totalUsd', total_usd::text)) end
where id = :orderId;


-- packages/service/src/store/money/refund-amounts.ts

-- shownRefundsOf
select r.id, r.reason, round(r.due_usd, 2)::text as "dueUsd", r.due_at as "dueAt", round(r.paid_usd, 2)::text as "paidUsd",
r.paid_at as "paidAt", r.method, r.note, r.recorded_by as "recordedBy", :code::text as "currencyCode", a.due::text as due, a.paid::text as paid
from refund r join orders o on o.id = r.order_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.order_id = :orderId order by r.due_at nulls last, r.id;

-- refundsDue
select count(*)::int as refunds, round(coalesce(sum(a.due), 0), :digits::int)::text as amount
from refund r join orders o on o.id = r.order_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.due_at is not null and r.paid_at is null and not o.test;

-- usdOfRefund
[select (:usdOfOrder)::text as usd from orders o
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m where o.id = :orderId | select (case when a.due = :amount::numeric then r.due_usd
else coalesce(:amount::numeric * returned.usd / returned.total, :usdOfOrder) end)::text as usd
from refund r join orders o on o.id = r.order_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.id = :refundId and o.id = :orderId];


-- packages/service/src/store/money/refund-list.ts

-- listRefunds
select r.id, r.reason, round(r.due_usd, 2)::text as "dueUsd", r.due_at as "dueAt", round(r.paid_usd, 2)::text as "paidUsd",
r.paid_at as "paidAt", r.method, r.note, r.recorded_by as "recordedBy", :code::text as "currencyCode", a.due::text as due, a.paid::text as paid, m.total::text as total, r.order_id as "orderId", o.number, o.lang, o.status, o.external_reference as "externalReference",
pa.external_id as partner, pa.name as "partnerName", o.agreed ->> 'productName' as "productName", o.event_on as "eventOn",
o.total_usd::text as "totalUsd", coalesce(o.payment ->> 'method', 'partner') as payment, o.answers
from refund r join orders o on o.id = r.order_id join partner pa on pa.id = o.partner_id
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a where :where order by :order, r.id offset :offset limit :limit;


-- packages/service/src/store/money/refunds.ts

-- insertRefund
insert into refund (order_id, reason, due_usd, due_at) values (:orderId, :reason, :dueUsd::numeric, :dueAt);

-- refundIsDue
update refund set due_at = :now where order_id = :orderId and due_at is null;

-- deleteRefund
delete from refund where order_id = :orderId and due_at is null;

-- orderEnd
select ended.* from orders o
left join lateral (
select
coalesce((select round(sum(r.due_usd), 2) from refund r
where r.order_id = o.id and r.reason in ('cancelled', 'rejected')), 0)::text as "refundUsd", t.actor as "endedBy",
case when t.details ->> 'forPartner' = 'true' then t.message end as reason from (select o.id, o.status) o left join lateral (
select t.* from order_timeline t where t.order_id = o.id and t.why in ('cancel', 'declined') and t.kind = 'status'
order by t.id desc limit 1) t on true
where o.status in ('waitcancel', 'cancelled', 'rejected')
) ended on true where o.id = :orderId;

-- refundOfCancelled
select (
select sum(r.due_usd)::text from refund r
where r.order_id = o.id and r.reason = 'cancelled' and (r.method is distinct from 'account' or r.recorded_by is not null)) as "refundUsd" from (select :orderId::uuid as id) o;

-- refundStates
select o.id, o.total_usd::text as "totalUsd",
(select coalesce(json_agg(json_build_object('before', (c.total_usd - c.difference_usd)::text, 'after', c.total_usd::text,
'percent', coalesce((c.content -> 'agreed' ->> 'refundCap')::int, 100))), '[]')
from amendment c where c.order_id = o.id and c.applied_at is not null and c.difference_usd < 0) as returned,
(select coalesce(json_agg(json_build_object('reason', r.reason, 'due', r.due_usd::text, 'paid', r.paid_usd::text)), '[]')
from refund r where r.order_id = o.id) as refunds
from orders o where o.id = [(:orderIds::uuid[])[1] | any(:orderIds::uuid[])];

-- refundsOf
select r.id, r.reason, round(r.due_usd, 2)::text as "dueUsd", r.due_at as "dueAt", round(r.paid_usd, 2)::text as "paidUsd",
r.paid_at as "paidAt", r.method, r.note, r.recorded_by as "recordedBy" from refund r where r.order_id = :orderId order by r.due_at nulls last, r.id;

-- recordPayment
update refund set paid_usd = :paidUsd::numeric, paid_at = :now, method = :method, note =
case when :note::text is not null and not exists (select from orders erased where erased.id = :orderId::uuid and erased.erased_at is not null)
then :note::text end, recorded_by = :recordedBy
where id = :id and order_id = :orderId;

-- insertPayment
insert into refund (order_id, reason, due_usd, due_at, paid_usd, paid_at, method, note, recorded_by)
values (:orderId, 'other', :paidUsd::numeric, :now, :paidUsd::numeric, :now, :method,
case when :note::text is not null and not exists (select from orders erased where erased.id = :orderId::uuid and erased.erased_at is not null)
then :note::text end, :recordedBy);

-- insertDueRefund
insert into refund (order_id, reason, due_usd, due_at) values (:orderId, 'other', :dueUsd::numeric, :now) returning id;

-- ordersOfRefunds
select r.id, r.order_id as "orderId", coalesce(
(select y.method from payment y where y.order_id = o.id order by y.paid_at desc, y.id desc limit 1),
o.payment ->> 'method') as payment
from refund r join orders o on o.id = r.order_id
where r.id = any(:ids::uuid[]) and r.due_at is not null and r.paid_at is null and not o.test order by r.order_id, r.id;


-- packages/service/src/store/offers/offer-products.ts

-- offerProducts
select p.id, p.external_id as "externalId", p.name, p.city_code as "cityCode", (
select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name) order by i.position, i.id), '[]')
from item i where i.product_id = p.id and not i.dropped
) as items
from product p where p.id = any(:ids::uuid[]) and not p.deleted order by p.name, p.id;

-- lockOffer
select 1 from partner where id = :partnerId for update;


-- packages/service/src/store/operators/audit.ts

-- addAudit
insert into audit (at, operator_id, operator, operation, subject, outcome, before, after, order_ids)
values (:at, :operatorId, :operator, :operation, :subject, :outcome,
:{stored(entry.before)}, :{stored(entry.after)}, :orders) returning id;

-- eraseAuditTexts
update audit set :structured where order_ids && :{[...ids]}::uuid[];

-- eraseAuditTexts
update audit set :structured where order_ids is null and subject = any(:references::text[])
and (operation like 'orders.%' or operation like 'vouchers.%' or operation like 'callbacks.%');

-- listAudit
select id, at, operator_id as "operatorId", operator, operation, subject, outcome, before, after,
exists (select from product_change c where c.audit_id = audit.id) as "changesProducts"
from :found order by id desc offset :offset limit :limit;


-- packages/service/src/store/operators/brand.ts

-- storedBrand
select value from fact where name = :fact;

-- saveBrand
insert into fact (name, value) values (:fact, :brand)
on conflict (name) do update set value = excluded.value;


-- packages/service/src/store/operators/channel-seats.ts

-- channelItems
select item_id as "itemId", report, failures, failure, retry_at as "retryAt", sent_at as "sentAt"
from channel_item where channel = :channel order by item_id;

-- reportItem
update channel_item set report = :report where channel = :channel and item_id = :itemId returning 1;

-- recordAskedItem
insert into channel_item as i (channel, item_id) values (:channel, :itemId)
on conflict (channel, item_id) do nothing returning 1;

-- recordAskedItem
insert into channel_seats (channel, event_id, starts_at, seats)
select :channel, e.id, e.starts_at,
(case when :sellable and e.listed and not e.hidden and e.availability = 'available' and e.sales_end_at > :now::timestamptz
then least(coalesce(case when [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] < e.least_seats then 0 else [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] end, :maxReportedSeats), :maxReportedSeats) else 0 end)::int from event e where e.item_id = :itemId and
e.starts_at > :now::timestamptz and e.starts_at < :now::timestamptz + :noticeDays * interval '1 day'
on conflict do nothing;

-- deleteChannelReport
update channel_item set report = null, failures = 0, failure = null, retry_at = null
where channel = :channel and item_id = :itemId and report is not null;

-- recordNoticeFailure
update channel_item set failures = failures + 1, failure = :failure,
retry_at = :now::timestamptz + least(3600, 30 * power(2, least(failures, 10))) * interval '1 second'
where channel = :channel and item_id = :itemId;

-- beginIncarnation
select from fact where name = :name and value = concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass));

-- beginIncarnation
insert into fact as f (name, value) values (:name, concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)))
on conflict (name) do update set value = excluded.value where f.value <> excluded.value returning xmax = 0 as "isNew";

-- beginIncarnation
insert into channel_seats (channel, event_id, starts_at, seats)
select i.channel, e.id, e.starts_at, {untold}
from channel_item i join event e on e.item_id = i.item_id and
e.starts_at > :now::timestamptz and e.starts_at < :now::timestamptz + :noticeDays * interval '1 day' where i.channel = :channel
on conflict (channel, event_id) do update set seats = excluded.seats;

-- changedSeats
select e.item_id as "itemId", e.id as "eventId", e.starts_at as "startsAt", p.time_zone as "timeZone",
(case when :sellable and e.listed and not e.hidden and e.availability = 'available' and e.sales_end_at > :now::timestamptz
then least(coalesce(case when [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] < e.least_seats then 0 else [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] end, :maxReportedSeats), :maxReportedSeats) else 0 end)::int as seats,
coalesce(s.seats, 0) as known, e.capacity, it.ticket_sizes as "ticketSizes",
jsonb_path_query_array(it.record, '$.ticketRules[*].code') as codes
from channel_item i join event e on e.item_id = i.item_id and
e.starts_at > :now::timestamptz and e.starts_at < :now::timestamptz + :noticeDays * interval '1 day' join product p on p.id = e.product_id
join item it on it.id = e.item_id left join channel_seats s on s.channel = i.channel and s.event_id = e.id
where i.channel = :channel and i.report is null and (i.retry_at is null or i.retry_at <= :now) and
(case when :sellable and e.listed and not e.hidden and e.availability = 'available' and e.sales_end_at > :now::timestamptz
then least(coalesce(case when [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] < e.least_seats then 0 else [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] end, :maxReportedSeats), :maxReportedSeats) else 0 end)::int is distinct from coalesce(s.seats, 0)
order by e.item_id, e.starts_at limit 200;

-- recordSentSeats
insert into channel_seats (channel, event_id, starts_at, seats)
select :channel, x."eventId", x."startsAt", x.seats
from json_to_recordset(:changes::json) as x("eventId" uuid, "startsAt" timestamptz, seats int)
on conflict (channel, event_id) do update set seats = excluded.seats;

-- recordSentSeats
update channel_item set failures = 0, failure = null, retry_at = null, sent_at = :now
where channel = :channel and item_id = :itemId;

-- recordSentSeats
delete from channel_seats where channel = :channel and starts_at < :now;


-- packages/service/src/store/operators/home.ts

-- loadHome
select name, value from fact where name = any(:names::text[]);

-- zoneInUse
select time_zone as "timeZone" from product where not deleted group by time_zone order by count(*) desc, time_zone;

-- currencyInUse
select coalesce((select value from fact where name = :currencyCode), (
select currency_code from product where not deleted group by currency_code order by count(*) desc, currency_code <> 'USD', currency_code limit 1
), 'USD') as code;

-- writeFact
insert into fact (name, value) values (:name, :value) on conflict (name) do update set value = excluded.value;

-- isOctoOn
select 1 from fact where name = :octoSwitch;

-- switchOcto
delete from fact where name = :octoSwitch;

-- readFirstSteps
select exists (select from product where not deleted) as product,
exists (select from partner p join api_key k on k.partner_id = p.id where p.active and k.revoked_at is null) as partner,
exists (select from letter where kind = 'confirmation' and is_on) as letters,
exists (select from orders where not test) as sold;

-- hasCurrencies
select 1 from currency limit 1;

-- knownZones
select name from pg_timezone_names;


-- packages/service/src/store/operators/mail-server.ts

-- storedMailServer
select value from fact where name = :name;

-- writeMailServerSettings
insert into fact (name, value) values (:name, :{sealSecret(tx, JSON.stringify(server))})
on conflict (name) do update set value = excluded.value;

-- deleteMailServerSettings
delete from fact where name = :name;


-- packages/service/src/store/operators/operator-sessions.ts

-- insertSession
update operator set signed_in_at = :now where id = :operatorId;

-- insertSession
insert into operator_session (hash, operator_id, created_at, seen_at, remote, user_agent)
values (:hash, :operatorId, :now, :now, :remote, :userAgent);

-- sessionOperator
select o.id, o.email, o.name, o.role, o.resource_id as "resourceId", o.partner_id as "partnerId",
(select name from partner where id = o.partner_id) as "partnerName", o.password, o.totp_secret as "totpSecret", o.totp_step as "totpStep",
o.demo, o.active, o.created_at as "createdAt", o.signed_in_at as "signedInAt", o.revision, s.seen_at < :{new Date(times.now.getTime() - 60_000)} as stale
from operator_session s join operator o on o.id = s.operator_id
where s.hash = :hash and s.created_at > :startedAfter and s.seen_at > :usedAfter and o.active;

-- sessionOperator
update operator_session set seen_at = :now where hash = :hash;

-- deleteSession
delete from operator_session where hash = :hash;

-- deleteSessions
delete from operator_session where operator_id = :operatorId [and hash <> :but | ];

-- listSessions
select id, hash, created_at as "createdAt", seen_at as "seenAt", remote, user_agent as "userAgent" from operator_session
where operator_id = :operatorId and created_at > :startedAfter and seen_at > :usedAfter
order by seen_at desc, created_at desc, id;

-- endSession
delete from operator_session where operator_id = :operatorId and id = :id returning 1;

-- takeAttempt
with proven as (
select 1 from sign_in_attempt where account = :account and remote = :remote and proven_at > :provenAfter
), used_up as (
select 1 from sign_in_attempt
where :byRemote::boolean and account = '' and remote = :remote and n >= :remote and ends_at > :now
and not exists (select from proven)
), of_both as (
:insert select :account::text, :remote::text, 1, :endsAt::timestamptz
where not exists (select from used_up) :{counted(limits.both)}
), unproven as (
select 1 from of_both where not exists (select from proven)
), of_remote as (
:insert select '', :remote::text, 1, :endsAt::timestamptz
where :byRemote::boolean and exists (select from unproven) :{counted(limits.remote ?? 0)}
), of_account as (
:insert select :account::text, '', 1, :endsAt::timestamptz
where exists (select from unproven) and (not :byRemote::boolean or exists (select from of_remote)) :{counted(limits.account)}
)
select case
when exists (select from of_both) and exists (select from proven) then 'proven'
when exists (select from of_account) then 'counted'
end as taken;

-- lockoutEndsAt
select max(ends_at) as "endsAt" from sign_in_attempt
where (account, remote) in ((:account, :remote), (:account, ''), ('', :remote)) and ends_at > :now;

-- returnAttempt
update sign_in_attempt set n = n - 1 where account = :ofAccount and remote = :ofRemote and n > 0;

-- returnAttempt
update sign_in_attempt set n = [0 | greatest(n - 1, 0)],
proven_at = coalesce(:provenAt::timestamptz, proven_at)
where account = :account and remote = :remote;

-- clearAttempts
delete from sign_in_attempt where account = '' or (account = :account and proven_at is null);

-- clearAttempts
update sign_in_attempt set n = 0 where account = :account;

-- purgeSignIns
delete from sign_in_attempt where ends_at < :now and (proven_at is null or proven_at < :provenBefore);

-- purgeSignIns
delete from operator_session where seen_at < :usedBefore;

-- purgeSignIns
delete from operator_invitation where ends_at < :now;


-- packages/service/src/store/operators/operators.ts

-- countOperators
select count(*) as n from operator;

-- hasJoinedOperator
select 1 from operator where password is not null limit 1;

-- listOperators
select o.id, o.email, o.name, o.role, o.resource_id as "resourceId", o.partner_id as "partnerId",
(select name from partner where id = o.partner_id) as "partnerName", o.password, o.totp_secret as "totpSecret", o.totp_step as "totpStep",
o.demo, o.active, o.created_at as "createdAt", o.signed_in_at as "signedInAt", o.revision from operator o where :partnerId::uuid is null or o.partner_id = :partnerId
order by lower(o.email);

-- operatorByEmail
select o.id, o.email, o.name, o.role, o.resource_id as "resourceId", o.partner_id as "partnerId",
(select name from partner where id = o.partner_id) as "partnerName", o.password, o.totp_secret as "totpSecret", o.totp_step as "totpStep",
o.demo, o.active, o.created_at as "createdAt", o.signed_in_at as "signedInAt", o.revision from operator o where lower(o.email) = lower(:email);

-- lockOperator
select o.id, o.email, o.name, o.role, o.resource_id as "resourceId", o.partner_id as "partnerId",
(select name from partner where id = o.partner_id) as "partnerName", o.password, o.totp_secret as "totpSecret", o.totp_step as "totpStep",
o.demo, o.active, o.created_at as "createdAt", o.signed_in_at as "signedInAt", o.revision from operator o where o.id = :id for update;

-- lockOwners
select id from operator where role = 'owner' and active and password is not null order by id for update;

-- insertOperator
insert into operator (id, email, name, role, resource_id, partner_id, password, demo, created_at)
values (:id, :email, :name, :role, :resourceId, :partnerId,
:password, :demo, :createdAt)
on conflict do nothing returning 1;

-- updateOperator
update operator set name = :name, role = :role, resource_id = :resourceId, partner_id = :partnerId,
active = :active, revision = revision + 1 where id = :id;

-- writeFirstOwner
update operator set email = :email, name = :name, revision = revision + 1 where id = :id;

-- writePassword
update operator set password = :password, revision = revision + 1 where id = :id;

-- writeTotp
delete from operator_recovery_code where operator_id = :id;

-- writeTotp
update operator set totp_secret = :secret, totp_step = :step, revision = revision + 1 where id = :id;

-- takeTotpStep
update operator set totp_step = :step where id = :id and totp_step < :step returning 1;

-- writeRecoveryCodes
delete from operator_recovery_code where operator_id = :operatorId;

-- writeRecoveryCodes
insert into operator_recovery_code (operator_id, hash) values (:operatorId, :hash);

-- takeRecoveryCode
delete from operator_recovery_code where operator_id = :operatorId and hash = :hash returning 1;

-- countRecoveryCodes
select count(*) as n from operator_recovery_code where operator_id = :operatorId;

-- insertInvitation
delete from operator_invitation where operator_id = :operatorId;

-- insertInvitation
insert into operator_invitation (hash, operator_id, ends_at)
values (:hash, :operatorId, :endsAt);

-- takeInvitation
delete from operator_invitation where hash = :hash and ends_at > :now returning operator_id as "operatorId";

-- invitedOperator
select o.id, o.email, o.name, o.role, o.resource_id as "resourceId", o.partner_id as "partnerId",
(select name from partner where id = o.partner_id) as "partnerName", o.password, o.totp_secret as "totpSecret", o.totp_step as "totpStep",
o.demo, o.active, o.created_at as "createdAt", o.signed_in_at as "signedInAt", o.revision from operator_invitation i join operator o on o.id = i.operator_id
where i.hash = :hash and i.ends_at > :now and o.active;

-- deleteCalendar
delete from guide_calendar where resource_id = :resourceId returning 1;


-- packages/service/src/store/operators/sales-channels.ts

-- channelSettings
select value from fact where name = :{nameOf(channel)};

-- writeChannelSettings
insert into fact (name, value) values (:{nameOf(channel)}, :{sealSecret(tx, JSON.stringify(settings))})
on conflict (name) do update set value = excluded.value;


-- packages/service/src/store/operators/sign-in-links.ts

-- insertLinkRequest
insert into sign_in_link_request (id, email, lang, at, next_at) values (:id, :email, :lang, :at, now());

-- dueLinkRequests
select id, 'mail' as key from sign_in_link_request where next_at <= now() and 'mail' <> all(:except::text[])
order by next_at limit :most;

-- claimLinkRequest
update sign_in_link_request set next_at = now() + :leaseSeconds * interval '1 second'
where id = :id and next_at <= now() returning id, email, lang, at;

-- postponeLinkRequest
update sign_in_link_request set next_at = now() + :inSeconds * interval '1 second' where id = :id;

-- deleteLinkRequest
delete from sign_in_link_request where id = :id;

-- insertSignInLink
insert into sign_in_link (hash, operator_id, ends_at) values (:hash, :operatorId, :endsAt);

-- takeSignInLink
delete from sign_in_link where hash = :hash returning 1;

-- deleteSignInLinks
delete from sign_in_link where operator_id = :operatorId;

-- personOfLink
select o.id, o.email, o.name, o.role, o.resource_id as "resourceId", o.partner_id as "partnerId",
(select name from partner where id = o.partner_id) as "partnerName", o.password, o.totp_secret as "totpSecret", o.totp_step as "totpStep",
o.demo, o.active, o.created_at as "createdAt", o.signed_in_at as "signedInAt", o.revision from sign_in_link l join operator o on o.id = l.operator_id
where l.hash = :hash and l.ends_at > :now and o.active and o.role = 'partner';

-- purgeSignInLinks
delete from sign_in_link where ends_at < :now;

-- purgeSignInLinks
delete from sign_in_link_request where at < :requestedBefore;


-- packages/service/src/store/orders/channel-bookings.ts

-- insertChannelBooking
insert into channel_booking (partner_id, uuid, id, test, lang, hold_id, product_id, item_id, event_id, freesale, guests, created_at, updated_at)
values (:partnerId, :uuid, :id, :test, :lang, :holdId, :productId, :itemId,
:eventId, :freesale, :guests::jsonb, :createdAt, :createdAt)
on conflict do nothing returning partner_id as "partnerId", uuid, id, test, lang, hold_id as "holdId", product_id as "productId", item_id as "itemId",
event_id as "eventId", freesale, guests, created_at as "createdAt", updated_at as "updatedAt", cancelled_at as "cancelledAt",
cancel_reason as "cancelReason";

-- channelBooking
select partner_id as "partnerId", uuid, id, test, lang, hold_id as "holdId", product_id as "productId", item_id as "itemId",
event_id as "eventId", freesale, guests, created_at as "createdAt", updated_at as "updatedAt", cancelled_at as "cancelledAt",
cancel_reason as "cancelReason" from channel_booking where partner_id = :partnerId and uuid = :uuid;

-- channelBookingsBy
select partner_id as "partnerId", uuid, id, test, lang, hold_id as "holdId", product_id as "productId", item_id as "itemId",
event_id as "eventId", freesale, guests, created_at as "createdAt", updated_at as "updatedAt", cancelled_at as "cancelledAt",
cancel_reason as "cancelReason" from channel_booking where partner_id = :partnerId and [guests ->> 'reference' = :reference | id in (select id from orders where number = :orderNumber and test = coalesce(:test, test))] order by created_at desc limit 100;

-- writeChannelBooking
update channel_booking set hold_id = :holdId, product_id = :productId, item_id = :itemId,
event_id = :eventId, guests = :guests::jsonb, cancelled_at = :cancelledAt,
cancel_reason = :cancelReason, updated_at = :now
where partner_id = :partnerId and uuid = :uuid returning partner_id as "partnerId", uuid, id, test, lang, hold_id as "holdId", product_id as "productId", item_id as "itemId",
event_id as "eventId", freesale, guests, created_at as "createdAt", updated_at as "updatedAt", cancelled_at as "cancelledAt",
cancel_reason as "cancelReason";

-- channelBookingOfOrder
select partner_id as "partnerId", uuid, id, test, lang, hold_id as "holdId", product_id as "productId", item_id as "itemId",
event_id as "eventId", freesale, guests, created_at as "createdAt", updated_at as "updatedAt", cancelled_at as "cancelledAt",
cancel_reason as "cancelReason" from channel_booking where id = :orderId;

-- purgeChannelBookings
delete from channel_booking b where created_at <= :before
and not exists (select from orders o where o.id = b.id) and not exists (select from hold h where h.id = b.hold_id and h.status = 'open');


-- packages/service/src/store/orders/dashboard-health.ts

-- loadByDay
with coming as (
select e.id, e.event_on::date as day, e.capacity from event e
where e.listed and not e.hidden and e.availability in ('available', 'sold-out')
and e.event_on >= :from::date and e.event_on < :to::date + 1
), sold as (
select o.event_id, sum(o.seats) as seats from orders o join coming c on c.id = o.event_id
where not o.test and o.status not in ('rejected', 'cancelled') group by o.event_id
)
select d.day::date as day, count(c.id) as events, coalesce(sum(c.capacity), 0)::bigint as capacity,
coalesce(sum(s.seats) filter (where c.capacity is not null), 0)::bigint as sold,
coalesce(sum(s.seats) filter (where c.capacity is not null), 0)::float8 / nullif(sum(c.capacity), 0) as load,
count(c.id) filter (where c.capacity is null) as "unlimitedEvents",
coalesce(sum(s.seats) filter (where c.capacity is null), 0)::bigint as "unlimitedSold"
from generate_series(:from::date, :to::date, interval '1 day') d(day)
left join coming c on c.day = d.day::date left join sold s on s.event_id = c.id
group by d.day order by d.day;

-- callbackHealth
with c as (
select partner_id, state, attempts, date_part('epoch', settled_at - created_at) as seconds from callback
where not test and created_at >= :from::date::timestamp at time zone :zone
and created_at < (:to::date + 1)::timestamp at time zone :zone
), g as (
select [partner_id | null::uuid as partner_id], count(*) as callbacks,
count(*) filter (where state = 'delivered' and attempts = 1) as "firstAttempt",
count(*) filter (where state = 'delivered' and attempts > 1) as retried,
count(*) filter (where state = 'given-up') as "givenUp", count(*) filter (where state = 'stopped') as stopped,
count(*) filter (where state = 'waiting') as waiting,
percentile_cont(array[0.5, 0.95]) within group (order by seconds) filter (where state = 'delivered') as delays
from c group by grouping sets ([(partner_id), () | ()])
)
select coalesce(p.external_id, '') as partner, coalesce(p.name, '') as name, callbacks, "firstAttempt", retried,
"givenUp", stopped, waiting, round(delays[1]::numeric, 1)::float8 as "medianSeconds",
round(delays[2]::numeric, 1)::float8 as "p95Seconds"
from g left join partner p on p.id = g.partner_id
order by g.partner_id is not null, "givenUp" + stopped + waiting desc, partner;

-- syncHealth
select p.external_id as partner, p.name, s.at as "syncedAt", s.update_version as "updateVersion",
case when s.partner_id is not null then greatest(0, c.update_version - s.update_version - leapt.updates) end as "versionsBehind",
case when s.partner_id is not null then greatest(0, c.delete_version - s.delete_version - leapt.deletions) end as "deletionsBehind",
case when s.update_version >= c.update_version then 0
when s.partner_id is not null then greatest(0, floor(extract(epoch from :now::timestamptz - next.at) / 60))::int
end as "minutesBehind",
s.update_version > 0 and not exists (select from version v where v.number = s.update_version) as expired
from partner p cross join counter c left join partner_sync s on s.partner_id = p.id
left join lateral (
select v.at from version v where v.number > s.update_version order by v.number limit 1
) next on true
left join lateral (
select coalesce(sum(skipped) filter (where l.update_version >= s.update_version), 0)::bigint as updates,
coalesce(sum(skipped) filter (where l.delete_version >= s.delete_version), 0)::bigint as deletions from leap l
) leapt on true
where p.active and exists (
select from api_key k where k.partner_id = p.id and k.mode <> 'test' and k.revoked_at is null)
order by s.at is not null, "minutesBehind" desc, "versionsBehind" desc, partner;

-- ordersAttention
select count(*) filter (where status = 'waitsupplier') as waitsupplier,
count(*) filter (where status = 'waitcancel') as waitcancel,
min(created_at) filter (where status in ('waitsupplier', 'waitcancel')) as "oldestWaitingAt",
(select count(*) from orders f where f.flagged_at is not null and not f.test) as flagged
from orders where status in ('waitsupplier', 'waitcancel') and not test;


-- packages/service/src/store/orders/dashboard.ts

-- readSales
with o as materialized (
select o.created_at, o.partner_id, o.product_id, o.seats, o.total_usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as amount,
case when o.status = 'complete'
and ((
select m.no_show from attendance_mark m where m.order_id = o.id and m.event_id = o.event_id) is not null or (not o.test and exists (
select from event_attendance t where t.event_id = o.event_id) and coalesce((
select case when p.type = 'scheduled' and d.minutes is not null then e.starts_at + d.minutes * interval '1 minute' else e.day_ends_at end <= :now
from event e join item i on i.id = e.item_id join product p on p.id = e.product_id,
lateral (select coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes) d
where e.id = o.event_id), true))) then coalesce(o.people, o.seats) else 0 end as expected, case when (o.status = 'complete' and coalesce((
select m.no_show from attendance_mark m where m.order_id = o.id and m.event_id = o.event_id), (not o.test and exists (
select from event_attendance t where t.event_id = o.event_id) and coalesce((
select case when p.type = 'scheduled' and d.minutes is not null then e.starts_at + d.minutes * interval '1 minute' else e.day_ends_at end <= :now
from event e join item i on i.id = e.item_id join product p on p.id = e.product_id,
lateral (select coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes) d
where e.id = o.event_id), true))))
then greatest(coalesce(o.people, o.seats) - coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0), 0) else 0 end as missed,
case when o.status in ('cancelled', 'rejected') then o.status else 'standing' end as became
from orders o where not o.test and o.created_at >= :from::date::timestamp at time zone {zone}
and o.created_at < (:to::date + 1)::timestamp at time zone {zone}
), d as materialized (
select (created_at at time zone {zone})::date::text as day, partner_id, became, count(*) as orders,
sum(seats) as seats, sum(total_usd) as usd, sum(amount) as amount, sum(expected) as expected, sum(missed) as missed
from o group by 1, 2, 3
), p as materialized (
select product_id, became, count(*) as orders, sum(seats) as seats, sum(total_usd) as usd,
sum(amount) as amount, sum(expected) as expected, sum(missed) as missed
from o group by 1, 2
), line as (
select 'day' as by, day as key, day as name, became, orders, seats, usd, amount, expected, missed from d
union all
select 'all', '', '', became, orders, seats, usd, amount, expected, missed from d
union all
select 'partner', pa.external_id, pa.name, became, orders, seats, usd, amount, expected, missed from d join partner pa on pa.id = d.partner_id
union all
select 'product', pr.external_id, pr.name, became, orders, seats, usd, amount, expected, missed from p join product pr on pr.id = p.product_id
union all
select 'city', pr.city_code, pr.city_code, became, orders, seats, usd, amount, expected, missed from p join product pr on pr.id = p.product_id
), total as (
select by, key, name, coalesce(sum(orders) filter (where became = 'standing'), 0)::bigint as orders,
coalesce(sum(seats) filter (where became = 'standing'), 0)::bigint as seats,
:code::text as "currencyCode",
round(coalesce(sum(amount) filter (where became = 'standing'), 0), :digits::int)::text as amount,
round(coalesce(sum(usd) filter (where became = 'standing'), 0), 2) as usd,
coalesce(sum(orders) filter (where became = 'cancelled'), 0)::bigint as "cancelledOrders",
coalesce(sum(seats) filter (where became = 'cancelled'), 0)::bigint as "cancelledSeats",
round(coalesce(sum(amount) filter (where became = 'cancelled'), 0), :digits::int)::text as "cancelledAmount",
round(coalesce(sum(usd) filter (where became = 'cancelled'), 0), 2)::text as "cancelledUsd",
coalesce(sum(orders) filter (where became = 'rejected'), 0)::bigint as "rejectedOrders",
coalesce(sum(expected), 0)::bigint as "expectedPeople", coalesce(sum(missed), 0)::bigint as "noShowPeople",
(sum(missed) / nullif(sum(expected), 0))::float8 as "noShowRate"
from line group by by, key, name
)
select * from total order by by, case when by = 'day' then key end, usd desc, key;

-- readLookToBook
with seen as (
select day, partner_id, sum(requests) as validations, sum(requests) filter (where code <> '') as refused, 0 as orders
from partner_usage
where operation = 'eventvalidate' and not test and day between :from::date and :to::date
group by day, partner_id
union all
select (o.created_at at time zone {zone})::date, o.partner_id, 0, 0, count(*) from orders o where not o.test and o.created_at >= :from::date::timestamp at time zone {zone}
and o.created_at < (:to::date + 1)::timestamp at time zone {zone} and o.payment is null
group by 1, 2
), g as (
select case when grouping(day) = 0 then 'day' when grouping(partner_id) = 0 then 'partner' else 'all' end as by,
day, partner_id, coalesce(sum(validations), 0)::bigint as validations,
coalesce(sum(refused), 0)::bigint as refused, coalesce(sum(orders), 0)::bigint as orders
from seen group by grouping sets ((day), (partner_id), ())
)
select g.by, coalesce(g.day::text, pa.external_id, '') as key, coalesce(g.day::text, pa.name, '') as name, validations,
refused, orders, round(validations::numeric / nullif(orders, 0), 1)::float8 as ratio
from g left join partner pa on pa.id = g.partner_id order by g.by, g.day, validations desc, key;


-- packages/service/src/store/orders/demo-state.ts

-- isDemo
select 1 from fact where name = 'demo';

-- markDemo
insert into fact (name, value) values ('demo', 'planted') on conflict (name) do nothing;

-- settleDemoCallbacks
with c as (
update callback c set state = case when x.attempts >= 4 then 'given-up' else 'delivered' end, attempts = x.attempts,
next_at = null, settled_at = c.created_at + x.attempts * x.attempts * interval '2 seconds'
from jsonb_to_recordset(:{([id, n]) => ({ id, attempts: n })}::jsonb) as x(id uuid, attempts int)
where c.order_id = x.id and c.state = 'waiting' and x.attempts > 0
returning c.id, c.created_at, c.state, c.attempts
)
insert into callback_attempt (callback_id, at, replay, outcome, http_status, ms, answer)
select c.id, c.created_at + n * n * interval '2 seconds', false, case when ok then 'answered' else 'timeout' end,
case when ok then 200 end, case when ok then 180 else 10000 end, ''
from c cross join lateral (
select n, c.state = 'delivered' and n = c.attempts as ok from generate_series(1, c.attempts) n
) a;

-- waitingOrders
select id from orders where status = 'waitsupplier' and not test;

-- settleDemoLetters
update guest_letter l set attempts = 1, at = :at::timestamptz + interval '40 seconds', due_at = null,
state = case when refused then 'failed' else 'sent' end, fault = case when refused then 'refused' end,
detail = case when refused then '550 5.1.1 Unknown mailbox' end
from (
select order_id, cause, row_number() over (order by order_id) = 2 as refused from guest_letter where action_id = :actionId
) x where l.order_id = x.order_id and l.cause = x.cause;


-- packages/service/src/store/orders/holds.ts

-- countOpenHolds
select count(*) as open, coalesce(sum(seats), 0) as seats from hold
where partner_id = :partnerId and status = 'open' and test = :test::boolean and expires_at > :now;

-- holdById
select id, partner_id as "partnerId", lang, test, event_id as "eventId", product_id as "productId", event_on as "eventOn", tickets, seats,
coalesce(people, seats) as people, whole_event as "wholeEvent",
white_label_code as "whiteLabelCode", total_usd as "totalUsd", agreed, cancel_purchase_hour as "cancelPurchaseHour",
cancel_until as "cancelUntil", expires_at as "expiresAt", extensions, status from hold where id = :id;

-- writeHoldExtension
update hold set expires_at = greatest(expires_at, :until::timestamptz), extensions = extensions + 1
where id = :id and status = 'open' and expires_at > :now and extensions < :most
returning id, partner_id as "partnerId", lang, test, event_id as "eventId", product_id as "productId", event_on as "eventOn", tickets, seats,
coalesce(people, seats) as people, whole_event as "wholeEvent",
white_label_code as "whiteLabelCode", total_usd as "totalUsd", agreed, cancel_purchase_hour as "cancelPurchaseHour",
cancel_until as "cancelUntil", expires_at as "expiresAt", extensions, status;

-- extendHoldUntil
update hold set expires_at = greatest(expires_at, :until::timestamptz)
where id = :id and status = 'open' and expires_at > :now returning 1;

-- shortenHold
update hold set expires_at = least(expires_at, :until::timestamptz) where id = :id and status = 'open';

-- reopenHold
select status from hold where id = :id for update;

-- reopenHold
update hold set status = 'open', expires_at = greatest(expires_at, :until::timestamptz) where id = :id;

-- endHold
update hold set status = 'released' where id = :id and status = 'open' returning id, partner_id as "partnerId", lang, test, event_id as "eventId", product_id as "productId", event_on as "eventOn", tickets, seats,
coalesce(people, seats) as people, whole_event as "wholeEvent",
white_label_code as "whiteLabelCode", total_usd as "totalUsd", agreed, cancel_purchase_hour as "cancelPurchaseHour",
cancel_until as "cancelUntil", expires_at as "expiresAt", extensions, status;

-- hasExpiredHolds
select 1 from hold where event_id = :eventId and status = 'open' and not test and expires_at <= :now limit 1;

-- endExpiredHolds
with due as (
select id from hold where event_id = :eventId and status = 'open' and expires_at <= :now order by id for update
)
update hold h set status = 'expired' from due where h.id = due.id returning h.test, h.seats;

-- expireHolds
update hold set expires_at = :now where event_id = :eventId and status = 'open' and expires_at > :now;

-- eventsOfExpiredHolds
select event_id as "eventId" from hold where status = 'open' and expires_at <= :now
group by 1 order by min(expires_at), 1 limit :most;

-- purgeHolds
delete from hold where status <> 'open' and created_at <= :before;


-- packages/service/src/store/orders/order-list.ts

-- listOrders
select o.id, o.number, o.lang, o.test, o.status, pa.external_id as partner, pa.name as "partnerName", o.answers,
o.external_reference as "externalReference", o.confirmation, o.email, o.agreed ->> 'productName' as "productName", o.agreed ->> 'itemName' as "itemName",
o.tickets, o.phone_number as "phoneNumber", p.city_code as "cityCode", o.event_on as "eventOn", o.seats, coalesce(o.people, o.seats) as people,
(select v.redeemed_at from voucher v where v.order_id = o.id) as "admittedAt",
:code::text as "currencyCode", (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price)::text as total,
trim_scale(
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end)::text as rate, o.agreed ->> 'taxRate' as "taxRate", o.agreed ->> 'taxScheme' as "taxScheme",
o.total_usd::text as "totalUsd", o.created_at as "createdAt", o.flag, o.payment, b.paid::text as paid, b.due::text as "balanceDue", o.payment ->> 'dueOn' as "dueOn", jsonb_build_object('group', o.agreed -> 'group', 'ownLater', o.agreed -> 'ownLater',
'leadPerTicket', o.agreed -> 'leadPerTicket', 'tickets', o.agreed -> 'tickets') as agreed, case when (o.status = 'complete' and coalesce((
select m.no_show from attendance_mark m where m.order_id = o.id and m.event_id = o.event_id), (not o.test and exists (
select from event_attendance t where t.event_id = o.event_id) and coalesce((
select case when p.type = 'scheduled' and d.minutes is not null then e.starts_at + d.minutes * interval '1 minute' else e.day_ends_at end <= :now
from event e join item i on i.id = e.item_id join product p on p.id = e.product_id,
lateral (select coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes) d
where e.id = o.event_id), true))))
then greatest(coalesce(o.people, o.seats) - coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0), 0) else 0 end as "noShow"
from orders o join partner pa on pa.id = o.partner_id join product p on p.id = o.product_id
left join lateral (
select sums.paid, sums.charged - sums.credited - sums.paid as due
from (select
(select coalesce(sum(
case when y.currency_code = :code then y.amount else
round(coalesce(y.usd * m.total / nullif(o.total_usd, 0), y.usd * m.rate), :digits::int) end), 0) from payment y
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m where y.order_id = o.id) as paid,
(select coalesce(sum(a.paid), 0) from refund r
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.order_id = o.id and r.method = 'account' and r.paid_at is not null) as credited,
(
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) + (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null)) - (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null and c.payment ->> 'method' <> 'account'
) as charged
) sums where (not o.test and case when o.payment is null then o.agreed #>> '{terms,collects}' = 'operator'
else o.payment ->> 'method' = 'account' end)
) b on true where :where order by :order offset :offset limit :limit;

-- readOrderAttention
select flag, supplier_due_at as "supplierDueAt", supplier_called_at as "supplierCalledAt" from orders where id = :id;


-- packages/service/src/store/orders/order-writes.ts

-- writeStatus
with entry as (
insert into order_timeline (order_id, at, kind, status, actor, operator, why, message, details)
values (:orderId, :at, :kind, :status, :actor, :operator,
:why,
case when :{0}::text is not null and not exists (select from orders erased where erased.id = :orderId::uuid and erased.erased_at is not null)
then :{0}::text end, :{entry.details ? JSON.stringify(entry.details) : null}::jsonb))
update orders o set status = :status, confirmation = coalesce(:confirmation, o.confirmation), changes = o.changes + 1,
flagged_at = null, flag = null, supplier_tries = 0,
supplier_due_at = case when :due < o.supplier_due_at and o.supplier_due_at <= :lease then o.supplier_due_at else :due end, changed_at = :now, changed_xid = pg_current_xact_id() where id = :id returning changes;

-- returnSeats
update event set capacity_left = capacity_left + :seats::int
where id = :eventId and capacity_left >= least_seats and not needs_resources and not allotted returning 1;

-- lockEvents
select id, needs_resources as needs, has_stock as stocked, (e.allotted or e.partners_left is not null or e.release_at is not null) as allotted
from event e where id = any(:{[...ids]}::uuid[]) order by id for update;

-- publishEvents
update event set seq = null where id = :eventId returning product_id as id;

-- takeSeats
[ | ]
update event e set capacity_left = case when (e.allotted or e.partners_left is not null or e.release_at is not null) then e.capacity_left else e.capacity_left - :seats::int end
where e.id = :eventId and e.availability = 'available' and not e.hidden and e.sales_end_at > :now::timestamptz and (e.capacity_left is null or e.capacity_left + e.guaranteed >= :seats::int)
and [e.capacity = :capacity::int and (not exists (select from orders taken
where taken.event_id = e.id:{ofProduct(sql`taken.product_id`)} and not taken.test
and taken.status not in ('rejected', 'cancelled'):{others(sql`taken.id`)})
and not exists (select from hold h where h.event_id = e.id:{ofProduct(sql`h.product_id`)} and h.status = 'open' and not h.test)
and not exists (select from amendment c where c.event_id = e.id and c.status = 'waitsupplier':{others(sql`c.order_id`)})) | true]
returning coalesce(not (e.allotted or e.partners_left is not null or e.release_at is not null) and e.capacity_left < e.least_seats, false) as "soldOut";

-- requireCapacity
[ | ]
select 1 from event e where e.id = :eventId and e.availability = 'available' and not e.hidden and e.sales_end_at > :now::timestamptz and (e.capacity is null or e.capacity >= ((select coalesce(sum(case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) + ((select coalesce(sum(case when h.whole_event then greatest(h.seats, e.capacity) else h.seats end), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
where c.event_id = e.id and c.status = 'waitsupplier'))))
and [e.capacity = :capacity::int and (not exists (select from orders taken
where taken.event_id = e.id:{ofProduct(sql`taken.product_id`)} and not taken.test
and taken.status not in ('rejected', 'cancelled'):{others(sql`taken.id`)})
and not exists (select from hold h where h.event_id = e.id:{ofProduct(sql`h.product_id`)} and h.status = 'open' and not h.test)
and not exists (select from amendment c where c.event_id = e.id and c.status = 'waitsupplier':{others(sql`c.order_id`)})) | true];

-- canBeSoldAgain
update event e set capacity_left = greatest(0, e.capacity - ((select coalesce(sum(case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) + ((select coalesce(sum(case when h.whole_event then greatest(h.seats, e.capacity) else h.seats end), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
where c.event_id = e.id and c.status = 'waitsupplier'))))
from (select id, capacity_left from event where id = :eventId) b
where e.id = b.id and e.capacity_left is not null
returning b.capacity_left < e.least_seats and e.capacity_left >= e.least_seats as "sellsAgain";


-- packages/service/src/store/orders/partner-orders.ts

-- inRange
select state.*, page.* from (
select skipped as incarnation, (incarnation is not null and ((incarnation, token) is distinct from (concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)), xmin))) as "leapDue", pg_current_snapshot()::text as snapshot from counter
) state left join (
select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment, changed_at as "changedAt",
case when status = 'complete' then (select v.code from voucher v where v.order_id = orders.id) end as voucher,
case when status = 'complete' then (
select jsonb_agg(jsonb_build_object('code', p.code, 'ticketCode', p.ticket_code, 'people', p.people) order by p.n)
from pass p where p.order_id = orders.id) end as passes,
"refundUsd", "endedBy", reason, (extract(epoch from :column) * 1000000)::float8 as at, true as "inRange"
from orders
left join lateral (
select
coalesce((select round(sum(r.due_usd), 2) from refund r
where r.order_id = o.id and r.reason in ('cancelled', 'rejected')), 0)::text as "refundUsd", t.actor as "endedBy",
case when t.details ->> 'forPartner' = 'true' then t.message end as reason from (select orders.id, orders.status) o left join lateral (
select t.* from order_timeline t where t.order_id = o.id and t.why in ('cancel', 'declined') and t.kind = 'status'
order by t.id desc limit 1) t on true
where o.status in ('waitcancel', 'cancelled', 'rejected')
) ended on true where partner_id = :partnerId and test = :test and true
and (:column, id) > ((:type 'epoch' + :at::float8 * interval '1 microsecond'), :id::uuid) and :column < (:type 'epoch' + :to::float8 * interval '1 microsecond')
order by :column, id limit :most) page on true order by page.at, page.id;

-- inRange
select state.*, page.* from (
select skipped as incarnation, (incarnation is not null and ((incarnation, token) is distinct from (concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)), xmin))) as "leapDue", pg_current_snapshot()::text as snapshot from counter
) state left join (
select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment, changed_at as "changedAt",
case when status = 'complete' then (select v.code from voucher v where v.order_id = orders.id) end as voucher,
case when status = 'complete' then (
select jsonb_agg(jsonb_build_object('code', p.code, 'ticketCode', p.ticket_code, 'people', p.people) order by p.n)
from pass p where p.order_id = orders.id) end as passes,
"refundUsd", "endedBy", reason, (extract(epoch from :column) * 1000000)::float8 as at, true as "inRange"
from orders
left join lateral (
select
coalesce((select round(sum(r.due_usd), 2) from refund r
where r.order_id = o.id and r.reason in ('cancelled', 'rejected')), 0)::text as "refundUsd", t.actor as "endedBy",
case when t.details ->> 'forPartner' = 'true' then t.message end as reason from (select orders.id, orders.status) o left join lateral (
select t.* from order_timeline t where t.order_id = o.id and t.why in ('cancel', 'declined') and t.kind = 'status'
order by t.id desc limit 1) t on true
where o.status in ('waitcancel', 'cancelled', 'rejected')
) ended on true where partner_id = :partnerId and test = :test and true
and (:column, id) > ((:type 'epoch' + :at::float8 * interval '1 microsecond'), :id::uuid) and :column < (:type 'epoch' + :to::float8 * interval '1 microsecond')
order by :column, id limit :most) page on true order by page.at, page.id;

-- inRange
select state.*, page.* from (
select skipped as incarnation, (incarnation is not null and ((incarnation, token) is distinct from (concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)), xmin))) as "leapDue", pg_current_snapshot()::text as snapshot from counter
) state left join (
select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment, changed_at as "changedAt",
case when status = 'complete' then (select v.code from voucher v where v.order_id = orders.id) end as voucher,
case when status = 'complete' then (
select jsonb_agg(jsonb_build_object('code', p.code, 'ticketCode', p.ticket_code, 'people', p.people) order by p.n)
from pass p where p.order_id = orders.id) end as passes,
"refundUsd", "endedBy", reason, (extract(epoch from :column) * 1000000)::float8 as at, true as "inRange"
from orders
left join lateral (
select
coalesce((select round(sum(r.due_usd), 2) from refund r
where r.order_id = o.id and r.reason in ('cancelled', 'rejected')), 0)::text as "refundUsd", t.actor as "endedBy",
case when t.details ->> 'forPartner' = 'true' then t.message end as reason from (select orders.id, orders.status) o left join lateral (
select t.* from order_timeline t where t.order_id = o.id and t.why in ('cancel', 'declined') and t.kind = 'status'
order by t.id desc limit 1) t on true
where o.status in ('waitcancel', 'cancelled', 'rejected')
) ended on true where partner_id = :partnerId and test = :test and true
and (:column, id) > ((:type 'epoch' + :at::float8 * interval '1 microsecond'), :id::uuid) and :column < (:type 'epoch' + :to::float8 * interval '1 microsecond')
order by :column, id limit :most) page on true order by page.at, page.id;

-- withReference
select state.*, page.* from (
select skipped as incarnation, (incarnation is not null and ((incarnation, token) is distinct from (concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)), xmin))) as "leapDue", pg_current_snapshot()::text as snapshot from counter
) state left join (
select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment, changed_at as "changedAt",
case when status = 'complete' then (select v.code from voucher v where v.order_id = orders.id) end as voucher,
case when status = 'complete' then (
select jsonb_agg(jsonb_build_object('code', p.code, 'ticketCode', p.ticket_code, 'people', p.people) order by p.n)
from pass p where p.order_id = orders.id) end as passes,
"refundUsd", "endedBy", reason, (extract(epoch from :column) * 1000000)::float8 as at, true as "inRange"
from orders
left join lateral (
select
coalesce((select round(sum(r.due_usd), 2) from refund r
where r.order_id = o.id and r.reason in ('cancelled', 'rejected')), 0)::text as "refundUsd", t.actor as "endedBy",
case when t.details ->> 'forPartner' = 'true' then t.message end as reason from (select orders.id, orders.status) o left join lateral (
select t.* from order_timeline t where t.order_id = o.id and t.why in ('cancel', 'declined') and t.kind = 'status'
order by t.id desc limit 1) t on true
where o.status in ('waitcancel', 'cancelled', 'rejected')
) ended on true where partner_id = :partnerId and test = :test and external_reference = :reference
and (:column, id) > ((:type 'epoch' + :at::float8 * interval '1 microsecond'), :id::uuid) and :column < (:type 'epoch' + :to::float8 * interval '1 microsecond')
order by :column, id limit :most) page on true order by page.at, page.id;

-- withNumber
select state.*, page.* from (
select skipped as incarnation, (incarnation is not null and ((incarnation, token) is distinct from (concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)), xmin))) as "leapDue", pg_current_snapshot()::text as snapshot from counter
) state left join (
select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment, changed_at as "changedAt",
case when status = 'complete' then (select v.code from voucher v where v.order_id = orders.id) end as voucher,
case when status = 'complete' then (
select jsonb_agg(jsonb_build_object('code', p.code, 'ticketCode', p.ticket_code, 'people', p.people) order by p.n)
from pass p where p.order_id = orders.id) end as passes,
"refundUsd", "endedBy", reason, (extract(epoch from :column) * 1000000)::float8 as at, true as "inRange"
from orders
left join lateral (
select
coalesce((select round(sum(r.due_usd), 2) from refund r
where r.order_id = o.id and r.reason in ('cancelled', 'rejected')), 0)::text as "refundUsd", t.actor as "endedBy",
case when t.details ->> 'forPartner' = 'true' then t.message end as reason from (select orders.id, orders.status) o left join lateral (
select t.* from order_timeline t where t.order_id = o.id and t.why in ('cancel', 'declined') and t.kind = 'status'
order by t.id desc limit 1) t on true
where o.status in ('waitcancel', 'cancelled', 'rejected')
) ended on true where partner_id = :partnerId and test = :test and number = :number::bigint
and (:column, id) > ((:type 'epoch' + :at::float8 * interval '1 microsecond'), :id::uuid) and :column < (:type 'epoch' + :to::float8 * interval '1 microsecond')
order by :column, id limit :most) page on true order by page.at, page.id;

-- changesBy
select state.*, page.* from (
select skipped as incarnation, (incarnation is not null and ((incarnation, token) is distinct from (concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)), xmin))) as "leapDue", pg_current_snapshot()::text as snapshot from counter
) state left join (
select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment, changed_at as "changedAt",
case when status = 'complete' then (select v.code from voucher v where v.order_id = orders.id) end as voucher,
case when status = 'complete' then (
select jsonb_agg(jsonb_build_object('code', p.code, 'ticketCode', p.ticket_code, 'people', p.people) order by p.n)
from pass p where p.order_id = orders.id) end as passes,
"refundUsd", "endedBy", reason, changed_xid::text::float8 as at,
:column >= (:type 'epoch' + :from::float8 * interval '1 microsecond') and :column < (:type 'epoch' + :to::float8 * interval '1 microsecond')
and (:reference::text is null or external_reference is not distinct from :reference
or number = :number::bigint) as "inRange"
from orders
left join lateral (
select
coalesce((select round(sum(r.due_usd), 2) from refund r
where r.order_id = o.id and r.reason in ('cancelled', 'rejected')), 0)::text as "refundUsd", t.actor as "endedBy",
case when t.details ->> 'forPartner' = 'true' then t.message end as reason from (select orders.id, orders.status) o left join lateral (
select t.* from order_timeline t where t.order_id = o.id and t.why in ('cancel', 'declined') and t.kind = 'status'
order by t.id desc limit 1) t on true
where o.status in ('waitcancel', 'cancelled', 'rejected')
) ended on true where partner_id = :partnerId and test = :test
and changed_xid < pg_snapshot_xmax(pg_current_snapshot())
and (changed_xid >= :xmax::text::xid8 or changed_xid = any(:running::text[]::xid8[]))
and (changed_xid, id) > (:at::text::xid8, :id::uuid)
order by changed_xid, id limit :most) page on true order by page.at, page.id;


-- packages/service/src/store/orders/personal-data.ts

-- eraseReservations
update channel_booking b set cancel_reason = null, guests = jsonb_build_object('reference', null, 'notes', null, 'pickup', null, 'contact', :nobody::jsonb,
'units', (select coalesce(jsonb_agg(u || jsonb_build_object('reference', null, 'contact', :nobody::jsonb) order by n), '[]')
from jsonb_array_elements(guests -> 'units') with ordinality as units(u, n)))
where created_at <= :before and guests -> 'units' <> '[]' and guests is distinct from jsonb_build_object('reference', null, 'notes', null, 'pickup', null, 'contact', :nobody::jsonb,
'units', (select coalesce(jsonb_agg(u || jsonb_build_object('reference', null, 'contact', :nobody::jsonb) order by n), '[]')
from jsonb_array_elements(guests -> 'units') with ordinality as units(u, n)))
and not exists (select from orders o where o.id = b.id) and not exists (select from hold h where h.id = b.hold_id and h.status = 'open');

-- eraseOrders
update refused_order set email = null where email in (
select lower(btrim(email)) from orders where id = any(:ids::uuid[]) and email <> '');

-- eraseOrders
update orders set email = '', phone_number = '', remote_host = '', answers = '[]', erased_at = :now,
payment = payment - 'note' - 'reason',
-- What a channel's reseller typed can be a name. The reference of a partner is the key of its own books.
external_reference = case when not exists (select from channel_booking b where b.id = orders.id) then external_reference end,
callback_url = regexp_replace(callback_url, '[?#].*$', ''), changed_at = :now, changed_xid = pg_current_xact_id()
where id = any(:ids::uuid[]);

-- eraseOrders
update order_timeline set message = null where :isOne;

-- eraseOrders
update callback_attempt set answer = '' where callback_id in (select id from callback where :isOne);

-- eraseOrders
update callback set body = regexp_replace(body, ',"reason":"(?:[^"\\]|\\.)*"', ''),
url = regexp_replace(url, '^([^?#]*).*(orderid=[0-9a-f-]{36}&status=[a-z]+).*$', '\1?\2')
where :isOne;

-- eraseOrders
select number, lang, test from orders where id = any(:ids::uuid[]);

-- eraseOrders
update refund set note = null where :isOne;

-- eraseOrders
update payment set note = null where :isOne;

-- eraseOrders
update checkout_refund set note = null where note is not null and checkout_id in (select id from checkout where :isOne);

-- eraseOrders
update channel_booking set cancel_reason = null, guests = jsonb_build_object('reference', null, 'notes', null, 'pickup', null, 'contact', :nobody::jsonb,
'units', (select coalesce(jsonb_agg(u || jsonb_build_object('reference', null, 'contact', :nobody::jsonb) order by n), '[]')
from jsonb_array_elements(guests -> 'units') with ordinality as units(u, n))) where id = any(:ids::uuid[]);

-- eraseOrders
update bulk_action a set content = content || case when content ? 'letters' then '{"reason": "", "letters": {}}' else '{"reason": ""}' end::jsonb
where exists (select from bulk_action_order b where b.action_id = a.id and b.order_id = any(:ids::uuid[]))
and not exists (select from bulk_action_order b join orders o on o.id = b.order_id where b.action_id = a.id and o.erased_at is null);

-- eraseOrders
update site_withdrawal set name = '', email = '' where :isOne;

-- eraseOrders
delete from guest_letter where :isOne and state = 'due';

-- eraseOrders
update guest_letter set detail = null where :isOne;

-- eraseOrders
delete from amendment where :isOne and status = 'quoted';

-- eraseOrders
update amendment set content = content || '{"email": "", "phoneNumber": "", "answers": []}' where :isOne;

-- eraseOrders
insert into order_timeline (order_id, at, kind, actor)
select id, :now, 'erased', 'service' from unnest(:ids::uuid[]) as id;

-- ordersToErase
select o.id from orders o join product p on p.id = o.product_id
join unnest(:{[...times.keys()]}::text[], :{[...times.values()]}::timestamp[]) as here(zone, at) on here.zone = p.time_zone
where o.erased_at is null and o.event_on < :before::timestamptz at time zone 'UTC' + interval '1 day'
and o.event_on::date + 1 < here.at limit :most;

-- lockToErase
select id from orders where id = any(:ids::uuid[]) and erased_at is null for update skip locked;


-- packages/service/src/store/orders/saved-filters.ts

-- savedFilters
select name, filter from saved_filter where operator_id = :operatorId and list = :list order by name collate "und-x-icu", name;

-- countSavedFilters
select count(*)::int as n from saved_filter where operator_id = :operatorId;

-- saveFilter
insert into saved_filter (operator_id, list, name, filter)
values (:operatorId, :list, :name, :filter::jsonb)
on conflict (operator_id, list, name) do update set filter = excluded.filter;

-- deleteFilter
delete from saved_filter where operator_id = :operatorId and list = :list and name = :name returning 1;


-- packages/service/src/store/orders/search.ts

-- searchOrders
select o.id, o.number, o.lang, o.test, o.status, pa.name as partner, o.external_reference as "externalReference",
o.confirmation, o.email, o.phone_number as "phoneNumber", o.agreed ->> 'productName' as "productName",
o.event_on as "eventOn", o.answers
from (select * from orders o where :matches limit :maxCompared) o join partner pa on pa.id = o.partner_id
order by abs(extract(epoch from o.event_on - (:now::timestamptz at time zone 'UTC'))), o.created_at, o.number limit :limit;

-- searchProducts
select p.id, p.external_id as "externalId", p.name, p.city_code as "cityCode" from product p
where not p.deleted and :{await productFound(db, text)}
order by p.name collate "und-x-icu", p.id limit :limit;

-- nextEvents
select e.id, p.name as "productName", e."itemName", e."eventOn", e.setting
from product p cross join lateral (
select e.id, i.name as "itemName", e.event_on as "eventOn", e.availability as setting from event e join item i on i.id = e.item_id
where e.product_id = p.id and e.availability <> 'removed' and not e.hidden and e.day_ends_at > :now
and e.event_on >= (:now::timestamptz at time zone 'UTC')::date - 1
[and (p.type <> 'scheduled' or
(e.starts_at + case when p.type = 'scheduled' then '60 minutes'::interval else interval '0' end) > :now) | and e.event_on >= :day::date and e.event_on < :day::date + 1]
order by e.event_on, e.id limit :each) e
where p.id = any(:productIds::uuid[]) and p.type <> 'dateless' order by e."eventOn", p.name;

-- searchPartners
select id, external_id as "externalId", name from partner
where strpos(folded_text(external_id || ' ' || name), :{foldText(typed.trim())}) > 0
order by strpos(folded_text(name), :{foldText(text.trim())}) = 1 desc, name, id limit {limit};


-- packages/service/src/store/partners/catalog-address.ts

-- catalogAddress
select a.url, a.state, a.update_version as "updateVersion", a.delete_version as "deleteVersion", a.attempts,
a.attempted_at as "attemptedAt", a.outcome, a.http_status as "httpStatus", a.answer from catalog_address a where partner_id = :partnerId;

-- setCatalogAddress
insert into catalog_address (partner_id, url, update_version, delete_version, state)
select :partnerId, :url, update_version, delete_version, 'active' from counter
on conflict (partner_id) do update set url = excluded.url, update_version = excluded.update_version,
delete_version = excluded.delete_version, state = 'active', attempts = 0, next_at = now(), attempted_at = null,
outcome = null, http_status = null, answer = null;

-- removeCatalogAddress
delete from catalog_address where partner_id = :partnerId;

-- dueCatalogMessages
select partner_id as id, partner_id as key from catalog_address a
where a.state = 'active' and a.next_at <= now()
and exists (select from partner p where p.id = a.partner_id and p.active)
and exists (select from counter c where c.update_version <> a.update_version or c.delete_version <> a.delete_version) and partner_id <> all(:except::uuid[]) order by next_at limit :most;

-- claimCatalogAddress
update catalog_address a set next_at = now() + 15 * interval '1 second'
where partner_id = :partnerId and a.state = 'active' and a.next_at <= now()
and exists (select from partner p where p.id = a.partner_id and p.active)
and exists (select from counter c where c.update_version <> a.update_version or c.delete_version <> a.delete_version) returning a.url, a.state, a.update_version as "updateVersion", a.delete_version as "deleteVersion", a.attempts,
a.attempted_at as "attemptedAt", a.outcome, a.http_status as "httpStatus", a.answer;

-- recordCatalogAttempt
update catalog_address set update_version = coalesce(:updateVersion::bigint, update_version),
delete_version = coalesce(:deleteVersion::bigint, delete_version), attempts = :attempts,
state = :state, next_at = now() + :inSeconds * interval '1 second', attempted_at = :at,
outcome = :outcome, http_status = :httpStatus, answer = :answer
where partner_id = :partnerId and url = :url and attempts = :attempts returning 1;


-- packages/service/src/store/partners/octo-subscriptions.ts

-- octoSubscriptions
select id, url, types, headers from octo_subscription where partner_id = :partnerId and test = :test order by created_at, id;

-- insertOctoSubscription
insert into octo_subscription (id, partner_id, test, url, types, headers, event_seq, product_seq, deleted_seq, orders_seen, offer_version, created_at)
select :id, :partnerId, :test, :url, :types::text[], :{sealSecret(db, JSON.stringify(headers))}, event_seq, product_seq, delete_version - skipped, pg_current_snapshot()::text,
coalesce((select o.version from partner_offer o where o.partner_id = :partnerId), 0), :now
from counter where (select count(*) from octo_subscription where partner_id = :partnerId and test = :test) < :most returning 1;

-- writeOctoSubscription
update octo_subscription set url = :url, types = :types::text[], headers = :{sealSecret(db, JSON.stringify(headers))},
attempts = 0, next_at = now()
where id = :id and partner_id = :partnerId and test = :test returning 1;

-- deleteOctoSubscription
delete from octo_subscription where id = :id;

-- dueOctoSubscriptions
select s.id, s.partner_id as key from octo_subscription s
where
s.next_at <= now() and exists (select from partner p where p.id = s.partner_id and p.active)
and exists (select from fact f where f.name = :octoSwitch)
and (exists (select from octo_message m where m.subscription_id = s.id)
or exists (select from counter c where c.event_seq <> s.event_seq or c.product_seq <> s.product_seq
or c.delete_version - c.skipped <> s.deleted_seq)
or pg_snapshot_xmax(s.orders_seen::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) or coalesce((select o.version from partner_offer o where o.partner_id = s.partner_id), 0) <> s.offer_version or exists (select from
orders o where o.partner_id = s.partner_id and o.test = s.test
and o.changed_xid >= pg_snapshot_xmin(s.orders_seen::pg_snapshot)
and not pg_visible_in_snapshot(o.changed_xid, s.orders_seen::pg_snapshot))) and s.partner_id <> all(:except::uuid[]) order by s.next_at limit :most;

-- ownerOfSubscription
select partner_id as "partnerId", offer_version as "offerSeen" from octo_subscription where id = :id;

-- claimOctoSubscription
with s as (select s.* from octo_subscription s where s.id = :id and
s.next_at <= now() and exists (select from partner p where p.id = s.partner_id and p.active)
and exists (select from fact f where f.name = :octoSwitch)
and (exists (select from octo_message m where m.subscription_id = s.id)
or exists (select from counter c where c.event_seq <> s.event_seq or c.product_seq <> s.product_seq
or c.delete_version - c.skipped <> s.deleted_seq)
or pg_snapshot_xmax(s.orders_seen::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) or coalesce((select o.version from partner_offer o where o.partner_id = s.partner_id), 0) <> s.offer_version or exists (select from
orders o where o.partner_id = s.partner_id and o.test = s.test
and o.changed_xid >= pg_snapshot_xmin(s.orders_seen::pg_snapshot)
and not pg_visible_in_snapshot(o.changed_xid, s.orders_seen::pg_snapshot))) for update),
made as (
insert into octo_message (subscription_id, type, data)
select s.id, change.type, change.data from s, lateral (
select 'PRODUCT_UPDATE' as type, jsonb_build_object('productId', p.product_id) as data from product_state p
where [(p.seq > s.product_seq or p.deleted_seq > s.deleted_seq) and [true | (p.product_id <> all(:{[...ids]}::uuid[]))]
or p.product_id in (select m.product_id from partner_offer_product m where m.partner_id = :partnerId and m.version > :version) | p.seq > s.product_seq or p.deleted_seq > s.deleted_seq]
union all
select 'AVAILABILITY_UPDATE', jsonb_build_object('productId', e.product_id, 'optionId', e.item_id,
'localDateStart', min(e.event_on)::date, 'localDateEnd', max(e.event_on)::date)
from event e where e.listed and [(e.seq > s.event_seq or (e.item_id in (select m.item_id from partner_offer_item m where m.partner_id = :partnerId and m.version > :version) or exists (
select from partner_offer_days d where d.partner_id = :partnerId and d.version > :version and (d.product_id is null or d.product_id = e.product_id)
and (d.item_id is null or d.item_id = e.item_id)
and e.event_on >= d.first_day and e.event_on < d.last_day + 1))) and [:named | (not :named)] | e.seq > s.event_seq] group by e.product_id, e.item_id
union all
select 'BOOKING_UPDATE', jsonb_build_object('uuid', b.uuid) from channel_booking b
where b.partner_id = s.partner_id and b.id in (select o.id from
orders o where o.partner_id = s.partner_id and o.test = s.test
and o.changed_xid >= pg_snapshot_xmin(s.orders_seen::pg_snapshot)
and not pg_visible_in_snapshot(o.changed_xid, s.orders_seen::pg_snapshot))) change where change.type = any(s.types)
on conflict do nothing
)
update octo_subscription t set next_at = now() + :leaseSeconds * interval '1 second',
(event_seq, product_seq, deleted_seq, orders_seen) = (select event_seq, product_seq, delete_version - skipped, pg_current_snapshot()::text from counter), offer_version = :version
from s where t.id = s.id
returning t.id, t.url, t.types, t.headers, t.partner_id as "partnerId", t.attempts;

-- oldestOctoMessage
select n, id, type, data from octo_message where subscription_id = :subscriptionId order by n limit 1;

-- recordOctoAttempt
delete from octo_message where subscription_id = :subscriptionId and [true | n = :done];

-- recordOctoAttempt
update octo_subscription set attempts = :attempts, next_at = now() + :inSeconds * interval '1 second'
where id = :subscriptionId;


-- packages/service/src/store/partners/partner-list.ts

-- listPartners
with keys as (
select partner_id, count(*) filter (where revoked_at is null and mode <> 'test') as live,
count(*) filter (where revoked_at is null and mode = 'test') as test, max(last_used_at) as used
from api_key group by partner_id
), sold as (
select o.partner_id, count(*) as orders, sum(o.total_usd) as usd, sum(m.total) as total,
sum(case when o.status = 'complete'
and ((
select m.no_show from attendance_mark m where m.order_id = o.id and m.event_id = o.event_id) is not null or (not o.test and exists (
select from event_attendance t where t.event_id = o.event_id) and coalesce((
select case when p.type = 'scheduled' and d.minutes is not null then e.starts_at + d.minutes * interval '1 minute' else e.day_ends_at end <= :now
from event e join item i on i.id = e.item_id join product p on p.id = e.product_id,
lateral (select coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes) d
where e.id = o.event_id), true))) then coalesce(o.people, o.seats) else 0 end) as expected, sum(case when (o.status = 'complete' and coalesce((
select m.no_show from attendance_mark m where m.order_id = o.id and m.event_id = o.event_id), (not o.test and exists (
select from event_attendance t where t.event_id = o.event_id) and coalesce((
select case when p.type = 'scheduled' and d.minutes is not null then e.starts_at + d.minutes * interval '1 minute' else e.day_ends_at end <= :now
from event e join item i on i.id = e.item_id join product p on p.id = e.product_id,
lateral (select coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes) d
where e.id = o.event_id), true))))
then greatest(coalesce(o.people, o.seats) - coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0), 0) else 0 end) as missed
from orders o
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
where not o.test and o.created_at >= :since and o.status not in ('rejected', 'cancelled') group by o.partner_id
), usage as (
select partner_id, sum(requests)::bigint as requests, coalesce(sum(requests) filter (where code <> ''), 0)::bigint as refused,
coalesce(sum(requests) filter (where code = any(:mistakes::text[])), 0)::bigint as mistakes
from partner_usage where not test and day >= (:since::timestamptz at time zone 'UTC')::date group by partner_id
), line as (
select p.id, p.external_id as "externalId", p.name, p.active, p.notify_changes as "notifyChanges",
p.writes_to_guests as "writesToGuests", p.shows_seats as "showsSeats", p.revision, coalesce(k.live, 0) as "liveKeys",
coalesce(k.test, 0) as "testKeys", k.used as "lastUsedAt", coalesce(s.orders, 0) as orders,
round(coalesce(s.usd, 0), 2)::text as "salesUsd", :code::text as "currencyCode",
round(coalesce(s.total, 0), :digits::int)::text as sales, coalesce(s.expected, 0)::int as "expectedPeople", coalesce(s.missed, 0)::int as "noShowPeople",
coalesce(u.requests, 0) as requests,
coalesce(u.refused, 0) as refused, coalesce(u.mistakes, 0) as mistakes,
u.mistakes::float8 / nullif(u.requests, 0) as "errorRate",
l.state as "limitState", l.left_amount::text as "limitLeft", l.currency_code as "limitCurrencyCode"
from partner p left join keys k on k.partner_id = p.id left join sold s on s.partner_id = p.id
left join usage u on u.partner_id = p.id left join partner_limit l on l.partner_id = p.id
:found
)
select * from line order by ["externalId" | name collate "und-x-icu" | "lastUsedAt" | orders | "salesUsd"::numeric | "errorRate"] [desc nulls last | asc nulls last], "externalId" offset :offset limit :limit;

-- partnerRecord
select id, external_id as "externalId", name, active, notify_changes as "notifyChanges",
writes_to_guests as "writesToGuests", shows_seats as "showsSeats", revision from partner
where [id = :id | external_id = :externalId];

-- partnerKeys
select k.id, p.external_id as partner, k.hint, k.mode, k.read_only as "readOnly", k.assistants, k.created_at as "createdAt",
k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"
from api_key k join partner p on p.id = k.partner_id where true, :{...conditions.filter((one) => one)}
order by p.external_id, k.revoked_at is not null, k.created_at desc, k.id;


-- packages/service/src/store/partners/partners.ts

-- keyWithHash
select k.id, k.partner_id as "partnerId", p.external_id as partner, k.hash, k.hint, k.mode, k.read_only as "readOnly",
k.assistants, k.channel, p.active, p.has_terms as "hasTerms", p.shows_seats as "showsSeats", k.created_at as "createdAt", k.revoked_at as "revokedAt",
(select version from partner_offer where partner_id = k.partner_id) as "offerVersion", encode(k.hash, 'hex') as hex from api_key k join partner p on p.id = k.partner_id where k.hash = decode(:hex, 'hex') and k.revoked_at is null;

-- keysWithHash
select k.id, k.partner_id as "partnerId", p.external_id as partner, k.hash, k.hint, k.mode, k.read_only as "readOnly",
k.assistants, k.channel, p.active, p.has_terms as "hasTerms", p.shows_seats as "showsSeats", k.created_at as "createdAt", k.revoked_at as "revokedAt",
(select version from partner_offer where partner_id = k.partner_id) as "offerVersion", a.hex from api_key k join partner p on p.id = k.partner_id join unnest(:hashes::text[]) a (hex) on k.hash = decode(a.hex, 'hex')
where k.revoked_at is null;

-- callerOfKey
select k.id, k.partner_id as "partnerId", p.external_id as partner, k.hash, k.hint, k.mode, k.read_only as "readOnly",
k.assistants, k.channel, p.active, p.has_terms as "hasTerms", p.shows_seats as "showsSeats", k.created_at as "createdAt", k.revoked_at as "revokedAt",
(select version from partner_offer where partner_id = k.partner_id) as "offerVersion" from api_key k join partner p on p.id = k.partner_id where k.id = :id;

-- partnerId
select id from partner where external_id = :externalId;

-- lockPartner
select id from partner where external_id = :externalId for update;

-- insertKey
insert into api_key (id, partner_id, hash, hint, mode, read_only, assistants, channel, created_at)
values (:id, :partnerId, :hash, :hint, :mode, :readOnly, :assistants, :channel,
:createdAt)
on conflict (hash) do nothing returning 1;

-- keysInForce
select mode, read_only as "readOnly", assistants from api_key
where partner_id = :partnerId and revoked_at is null and channel is null;

-- revokeKey
update api_key set revoked_at = :now where id = :id and revoked_at is null returning 1;

-- ownsWhiteLabel
select 1 from white_label where partner_id = :partnerId and upper(code) = upper(:code);

-- partnerById
select external_id as "externalId", name from partner where id = :id;

-- buyerById
select id as "partnerId", external_id as partner, active, has_terms as "hasTerms" from partner where id = :id;

-- ensurePartner
insert into partner (id, external_id, name) values (:id, :externalId, :name)
on conflict (external_id) do nothing;

-- receivesAmendments
select 1 from partner where id = :id and notify_changes;

-- setPartnerSwitches
update partner set notify_changes = :notifyChanges, writes_to_guests = :writesToGuests, shows_seats = :showsSeats, revision = revision + 1
where id = :id and (notify_changes, writes_to_guests, shows_seats) <> (:notifyChanges, :writesToGuests, :showsSeats) returning 1;


-- packages/service/src/store/partners/refused-orders.ts

-- addRefusedOrders
insert into refused_order (id, at, partner_id, test, operation, codes, event_id, external_reference, email)
select id, at, "partnerId", test, operation, codes, "eventId", "externalReference", email
from jsonb_to_recordset(:refused::jsonb) as x(id uuid, at timestamptz, "partnerId" uuid, test boolean,
operation text, codes text[], "eventId" uuid, "externalReference" text, email text)
on conflict (id) do nothing;

-- rowsWhere
select r.id, r.at, r.partner_id as "partnerId", pa.name as partner, r.test, r.operation, r.codes,
r.external_reference as "externalReference", r.email, r.event_id as "eventId", p.name as "productName", e.event_on as "eventOn"
from (select * from refused_order r where :condition order by r.at desc, r.id :page) r
join partner pa on pa.id = r.partner_id left join event e on e.id = r.event_id left join product p on p.id = e.product_id
order by r.at desc, r.id;

-- purgeRefusedOrders
delete from refused_order where at < :before;

-- purgeRefusedOrders
delete from refused_order r using (
select partner_id, (select at from refused_order o where o.partner_id = many.partner_id order by at desc, id offset :mostOfPartner limit 1) as at
from (select partner_id from refused_order group by partner_id having count(*) > :mostOfPartner) many
) last where r.partner_id = last.partner_id and r.at <= last.at;


-- packages/service/src/store/partners/usage.ts

-- addUsage
insert into partner_usage as u (day, partner_id, operation, test, code, n, requests)
select day, "partnerId", operation, test, code, n, requests from jsonb_to_recordset(:counts::jsonb)
as x(day date, "partnerId" uuid, operation text, test boolean, code text, n bigint, requests bigint)
on conflict (partner_id, day, operation, code, test) do update
set n = u.n + excluded.n, requests = u.requests + excluded.requests;

-- noteKeysUsed
update api_key k set last_used_at = greatest(k.last_used_at, x.at)
from jsonb_to_recordset(:keys::jsonb) as x(id uuid, at timestamptz) where x.id = k.id;

-- noteSyncs
insert into partner_sync as s (partner_id, update_version, delete_version, at)
select "partnerId", "updateVersion", "deleteVersion", at from jsonb_to_recordset(:syncs::jsonb)
as x("partnerId" uuid, "updateVersion" bigint, "deleteVersion" bigint, at timestamptz)
on conflict (partner_id) do update set update_version = excluded.update_version,
delete_version = excluded.delete_version, at = excluded.at where s.at <= excluded.at;

-- partnerUsage
select day, operation, sum(requests)::bigint as requests,
coalesce(sum(requests) filter (where code <> ''), 0)::bigint as refused
from partner_usage
where partner_id = :partnerId and day between :from::date and :to::date and test = :test
group by day, operation order by day desc, operation;

-- refusalCounts
select code, sum(n)::bigint as count, array_agg(operation order by operation) as operations from (
select code, operation, sum(n) as n from partner_usage
where day between :from::date and :to::date and test = :test and code <> ''
[and partner_id = :partnerId | ]
group by code, operation
) c group by code order by count desc, code;

-- purgeUsage
delete from partner_usage where day < :before::date;


-- packages/service/src/store/payments/checkout-list.ts

-- listCheckouts
select c.id, c.number, c.purpose, c.state, c.why, coalesce(c.message, '') as message, c.kind, c.provider_id as "providerId", c.test, c.minor, c.currency_code as "currencyCode",
c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt", c.expires_at as "expiresAt", c.paid_at as "paidAt",
c.order_id as "orderId", coalesce(o.lang, c.lang) as lang, o.number as "orderNumber", o.answers, f.refunded as "refundedMinor", f.returning as "returningMinor",
f.fault as "refundFault", f.message as "refundMessage" from checkout c left join orders o on o.id = c.order_id
cross join lateral (
select coalesce(sum(minor) filter (where state = 'refunded'), 0)::bigint as refunded,
coalesce(sum(minor) filter (where state = 'due'), 0)::bigint as returning,
min(fault) filter (where state = 'due') as fault, min(message) filter (where state = 'due') as message
from checkout_refund where checkout_id = c.id
) f where :where order by :order, c.id offset :offset limit :limit;

-- checkoutLinesOfOrder
select c.id, c.number, c.purpose, c.state, c.why, coalesce(c.message, '') as message, c.kind, c.provider_id as "providerId", c.test, c.minor, c.currency_code as "currencyCode",
c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt", c.expires_at as "expiresAt", c.paid_at as "paidAt",
c.order_id as "orderId", coalesce(o.lang, c.lang) as lang, o.number as "orderNumber", o.answers, f.refunded as "refundedMinor", f.returning as "returningMinor",
f.fault as "refundFault", f.message as "refundMessage" from checkout c left join orders o on o.id = c.order_id
cross join lateral (
select coalesce(sum(minor) filter (where state = 'refunded'), 0)::bigint as refunded,
coalesce(sum(minor) filter (where state = 'due'), 0)::bigint as returning,
min(fault) filter (where state = 'due') as fault, min(message) filter (where state = 'due') as message
from checkout_refund where checkout_id = c.id
) f where c.order_id = :orderId order by c.nth desc;


-- packages/service/src/store/payments/checkout-refunds.ts

-- insertCheckoutRefunds
insert into checkout_refund (id, checkout_id, refund_id, minor, state, created_by, note, created_at, due_at)
values (:id, :checkoutId, :refundId, :minor, 'due', :createdBy, :note, :now, now()) on conflict do nothing;

-- checkoutRefunds
select f.id, f.checkout_id as "checkoutId", f.refund_id as "refundId", f.minor, f.state, f.fault, f.message, f.created_by as "createdBy", f.note,
f.created_at as "createdAt", f.refunded_at as "refundedAt", f.attempts from checkout_refund f where f.checkout_id = any(:{[...checkoutIds]}::uuid[]) order by f.created_at, f.id;

-- dueRefundsOfOrder
select f.id, f.checkout_id as "checkoutId", f.refund_id as "refundId", f.minor, f.state, f.fault, f.message, f.created_by as "createdBy", f.note,
f.created_at as "createdAt", f.refunded_at as "refundedAt", f.attempts from checkout_refund f join checkout c on c.id = f.checkout_id
where c.order_id = :orderId and f.state = 'due' order by f.id for update of f;

-- refundableCheckouts
select c.id, (c.paid_minor - coalesce(sum(f.minor) filter (where f.state <> 'stopped'), 0))::bigint as minor
from checkout c left join checkout_refund f on f.checkout_id = c.id
where c.order_id = :orderId and c.state = 'recorded' and c.paid_currency = :currencyCode
group by c.id having c.paid_minor > coalesce(sum(f.minor) filter (where f.state <> 'stopped'), 0)
order by c.paid_at desc, c.id;

-- dueCheckoutRefunds
select f.id, c.kind as key from checkout_refund f join checkout c on c.id = f.checkout_id
where f.state = 'due' and f.due_at <= now() and c.kind <> all(:except::text[]) order by f.due_at, f.id limit :most;

-- claimCheckoutRefund
update checkout_refund f set due_at = now() + :leaseSeconds * interval '1 second', attempts = attempts + 1, fault = null
where id = :id and state = 'due' and due_at <= now() and not exists (
select from checkout_refund g where g.checkout_id = f.checkout_id and g.id <> f.id and g.state = 'due'
and (g.fault is distinct from 'refused' and (g.created_at, g.id) < (f.created_at, f.id)
or g.fault is null and g.attempts > 0 and g.due_at > now()))
returning f.id, f.checkout_id as "checkoutId", f.refund_id as "refundId", f.minor, f.state, f.fault, f.message, f.created_by as "createdBy", f.note,
f.created_at as "createdAt", f.refunded_at as "refundedAt", f.attempts;

-- checkoutOfRefund
select checkout_id as id from checkout_refund where id = :id;

-- refundedBefore
select coalesce(sum(minor), 0)::bigint as minor from checkout_refund
where checkout_id = :checkoutId and id <> :id and state = 'refunded';

-- failedCheckoutRefund
update checkout_refund set fault = :fault, message = :{0}, due_at = now() + :seconds * interval '1 second'
where id = :id and state = 'due';

-- sentCheckoutRefund
update checkout_refund set state = 'refunded', fault = null, message = null, provider_id = :providerId, refunded_at = :now, due_at = null
where id = :id and state = 'due' returning 1;

-- stopCheckoutRefunds
update checkout_refund set state = 'stopped', due_at = null where id = any(:{[...ids]}::uuid[]) and state = 'due';

-- repeatCheckoutRefunds
update checkout_refund set due_at = now() where checkout_id = :checkoutId and state = 'due' and fault is not null returning 1;

-- hasDueRefunds
select exists (select from checkout_refund where checkout_id = :checkoutId and state = 'due') as has;

-- isRefundSent
select not exists (select from checkout_refund where refund_id = :refundId and state = 'due') as sent;

-- sentOfRefund
select coalesce(sum(minor), 0)::bigint as minor from checkout_refund where refund_id = :refundId and state = 'refunded';


-- packages/service/src/store/payments/checkouts.ts

-- insertCheckout
insert into checkout (id, number, purpose, order_id, hold_id, link_id, partner_id, test, lang, minor, currency_code, kind, return_url,
description, state, request, created_at, expires_at, state_at, due_at)
values (:id, :number, :purpose, :orderId, :holdId, :linkId, :partnerId, :test, :lang,
:minor, :currencyCode, :kind, :returnUrl, :description, 'starting',
:request::jsonb, :createdAt, :expiresAt, :createdAt, now() + :leaseSeconds * interval '1 second')
on conflict do nothing returning 1;

-- checkoutById
select c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts from checkout c where c.id = :id;

-- lockCheckout
select c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts from checkout c where c.id = :id for update;

-- checkoutOfProvider
select c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts from checkout c where c.kind = :kind and c.provider_id = :providerId
order by c.nth desc limit 1;

-- findOpenCheckout
select c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts from checkout c
where c.state in ('starting', 'open') and case when :orderId::uuid is null then c.hold_id = :holdId::uuid else c.order_id = :orderId::uuid end;

-- checkoutsOfOrder
select c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts from checkout c where c.order_id = :orderId order by c.nth desc;

-- checkoutsOfHold
select c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts from checkout c where c.hold_id = :holdId order by c.nth desc;

-- recordOpened
update checkout c set state = 'open', provider_id = :providerId, page = :page::jsonb,
expires_at = :expiresAt, state_at = :now, message = null, attempts = 0, due_at = now() + :seconds::float8 * interval '1 second'
where id = :id and state = 'starting' returning c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts;

-- recordEnded
update checkout c set state = 'ended', why = :why, message = :message, state_at = :now, due_at = null
where id = :id and state in ('starting', 'open') returning c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts;

-- recordReading
update checkout c set state = case when c.minor = :minor and c.currency_code = :currencyCode then 'paid' else 'differs' end,
why = case when c.state = 'ended' then 'late' end, message = null, paid_minor = :minor, paid_currency = :currencyCode, means = :means, paid_at = :now, state_at = :now, attempts = 0,
due_at = case when c.minor = :minor and c.currency_code = :currencyCode then now() + :leaseSeconds * interval '1 second' end
where id = :id and state in ('starting', 'open', 'ended') returning c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts;

-- recordSettled
update checkout set state = :state, why = :why, order_id = coalesce(:orderId::uuid, order_id), state_at = :now, due_at = null,
request = case when :state <> 'recorded' then request end
where id = :id;

-- recordAccepted
update checkout set state = 'paid', why = 'accepted', state_at = :now, attempts = 0, due_at = now() where id = :id and state = 'differs' returning 1;

-- replaceRequest
update checkout set request = :request::jsonb where id = :id and state in ('starting', 'open');

-- scheduleCheckout
update checkout set due_at = now() + :seconds::float8 * interval '1 second', message = :message where id = :id and state in ('starting', 'open', 'paid');

-- dueCheckouts
select id, kind as key from checkout where due_at <= now() and kind <> all(:except::text[]) order by due_at, id limit :most;

-- claimCheckout
update checkout c set due_at = now() + :leaseSeconds * interval '1 second', attempts = attempts + 1
where id = :id and due_at <= now() returning c.id, c.number, c.purpose, c.order_id as "orderId", c.hold_id as "holdId", c.link_id as "linkId", c.partner_id as "partnerId",
c.test, c.lang, c.minor, c.currency_code as "currencyCode", c.kind, c.provider_id as "providerId", c.page, c.return_url as "returnUrl", c.description,
c.state, c.why, c.message, c.request, c.paid_minor as "paidMinor", c.paid_currency as "paidCurrency", c.means, c.created_at as "createdAt",
c.expires_at as "expiresAt", c.paid_at as "paidAt", c.state_at as "stateAt", c.attempts;

-- eraseCheckoutRequests
update checkout set request = null where request is not null and state in ('ended', 'refunded') and state_at <= :before;

-- countCheckouts
select count(*) filter (where state = 'differs')::int as differs, count(*) filter (where state = 'refunding')::int as unseated
from checkout where state in ('differs', 'refunding');


-- packages/service/src/store/payments/kinds.ts

-- storedPaymentKinds
select k.kind, k.enabled, k.revision,
k.settings || coalesce((select jsonb_object_agg(x.name, jsonb_build_object('sealed', x.secret))
from payment_secret x where x.kind = k.kind), '{}') as settings from payment_kind k order by k.kind;

-- storedPaymentKind
select k.kind, k.enabled, k.revision,
k.settings || coalesce((select jsonb_object_agg(x.name, jsonb_build_object('sealed', x.secret))
from payment_secret x where x.kind = k.kind), '{}') as settings from payment_kind k where k.kind = :kind;

-- writePaymentKind
insert into payment_kind as k (kind, enabled, settings) select :kind, :enabled, :plain::jsonb
where :revision = 0 or exists (select from payment_kind where kind = :kind and revision = :revision)
on conflict (kind) do update set enabled = excluded.enabled, settings = excluded.settings, revision = k.revision + 1
where k.revision = :revision returning 1;

-- writePaymentKind
delete from payment_secret where kind = :kind and name <> all(:{[...sealed.keys()]}::text[]);

-- writePaymentKind
insert into payment_secret (kind, name, secret) values (:kind, :name, :secret)
on conflict (kind, name) do update set secret = excluded.secret;


-- packages/service/src/store/payments/links.ts

-- insertPaymentLink
insert into payment_link (id, order_id, code, amount, currency_code, created_at, created_by)
values (:id, :orderId, :code, :amount::numeric, :currencyCode, :createdAt, :createdBy)
on conflict do nothing returning 1;

-- paymentLinkByCode
select l.id, l.order_id as "orderId", l.code, l.amount::text as amount, l.currency_code as "currencyCode", l.created_at as "createdAt",
l.created_by as "createdBy", l.revoked_at as "revokedAt" from payment_link l where l.code = :code;

-- paymentLinkById
select l.id, l.order_id as "orderId", l.code, l.amount::text as amount, l.currency_code as "currencyCode", l.created_at as "createdAt",
l.created_by as "createdBy", l.revoked_at as "revokedAt" from payment_link l where l.id = :id;

-- paymentLinksOf
select l.id, l.order_id as "orderId", l.code, l.amount::text as amount, l.currency_code as "currencyCode", l.created_at as "createdAt",
l.created_by as "createdBy", l.revoked_at as "revokedAt" from payment_link l where l.order_id = :orderId order by l.nth desc;

-- revokePaymentLink
update payment_link set revoked_at = :now where id = :id and revoked_at is null;


-- packages/service/src/store/payments/sandbox.ts

-- changeSandboxPayment
insert into sandbox_payment (provider_id, state) values (:providerId, 'null') on conflict do nothing;

-- changeSandboxPayment
select state from sandbox_payment where provider_id = :providerId for update;

-- changeSandboxPayment
delete from sandbox_payment where provider_id = :providerId and state = 'null';

-- changeSandboxPayment
update sandbox_payment set state = :next::jsonb where provider_id = :providerId;


-- packages/service/src/store/photos/photos.ts

-- insertPhoto
insert into photo (id, source, created_at, unnamed_since) values (:id, :source, :now, :now)
on conflict (id) do update set unnamed_since = excluded.unnamed_since where photo.unnamed_since is not null;

-- missingPhotos
select id from photo where id = any(:ids) order by id for key share;

-- markUnnamedPhotos
update photo set unnamed_since = null where unnamed_since is not null and (photo.id in (
select jsonb_array_elements_text(photos) from product union all select jsonb_array_elements_text(photos) from product_past)
or exists (select from fact where name = 'brand' and value::jsonb #>> '{logo,id}' = photo.id));

-- markUnnamedPhotos
update photo set unnamed_since = :now where unnamed_since is null and not (photo.id in (
select jsonb_array_elements_text(photos) from product union all select jsonb_array_elements_text(photos) from product_past)
or exists (select from fact where name = 'brand' and value::jsonb #>> '{logo,id}' = photo.id));

-- deleteUnnamedPhotos
select id from photo where unnamed_since < :before order by unnamed_since limit :most for update skip locked;

-- deleteUnnamedPhotos
delete from photo where id = any(:{({ id }) => id}) and not (photo.id in (
select jsonb_array_elements_text(photos) from product union all select jsonb_array_elements_text(photos) from product_past)
or exists (select from fact where name = 'brand' and value::jsonb #>> '{logo,id}' = photo.id)) returning id;

-- photoSource
select source from photo where id = :id;

-- photoFile
select bytes from photo_file where photo_id = :id and name = :name;

-- storePhotoFile
insert into photo_file (photo_id, name, bytes) select id, :name, :bytes from photo where id = :id on conflict do nothing;


-- packages/service/src/store/publishing/cleanup.ts

-- publishEndedSales
select product_id as id from product_state where recheck_at <= :now order by recheck_at limit 500;

-- deleteVersions
delete from version where number < (select max(number) from version where at < :before);

-- deleteVersions
delete from :table where version <= (select min(number) from version);

-- deletePastPrices
delete from event_price_past where until <= :before;

-- deletePastPrices
delete from rate_past where until <= :before;


-- packages/service/src/store/publishing/product-days.ts

-- daysWritten
insert into product_day (product_id, day, pos, events, has_sold_out, sales_end_at, open, min_price, seq)
select given.product_id, given.day, s.pos, x.*
from unnest(:ids::uuid[], :days::date[]) as given(product_id, day)
join product_state s on s.product_id = given.product_id
cross join lateral (
select sum(shown), bool_or(has_sold_out),
coalesce(array_agg(sales_end_at order by sales_end_at) filter (where open > 0), '{}'),
coalesce(array_agg(open_before order by sales_end_at) filter (where open > 0), '{}'),
coalesce(array_agg(lowest order by sales_end_at) filter (where open > 0), '{}'), max(seq) as seq
from (
select e.sales_end_at, count(*) filter (where e.shown) as shown, bool_or(
case when e.hidden then 'removed'
when e.availability = 'available' and [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] < e.least_seats then 'sold-out'
else e.availability end = 'sold-out') as has_sold_out,
count(*) filter (where
case when e.hidden then 'removed'
when e.availability = 'available' and [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] < e.least_seats then 'sold-out'
else e.availability end = 'available') as open, max(e.seq) as seq,
sum(count(*) filter (where
case when e.hidden then 'removed'
when e.availability = 'available' and [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] < e.least_seats then 'sold-out'
else e.availability end = 'available')) over later as open_before,
min(min(e.min_price) filter (where
case when e.hidden then 'removed'
when e.availability = 'available' and [e.capacity_left | coalesce((e.partners_left ->> :partnerId::text)::int, e.capacity_left)] < e.least_seats then 'sold-out'
else e.availability end = 'available')) over later as lowest
from event e
where e.listed and e.product_id = given.product_id and e.event_on >= given.day and e.event_on < given.day + 1
group by e.sales_end_at window later as (order by e.sales_end_at desc)
) ends
) x
where x.seq is not null
on conflict (product_id, day) do update set pos = excluded.pos, events = excluded.events,
has_sold_out = excluded.has_sold_out, sales_end_at = excluded.sales_end_at, open = excluded.open,
min_price = excluded.min_price, seq = excluded.seq;


-- packages/service/src/store/publishing/published-contents.ts

-- publishContents
update product_state s set content_seq = x.seq, content_updated_on = :now, content_hashes = x.hashes
from jsonb_to_recordset(:values::jsonb) as x(id uuid, seq bigint, hashes jsonb)
where s.product_id = x.id;


-- packages/service/src/store/publishing/published-events.ts

-- portions
declare unpublished no scroll cursor for select id from event where seq is null order by event_on, id;

-- portions
fetch 100 from unpublished;

-- portions
close unpublished;

-- eventsPublished
with changed as (
select e.id, e.listed, e.shown, e.hash, given.n
from unnest(:ids::uuid[]) with ordinality as given(id, n) join event e on e.id = given.id
), moved as (
update event e set seq = :seq::bigint + c.n, shown = e.availability <> 'removed' and not e.hidden,
listed = e.listed or (e.availability <> 'removed' and not e.hidden),
hash = case when e.availability <> 'removed' and not e.hidden then ('x' || encode(substr(sha256(convert_to(
'{"availabilityCode":' || '"' ||
case when e.hidden then 'removed'
when e.availability = 'available' and :{ownSeatsLeft(partnerId)} < e.least_seats then 'sold-out'
else e.availability end || '"' || ',"eventOn":' || '"' || to_char(e.event_on, 'YYYY-MM-DD"T"HH24:MI:SS') || '"'
|| ',"id":' || '"' || e.id || '"' || ',"itemId":' || '"' || e.item_id || '"' || ',"tickets":[' || (
select coalesce(string_agg('{"code":' || '"' || (t ->> 'code') || '"' || ',"unitPrice":{"currencyCode":' || '"' || e.currency_code || '"'
|| ',"value":' || trim_scale((t ->> 'price')::numeric) || '}}', ',' order by n), '')
from jsonb_array_elements(e.tickets) with ordinality as tickets(t, n)
) || ']}', 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint end
from changed c where c.id = e.id
returning e.product_id, e.event_on::date as day, e.currency_code, e.listed::int - c.listed::int as listed,
e.shown::int - c.shown::int as shown, coalesce(e.hash, 0)::numeric - coalesce(c.hash, 0) as hash
), days as (
insert into event_day as d (day, currency_code, n, shown, hash)
select day, currency_code, sum(listed), sum(shown), sum(hash) from moved
where listed <> 0 or shown <> 0 or hash <> 0 group by 1, 2
on conflict (day, currency_code) do update
set n = d.n + excluded.n, shown = d.shown + excluded.shown, hash = d.hash + excluded.hash
), sums as (
insert into digest_day (version, day, shown, hash)
select :version::bigint, day, sum(shown), sum(hash) from moved group by 2
on conflict (version, day) do update set shown = digest_day.shown + excluded.shown, hash = digest_day.hash + excluded.hash
)
select count(*) as n, string_agg(distinct concat(product_id, ' ', day), ',') as days, bool_or(listed <> 0 or shown <> 0
or hash = 0 and day between :now::timestamptz::date - 2 and :now::timestamptz::date + 2) as moved
from moved;


-- packages/service/src/store/publishing/published-offers.ts

-- publishOffer
with
item_moved as (
select i.id, i.product_id, [:named | (not :named)] as entered from item i
where [:named | (not :named)] <> [:named | (not :named)]
), product_moved as (
select p.id, s.pos, [true | (p.id <> all(:{[...ids]}::uuid[]))] as was_sold, [true | (p.id <> all(:{[...ids]}::uuid[]))] as is_sold
from product p join product_state s on s.product_id = p.id
where s.pos is not null and ([true | (p.id <> all(:{[...ids]}::uuid[]))] <> [true | (p.id <> all(:{[...ids]}::uuid[]))]
or p.id in (select product_id from item_moved))
), written as (
insert into partner_offer (partner_id, terms, key, version)
values (:partnerId, :terms::jsonb, :key, :version)
on conflict (partner_id) do update
set terms = excluded.terms, key = excluded.key, version = excluded.version, revision = partner_offer.revision + 1
), items as (
insert into partner_offer_item (partner_id, item_id, version)
select :partnerId, id, :version from item_moved
on conflict (partner_id, item_id) do update set version = excluded.version
), numbered as (
select id, is_sold, case when was_sold and not is_sold
then :deletedSeq + row_number() over (partition by was_sold and not is_sold order by pos) end as deleted_seq
from product_moved
), products as (
insert into partner_offer_product as m (partner_id, product_id, version, deleted_seq)
select :partnerId, id, :version, deleted_seq from numbered
on conflict (partner_id, product_id) do update set version = excluded.version, deleted_seq = excluded.deleted_seq
)
select count(deleted_seq) as left from numbered;

-- publishOffer
insert into partner_offer_days (partner_id, version, product_id, item_id, first_day, last_day)
select :partnerId, :version, x."productId", x."itemId", x."from", x."to"
from jsonb_to_recordset(:stops::jsonb) as x("productId" uuid, "itemId" uuid, "from" date, "to" date);

-- offerEffect
with
item_moved as (
select i.id, i.product_id, [:named | (not :named)] as entered from item i
where [:named | (not :named)] <> [:named | (not :named)]
), product_moved as (
select p.id, s.pos, [true | (p.id <> all(:{[...ids]}::uuid[]))] as was_sold, [true | (p.id <> all(:{[...ids]}::uuid[]))] as is_sold
from product p join product_state s on s.product_id = p.id
where s.pos is not null and ([true | (p.id <> all(:{[...ids]}::uuid[]))] <> [true | (p.id <> all(:{[...ids]}::uuid[]))]
or p.id in (select product_id from item_moved))
)
select
coalesce((select jsonb_agg(p.name order by p.name) from product_moved m join product p on p.id = m.id where m.was_sold and not m.is_sold), '[]') as leaves,
coalesce((select jsonb_agg(p.name order by p.name) from product_moved m join product p on p.id = m.id where m.is_sold and not m.was_sold), '[]') as enters,
coalesce((
select jsonb_agg(p.name || ': ' || i.name order by p.name, i.position) from item_moved x join item i on i.id = x.id
join product_moved m on m.id = x.product_id and m.was_sold and m.is_sold join product p on p.id = x.product_id
where x.entered = :enters), '[]') as "itemsLeave", coalesce((
select jsonb_agg(p.name || ': ' || i.name order by p.name, i.position) from item_moved x join item i on i.id = x.id
join product_moved m on m.id = x.product_id and m.was_sold and m.is_sold join product p on p.id = x.product_id
where x.entered = :enters), '[]') as "itemsEnter";

-- writeOfferTerms
update partner_offer set terms = :terms::jsonb, revision = revision + 1 where partner_id = :partnerId;


-- packages/service/src/store/publishing/published-pages.ts

-- publishPages
update page p set seq = x.seq, pos = x.pos, {hashColumns.map((column) => sql`${column} = x.${column}`)}
from jsonb_to_recordset(:values::jsonb)
as x(id uuid, seq bigint, pos bigint, {hashColumns.map((column) => sql`${column} bigint`)})
where p.id = x.id;

-- changedPages
select id, pos, jsonb_strip_nulls(jsonb_build_object({languages.map( (lang) => sql`${sql.lit(lang)}::text, case when ${isPageInLanguage(lang)} then (select to_jsonb(t) from (select ${pageColumns(lang)}) t) end`, )})) as texts, jsonb_strip_nulls(jsonb_build_object({languages.map((lang) => sql`${sql.lit(lang)}::text, ${sql.ref(`hash_${lang}`)}::text`)})) as hashes
from page p where seq is null order by pos, external_id;


-- packages/service/src/store/publishing/published-products.ts

-- removeProducts
with gone as (
select product_id, hash, detail_hash, content_hashes, row_number() over (order by pos) as n from product_state
where product_id = any(:ids::uuid[]) and deleted_seq is null and pos is not null
), marked as (
update product_state s set deleted_seq = :{deleteVersion - skipped} + gone.n, deleted_at = :now,
has_availability = false, recheck_at = null, hash = null, detail_hash = null, content_hashes = null
from gone where gone.product_id = s.product_id returning gone.hash, gone.detail_hash, gone.content_hashes
) select -count(*) as n, coalesce(-sum(hash), 0) as hash, coalesce(-sum(detail_hash), 0) as "detailHash",
coalesce(jsonb_agg(content_hashes), '[]') as contents
from marked;

-- productsHashed
update product_state s set hash = x.hash, detail_hash = x.detail_hash
from unnest(:ids::uuid[], :hashes::bigint[], :detailHashes::bigint[]) as x(id, hash, detail_hash)
where s.product_id = x.id;

-- productsPublished
with item_price as (
select e.product_id, e.item_id, min(e.min_price) as min_price, min(e.sales_end_at) as next_end
from event e
where e.product_id = :given and e.event_on >= (:now::timestamptz at time zone 'UTC')::date - 2 and e.availability = 'available'
and not e.hidden and (e.capacity_left is null or e.capacity_left >= e.least_seats) and e.sales_end_at > :now
group by e.product_id, e.item_id
), fresh as (
select p.id, p.published and not p.deleted as present,
coalesce(jsonb_object_agg(i.item_id, i.min_price::text) filter (where i.item_id is not null), '{}') as min_prices,
count(i.item_id) > 0 as has_availability, min(i.next_end) as recheck_at
from product p left join item_price i on i.product_id = p.id where p.id = :given group by p.id
), compared as (
select f.*, o.n, s.pos, s.deleted_seq, s.hash, s.detail_hash, s.content_hashes, s.content_updated_on,
s.product_id is null or s.has_availability <> f.has_availability or s.min_prices <> f.min_prices as differs,
s.recheck_at is distinct from f.recheck_at as ends_differently
from fresh f join unnest(:ids::uuid[]) with ordinality as o(id, n) on o.id = f.id
left join product_state s on s.product_id = f.id and s.product_id = :given
), s as (
select *, row_number() over (order by n) as nth, row_number() over (partition by pos is null order by n) as new_nth
from compared where present and (differs or n <= :changed)
), moved as (
insert into product_state (product_id, seq, pos, has_availability, min_prices, updated_on, recheck_at, currency_code)
select p.id, :seq::bigint + s.nth, coalesce(s.pos, :pos::bigint + s.new_nth), s.has_availability,
s.min_prices, :now::timestamptz, s.recheck_at, p.currency_code
from s join product p on p.id = s.id and p.id = :given
on conflict (product_id) do update set seq = excluded.seq, pos = excluded.pos, has_availability = excluded.has_availability,
min_prices = excluded.min_prices, updated_on = excluded.updated_on, recheck_at = excluded.recheck_at,
deleted_seq = null, deleted_at = null, currency_code = excluded.currency_code
), unpublished as (
insert into product_state (product_id, seq, has_availability, min_prices, updated_on, recheck_at)
select id, 0, has_availability, min_prices, :now::timestamptz, recheck_at from compared
where not (present and (differs or n <= :changed)) and (differs or ends_differently)
on conflict (product_id) do update
set has_availability = excluded.has_availability, min_prices = excluded.min_prices, recheck_at = excluded.recheck_at
) select p.id, p.record, s.has_availability as "hasAvailability", s.min_prices as "minPrices",
(
select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'record', i.record, 'published', i.published, 'ticketSizes', i.ticket_sizes, 'priceSteps', i.price_steps)
order by i.position, i.id), '[]')
from item i where i.product_id = p.id
) as items, s.pos is null as "isNew", s.pos is null or s.deleted_seq is not null as "isAdded",
coalesce(s.hash, 0)::text as "formerHash", coalesce(s.detail_hash, 0)::text as "formerDetailHash",
s.n <= :changed as "isOwn", s.content_updated_on as "contentUpdatedOn", s.content_hashes as "contentHashes"
from s join product p on p.id = s.id and p.id = :given;


-- packages/service/src/store/publishing/publishing.ts

-- publishChanges
update currency set rate_version = :version where code = any(:repriced::text[]);

-- counterLocked
select
update_version as "updateVersion", delete_version as "deleteVersion", product_seq as "productSeq",
event_seq as "eventSeq", page_seq as "pageSeq", content_seq as "contentSeq", product_pos as "productPos", page_pos as "pagePos",
product_count as "productCount", currency_version as "currencyVersion", event_list_version as "eventListVersion",
events_from as "eventsFrom", skipped, (incarnation is not null and ((incarnation, token) is distinct from (concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)), xmin))) as "leapDue", ((incarnation, token) is distinct from (concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)), xmin)) as "isNewIncarnation",
array(select id::text from event where seq is null order by event_on, id limit 100) as "changedEvents"
from counter for update;

-- writeCounter
with counted as (
update counter set update_version = :updateVersion, delete_version = :deleteVersion,
product_seq = :productSeq, event_seq = :eventSeq, page_seq = :pageSeq,
content_seq = :contentSeq, product_pos = :productPos, page_pos = :pagePos,
product_count = :productCount, currency_version = :currencyVersion,
event_list_version = :eventListVersion, token = pg_current_xact_id()::xid
), summed as (
insert into digest as d (version, delete_version, product_count, product_hash, product_detail_hash,
page_es_count, page_es_hash, page_pt_count, page_pt_hash, currency_count, currency_hash)
select :updateVersion::bigint, :deleteVersion::bigint, product_count + :products::bigint,
product_hash + :productHash::numeric, product_detail_hash + :productDetailHash::numeric,
page_es_count + :es::bigint, page_es_hash + :esHash::numeric,
page_pt_count + :pt::bigint, page_pt_hash + :ptHash::numeric,
coalesce(:currencies::bigint, currency_count), coalesce(:currencyHash::numeric, currency_hash)
from digest where version = (select max(version) from digest where version <= :version::bigint)
on conflict (version) do update set delete_version = excluded.delete_version,
product_count = excluded.product_count, product_hash = excluded.product_hash,
product_detail_hash = excluded.product_detail_hash
), given as (
insert into version (number, at, product_seq, event_seq, page_seq, content_seq)
select :updateVersion::bigint, :now::timestamptz, :productSeq::bigint,
:eventSeq::bigint, :pageSeq::bigint, :contentSeq::bigint
where :moved::boolean returning 1
) select pg_notify('paseo_version', '') from given;


-- packages/service/src/store/publishing/touched.ts

-- readTouchedDays
select * from (
select product_id as id, event_on::date as day from event e where listed and seq > :eventSeq :ofEvent group by 1, 2
union all
select product_id, null from product_state where (seq > :productSeq or deleted_seq > :deletedSeq) :ofProduct
:moved
) touched order by 1, 2 limit :most;


-- packages/service/src/store/resources/guides.ts

-- isEventOfGuide
select 1 from event e where e.id = :eventId and exists (
select from event_resource r where r.event_id = e.id and r.resource_id = :resourceId);

-- eventsOfGuide
select {[...Object.keys(guideEventFields), ...placeNames].map((name) => sql.ref(name))} from (
select e.id, p.name as "productName", i.name as "itemName", p.type as "productType", e.event_on as "eventOn",
p.time_zone as "timeZone", e.starts_at as "startsAt", e.event_on::date - here.at::date as "daysAhead",
coalesce((ir.requirements -> r.position ->> 'minutes')::int, 0) as minutes,
p.record -> 'location' ->> 'venue' as venue, p.record -> 'location' ->> 'address' as address,
(p.record -> 'location' ->> 'latitude')::float8 as latitude,
(p.record -> 'location' ->> 'longitude')::float8 as longitude,
coalesce(i.record -> 'meetingPoints', p.record -> 'meetingPoints', '[]') as "meetingPoints",
jsonb_array_length(coalesce(p.record -> 'pickups' -> 'places', '[]')) > 0 as "hasPickups",
(select coalesce(sum(coalesce(o.people, o.seats)), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) + (select coalesce(sum(h.seats), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and h.block is not null) as people, (select coalesce(sum(h.seats), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and h.block is not null) as blocked, (select coalesce(sum(coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0)), 0)::int from orders o
where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as admitted,
r.chosen and e.availability <> 'removed' and not e.hidden as "isGiven",
coalesce((select jsonb_agg(jsonb_build_object('lang', l.lang, 'people', l.people) order by l.people desc, l.lang)
from (select o.lang, sum(coalesce(o.people, o.seats))::int as people from orders o
where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled') group by o.lang) l), '[]') as languages
from event_resource r join event e on e.id = r.event_id join item i on i.id = e.item_id
join product p on p.id = e.product_id left join item_resources ir on ir.item_id = e.item_id
join unnest(:{[...times.keys()]}::text[], :{[...times.values()]}::timestamp[]) as here(zone, at) on here.zone = p.time_zone
where r.resource_id = :resourceId and e.starts_at between :now::timestamptz + :{first - 2} * interval '1 day'
and :now::timestamptz + :{last + 2} * interval '1 day'
) s where (people > 0 or "isGiven") and "daysAhead" between :first and :last order by "startsAt", "productName", id limit 1000;

-- calendarOf
select resource_id as "resourceId", lang, made_at as "madeAt", made_by as "madeBy" from guide_calendar where resource_id = :resourceId;

-- calendarByHash
select resource_id as "resourceId", lang, made_at as "madeAt", made_by as "madeBy" from guide_calendar where hash = :hash;

-- writeCalendar
insert into guide_calendar (resource_id, hash, lang, made_at, made_by)
values (:resourceId, :hash, :lang, :madeAt, :madeBy)
on conflict (resource_id) do update set hash = excluded.hash, lang = excluded.lang, made_at = excluded.made_at,
made_by = excluded.made_by;

-- countCalendarChanges
with shown as (
select * from json_to_recordset(:events::json) as x("eventId" uuid, digest text)
), changed as (
insert into guide_calendar_event as g (resource_id, event_id, digest, changed_at)
select :resourceId, "eventId", digest, :now::timestamptz from shown order by 2
on conflict (resource_id, event_id) do update set digest = excluded.digest, sequence = g.sequence + 1,
changed_at = excluded.changed_at
where g.digest <> excluded.digest
returning event_id, sequence, changed_at
)
select s."eventId", coalesce(c.sequence, g.sequence) as sequence, coalesce(c.changed_at, g.changed_at) as "changedAt"
from shown s left join changed c on c.event_id = s."eventId"
left join guide_calendar_event g on g.resource_id = :resourceId and g.event_id = s."eventId";

-- forgetCalendarEvents
delete from guide_calendar_event g where changed_at < :before
and not exists (select from event e where e.id = g.event_id and e.starts_at > :before);


-- packages/service/src/store/resources/plan.ts

-- lockResources
select 1 from resource_plan for update;

-- lockResourcesOf
select 1 from event where id = any(:eventIds::uuid[]) and needs_resources limit 1;

-- lockResourcesOfItems
select 1 from item_resources where item_id = any(:itemIds::uuid[]) and requirements <> '[]' limit 1;

-- ticketsLeftByResources
select 1 from item_resources where item_id = :itemId and requirements @? '$[*].ticket';

-- changedSpan
select item_id as "itemId", min(starts_at) as from, max(starts_at) as until from event
where id = any(:eventIds::uuid[]) group by 1;

-- eventsOf
select e.id, e.item_id as "itemId", e.event_on as "eventOn", e.starts_at as "startsAt", e.capacity,
e.capacity_left as left, e.lacks_resources as lacks, ((select coalesce(sum(case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) + ((select coalesce(sum(case when h.whole_event then greatest(h.seats, e.capacity) else h.seats end), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
where c.event_id = e.id and c.status = 'waitsupplier'))) as seats, ((select coalesce(sum(coalesce(o.people, o.seats)), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) + (select coalesce(sum(coalesce(h.people, h.seats)), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(coalesce(c.people, c.seats)), 0)::int from amendment c
where c.event_id = e.id and c.status = 'waitsupplier')) as people, e.least_seats as "leastSeats", [null::jsonb | (select jsonb_object_agg(code, (
(select coalesce(sum(:{quantityIn("o.tickets")}), 0)::int from orders o
where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled'))
+ (select coalesce(sum(:{quantityIn("h.tickets")}), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test)
+ (select coalesce(sum(greatest(0, :{quantityIn("c.content -> 'tickets'")}
- case when o.event_id = e.id then :{quantityIn("o.tickets")} else 0 end)), 0)::int
from amendment c join orders o on o.id = c.order_id where c.event_id = e.id and c.status = 'waitsupplier'))) from unnest(:codes::text[]) as code)] as tickets, e.day_ends_at > :now as "isComing",
(e.availability = 'removed' and exists (
select from bulk_action_order b join bulk_action a on a.id = b.action_id
where b.event_id = e.id and b.state = 'waiting' and a.kind = 'move')) as "isLeaving", (e.allotted or e.partners_left is not null or e.release_at is not null) as allotted,
coalesce((select jsonb_agg(jsonb_build_object('position', r.position, 'resourceId', r.resource_id, 'units', r.units,
'chosen', r.chosen and e.availability <> 'removed' and not e.hidden)
order by r.position, r.resource_id) from event_resource r where r.event_id = e.id), '[]') as allocations
from event e
where e.item_id = any(:itemIds::uuid[]) and e.starts_at between coalesce(:from::timestamptz, :now::timestamptz - interval '31 days')
and coalesce(:until::timestamptz, 'infinity')
and (e.day_ends_at > :now or exists (select from event_resource r where r.event_id = e.id));

-- writeAllocations
delete from event_resource where event_id = any(:{({ id }) => id}::uuid[]);

-- writeAllocations
insert into event_resource (event_id, position, resource_id, units, chosen)
select "eventId", position, "resourceId", units, chosen from json_to_recordset(:rows::json)
as x("eventId" uuid, position int, "resourceId" uuid, units int, chosen boolean);

-- writeLeft
update event e set capacity_left = x.left, lacks_resources = x.lacks, seq = case when x.seen then null else e.seq end
from json_to_recordset(:events::json) as x(id uuid, "left" int, lacks boolean, seen boolean)
where e.id = x.id returning e.product_id as "productId", x.seen;


-- packages/service/src/store/resources/resources.ts

-- allResources
select id, name, kind, capacity, turnaround_minutes as "turnaroundMinutes", hours, days_off as "daysOff", archived, revision
from resource order by name collate "und-x-icu", id;

-- writeResource
insert into resource as r (id, name, kind, capacity, turnaround_minutes, hours, days_off, archived)
values (:id, :name, :kind, :capacity, :turnaroundMinutes, :hours::jsonb,
:daysOff::jsonb, :archived)
on conflict (id) do update set name = excluded.name, kind = excluded.kind, capacity = excluded.capacity,
turnaround_minutes = excluded.turnaround_minutes, hours = excluded.hours, days_off = excluded.days_off,
archived = excluded.archived, revision = r.revision + 1;

-- allRequirements
select item_id as "itemId", requirements from item_resources where requirements <> '[]';

-- productsByResource
select u.resource as "resourceId", jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name collate "und-x-icu", p.id) as products
from (
select distinct resource, i.product_id from item_resources r join item i on i.id = r.item_id and not i.dropped,
jsonb_array_elements(r.requirements) as requirement, jsonb_array_elements_text(requirement -> 'resources') as resource
) u join product p on p.id = u.product_id and not p.deleted
group by u.resource;

-- itemWithResources
select i.id, i.external_id as "externalId", i.name, p.external_id as product, p.name as "productName", p.type,
coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as "durationMinutes",
jsonb_path_query_array(i.record, '$.ticketRules[*].code') as codes, coalesce(r.requirements, '[]') as requirements, coalesce(r.revision, 0) as revision
from item i join product p on p.id = i.product_id left join item_resources r on r.item_id = i.id where i.id = :id;

-- writeRequirements
insert into item_resources as r (item_id, requirements) values (:itemId, :requirements::jsonb)
on conflict (item_id) do update set requirements = excluded.requirements, revision = r.revision + 1;

-- writeRequirements
select 1 from event where item_id = :itemId and day_ends_at > :now order by id for update;

-- writeRequirements
update event set needs_resources = :{requirements.length > 0} where item_id = :itemId and day_ends_at > :now
returning id;

-- eventNames
select e.id, p.name as "productName", i.name as "itemName" from event e join item i on i.id = e.item_id
join product p on p.id = e.product_id where e.id = any(:{[...ids]}::uuid[]);


-- packages/service/src/store/resources/timetable.ts

-- timetableFacts
select e.id, coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes,
(select count(*)::int from orders o
left join lateral (
select sums.paid, sums.charged - sums.credited - sums.paid as due
from (select
(select coalesce(sum(
case when y.currency_code = :code then y.amount else
round(coalesce(y.usd * m.total / nullif(o.total_usd, 0), y.usd * m.rate), :digits::int) end), 0) from payment y
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m where y.order_id = o.id) as paid,
(select coalesce(sum(a.paid), 0) from refund r
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a
where r.order_id = o.id and r.method = 'account' and r.paid_at is not null) as credited,
(
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) + (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null)) - (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null and c.payment ->> 'method' <> 'account'
) as charged
) sums where (not o.test and case when o.payment is null then o.agreed #>> '{terms,collects}' = 'operator'
else o.payment ->> 'method' = 'account' end)
) b on true
where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled') and (not o.test and case when o.payment is null then o.agreed #>> '{terms,collects}' = 'operator'
else o.payment ->> 'method' = 'account' end) and b.due > 0) as "balancesDue"
from event e join item i on i.id = e.item_id join product p on p.id = e.product_id
where e.id = any(:{[...eventIds]}::uuid[]);

-- eventIdsOfResource
select distinct e.id from event_resource r join event e on e.id = r.event_id
where r.resource_id = :resourceId and e.event_on >= :from::date and e.event_on < :from::date + :days::int;


-- packages/service/src/store/sale/amendments.ts

-- insertQuote
insert into amendment (id, order_id, partner_id, revision, status, event_id, event_on, seats, people, total_usd, difference_usd,
refund_usd, content, created_at, expires_at)
values (:id, :orderId, :partnerId, :revision, 'quoted', :eventId, :eventOn,
:seats, :people, :totalUsd, :differenceUsd, :refundUsd, :content::jsonb,
:createdAt, :expiresAt)
returning id, order_id as "orderId", partner_id as "partnerId", revision, status, event_id as "eventId",
event_on as "eventOn", seats, coalesce(people, seats) as people, total_usd as "totalUsd", difference_usd as "differenceUsd", refund_usd as "refundUsd", content,
created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt", actor, payment;

-- amendmentById
select id, order_id as "orderId", partner_id as "partnerId", revision, status, event_id as "eventId",
event_on as "eventOn", seats, coalesce(people, seats) as people, total_usd as "totalUsd", difference_usd as "differenceUsd", refund_usd as "refundUsd", content,
created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt", actor, payment from amendment where id = :id;

-- waitingAmendment
select id, order_id as "orderId", partner_id as "partnerId", revision, status, event_id as "eventId",
event_on as "eventOn", seats, coalesce(people, seats) as people, total_usd as "totalUsd", difference_usd as "differenceUsd", refund_usd as "refundUsd", content,
created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt", actor, payment from amendment where order_id = :orderId and status = 'waitsupplier';

-- amendmentsOf
select id, order_id as "orderId", partner_id as "partnerId", revision, status, event_id as "eventId",
event_on as "eventOn", seats, coalesce(people, seats) as people, total_usd as "totalUsd", difference_usd as "differenceUsd", refund_usd as "refundUsd", content,
created_at as "createdAt", expires_at as "expiresAt", accepted_at as "acceptedAt", actor, payment from amendment where order_id = :orderId and status <> 'quoted' order by accepted_at, revision;

-- writeAmendment
update amendment set status = :status, accepted_at = coalesce(:acceptedAt, accepted_at),
actor = coalesce(:actor, actor),
payment = coalesce(:{change.payment ? JSON.stringify(change.payment) : null}::jsonb, payment)
where id = :id;

-- countAmendment
update orders set amended = amended + 1, changed_at = :now, changed_xid = pg_current_xact_id() where id = :orderId;

-- scheduleAmendmentCall
with former as (
update amendment c set resume_at = o.supplier_due_at from orders o where c.id = :id and o.id = c.order_id
)
update orders set supplier_tries = 0, supplier_due_at = now() + :dueIn::float8 * interval '1 second' where id = :orderId;

-- endAmendmentCalls
update orders o set supplier_tries = 0, supplier_due_at = c.resume_at, flagged_at = null, flag = null
from amendment c where c.id = :id and o.id = :orderId;

-- applyAmendment
with applied as (update amendment set applied_at = :now, refund_usd = :refundUsd::numeric where id = :id)
update orders set event_id = :eventId, event_on = :eventOn::timestamp, item_id = :itemId,
tickets = :tickets::jsonb, seats = :seats,
people = :people, whole_event = :wholeEvent, total_usd = :totalUsd::numeric,
agreed = :agreed::jsonb, cancel_until = :cancelUntil::timestamptz,
email = :email, phone_number = :phoneNumber, answers = :answers::jsonb,
confirmation = coalesce(:confirmation, confirmation), amended = amended + 1, changed_at = :now, changed_xid = pg_current_xact_id()
where id = :orderId;

-- purgeQuotes
delete from amendment where status = 'quoted' and created_at <= :before;


-- packages/service/src/store/sale/attendance.ts

-- attendanceOfOrders
select o.id as "orderId", (o.status = 'complete' and coalesce((
select m.no_show from attendance_mark m where m.order_id = o.id and m.event_id = o.event_id), (not o.test and exists (
select from event_attendance t where t.event_id = o.event_id) and coalesce((
select case when p.type = 'scheduled' and d.minutes is not null then e.starts_at + d.minutes * interval '1 minute' else e.day_ends_at end <= :now
from event e join item i on i.id = e.item_id join product p on p.id = e.product_id,
lateral (select coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes) d
where e.id = o.event_id), true)))) as "isAbsentCounted", coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0) as admitted, case when (o.status = 'complete' and coalesce((
select m.no_show from attendance_mark m where m.order_id = o.id and m.event_id = o.event_id), (not o.test and exists (
select from event_attendance t where t.event_id = o.event_id) and coalesce((
select case when p.type = 'scheduled' and d.minutes is not null then e.starts_at + d.minutes * interval '1 minute' else e.day_ends_at end <= :now
from event e join item i on i.id = e.item_id join product p on p.id = e.product_id,
lateral (select coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes) d
where e.id = o.event_id), true))))
then greatest(coalesce(o.people, o.seats) - coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0), 0) else 0 end as "noShow"
from orders o where o.id = any(:orderIds::uuid[]);

-- attendanceOfEvent
select closed, at, by from event_attendance where event_id = :eventId;

-- markAttendance
insert into attendance_mark (order_id, event_id, no_show, at, by)
values (:orderId, :eventId, :noShow, :at, :by)
on conflict (order_id, event_id) do update set no_show = excluded.no_show, at = excluded.at, by = excluded.by;

-- recordAttendance
insert into event_attendance as t (event_id, at, by, closed) values (:eventId, :at, :by, :closed)
on conflict (event_id) do update set at = excluded.at, by = excluded.by, closed = true where excluded.closed and not t.closed;

-- forgetAttendance
delete from event_attendance where event_id = :eventId;

-- forgetUndoneAttendance
delete from event_attendance where event_id = :eventId and not closed and not exists (
select from admission a join orders o on o.id = a.order_id where o.event_id = :eventId and not o.test and a.undone_at is null);


-- packages/service/src/store/sale/due-letters.ts

-- recordChangeLetter
insert into guest_letter (order_id, cause, state, due_at, at)
select o.id, {causes[kind]}[ || ':' || :amendmentId::text | ], 'due', now(), now()
from (select * from orders where id = :orderId) o join partner pa on pa.id = o.partner_id cross join lateral (
select l.is_on, l.hours, l.on_since from letter l
where l.kind = 'change' and (l.product_id = o.product_id or l.product_id is null)
order by l.product_id nulls last limit 1) as l
where exists (select 1 from letter where kind = 'change' and is_on) and l.is_on
and not o.test and o.email <> '' and o.erased_at is null and not pa.writes_to_guests and not exists (
select 1 from bulk_action_order b join bulk_action a on a.id = b.action_id
where b.order_id = o.id and b.state = 'waiting' and a.content -> 'letters' ? o.lang)
on conflict do nothing;

-- recordActionLetters
insert into guest_letter (order_id, cause, state, due_at, at, action_id)
select o.id, :cause, 'due', now(), now(), a.id from bulk_action a join orders o on o.id = any(:{[...orderIds]}::uuid[])
where a.id = :actionId and a.content -> 'letters' ? o.lang and o.email <> '' and o.erased_at is null
on conflict do nothing;

-- recordPartnerLetters
insert into partner_letter (partner_id, cause, name, address, state, due_at, at)
select p.id, :{`${kind}:${about}`}, c ->> 'name', c ->> 'email', 'due', now(), now()
from partner p cross join lateral jsonb_array_elements(coalesce(p.company -> 'contacts', '[]')) c
where p.id = :partnerId and c ->> 'kind' = 'accounts' and c ->> 'email' <> ''
and exists (select from letter where kind = :kind and product_id is null and is_on)
on conflict do nothing;

-- recordPaymentLetter
insert into guest_letter as g (order_id, cause, state, due_at, at)
select o.id, :{`${kind}:${id}`}, 'due', now(), now() from orders o join partner pa on pa.id = o.partner_id
where o.id = :orderId and not o.test and o.email <> '' and o.erased_at is null and not pa.writes_to_guests
on conflict (order_id, cause) do update set state = 'due', due_at = now(), at = now(), attempts = 0, fault = null, detail = null
where g.state in ('sent', 'failed', 'skipped', 'unknown');

-- recordUnseatedLetters
insert into guest_letter (order_id, cause, state, due_at, at)
select :checkoutId::uuid, cause, 'due', now(), now()
from unnest(:{[`paid-back:${checkoutId}`, `no-seats:${checkoutId}`]}::text[]) as cause on conflict do nothing;

-- recordSiteLetter
insert into guest_letter as g (order_id, cause, state, due_at, at)
select o.id, :kind, 'due', now(), now() from orders o
where o.id = :orderId and not o.test and o.email <> '' and o.erased_at is null
on conflict (order_id, cause) do update set state = 'due', due_at = now(), at = now(), attempts = 0, fault = null, detail = null
where g.state in ('sent', 'failed', 'skipped', 'unknown') and g.at <= now() - interval '2 minutes';


-- packages/service/src/store/sale/order-sales.ts

-- meetingPointsOf
select coalesce(i.record -> 'meetingPoints', p.record -> 'meetingPoints', '[]') as points from item i join product p on p.id = i.product_id where i.id = :itemId;

-- orderSales
select o.*, jsonb_build_object('productName', o.agreed ->> 'productName', 'productExternalId', p.external_id, 'itemName', o.agreed ->> 'itemName', 'productNames', coalesce(o.agreed -> 'productNames', '{}'),
'itemNames', coalesce(o.agreed -> 'itemNames', '{}'),
'itemExternalId', i.external_id, 'partNumber', i.record -> 'partNumber', 'productType', p.type, 'timeZone', p.time_zone,
'eventOn', to_char(o."eventOn", 'YYYY-MM-DD"T"HH24:MI:SS'), 'immediateBooking', p.record -> 'immediateBooking',
'codePerPerson', coalesce(p.record -> 'codePerPerson', 'false'),
'meetingPoints', coalesce(i.record -> 'meetingPoints', p.record -> 'meetingPoints', '[]')) || (p.record -> 'location') as sold,
case when s.id is not null then jsonb_build_object('externalId', s.external_id, 'name', s.name, 'kind', s.kind,
'lang', s.lang, 'settings', s.settings || coalesce((select jsonb_object_agg(x.name, jsonb_build_object('sealed', x.secret))
from supplier_secret x where x.supplier_id = s.id), '{}'), 'secrets', (
select coalesce(jsonb_agg(secret order by ends_at desc nulls first, created_at desc), '[]') from signing_secret where supplier_id = s.id and (ends_at is null or ends_at > now())
),
'answerWithinMinutes', s.answer_within_minutes) end as supplier
from (
select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment, extract(epoch from now() - supplier_called_at)::float8 as "calledSecondsAgo",
extract(epoch from now() - created_at)::float8 as "placedSecondsAgo", supplier_due_at::text as due, supplier_tries as tries, flagged_at is not null as flagged,
supplier_id as "supplierId", item_id as "itemId", (
select jsonb_build_object('outcome', t.why, 'message', t.message) from order_timeline t
where t.order_id = orders.id and t.kind = 'answered' order by t.id desc limit 1
) as "lastAnswer"
from orders where id = any(:ids::uuid[])
) o join item i on i.id = o."itemId" join product p on p.id = o."productId"
left join supplier s on s.id = case when o."supplierCalled" then o."supplierId" else p.supplier_id end;


-- packages/service/src/store/sale/order-words.ts

-- mergeNewWords
select gin_clean_pending_list(oid) from pg_class
where oid in (to_regclass('orders_search'), to_regclass('orders_words')) and pg_has_role(relowner, 'usage');

-- orderSearchCondition
select from orders o where :exact limit 1;

-- similarNames
select name from json_to_recordset(:known::json) as n(name text, text text) where :nearly;


-- packages/service/src/store/sale/orders.ts

-- ordersById
select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment from orders where id = any(:ids::uuid[]);

-- flagOrder
update orders set flagged_at = :now, flag = :flag where id = :id;

-- unflagOrder
update orders set flagged_at = null, flag = null where id = :id;

-- lockOrder
select id, number, lang, partner_id as "partnerId", event_id as "eventId", product_id as "productId", event_on as "eventOn", status,
confirmation, test, tickets, seats, coalesce(people, seats) as people, whole_event as "wholeEvent", email, phone_number as "phoneNumber", remote_host as "remoteHost", callback_url as "callbackUrl",
external_reference as "externalReference", total_usd as "totalUsd", answers, agreed,
cancel_purchase_hour as "cancelPurchaseHour", cancel_until as "cancelUntil", created_at as "createdAt",
changes, amended, supplier_called_at is not null as "supplierCalled",
supplier_called_at is not null and supplier_id is null and not test as "atDesk", erased_at as "erasedAt", payment from orders where id = :id for update;

-- findOrder
select id from orders where [id = :id | number = :number and test = coalesce(:test, test)];


-- packages/service/src/store/sale/same-guest.ts

-- otherOrdersOfGuests
select t.id as "orderId", o.id, o.number, o.lang, o.test from (
select id, coalesce(case when lower(btrim(email)) <> '' then coalesce(lag(id) over mails, lead(id) over mails) end,
case when regexp_replace(phone_number, '[^0-9]', '', 'g') <> '' then coalesce(lag(id) over phones, lead(id) over phones) end) as other
from orders where event_id in (select event_id from orders where id = any(:orderIds::uuid[]))
and status not in ('rejected', 'cancelled')
window mails as (partition by event_id, test, lower(btrim(email)) order by number),
phones as (partition by event_id, test, regexp_replace(phone_number, '[^0-9]', '', 'g') order by number)
) t join orders o on o.id = t.other where t.id = any(:orderIds::uuid[]);


-- packages/service/src/store/sale/stock.ts

-- stockLeftOf
select t ->> 'code' as code, (t ->> 'stock')::int - (
(select coalesce(sum(:{quantityIn("o.tickets")}), 0)::int from orders o
where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled'))
+ (select coalesce(sum(:{quantityIn("h.tickets")}), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test)
+ (select coalesce(sum(greatest(0, :{quantityIn("c.content -> 'tickets'")}
- case when o.event_id = e.id then :{quantityIn("o.tickets")} else 0 end)), 0)::int
from amendment c join orders o on o.id = c.order_id where c.event_id = e.id and c.status = 'waitsupplier')) as "left"
from event e, jsonb_array_elements(e.tickets) t where e.id = :eventId and t ->> 'stock' is not null;


-- packages/service/src/store/sale/timeline.ts

-- addToTimeline
insert into order_timeline (order_id, at, kind, status, actor, operator, why, message, details)
values (:orderId, :at, :kind, :status, :actor, :operator,
:why,
case when :{0}::text is not null and not exists (select from orders erased where erased.id = :orderId::uuid and erased.erased_at is not null)
then :{0}::text end, :{entry.details ? JSON.stringify(entry.details) : null}::jsonb);

-- addAllToTimeline
insert into order_timeline (order_id, at, kind, status, actor, operator, why, message, details)
select "orderId", at, kind, status, actor, operator, why,
case when message is not null and not exists (select from orders erased where erased.id = "orderId" and erased.erased_at is not null)
then message end, details from json_to_recordset(:sent::json)
as x("orderId" uuid, at timestamptz, kind text, status text, actor text, operator text, why text, message text, details jsonb);

-- orderTimeline
select at, kind, status, actor, operator, why, message, details from order_timeline where order_id = :orderId order by id;


-- packages/service/src/store/site/guest-links.ts

-- guestLink
select l.code, l.purchase_id as "purchaseId", p.white_label as site, l.created_at as "createdAt", l.revoked_at as "revokedAt",
l.revoked_by as "revokedBy" from site_guest_link l join site_purchase p on p.id = l.purchase_id
where l.code = :code and p.white_label = :site;

-- guestLinksOf
select l.code, l.purchase_id as "purchaseId", p.white_label as site, l.created_at as "createdAt", l.revoked_at as "revokedAt",
l.revoked_by as "revokedBy" from site_guest_link l join site_purchase p on p.id = l.purchase_id
where l.purchase_id = :purchaseId order by l.nth desc;

-- ensureGuestLink
insert into site_guest_link (code, purchase_id, created_at) values (:code, :purchaseId, :now) on conflict do nothing;

-- revokeGuestLink
update site_guest_link set revoked_at = :now, revoked_by = 'guest' where code = :code and revoked_at is null;

-- revokeGuestLinksOfOrder
update site_guest_link l set revoked_at = :now, revoked_by = 'operator' from site_purchase p
where p.id = l.purchase_id and p.order_id = :orderId and l.revoked_at is null returning 1;

-- guestLinkOfOrder
select p.id as "purchaseId", l.code, s.white_label as site, s.host, s.path
from site_purchase p join site s on s.white_label = p.white_label join site_guest_link l on l.purchase_id = p.id and l.revoked_at is null
join site_key k on k.white_label = s.white_label join api_key a on a.id = k.key_id
where p.id::text = :externalReference and a.partner_id = :partnerId and s.enabled;

-- insertWithdrawal
insert into site_withdrawal (order_id, purchase_id, name, email, stated_at, outcome)
values (:orderId, :purchaseId, :name, :email, :statedAt, :outcome) on conflict do nothing returning 1;

-- withdrawalOf
select w.order_id as "orderId", w.purchase_id as "purchaseId", w.name, w.email, w.stated_at as "statedAt", w.outcome from site_withdrawal w where w.order_id = :orderId;

-- guestLinkStateOf
select l.revoked_at as "revokedAt", l.revoked_by as "revokedBy" from site_guest_link l join site_purchase p on p.id = l.purchase_id
where p.order_id = :orderId order by l.nth desc limit 1;

-- settleWithdrawal
update site_withdrawal set outcome = 'cancelled' where order_id = :orderId and outcome = 'open' returning 1;

-- openWithdrawals
select w.order_id as "orderId", w.purchase_id as "purchaseId", w.name, w.email, w.stated_at as "statedAt", w.outcome from site_withdrawal w where w.outcome = 'open' order by w.stated_at;


-- packages/service/src/store/site/purchases.ts

-- insertPurchase
insert into site_purchase (id, white_label, code, lang, currency, product_id, event_id, event_on, about, tickets, seats, network, created_at)
values (:id, :site, :code, :lang, :currency, :productId, :eventId, :eventOn::timestamp,
:about::jsonb, :tickets::jsonb, :seats, :network, :createdAt);

-- purchaseByCode
select p.id, p.white_label as site, p.code, p.lang, p.currency, p.product_id as "productId", p.event_id as "eventId",
to_char(p.event_on, 'YYYY-MM-DD"T"HH24:MI:SS') as "eventOn", p.about, p.tickets, p.seats, p.network, p.hold_id as "holdId", p.holds,
p.held_until as "heldUntil", p.payment_id as "paymentId", p.paying_until as "payingUntil", p.way, p.way_at as "wayAt", p.order_id as "orderId", p.form,
p.created_at as "createdAt" from site_purchase p where p.code = :code and p.white_label = :site;

-- purchaseById
select p.id, p.white_label as site, p.code, p.lang, p.currency, p.product_id as "productId", p.event_id as "eventId",
to_char(p.event_on, 'YYYY-MM-DD"T"HH24:MI:SS') as "eventOn", p.about, p.tickets, p.seats, p.network, p.hold_id as "holdId", p.holds,
p.held_until as "heldUntil", p.payment_id as "paymentId", p.paying_until as "payingUntil", p.way, p.way_at as "wayAt", p.order_id as "orderId", p.form,
p.created_at as "createdAt" from site_purchase p where p.id = :id;

-- unsettledPurchases
select p.id, p.white_label as site, p.code, p.lang, p.currency, p.product_id as "productId", p.event_id as "eventId",
to_char(p.event_on, 'YYYY-MM-DD"T"HH24:MI:SS') as "eventOn", p.about, p.tickets, p.seats, p.network, p.hold_id as "holdId", p.holds,
p.held_until as "heldUntil", p.payment_id as "paymentId", p.paying_until as "payingUntil", p.way, p.way_at as "wayAt", p.order_id as "orderId", p.form,
p.created_at as "createdAt" from site_purchase p
where p.white_label = :site and p.order_id is null and p.way_at is not null and lower(p.form ->> 'email') = lower(:email)
order by p.created_at desc limit 5;

-- writeForm
update site_purchase set form = :form::jsonb where id = :id and order_id is null;

-- inTurn
select pg_advisory_xact_lock(hashtextextended('paseo own sites', 0));

-- claimHold
select count(*)::int as all, coalesce(sum(p.seats), 0)::int as seats, count(*) filter (where p.network = :network)::int as "ofNetwork",
coalesce(sum(p.seats) filter (where p.event_id = :eventId), 0)::int as "ofEvent"
from site_purchase p where p.held_until is not null and p.held_until > :now and p.paying_until is null and p.order_id is null and p.id <> :id;

-- claimHold
select capacity_left as left from event where id = :eventId;

-- claimHold
update site_purchase set held_until = :until where id = :id and order_id is null returning 1;

-- writeHold
update site_purchase set hold_id = :holdId, holds = :holds + 1, held_until = :until, payment_id = null
where id = :id and holds = :holds;

-- writeHeldUntil
update site_purchase set held_until = :until where id = :id;

-- claimPayment
select count(*) filter (where p.paying_until > :now and p.order_id is null)::int as open, count(*) filter (where p.paying_until > :now and p.order_id is null and p.event_id = :eventId)::int as "ofEvent",
count(*) filter (where p.way in ('arrival', 'transfer') and p.way_at > :dayAgo)::int as later
from site_purchase p where p.network = :network and p.id <> :id;

-- claimPayment
update site_purchase set way = :way, way_at = :now, paying_until = :{way === "online" ? until : null} where id = :id and order_id is null;

-- writePayment
update site_purchase set payment_id = :paymentId, paying_until = coalesce(:until, paying_until) where id = :id and order_id is null;

-- endPayment
update site_purchase set paying_until = null, way = null, held_until = :until where id = :id and order_id is null;

-- writeOrder
update site_purchase set order_id = :orderId, reference = :{storedReference(reference)}, form = null, held_until = null, paying_until = null
where id = :id;

-- purchasesByReference
select p.id, p.white_label as site, p.code, p.lang, p.currency, p.product_id as "productId", p.event_id as "eventId",
to_char(p.event_on, 'YYYY-MM-DD"T"HH24:MI:SS') as "eventOn", p.about, p.tickets, p.seats, p.network, p.hold_id as "holdId", p.holds,
p.held_until as "heldUntil", p.payment_id as "paymentId", p.paying_until as "payingUntil", p.way, p.way_at as "wayAt", p.order_id as "orderId", p.form,
p.created_at as "createdAt" from site_purchase p
where p.white_label = :site and p.reference = any(:candidates::text[]) limit 5;

-- forgetPurchases
update site_purchase set form = null, network = null where created_at <= :dayAgo and (form is not null or network is not null);

-- forgetPurchases
delete from site_purchase where created_at <= :dayAgo and way_at is null and order_id is null;

-- forgetPurchases
delete from site_purchase where event_on < :{new Date(now.getTime() - storedDays * 86_400_000)}::timestamp;


-- packages/service/src/store/site/site-state.ts

-- siteState
select count(*)::int as products,
count(*) filter (where not p.id = any(:shown::uuid[]))::int as "productsWithoutPage",
count(*) filter (where jsonb_array_length(p.photos) = 0)::int as "productsWithoutPhoto",
count(*) filter (where not coalesce(s.has_availability, false))::int as "productsWithoutDates",
exists (select 1 from site_key o join api_key k on k.id = o.key_id
where o.white_label = :code and k.revoked_at is null) as "keyValid"
from product p left join product_state s on s.product_id = p.id where p.published and not p.deleted;


-- packages/service/src/store/site/sites.ts

-- storedSites
select white_label as code, host, path, enabled, settings, revision from site order by white_label;

-- storedSite
select white_label as code, host, path, enabled, settings, revision from site where upper(white_label) = upper(:code);

-- siteAtAddress
select white_label as code from site
where host is not distinct from :host and path = :path and white_label is distinct from :except;

-- insertSite
insert into site (white_label, host, path, enabled, settings)
values (:code, :host, :path, :enabled, :settings::jsonb) returning pg_notify('paseo_version', '');

-- updateSite
update site set host = :host, path = :path, enabled = :enabled,
settings = :settings::jsonb, revision = revision + 1
where white_label = :code and revision = :revision returning pg_notify('paseo_version', '');

-- deleteSite
delete from site where white_label = :code returning pg_notify('paseo_version', '');

-- writeSiteKey
insert into site_key (white_label, key_id, secret) values (:code, :keyId, :{sealSecret(tx, key)})
on conflict (white_label) do update set key_id = excluded.key_id, secret = excluded.secret returning pg_notify('paseo_version', '');

-- siteKeyId
select key_id as id from site_key where white_label = :code;

-- siteKeys
select s.white_label as code, s.secret from site_key s join api_key k on k.id = s.key_id
where k.revoked_at is null;

-- sitesState
select coalesce(string_agg(concat_ws(' ', s.white_label, s.revision, k.key_id, a.revoked_at), ',' order by s.white_label), '') as state
from site s left join site_key k using (white_label) left join api_key a on a.id = k.key_id;

-- sitePages
select p.id, p.type, p.city_code as "cityCode", p.categories, about.id as "productId",
jsonb_strip_nulls(jsonb_build_object({languages.map( (lang) => sql`${sql.lit(lang)}::text, case when ${isPagePublished(lang)} then ${sql.ref(`p.${column}_${lang}`)} end`, )})) as names, jsonb_strip_nulls(jsonb_build_object({languages.map( (lang) => sql`${sql.lit(lang)}::text, case when ${isPagePublished(lang)} then ${sql.ref(`p.${column}_${lang}`)} end`, )})) as urls
from page p left join product about
on p.type = 'product' and about.external_id = case when p.made then substr(p.external_id, 9) else p.external_id end
where p.published and p.pos is not null
and (p.white_labels is null or upper(:code) = any(p.white_labels))
order by p.pos;


-- packages/service/src/store/suppliers/signing-secrets.ts

-- secretsByOwner
select coalesce(partner_id, supplier_id) as id, jsonb_agg(secret order by ends_at desc nulls first, created_at desc) as secrets from signing_secret
where (partner_id = any(:ids::uuid[]) or supplier_id = any(:ids::uuid[])) and (ends_at is null or ends_at > now())
group by 1;

-- addSecret
update signing_secret set ends_at = least(ends_at, now() + :formerForMs * interval '1 millisecond')
where [partner_id = :partnerId | supplier_id = :supplierId];

-- addSecret
insert into signing_secret (id, partner_id, supplier_id, secret)
values (:id, :partnerId, :supplierId, :{sealSecret(tx, secret)});


-- packages/service/src/store/suppliers/supplier-settings.ts

-- writeSupplierSecrets
delete from supplier_secret where supplier_id = :supplierId and name <> all(:{[...sealed.keys()]}::text[]);

-- writeSupplierSecrets
insert into supplier_secret (supplier_id, name, secret) values (:supplierId, :name, :secret)
on conflict (supplier_id, name) do update set secret = excluded.secret;

-- moveSupplierSecrets
select id from supplier where kind = :kind and settings ?| :{[...names]}::text[];

-- moveSupplierSecrets
select external_id as "externalId", settings from supplier where id = :id for update;

-- moveSupplierSecrets
insert into supplier_secret (supplier_id, name, secret)
values (:id, :name, :{sealSecret(tx, String(value))}) on conflict do nothing;

-- moveSupplierSecrets
update supplier set settings = settings - :{[...names]}::text[] where id = :id;

-- moveSupplierSecrets
select 1 from audit where :shown limit 1;

-- moveSupplierSecrets
update audit set before = before #- '{settings}' where :shown;


-- packages/service/src/store/suppliers/suppliers.ts

-- loadSuppliers
select id, external_id as "externalId", name, kind, lang, s.settings || coalesce((select jsonb_object_agg(x.name, jsonb_build_object('sealed', x.secret))
from supplier_secret x where x.supplier_id = s.id), '{}') as settings, answer_within_minutes as "answerWithinMinutes" from supplier s;

-- suppliersWithProducts
select external_id as "externalId", name, kind, lang, s.settings || coalesce((select jsonb_object_agg(x.name, jsonb_build_object('sealed', x.secret))
from supplier_secret x where x.supplier_id = s.id), '{}') as settings, answer_within_minutes as "answerWithinMinutes", '[]'::jsonb as secrets from supplier s
where exists (select 1 from product p where p.supplier_id = s.id and not p.deleted) order by external_id;

-- writeSupplier
insert into supplier as s (id, external_id, name, kind, lang, settings, answer_within_minutes)
values (:id, :externalId, :name, :kind, :lang, :plain::jsonb, :answerWithinMinutes)
on conflict (external_id) do update set name = excluded.name, kind = excluded.kind, lang = excluded.lang,
settings = excluded.settings, answer_within_minutes = excluded.answer_within_minutes,
revision = s.revision + 1;

-- listSuppliers
select external_id as id, external_id as "externalId", name, kind, lang, s.settings || coalesce((select jsonb_object_agg(x.name, jsonb_build_object('sealed', x.secret))
from supplier_secret x where x.supplier_id = s.id), '{}') as settings, answer_within_minutes as "answerWithinMinutes", revision, (select count(*) from product p where p.supplier_id = s.id and not p.deleted) as products
from supplier s where true
[ | and external_id = :externalId]
[and strpos(folded_text(external_id || ' ' || name), :{foldText(typed.trim())}) > 0 | ]
order by external_id;

-- supplierToCall
select external_id as "externalId", name, kind, lang, s.settings || coalesce((select jsonb_object_agg(x.name, jsonb_build_object('sealed', x.secret))
from supplier_secret x where x.supplier_id = s.id), '{}') as settings, answer_within_minutes as "answerWithinMinutes", '[]'::jsonb as secrets from supplier s where external_id = :externalId;

-- suppliersOfProducts
select p.external_id as product, u.external_id as supplier from product p left join supplier u on u.id = p.supplier_id
where p.external_id = any(:externalIds::text[]);

-- supplierUses
select 1 from supplier where external_id = :externalId for update;

-- supplierUses
select (select count(*) from product p where p.supplier_id = s.id) as products,
(select count(*) from orders o where o.supplier_id = s.id) as orders
from supplier s where external_id = :externalId;

-- deleteSupplier
delete from supplier where external_id = :externalId;

-- supplierSecrets
select id, kind, (
select coalesce(jsonb_agg(secret order by ends_at desc nulls first, created_at desc), '[]') from signing_secret where supplier_id = s.id and (ends_at is null or ends_at > now())
) as secrets
from supplier s where external_id = :externalId;


-- packages/service/src/store/terms/companies.ts

-- companyOfPartner
select company from partner where id = :partnerId;

-- writeCompany
update partner set company = :company::jsonb, revision = revision + 1
where id = :partnerId and revision = :revision returning 1;


-- packages/service/src/store/terms/file-mappings.ts

-- bankMappings
select name, content from file_mapping where owner = :bank order by name;

-- deleteBankMapping
delete from file_mapping where owner = :bank and name = :name returning 1;

-- countMapping
select content from file_mapping where owner = :partnerId and name = '';

-- save
insert into file_mapping (owner, name, content, changed_at) values (:owner, :name, :content::jsonb, :now)
on conflict (owner, name) do update set content = excluded.content, changed_at = excluded.changed_at;


-- packages/service/src/store/terms/partner-limits.ts

-- partnersToCheck
select p.id as "partnerId" from partner p left join partner_limit l on l.partner_id = p.id
where p.has_terms
and (l.partner_id is not null or exists (
select from partner_terms t where t.partner_id = p.id and t.valid_from <= :now and t.content -> 'limit' <> 'null'))
and (l.partner_id is null or l.checked_at <= :now::timestamptz - interval '1 hour'
or exists (select from orders o where o.partner_id = p.id and not o.test and o.changed_at >= l.checked_at - interval '2 minutes')
or exists (select from partner_payment y where y.partner_id = p.id and y.recorded_at >= l.checked_at - interval '2 minutes')
or exists (select from partner_terms t where t.partner_id = p.id and
(t.created_at >= l.checked_at - interval '2 minutes' or t.valid_from between l.checked_at and :now or t.valid_until between l.checked_at and :now)))
order by p.id;

-- lockLimitCheck
select pg_try_advisory_xact_lock(hashtext('partner limit'), hashtext(:partnerId)) as is;

-- checkedLimit
select warned from partner_limit where partner_id = :partnerId;

-- writeCheckedLimit
insert into partner_limit (partner_id, state, warned, left_amount, currency_code, checked_at)
values (:partnerId, :state, :warned, :left::numeric, :currencyCode, :now)
on conflict (partner_id) do update set state = excluded.state, warned = excluded.warned, left_amount = excluded.left_amount,
currency_code = excluded.currency_code, checked_at = excluded.checked_at;

-- deleteCheckedLimit
delete from partner_limit where partner_id = :partnerId;


-- packages/service/src/store/terms/partner-terms.ts

-- termsOfPartner
select t.id, t.valid_from as "validFrom", t.valid_until as "validUntil", t.content, t.price_list_id as "priceListId",
t.created_at as "createdAt", t.created_by as "createdBy" from partner_terms t where t.partner_id = :partnerId order by t.valid_from desc, t.created_at desc;

-- termsForEvent
with version as (
select t.*, lead(t.valid_from) over (order by t.valid_from, t.created_at) as next from partner_terms t
where t.partner_id = :partnerId and t.valid_from <= :now
), term as (
select v.id, v.content, v.price_list_id, v.valid_from, least(v.valid_until, v.next) as valid_until from version v
where v.next is distinct from v.valid_from and coalesce(least(v.valid_until, v.next), 'infinity') > :since
), listed as (
select l.id, l.list_id, l.valid_from, lead(l.valid_from) over (partition by l.list_id order by l.valid_from, l.created_at) as valid_until
from price_list_version l where l.valid_from <= :now and l.list_id in (select price_list_id from term)
)
select t.id, v.id as "listId", t.valid_from as "validFrom", t.content,
coalesce((select jsonb_agg(jsonb_build_object('productId', l.product_id, 'itemId', l.item_id, 'ticket', l.ticket,
'firstOn', l.first_on, 'lastOn', l.last_on, 'rule', l.rule) order by l.nth) from terms_line l
where l.version_id = t.id and (l.product_id is null or l.product_id = :productId) and (l.item_id is null or l.item_id = :itemId)), '[]') as own,
coalesce((select jsonb_agg(jsonb_build_object('productId', l.product_id, 'itemId', l.item_id, 'ticket', l.ticket,
'firstOn', l.first_on, 'lastOn', l.last_on, 'rule', l.rule) order by l.nth) from terms_line l
where l.version_id = v.id and (l.product_id is null or l.product_id = :productId) and (l.item_id is null or l.item_id = :itemId)), '[]') as listed
from term t left join listed v on v.list_id = t.price_list_id and v.valid_from < coalesce(t.valid_until, 'infinity')
and coalesce(v.valid_until, 'infinity') > greatest(t.valid_from, :since::timestamptz)
order by t.valid_from desc, v.valid_from desc;

-- termsOfSale
select t.id, :listId::uuid as "listId", t.valid_from as "validFrom", t.content,
coalesce((select jsonb_agg(jsonb_build_object('productId', l.product_id, 'itemId', l.item_id, 'ticket', l.ticket,
'firstOn', l.first_on, 'lastOn', l.last_on, 'rule', l.rule) order by l.nth) from terms_line l
where l.version_id = t.id and (l.product_id is null or l.product_id = :productId) and (l.item_id is null or l.item_id = :itemId)), '[]') as own,
coalesce((select jsonb_agg(jsonb_build_object('productId', l.product_id, 'itemId', l.item_id, 'ticket', l.ticket,
'firstOn', l.first_on, 'lastOn', l.last_on, 'rule', l.rule) order by l.nth) from terms_line l
where l.version_id = :listId::uuid and (l.product_id is null or l.product_id = :productId) and (l.item_id is null or l.item_id = :itemId)), '[]') as listed
from partner_terms t where t.id = :id;

-- insertTerms
insert into partner_terms (id, partner_id, valid_from, valid_until, price_list_id, content, created_at, created_by)
values (:id, :partnerId, :validFrom, :validUntil, :priceListId, :content::jsonb, :now, :createdBy);

-- insertTerms
update partner set has_terms = true where id = :partnerId and not has_terms;

-- insertLines
insert into terms_line (version_id, nth, product_id, item_id, ticket, first_on, last_on, rule)
select :versionId, (n - 1)::int, (line ->> 'productId')::uuid, (line ->> 'itemId')::uuid, line ->> 'ticket', (line ->> 'firstOn')::date,
(line ->> 'lastOn')::date, line -> 'rule'
from jsonb_array_elements(:lines::jsonb) with ordinality as given (line, n);

-- linesOfVersion
select jsonb_build_object('productId', l.product_id, 'itemId', l.item_id, 'ticket', l.ticket,
'firstOn', l.first_on, 'lastOn', l.last_on, 'rule', l.rule) as line from terms_line l where l.version_id = :versionId order by l.nth;

-- namedLinesOfVersion
select jsonb_build_object('productId', l.product_id, 'itemId', l.item_id, 'ticket', l.ticket,
'firstOn', l.first_on, 'lastOn', l.last_on, 'rule', l.rule) as line, p.name as "productName", i.name as "itemName"
from terms_line l left join product p on p.id = l.product_id left join item i on i.id = l.item_id
where l.version_id = :versionId order by l.nth;

-- deleteTerms
delete from partner_terms where id = :id and valid_from > :now returning 1;

-- deleteTerms
delete from terms_line where version_id = :id;

-- endTerms
update partner_terms set valid_until = :until where id = :id and (valid_until is null or valid_until > :until) returning 1;

-- unknownTargets
select (n - 1)::int as n from jsonb_array_elements(:lines::jsonb) with ordinality as given (line, n)
where (line ->> 'productId') is not null and not exists (select from product p where p.id = (line ->> 'productId')::uuid and not p.deleted)
or (line ->> 'itemId') is not null and not exists (
select from item i where i.id = (line ->> 'itemId')::uuid and i.product_id = (line ->> 'productId')::uuid)
order by n;


-- packages/service/src/store/terms/payable.ts

-- partnerNames
select id as "partnerId", external_id as partner, name, company from partner p
where has_terms or exists (select from partner_payment y where y.partner_id = p.id) order by name, id;

-- recordedBankLines
select bank_line as line from partner_payment where bank_line = any(:{[...digests]}::text[]);


-- packages/service/src/store/terms/preview.ts

-- eventPricesOnDay
select p.id as "productId", p.name as "productName", i.id as "itemId", i.name as "itemName", e.event_on as "eventOn",
e.currency_code as "currencyCode", e.tickets as prices, i.ticket_sizes as "ticketSizes",
p.record ->> 'taxRate' as "taxRate"
from product p join item i on i.product_id = p.id and i.published
cross join lateral (
select event_on, currency_code, tickets from event e
where e.item_id = i.id and e.event_on >= :day::date and e.availability <> 'removed' order by e.event_on limit 1
) e
where p.published and not p.deleted order by p.name, i.name, i.id;

-- priceListVersionAt
select id from price_list_version where list_id = :listId and valid_from <= :at
order by valid_from desc, created_at desc limit 1;


-- packages/service/src/store/terms/price-lists.ts

-- priceLists
select l.id, l.name, l.revision, v.id as "versionId",
(select count(*)::int from terms_line t where t.version_id = v.id) as lines,
(select count(distinct t.partner_id)::int from partner_terms t
where t.price_list_id = l.id and (t.valid_until is null or t.valid_until > :now)) as partners
from price_list l left join lateral (
select id from price_list_version v where v.list_id = l.id and v.valid_from <= :now
order by v.valid_from desc, v.created_at desc limit 1
) v on true
where [true | l.id = :id] order by lower(l.name);

-- partnersOfPriceList
select p.id, p.name from partner p where exists (
select from partner_terms t where t.partner_id = p.id and t.price_list_id = :listId and (t.valid_until is null or t.valid_until > :now))
order by lower(p.name);

-- insertPriceList
insert into price_list (id, name) values (:id, :name) on conflict do nothing returning 1;

-- renamePriceList
update price_list set name = :name, revision = revision + 1 where id = :id and revision = :revision returning 1;

-- priceListNamed
select id from price_list where lower(name) = lower(:name);

-- priceListVersions
select v.id, v.valid_from as "validFrom", v.created_at as "createdAt", v.created_by as "createdBy",
(select count(*)::int from terms_line t where t.version_id = v.id) as lines
from price_list_version v where v.list_id = :listId order by v.valid_from desc, v.created_at desc;

-- insertPriceListVersion
insert into price_list_version (id, list_id, valid_from, created_at, created_by)
values (:id, :listId, :validFrom, :now, :createdBy);

-- deletePriceListVersion
delete from price_list_version where id = :id and valid_from > :now returning 1;

-- deletePriceListVersion
delete from terms_line where version_id = :id;


-- packages/service/src/store/terms/standings.ts

-- openOrders
select o.id, o.number, o.lang, o.status, o.external_reference as "externalReference", o.agreed ->> 'productName' as "productName",
o.agreed ->> 'itemName' as "itemName", o.event_on as "eventOn", o.tickets, o.agreed ->> 'taxRate' as "taxRate", o.agreed -> 'terms' as terms,
(
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) + (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null))::text as charged, refunds.refunded::text as refunded, refunds.paid_out::text as "paidOut",
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price)::text as total, (
select round(coalesce(sum((price ->> 'quantity')::int * (price #>> '{partner,retail}')::numeric *
case when price ->> 'currencyCode' = :code then 1 else m.rate / (price ->> 'rate')::numeric end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price)::text as retail,
(
select round(coalesce(sum((price ->> 'quantity')::int * (price #>> '{partner,net}')::numeric *
case when price ->> 'currencyCode' = :code then 1 else m.rate / (price ->> 'rate')::numeric end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price)::text as net, jsonb_build_object('tickets', o.agreed -> 'tickets') as agreed, m.rate::text as rate, line.sums as "onStatements"
from orders o
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select max(s.issued_at) as at, jsonb_build_object('retail', sum(l.retail)::text, 'commission', sum(l.commission)::text, 'net', sum(l.net)::text,
'owed', sum(l.owed)::text, 'content', (array_agg(l.content order by s.issued_at desc))[1]) as sums
from statement_line l join statement s on s.id = l.statement_id where l.order_id = o.id having count(*) > 0
) line on true
cross join lateral (
select coalesce(sum(coalesce(a.paid, a.due)), 0) as refunded, coalesce(sum(a.paid) filter (where r.method <> 'account'), 0) as paid_out
from refund r
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a where r.order_id = o.id and coalesce(r.due_at, r.paid_at) is not null
) refunds
where o.partner_id = :partnerId and o.agreed ? 'terms' and not o.test and coalesce(o.agreed #>> '{terms,currencyCode}', o.agreed #>> '{tickets,0,prices,0,currencyCode}') = :code
and (:dueUntil::date is null or o.status <> 'waitsupplier')
and (:dueUntil::date is null or case when o.agreed #>> '{terms,dueOn}' = 'sale' then (o.created_at at time zone :zone)::date
else o.event_on::date end <= :dueUntil::date)
and (line.at is null or o.changed_at >= line.at - interval '1 hour' or o.event_on >= :attendedSince::date
or exists (select from refund r where r.order_id = o.id and greatest(r.due_at, r.paid_at) >= line.at - interval '1 hour'))
order by o.created_at, o.id;

-- debtOfAmendments
select coalesce((select :{more(sql`${JSON.stringify(tickets)}::jsonb`)} from orders o :owing and o.id = :orderId), 0)::text as own,
coalesce((
select sum(greatest(0, :{more(sql`a.content #> '{agreed,tickets}'`)}))
from amendment a join orders o on o.id = a.order_id :owing and a.status = 'waitsupplier' and o.id <> :orderId
), 0)::text as waiting;

-- countedOrders
select f.*, x.* from (
select o.id, o.number, o.lang, o.status, o.external_reference as "externalReference", o.agreed ->> 'productName' as "productName",
o.agreed ->> 'itemName' as "itemName", o.event_on as "eventOn", o.tickets, o.agreed ->> 'taxRate' as "taxRate", o.agreed -> 'terms' as terms,
(
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) + (
select coalesce(sum(greatest(0, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price))), 0)
from amendment c where c.order_id = o.id and c.applied_at is not null))::text as charged, refunds.refunded::text as refunded, refunds.paid_out::text as "paidOut",
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price)::text as total, (
select round(coalesce(sum((price ->> 'quantity')::int * (price #>> '{partner,retail}')::numeric *
case when price ->> 'currencyCode' = :code then 1 else m.rate / (price ->> 'rate')::numeric end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price)::text as retail,
(
select round(coalesce(sum((price ->> 'quantity')::int * (price #>> '{partner,net}')::numeric *
case when price ->> 'currencyCode' = :code then 1 else m.rate / (price ->> 'rate')::numeric end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price)::text as net, jsonb_build_object('tickets', o.agreed -> 'tickets') as agreed, m.rate::text as rate, line.sums as "onStatements"
from orders o
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select max(s.issued_at) as at, jsonb_build_object('retail', sum(l.retail)::text, 'commission', sum(l.commission)::text, 'net', sum(l.net)::text,
'owed', sum(l.owed)::text, 'content', (array_agg(l.content order by s.issued_at desc))[1]) as sums
from statement_line l join statement s on s.id = l.statement_id where l.order_id = o.id having count(*) > 0
) line on true
cross join lateral (
select coalesce(sum(coalesce(a.paid, a.due)), 0) as refunded, coalesce(sum(a.paid) filter (where r.method <> 'account'), 0) as paid_out
from refund r
cross join lateral (
select (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(o.agreed -> 'tickets', '$[*].prices[*]') as price) as total,
case when o.agreed #>> '{tickets,0,prices,0,currencyCode}' = :code
then (o.agreed #>> '{tickets,0,prices,0,rate}')::numeric else [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end as rate
) m
left join lateral (
select -c.difference_usd as usd, (
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'before', '$[*].prices[*]') as price) -
(
select round(coalesce(sum((price ->> 'quantity')::int * case when price ->> 'currencyCode' = :code
then (price ->> 'unitPrice')::numeric
else (price ->> 'unitUsdPrice')::numeric * [1::numeric | coalesce(
(select h.rate from rate_history h where h.currency_code = :code and h.at <= o.created_at order by h.id desc limit 1),
(select h.rate from rate_history h where h.currency_code = :code order by h.id limit 1),
(select c.rate from currency c where c.code = :code), 1)] end), 0), :digits::int)
from jsonb_path_query(c.content -> 'agreed' -> 'tickets', '$[*].prices[*]') as price) as total
from amendment c where r.reason = 'changed' and c.order_id = r.order_id and c.applied_at = r.due_at limit 1
) returned on returned.usd > 0 and returned.total > 0
cross join lateral (
select
coalesce(round(r.due_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.due_usd * m.total / nullif(o.total_usd, 0), r.due_usd * m.rate), :digits::int)) as due,
coalesce(round(r.paid_usd * returned.total / returned.usd, :digits::int),
round(coalesce(r.paid_usd * m.total / nullif(o.total_usd, 0), r.paid_usd * m.rate), :digits::int)) as paid
) a where r.order_id = o.id and coalesce(r.due_at, r.paid_at) is not null
) refunds
where o.partner_id = :partnerId and o.agreed ? 'terms' and not o.test and coalesce(o.agreed #>> '{terms,currencyCode}', o.agreed #>> '{tickets,0,prices,0,currencyCode}') = :code
and (:day between :from::date and :to::date or o.external_reference = any(:{[...references]}::text[])
or o.number = any(:{[...numbers]}::bigint[]))
) f join lateral (
select :day::text as day, (o.created_at at time zone 'UTC')::date::text as "utcDay", o.item_id as "itemId" from orders o where o.id = f.id
) x on true
order by x.day, f.number;

-- accountCurrencies
select code from (
select o.partner_id, coalesce(o.agreed #>> '{terms,currencyCode}', o.agreed #>> '{tickets,0,prices,0,currencyCode}') as code from orders o join partner p on p.id = o.partner_id
where p.has_terms and o.agreed ? 'terms' and not o.test
union select partner_id, currency_code from statement
union select partner_id, currency_code from partner_payment) a where partner_id = :partnerId order by 1;


-- packages/service/src/store/terms/statement-runs.ts

-- accountsOfRun
select p.id as "partnerId", p.external_id as partner, p.name as "partnerName", a.code as "currencyCode"
from (
select o.partner_id, coalesce(o.agreed #>> '{terms,currencyCode}', o.agreed #>> '{tickets,0,prices,0,currencyCode}') as code from orders o join partner p on p.id = o.partner_id
where p.has_terms and o.agreed ? 'terms' and not o.test
union select partner_id, currency_code from statement
union select partner_id, currency_code from partner_payment) a join partner p on p.id = a.partner_id
where :period = 'all' or :period = coalesce((
select t.content ->> 'period' from partner_terms t where t.partner_id = p.id and t.valid_from <= :now
order by t.valid_from desc, t.created_at desc limit 1), 'month')
order by p.name, p.external_id, a.code;

-- insertStatementRun
insert into statement_run (id, last_on, period, started_at, started_by)
values (:id, :lastOn::date, :period, :startedAt, :startedBy) on conflict do nothing returning 1;

-- insertStatementRun
insert into statement_run_account (run_id, nth, partner_id, currency_code, due_at)
select :id, n::int, (a ->> 'partnerId')::uuid, a ->> 'currencyCode', :startedAt
from jsonb_array_elements(:accounts::jsonb) with ordinality as given (a, n);

-- openRunOf
select r.id, r.last_on::text as "lastOn", r.period, r.started_at as "startedAt", r.started_by as "startedBy", r.ended_at as "endedAt", a.*
from statement_run r cross join lateral (
select count(*)::int as accounts, count(*) filter (where a.settled_at is null)::int as waiting,
count(a.statement_id)::int as issued, count(*) filter (where a.problem = 'nothing-to-state')::int as "nothingToState",
coalesce(jsonb_agg(jsonb_build_object('partner', p.external_id, 'partnerName', p.name, 'currencyCode', a.currency_code, 'problem', a.problem)
order by a.nth) filter (where a.problem <> 'nothing-to-state'), '[]') as refusals
from statement_run_account a join partner p on p.id = a.partner_id where a.run_id = r.id
) a where r.last_on = :lastOn::date and r.period = :period and r.ended_at is null;

-- statementRuns
select r.id, r.last_on::text as "lastOn", r.period, r.started_at as "startedAt", r.started_by as "startedBy", r.ended_at as "endedAt", a.*
from statement_run r cross join lateral (
select count(*)::int as accounts, count(*) filter (where a.settled_at is null)::int as waiting,
count(a.statement_id)::int as issued, count(*) filter (where a.problem = 'nothing-to-state')::int as "nothingToState",
coalesce(jsonb_agg(jsonb_build_object('partner', p.external_id, 'partnerName', p.name, 'currencyCode', a.currency_code, 'problem', a.problem)
order by a.nth) filter (where a.problem <> 'nothing-to-state'), '[]') as refusals
from statement_run_account a join partner p on p.id = a.partner_id where a.run_id = r.id
) a order by r.started_at desc, r.id limit :most;

-- hasOpenRun
select 1 from statement_run where ended_at is null limit 1;

-- lockRunAccount
select a.run_id as "runId", a.nth, a.partner_id as "partnerId", a.currency_code as "currencyCode", a.attempts, r.last_on::text as "lastOn",
r.started_by as "startedBy"
from statement_run_account a join statement_run r on r.id = a.run_id
where a.settled_at is null and a.due_at <= :now
order by r.started_at, a.run_id, a.nth limit 1 for update of a skip locked;

-- settleRunAccount
update statement_run_account set settled_at = :at, statement_id = :statementId, problem = :problem
where run_id = :runId and nth = :nth;

-- postponeRunAccount
update statement_run_account set attempts = attempts + 1, due_at = :dueAt
where run_id = :runId and nth = :nth and settled_at is null;

-- endStatementRuns
update statement_run r set ended_at = :now where r.ended_at is null
and not exists (select from statement_run_account a where a.run_id = r.id and a.settled_at is null);


-- packages/service/src/store/terms/statements.ts

-- statements
select s.id, s.series, s.number, s.partner_id as "partnerId", p.external_id as partner, p.name as "partnerName",
s.currency_code as "currencyCode", s.first_on::text as "firstOn", s.last_on::text as "lastOn", s.issued_at as "issuedAt", s.issued_by as "issuedBy",
s.due_on::text as "dueOn", s.balance_before::text as "balanceBefore", s.paid::text as paid, s.total::text as total,
s.balance_after::text as "balanceAfter", l.retail::text as retail, l.commission::text as commission, l.net::text as net, l.lines,
coalesce((select sum(y.amount) from partner_payment y left join statement t on t.id = y.statement_id
where y.partner_id = s.partner_id and y.currency_code = s.currency_code and (t.id is null or t.last_on > s.last_on)), 0)::text as "paidSince",
s.parties, s.invoice_number as "invoiceNumber"
from statement s join partner p on p.id = s.partner_id cross join lateral (
select count(*)::int as lines, coalesce(sum(retail), 0) as retail, coalesce(sum(commission), 0) as commission, coalesce(sum(net), 0) as net
from statement_line where statement_id = s.id
) l
where (:partnerId::uuid is null or s.partner_id = :partnerId)
and (:runId::uuid is null or s.id in (select statement_id from statement_run_account where run_id = :runId))
and (:issuedAt::timestamptz is null or (s.issued_at, s.id) < (:issuedAt, :id))
order by s.issued_at desc, s.id desc limit :most;

-- statementsAfter
select s.id, s.series, s.number, s.partner_id as "partnerId", p.external_id as partner, p.name as "partnerName",
s.currency_code as "currencyCode", s.first_on::text as "firstOn", s.last_on::text as "lastOn", s.issued_at as "issuedAt", s.issued_by as "issuedBy",
s.due_on::text as "dueOn", s.balance_before::text as "balanceBefore", s.paid::text as paid, s.total::text as total,
s.balance_after::text as "balanceAfter", l.retail::text as retail, l.commission::text as commission, l.net::text as net, l.lines,
coalesce((select sum(y.amount) from partner_payment y left join statement t on t.id = y.statement_id
where y.partner_id = s.partner_id and y.currency_code = s.currency_code and (t.id is null or t.last_on > s.last_on)), 0)::text as "paidSince",
s.parties, s.invoice_number as "invoiceNumber"
from statement s join partner p on p.id = s.partner_id cross join lateral (
select count(*)::int as lines, coalesce(sum(retail), 0) as retail, coalesce(sum(commission), 0) as commission, coalesce(sum(net), 0) as net
from statement_line where statement_id = s.id
) l
where s.partner_id = :partnerId and (s.issued_at, s.id) > (:at, :id::uuid)
order by s.issued_at, s.id limit :most;

-- statementById
select s.id, s.series, s.number, s.partner_id as "partnerId", p.external_id as partner, p.name as "partnerName",
s.currency_code as "currencyCode", s.first_on::text as "firstOn", s.last_on::text as "lastOn", s.issued_at as "issuedAt", s.issued_by as "issuedBy",
s.due_on::text as "dueOn", s.balance_before::text as "balanceBefore", s.paid::text as paid, s.total::text as total,
s.balance_after::text as "balanceAfter", l.retail::text as retail, l.commission::text as commission, l.net::text as net, l.lines,
coalesce((select sum(y.amount) from partner_payment y left join statement t on t.id = y.statement_id
where y.partner_id = s.partner_id and y.currency_code = s.currency_code and (t.id is null or t.last_on > s.last_on)), 0)::text as "paidSince",
s.parties, s.invoice_number as "invoiceNumber"
from statement s join partner p on p.id = s.partner_id cross join lateral (
select count(*)::int as lines, coalesce(sum(retail), 0) as retail, coalesce(sum(commission), 0) as commission, coalesce(sum(net), 0) as net
from statement_line where statement_id = s.id
) l where s.id = :id;

-- statementByNumber
select s.id, s.series, s.number, s.partner_id as "partnerId", p.external_id as partner, p.name as "partnerName",
s.currency_code as "currencyCode", s.first_on::text as "firstOn", s.last_on::text as "lastOn", s.issued_at as "issuedAt", s.issued_by as "issuedBy",
s.due_on::text as "dueOn", s.balance_before::text as "balanceBefore", s.paid::text as paid, s.total::text as total,
s.balance_after::text as "balanceAfter", l.retail::text as retail, l.commission::text as commission, l.net::text as net, l.lines,
coalesce((select sum(y.amount) from partner_payment y left join statement t on t.id = y.statement_id
where y.partner_id = s.partner_id and y.currency_code = s.currency_code and (t.id is null or t.last_on > s.last_on)), 0)::text as "paidSince",
s.parties, s.invoice_number as "invoiceNumber"
from statement s join partner p on p.id = s.partner_id cross join lateral (
select count(*)::int as lines, coalesce(sum(retail), 0) as retail, coalesce(sum(commission), 0) as commission, coalesce(sum(net), 0) as net
from statement_line where statement_id = s.id
) l where s.series = :series and s.number = :number;

-- linesOfStatement
select order_id as "orderId", kind, retail::text as retail, commission::text as commission, net::text as net, owed::text as owed, content
from statement_line where statement_id = :id order by nth;

-- lastStatement
select last_on::text as "lastOn", issued_at as "issuedAt", balance_after::text as "balanceAfter" from statement
where partner_id = :partnerId and currency_code = :currencyCode order by last_on desc limit 1;

-- lockAccount
select pg_advisory_xact_lock(hashtext('partner account'), hashtext(:partnerId));

-- openPayments
select coalesce(sum(amount), 0)::text as sum from partner_payment
where partner_id = :partnerId and currency_code = :currencyCode and statement_id is null;

-- nextNumber
insert into statement_series as s (series, next, identity) values (floor(extract(epoch from clock_timestamp() - timestamptz '2026-01-01 00:00Z'))::int, 2, concat_ws(' ', (select system_identifier from pg_control_system()),
left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_relation_filepath('statement_series'::regclass)))
on conflict (only_row) do update set identity = excluded.identity,
series = case when s.identity = excluded.identity then s.series else greatest(s.series + 1, excluded.series) end,
next = case when s.identity = excluded.identity then s.next + 1 else 2 end
returning series, next - 1 as number;

-- insertStatement
insert into statement (id, series, number, partner_id, currency_code, first_on, last_on, issued_at, issued_by, due_on, balance_before, paid, total,
balance_after, parties)
values (:id, :series, :number, :partnerId, :currencyCode, :firstOn::date, :lastOn::date, :issuedAt,
:issuedBy, :dueOn::date, :balanceBefore::numeric, :paid::numeric, :total::numeric, :balanceAfter::numeric,
:parties::jsonb)
on conflict (partner_id, currency_code, last_on) do nothing returning 1;

-- insertStatement
insert into statement_line (statement_id, nth, order_id, kind, retail, commission, net, owed, content)
select :id, (n - 1)::int, (l ->> 'orderId')::uuid, l ->> 'kind', (l ->> 'retail')::numeric, (l ->> 'commission')::numeric,
(l ->> 'net')::numeric, (l ->> 'owed')::numeric, l -> 'content'
from jsonb_array_elements(:lines::jsonb) with ordinality as given (l, n);

-- insertStatement
update partner_payment set statement_id = :id
where partner_id = :partnerId and currency_code = :currencyCode and statement_id is null;

-- writeInvoiceNumber
update statement set invoice_number = :number where id = :id returning 1;

-- paymentById
select id, partner_id as "partnerId", currency_code as "currencyCode", amount::text as amount, paid_on::text as "paidOn", method, reference,
recorded_at as "recordedAt", recorded_by as "recordedBy", statement_id as "statementId"
from partner_payment where partner_id = :partnerId and id = :id;

-- paymentsOfPartner
select id, partner_id as "partnerId", currency_code as "currencyCode", amount::text as amount, paid_on::text as "paidOn", method, reference,
recorded_at as "recordedAt", recorded_by as "recordedBy", statement_id as "statementId"
from partner_payment where partner_id = :partnerId order by paid_on desc, recorded_at desc, id limit :most;

-- insertPartnerPayment
insert into partner_payment (id, partner_id, currency_code, amount, paid_on, method, reference, bank_line, recorded_at, recorded_by)
values (:id, :partnerId, :currencyCode, :amount::numeric, :paidOn::date, :method, :reference,
:bankLine, :recordedAt, :recordedBy)
on conflict do nothing returning 1;

-- deletePartnerPayment
delete from partner_payment where id = :id and statement_id is null returning 1;


-- packages/service/src/store/transfer/load.ts

-- loadSnapshot
analyze;

-- isEmpty
select exists (select from {name}) as some;

-- isEmpty
:owned;

-- requireUnused
select pg_stat_clear_snapshot();

-- requireUnused
select count(*) as n from pg_stat_activity
where datname = current_database() and application_name = 'paseo' and pid <> pg_backend_pid();

-- dropAll
drop table {[...tables, "migration"].map((name) => sql.table(name))};

-- dropAll
drop sequence {name};

-- dropAll
drop function if exists {functions};

-- fill
delete from {name};

-- fill
insert into {table} (:columns) overriding system value
select :columns from json_populate_recordset(null::{table}, :{`[${rows.join(",")}]`}::json);

-- fill
select setval(:name::regclass, :last);


-- packages/service/src/store/transfer/snapshot.ts

-- withSnapshot
lock table {tables.map((name) => sql.table(name))} in access share mode;

-- batchesOf
declare transfer no scroll cursor for select replace(row_to_json(t)::text, chr(10), ' ') as row from {name} t;

-- batchesOf
fetch {most} from transfer;

-- batchesOf
close transfer;


-- packages/service/src/store/transfer/tables.ts

-- ownTables
select a.relname as table, b.relname as to from pg_constraint c
join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
where c.contype = 'f' and a.relnamespace = current_schema()::regnamespace and a.oid <> b.oid;

-- ownSequences
select s.relname as name from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
join pg_class t on t.oid = d.refobjid
where d.deptype = 'i' and t.relnamespace = current_schema()::regnamespace and t.relname = any(:tables::text[])
order by 1;

-- existing
select relname as name from pg_class
where relnamespace = current_schema()::regnamespace and relname = any(:names::text[]);

-- setTextFormat
select set_config('timezone', 'UTC', true), set_config('extra_float_digits', '1', true);

-- tableContents
select count(*) as rows,
coalesce(sum(('x' || encode(substr(sha256(convert_to(replace(row_to_json(t)::text, chr(10), ' '), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint), 0)::text as hash
from {name} t;

-- columnsOf
select attname as name from pg_attribute
where attrelid = to_regclass(:table) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum;

-- readSequences
select case when is_called then last_value end as last from {name};


-- packages/service/src/store/versions/database-incarnations.ts

-- recordIncarnation
with begun as (
update counter set incarnation = concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)), token = pg_current_xact_id()::xid, skipped = skipped + :leap::bigint
)
insert into leap (update_version, delete_version, skipped, at)
select :updateVersion::bigint, :deleteVersion::bigint, :leap::bigint, :now::timestamptz
where :leap::bigint > 0;


-- packages/service/src/store/versions/digest.ts

-- writePagesDigest
insert into digest_page (lang, version, count, hash)
select :lang, :version, coalesce(max(last.count), 0) + :n::bigint, coalesce(max(last.hash), 0) + :hash::numeric
from (select count, hash from digest_page where lang = :lang order by version desc limit 1) last;

-- writeContentsDigest
insert into digest_content (lang, version, count, hash)
select x.lang, :version, coalesce(last.count, 0) + x.n, coalesce(last.hash, 0) + x.hash
from jsonb_to_recordset(:values::jsonb) as x(lang text, n bigint, hash numeric)
left join lateral (
select count, hash from digest_content d where d.lang = x.lang order by version desc limit 1
) last on true
on conflict (lang, version) do update set count = excluded.count, hash = excluded.hash;

-- digestAt
with wanted as (
select coalesce(:version::bigint, update_version) as version,
greatest(:fromDay::date, events_from) as from_day from counter
), now as (
select coalesce(sum(shown), 0) as n, coalesce(sum(hash), 0) as hash from event_day, wanted
where wanted.from_day is null or day >= wanted.from_day
), since as (
select coalesce(sum(shown), 0) as n, coalesce(sum(hash), 0) as hash from digest_day d, wanted
where d.version > wanted.version and (wanted.from_day is null or day >= wanted.from_day)
)
select wanted.version, wanted.from_day as "fromDate", d.delete_version as "deleteVersion", product_count as "productCount", product_hash as "productHash",
product_detail_hash as "productDetailHash", (now.n - since.n)::bigint as "eventCount", now.hash - since.hash as "eventHash",
page_es_count as "esCount", page_es_hash as "esHash", page_pt_count as "ptCount", page_pt_hash as "ptHash",
currency_count as "currencyCount", currency_hash as "currencyHash",
(
select coalesce(jsonb_object_agg(lang, jsonb_build_object('count', count, 'hash', hash::text)), '{}') from (
select distinct on (lang) lang, count, hash from digest_page
where version <= wanted.version order by lang, version desc
) x
) as further, (
select coalesce(jsonb_object_agg(lang, jsonb_build_object('count', count, 'hash', hash::text)), '{}') from (
select distinct on (lang) lang, count, hash from digest_content
where version <= wanted.version order by lang, version desc
) x
) as contents
from wanted, now, since, digest d where d.version = (select max(version) from digest where version <= wanted.version);

-- deleteDigests
delete from digest where version < (select max(version) from digest where version <= (select min(number) from version));

-- deleteDigests
delete from :table d where version < (
select max(version) from :table where lang = d.lang and version <= (select min(number) from version));

-- deleteDigests
delete from digest_day where version <= (select min(number) from version);


-- packages/service/src/store/versions/versions.ts

-- counterNow
select
update_version as "updateVersion", delete_version as "deleteVersion", product_seq as "productSeq",
event_seq as "eventSeq", page_seq as "pageSeq", content_seq as "contentSeq", product_pos as "productPos", page_pos as "pagePos",
product_count as "productCount", currency_version as "currencyVersion", event_list_version as "eventListVersion",
events_from as "eventsFrom", skipped, (incarnation is not null and ((incarnation, token) is distinct from (concat(extract(epoch from pg_postmaster_start_time()), ' ', pg_relation_filepath('counter'::regclass)), xmin))) as "leapDue" from counter;

-- changedDays
select version, day from digest_day where version > :version and version <= :upTo order by version;

-- versionReached
select v.number as version, v.at, v.product_seq as "productSeq", v.event_seq as "eventSeq", v.page_seq as "pageSeq", v.content_seq as "contentSeq",
(select at from version n where n.number > v.number order by n.number limit 1) as missed, (select update_version from counter) as newest
from version v where v.number = :version;

-- deletionsAfter
with since as (
select :version - coalesce(sum(skipped) filter (where delete_version + skipped <= :version), 0)::bigint as seq,
coalesce(bool_or(:version > delete_version and :version < delete_version + skipped), false) as "isSkipped"
from leap
)
select delete_version as newest, seq, delete_version - skipped as "newestSeq", "isSkipped",
(select min(deleted_at) from product_state where deleted_seq > since.seq) as missed
from counter, since;


-- packages/service/src/store/visits/admissions.ts

-- insertAdmissions
insert into admission (id, order_id, n, people, at, received_at, by, device, offline, conflict)
select x.id, x."orderId", x.n, x.people, x.at, x."receivedAt", x.by, x.device, x.offline, x.conflict
from jsonb_to_recordset(:admissions::jsonb) as x(id uuid, "orderId" uuid, n int, people int,
at timestamptz, "receivedAt" timestamptz, by text, device text, offline boolean, conflict text);

-- standingAdmissions
select id, order_id as "orderId", n, people, at, received_at as "receivedAt", by, device, offline, conflict,
undone_at as "undoneAt" from admission where order_id = any(:orderIds::uuid[]) and undone_at is null
order by order_id, n, at, received_at;

-- admissionRows
select id, order_id as "orderId", n, people, at, received_at as "receivedAt", by, device, offline, conflict,
undone_at as "undoneAt" from admission where id = :id order by n;

-- markAdmissionUndone
update admission set undone_at = :now where id = :id and undone_at is null;

-- writeFirstAdmissions
update voucher v set (redeemed_at, redeemed_by) = (
select a.at, a.by from admission a where a.order_id = v.order_id and a.undone_at is null order by a.at, a.received_at limit 1)
where v.order_id = any(:orderIds::uuid[]) and v.void_at is null;

-- conflicts
select c.id, min(c.conflict) as conflict, sum(c.people)::int as people, p.name as "productName",
to_char(o.event_on, 'YYYY-MM-DD"T"HH24:MI:SS') as "eventOn", c.at, c.by, c.device,
o.number, o.lang, o.test, (
select jsonb_build_object('at', to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', f.by, 'device', f.device)
from admission f where f.order_id = c.order_id and f.n = min(c.n) and f.undone_at is null and f.id <> c.id
order by f.at, f.received_at limit 1
) as first
from admission c join orders o on o.id = c.order_id join product p on p.id = o.product_id
where c.conflict is not null and c.undone_at is null and :selected
group by c.id, c.order_id, c.at, c.by, c.device, c.received_at, o.id, p.id
order by c.received_at desc, c.id limit 100;


-- packages/service/src/store/visits/day-events.ts

-- countCancelledOrders
select count(*)::int as n from orders o where o.event_id = :eventId and not o.test and not (not o.test and o.status not in ('rejected', 'cancelled'));

-- listDayEvents
select *, count(*) over () as total from (
select e.id, e.product_id as "productId", p.external_id as product, i.external_id as item,
p.name as "productName", i.name as "itemName", e.event_on as "eventOn",
case when e.availability = 'removed' then 'removed'
when e.hidden then 'unpublished'
when e.availability = 'black-out' then 'black-out'
when e.lacks_resources and e.day_ends_at > :now::timestamptz then 'no-resources'
when e.capacity_left < e.least_seats and not e.lacks_resources then 'sold-out'
when e.availability = 'sold-out' then 'marked-sold-out'
when e.sales_end_at <= :now::timestamptz then 'ended'
else 'available' end as state,
e.availability as setting, e.capacity, (select coalesce(sum(case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as sold, ((select coalesce(sum(case when h.whole_event then greatest(h.seats, e.capacity) else h.seats end), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
where c.event_id = e.id and c.status = 'waitsupplier')) as held, e.capacity_left as "left",
e.currency_code as "currencyCode", e.sales_end_at as "salesEndAt",
e.availability = 'available' and not e.hidden and (coalesce(
(e.partners_left ->> (select id::text from partner where external_id = 'desk'))::int, e.capacity_left) < e.least_seats) is not true and
(e.starts_at + case when p.type = 'scheduled' then '60 minutes'::interval else interval '0' end) > :now::timestamptz as "deskSells",
e.tickets, e.item_id as "itemId", p.type as "productType", p.record -> 'location' ->> 'venue' as venue, p.city_code as "cityCode",
p.time_zone as "timeZone", e.starts_at as "startsAt",
e.event_on::date - here.at::date as "daysAhead",
(p.type = 'scheduled' and e.starts_at <= :before) as started, (select coalesce(sum(coalesce(o.people, o.seats)), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as people, (select coalesce(sum(coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0)), 0)::int from orders o
where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as admitted, (select count(*)::int from orders o
where o.event_id = e.id and not o.test and o.status in ('waitsupplier', 'waitcancel')) as waiting,
(p.record -> 'minimumGuests')::int as "minimumGuests", ((select coalesce(sum(coalesce(o.people, o.seats)), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) between 1 and (p.record -> 'minimumGuests')::int - 1
and :now between e.starts_at - coalesce((p.record -> 'minimumGuestsHours')::int, 24) * interval '1 hour' and e.starts_at) is true as "tooFew" from event e
join item i on i.id = e.item_id join product p on p.id = e.product_id
join unnest(:{[...times.keys()]}::text[], :{[...times.values()]}::timestamp[]) as here(zone, at) on here.zone = p.time_zone
where e.listed and p.type <> 'dateless'
and e.event_on >= :around - 1 and e.event_on < :around + :{days + 1}::int
and e.event_on::date - :first between 0 and :{days - 1}::int and not :begun
) s where state not in ('removed', 'unpublished') or sold > 0 or people > 0
order by "daysAhead", "productType" <> 'scheduled', "startsAt", "productName", item, id limit :limit;

-- listTooFew
select e.id, e.product_id as "productId", p.external_id as product, i.external_id as item,
p.name as "productName", i.name as "itemName", e.event_on as "eventOn",
case when e.availability = 'removed' then 'removed'
when e.hidden then 'unpublished'
when e.availability = 'black-out' then 'black-out'
when e.lacks_resources and e.day_ends_at > :now::timestamptz then 'no-resources'
when e.capacity_left < e.least_seats and not e.lacks_resources then 'sold-out'
when e.availability = 'sold-out' then 'marked-sold-out'
when e.sales_end_at <= :now::timestamptz then 'ended'
else 'available' end as state,
e.availability as setting, e.capacity, (select coalesce(sum(case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as sold, ((select coalesce(sum(case when h.whole_event then greatest(h.seats, e.capacity) else h.seats end), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
where c.event_id = e.id and c.status = 'waitsupplier')) as held, e.capacity_left as "left",
e.currency_code as "currencyCode", e.sales_end_at as "salesEndAt",
e.availability = 'available' and not e.hidden and (coalesce(
(e.partners_left ->> (select id::text from partner where external_id = 'desk'))::int, e.capacity_left) < e.least_seats) is not true and
(e.starts_at + case when p.type = 'scheduled' then '60 minutes'::interval else interval '0' end) > :now::timestamptz as "deskSells",
e.tickets, e.item_id as "itemId", p.type as "productType", p.record -> 'location' ->> 'venue' as venue, p.city_code as "cityCode",
p.time_zone as "timeZone", e.starts_at as "startsAt",
e.event_on::date - here.at::date as "daysAhead",
(p.type = 'scheduled' and e.starts_at <= :before) as started, (select coalesce(sum(coalesce(o.people, o.seats)), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as people, (select coalesce(sum(coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0)), 0)::int from orders o
where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as admitted, (select count(*)::int from orders o
where o.event_id = e.id and not o.test and o.status in ('waitsupplier', 'waitcancel')) as waiting,
(p.record -> 'minimumGuests')::int as "minimumGuests", ((select coalesce(sum(coalesce(o.people, o.seats)), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) between 1 and (p.record -> 'minimumGuests')::int - 1
and :now between e.starts_at - coalesce((p.record -> 'minimumGuestsHours')::int, 24) * interval '1 hour' and e.starts_at) is true as "tooFew" from event e
join item i on i.id = e.item_id join product p on p.id = e.product_id
join unnest(:{[...times.keys()]}::text[], :{[...times.values()]}::timestamp[]) as here(zone, at) on here.zone = p.time_zone
where e.listed and p.record -> 'minimumGuests' is not null and e.starts_at >= :now and ((select coalesce(sum(coalesce(o.people, o.seats)), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) between 1 and (p.record -> 'minimumGuests')::int - 1
and :now between e.starts_at - coalesce((p.record -> 'minimumGuestsHours')::int, 24) * interval '1 hour' and e.starts_at) is true
order by e.starts_at, e.id limit :limit;

-- eventsByIds
select e.id, e.product_id as "productId", p.external_id as product, i.external_id as item,
p.name as "productName", i.name as "itemName", e.event_on as "eventOn",
case when e.availability = 'removed' then 'removed'
when e.hidden then 'unpublished'
when e.availability = 'black-out' then 'black-out'
when e.lacks_resources and e.day_ends_at > :now::timestamptz then 'no-resources'
when e.capacity_left < e.least_seats and not e.lacks_resources then 'sold-out'
when e.availability = 'sold-out' then 'marked-sold-out'
when e.sales_end_at <= :now::timestamptz then 'ended'
else 'available' end as state,
e.availability as setting, e.capacity, (select coalesce(sum(case when o.whole_event then greatest(o.seats, e.capacity) else o.seats end), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as sold, ((select coalesce(sum(case when h.whole_event then greatest(h.seats, e.capacity) else h.seats end), 0)::int from hold h
where h.event_id = e.id and h.status = 'open' and not h.test) + (select coalesce(sum(c.seats), 0)::int from amendment c
where c.event_id = e.id and c.status = 'waitsupplier')) as held, e.capacity_left as "left",
e.currency_code as "currencyCode", e.sales_end_at as "salesEndAt",
e.availability = 'available' and not e.hidden and (coalesce(
(e.partners_left ->> (select id::text from partner where external_id = 'desk'))::int, e.capacity_left) < e.least_seats) is not true and
(e.starts_at + case when p.type = 'scheduled' then '60 minutes'::interval else interval '0' end) > :now::timestamptz as "deskSells",
e.tickets, e.item_id as "itemId", p.type as "productType", p.record -> 'location' ->> 'venue' as venue, p.city_code as "cityCode",
p.time_zone as "timeZone", e.starts_at as "startsAt",
e.event_on::date - here.at::date as "daysAhead",
(p.type = 'scheduled' and e.starts_at <= :before) as started, (select coalesce(sum(coalesce(o.people, o.seats)), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as people, (select coalesce(sum(coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0)), 0)::int from orders o
where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) as admitted, (select count(*)::int from orders o
where o.event_id = e.id and not o.test and o.status in ('waitsupplier', 'waitcancel')) as waiting,
(p.record -> 'minimumGuests')::int as "minimumGuests", ((select coalesce(sum(coalesce(o.people, o.seats)), 0)::int from orders o where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled')) between 1 and (p.record -> 'minimumGuests')::int - 1
and :now between e.starts_at - coalesce((p.record -> 'minimumGuestsHours')::int, 24) * interval '1 hour' and e.starts_at) is true as "tooFew" from event e
join item i on i.id = e.item_id join product p on p.id = e.product_id
join unnest(:{[...times.keys()]}::text[], :{[...times.values()]}::timestamp[]) as here(zone, at) on here.zone = p.time_zone where e.id = any(:ids::uuid[]) order by e.starts_at, e.id;


-- packages/service/src/store/visits/door-events.ts

-- doorEventRows
select id, "productName", "itemName", "productType", to_char(event_on, 'YYYY-MM-DD"T"HH24:MI:SS') as "eventOn", "timeZone", people, admitted
from (
select :selected from :events where e.listed and :days and p.type <> 'dateless'
and (s.people is not null or (not e.hidden and e.availability <> 'removed'))
union all
select :selected from :events where e.listed and :validity and p.type = 'dateless' and s.people is not null
) x order by event_on, "productName", "itemName", id limit 500;

-- doorNames
select p.name as "productName", i.name as "itemName"
from orders o join product p on p.id = o.product_id join item i on i.id = o.item_id where o.id = :orderId;

-- doorOrders
select o.id, o.event_id as "eventId", o.number, o.lang, o.test, o.status, o.tickets, coalesce(o.people, o.seats) as people, o.answers,
v.code, v.void_at as "voidAt"
from orders o left join voucher v on v.order_id = o.id
where o.event_id = any(:eventIds::uuid[]) and (not o.test or :sandbox::boolean) order by o.created_at, o.number;


-- packages/service/src/store/visits/list-formats.ts

-- listFormats
select id, name, content, is_default as "isDefault", revision from guest_list_format order by name collate "und-x-icu", name;

-- listFormat
select id, name, content, is_default as "isDefault", revision from guest_list_format where id = :id;

-- hasFormatNamed
select 1 from guest_list_format where lower(name) = lower(:name) and id <> :exceptId;

-- lockListFormats
lock table guest_list_format in share row exclusive mode;

-- saveListFormat
update guest_list_format set is_default = false where is_default and id <> :id;

-- saveListFormat
insert into guest_list_format as f (id, name, content, is_default)
values (:id, :name, :fields::jsonb, :isDefault)
on conflict (id) do update set name = excluded.name, content = excluded.content, is_default = excluded.is_default, revision = f.revision + 1;

-- deleteListFormat
delete from guest_list_format where id = :id;

-- ownQuestionsOfProducts
select distinct on (q ->> 'code') q as question
from product p, jsonb_array_elements(coalesce(p.record -> 'ownQuestions', '[]')) q order by q ->> 'code', p.external_id;


-- packages/service/src/store/visits/manifest.ts

-- pickupPlaceId
select (
select b.guests -> 'pickup' ->> 'placeId' from channel_booking b where b.id = o.id) as id from orders o where o.id = :orderId;

-- pickupPlaces
select place.* from event e join product p on p.id = e.product_id,
jsonb_to_recordset(coalesce(p.record -> 'pickups' -> 'places', '[]'))
as place ("externalId" text, name text, address text, latitude float8, longitude float8, "minutesBefore" int)
where e.id = :eventId;

-- manifestOrders
select o.id, o.number, o.lang, o.test, o.status, o.flag, o.confirmation, o.external_reference as "externalReference",
pa.name as partner, pa.external_id as "partnerExternalId", o.email, o.phone_number as "phoneNumber", o.tickets, o.seats, coalesce(o.people, o.seats) as people,
o.answers,
coalesce(o.agreed -> 'questions', '[]') as asked, jsonb_build_object('group', o.agreed -> 'group', 'ownLater', o.agreed -> 'ownLater',
'leadPerTicket', o.agreed -> 'leadPerTicket', 'tickets', o.agreed -> 'tickets') as agreed, (
select b.guests -> 'pickup' ->> 'placeId' from channel_booking b where b.id = o.id) as "pickupPlaceId",
coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0) as admitted, case when (o.status = 'complete' and coalesce((
select m.no_show from attendance_mark m where m.order_id = o.id and m.event_id = o.event_id), (not o.test and exists (
select from event_attendance t where t.event_id = o.event_id) and coalesce((
select case when p.type = 'scheduled' and d.minutes is not null then e.starts_at + d.minutes * interval '1 minute' else e.day_ends_at end <= :now
from event e join item i on i.id = e.item_id join product p on p.id = e.product_id,
lateral (select coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes) d
where e.id = o.event_id), true))))
then greatest(coalesce(o.people, o.seats) - coalesce(
(select sum(a.people)::int from (
select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0), 0) else 0 end as "noShow", v.redeemed_at as "admittedAt", o.erased_at as "erasedAt",
coalesce((select jsonb_agg(t.message order by t.id) from order_timeline t
where t.order_id = o.id and t.kind = 'note' and t.message is not null), '[]') as notes
from orders o join partner pa on pa.id = o.partner_id left join voucher v on v.order_id = o.id
where o.event_id = :eventId and not o.test and o.status not in ('rejected', 'cancelled') order by o.created_at, o.number limit :limit;


-- packages/service/src/store/visits/passes.ts

-- insertPasses
insert into pass (order_id, n, code, ticket_code, people)
select x."orderId", x.n, x.code, x."ticketCode", x.people
from json_to_recordset(:passes::json) as x("orderId" uuid, n int, code text, "ticketCode" text, people int)
where not exists (select from replaced_code r where r.code = x.code)
on conflict do nothing returning order_id as "orderId", n;

-- readPasses
select order_id as "orderId", n, code, ticket_code as "ticketCode", people from pass
where order_id = any(:orderIds::uuid[]) order by order_id, n;

-- passByCode
select order_id as "orderId", n from pass where code = :code;


-- packages/service/src/store/visits/vouchers.ts

-- insertVouchers
with made as (
insert into voucher (order_id, code, made_at, content)
select "orderId", code, "madeAt", content from json_to_recordset(:vouchers::json)
as x("orderId" uuid, code text, "madeAt" timestamptz, content jsonb)
on conflict (order_id) do nothing returning order_id
), letters as (
insert into guest_letter (order_id, cause, state, due_at, at)
select o.id, {causes[kind]}[ || ':' || :about::text | ], 'due', now(), now()
from made cross join lateral (select * from orders where id = made.order_id offset 0) o join partner pa on pa.id = o.partner_id cross join lateral (
select l.is_on, l.hours, l.on_since from letter l
where l.kind = 'confirmation' and (l.product_id = o.product_id or l.product_id is null)
order by l.product_id nulls last limit 1) as l
where exists (select 1 from letter where kind = 'confirmation' and is_on) and l.is_on
and not o.test and o.email <> '' and o.erased_at is null and not pa.writes_to_guests and not exists (
select 1 from bulk_action_order b join bulk_action a on a.id = b.action_id
where b.order_id = o.id and b.state = 'waiting' and a.content -> 'letters' ? o.lang) on conflict do nothing)
select order_id as "orderId" from made;

-- renewVoucher
update voucher set code = :code, made_at = :madeAt, content = :content::jsonb
where order_id = :orderId returning 1;

-- retireCodes
with former as (delete from pass where order_id = :id returning code, n, people)
insert into replaced_code (code, order_id, event_id, n, people, replaced_at)
select code, :id::uuid, :eventId::uuid, n, people, :now::timestamptz from former
union all select code, :id::uuid, :eventId::uuid, null, :people::int, :now::timestamptz from voucher where order_id = :id;

-- replacedCode
select order_id as "orderId", event_id as "eventId", code, n, people, replaced_at as "replacedAt",
(select o.status from orders o where o.id = order_id) as status from replaced_code where code = :code;

-- replacedCodes
select order_id as "orderId", event_id as "eventId", code, n, people, replaced_at as "replacedAt",
(select o.status from orders o where o.id = order_id) as status from replaced_code
where order_id = any(:orderIds::uuid[]) or event_id = any(:eventIds::uuid[]) order by order_id, replaced_at, n;

-- voidVoucherOf
with ended as (
update voucher set void_at = :now where order_id = :orderId and void_at is null returning order_id
)
insert into guest_letter (order_id, cause, state, due_at, at)
select o.id, {causes[kind]}[ || ':' || :about::text | ], 'due', now(), now()
from ended cross join lateral (select * from orders where id = ended.order_id offset 0) o join partner pa on pa.id = o.partner_id cross join lateral (
select l.is_on, l.hours, l.on_since from letter l
where l.kind = 'cancellation' and (l.product_id = o.product_id or l.product_id is null)
order by l.product_id nulls last limit 1) as l
where exists (select 1 from letter where kind = 'cancellation' and is_on) and l.is_on
and not o.test and o.email <> '' and o.erased_at is null and not pa.writes_to_guests and not exists (
select 1 from bulk_action_order b join bulk_action a on a.id = b.action_id
where b.order_id = o.id and b.state = 'waiting' and a.content -> 'letters' ? o.lang) on conflict do nothing;

-- voucherByCode
select order_id as "orderId", code, made_at as "madeAt", void_at as "voidAt", redeemed_at as "redeemedAt",
redeemed_by as "redeemedBy", content from voucher where code = :code;

-- voucherOf
select order_id as "orderId", code, made_at as "madeAt", void_at as "voidAt", redeemed_at as "redeemedAt",
redeemed_by as "redeemedBy", content from voucher where order_id = :orderId;
