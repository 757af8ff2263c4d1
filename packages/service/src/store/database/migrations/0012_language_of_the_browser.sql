-- The language of the console belongs to the browser.
alter table operator alter column lang drop not null;
