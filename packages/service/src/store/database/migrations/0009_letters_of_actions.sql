-- needs: 0008_refused_orders.sql
-- A letter in the words of a bulk action waits, is sent and is tried again as every other letter: docs/decisions/0052-letters-to-guests.md.

-- The bulk action whose words the letter has. Null: the letter has the words of its kind.
alter table guest_letter add column action_id uuid;

-- An action that only informs guests is an `inform`; the former word stays allowed beside an older release.
alter table bulk_action drop constraint bulk_action_kind_check;
alter table bulk_action add constraint bulk_action_kind_check check (kind in ('move', 'cancel', 'tell', 'inform'));
update bulk_action set kind = 'inform' where kind = 'tell';
update guest_letter set cause = 'informed:' || substr(cause, 6) where cause like 'told:%';
update bulk_action_order set cause = 'informed:' || substr(cause, 6) where cause like 'told:%';

-- Orders whose letters were due. A move waits again: the job finds what became of its amendment. Every other letter is due.
update bulk_action_order set state = 'waiting' where state = 'telling' and change_id is not null;
insert into guest_letter (order_id, cause, state, due_at, at, action_id)
select b.order_id, coalesce(b.cause, 'informed:' || b.action_id), 'due', now(), now(), b.action_id
from bulk_action_order b join bulk_action a on a.id = b.action_id join orders o on o.id = b.order_id
where b.state = 'telling' and a.content -> 'letters' ? o.lang and o.email <> ''
on conflict do nothing;
update bulk_action_order set state = 'done', cause = coalesce(cause, 'informed:' || action_id) where state = 'telling';
