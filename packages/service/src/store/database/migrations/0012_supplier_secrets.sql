-- A supplier's secrets before the present one, newest first, each with when calls are no longer signed with it as well.

alter table supplier add column former_secrets jsonb not null default '[]';
