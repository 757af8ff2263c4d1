-- A booking that fills the list of an index's new words merges all of them: about 190 ms after every 12,000 orders. The job "search index"
-- merges them before, so the list may be longer.
alter index orders_words set (gin_pending_list_limit = 16384);
