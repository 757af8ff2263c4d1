-- Names by language, and content pages in English: docs/decisions/0033-languages-as-data.md.

-- Further names by language code. A language without one has the product's own name.
alter table product add column names jsonb not null default '{}';
alter table item add column names jsonb not null default '{}';

alter table page add column name_en text;
alter table page add column url_en text;
alter table page add column search_en text;
alter table page add column hash_en bigint;

-- Counts and sums of the pages in further languages, as of each version that changed them. `digest` has those in es and pt.
create table digest_page (
  lang    text not null,
  version bigint not null,
  count   bigint not null,
  hash    numeric not null,
  primary key (lang, version)
);
