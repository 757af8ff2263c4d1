-- Who claimed a key, so that a request which has ended gives back its own claim and no other's.
alter table idempotency add column claim uuid;
