-- The transaction that wrote the row. Another one shows that the row was deleted and filled again from a copy, which begins a new
-- history: docs/decisions/0025-version-leaps.md.
alter table counter add column token xid;
