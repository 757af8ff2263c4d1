-- Lists remember no former names and no dropped years: the full list of events begins with the latest, so that past days leave
-- at its end. docs/decisions/0004-paging.md has the reasons.
alter table product drop column former;

-- What `query` searches in each language, without accents and in lower case. Null: the page is not in that language now.
alter table page
  add column search_es text,
  add column search_pt text;
update page set search_es = facets ->> 'es', search_pt = facets ->> 'pt';
alter table page drop column facets, drop column former;

drop table event_gone;
delete from event_day where day < (select events_from from counter);

-- The version in which an event last entered the list of events or left it. Until the next one, every event keeps its page.
alter table counter rename column event_layout to event_list_version;
