-- Creates the site's two database users (docs/operations.md, Database users) with the passwords of their addresses in .env. psql runs it once,
-- at the first start of compose.yaml's PostgreSQL. The image's superuser loses its password, so that it works only inside the container.
\getenv app DATABASE_URL
\getenv owner DATABASE_OWNER_URL
\if :{?app}
\else
\set app ''
\endif
\if :{?owner}
\else
\set owner ''
\endif
\set password ':([A-Za-z0-9._~-]{12,})@postgres(?::5432)?/rkali$'
select coalesce(substring(:'app' from '^postgres(?:ql)?://rkali_app' || :'password'), '') as app_password,
  coalesce(substring(:'owner' from '^postgres(?:ql)?://rkali_owner' || :'password'), '') as owner_password \gset
select :'app_password' = '' or :'owner_password' = '' as is_wrong \gset
\if :is_wrong
do $$ begin
  raise exception '.env must have DATABASE_URL=postgres://rkali_app:<password>@postgres:5432/rkali and DATABASE_OWNER_URL=postgres://rkali_owner:<password>@postgres:5432/rkali, with passwords of 12 letters and digits or more. Correct it, remove the volume rkali_postgres, and start again.';
end $$;
\endif
create role rkali_owner login password :'owner_password';
create role rkali_app login password :'app_password';
create database rkali owner rkali_owner;
revoke connect on database rkali from public;
grant connect on database rkali to rkali_app;
alter role current_user password null;
