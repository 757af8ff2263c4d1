-- needs: 0001_schema_2.sql
-- Notifications of changes to orders: docs/decisions/0030-changes-to-an-order.md. No release relies on the constraint that is dropped.

-- Of a callback about a change: the changes of the order so far. 0: the callback is about a status. Both numbers are the sequence.
alter table callback add column amended integer not null default 0;
alter table callback drop constraint callback_order_id_sequence_key;
create unique index callback_sequence on callback (order_id, sequence, amended);
