-- The version in which an event last came to the list, left it or came back. While it stays, every event keeps its page: pages
-- on whose days nothing changed are still right.
alter table counter add column event_layout bigint not null default 0;
