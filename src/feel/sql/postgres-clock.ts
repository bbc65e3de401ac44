/** The functions on times, instants and durations that PostgreSQL lacks; these follow calendar.ts and zone.ts. */
import {LAST} from './zone-changes.ts'

export const postgresClock = `
create or replace function nonet.seconds_of(clock time) returns bigint
language sql immutable parallel safe as $$ select extract(epoch from clock)::bigint $$;

create or replace function nonet.instant_of(instant timestamptz) returns numeric
language sql stable parallel safe as $$ select extract(epoch from instant)::numeric $$;

-- When the clocks of a zone change, filled from the evaluator's own zones.
create table if not exists nonet.zone_change (
  zone text collate "C",
  since bigint,
  "offset" bigint not null,
  primary key (zone, since)
);

-- Of a zone that is not in the table, what PostgreSQL itself knows.
create or replace function nonet.own_offset_at(zone text, second numeric) returns numeric
language sql stable strict parallel safe as $$
  select extract(epoch from (day + clock * interval '1 second') at time zone 'UTC' at time zone zone)::numeric - at.second
  from (select greatest(-200000000000, least(8640000000000, second)) as second) as at,
    lateral (select (date '1970-01-01' + nonet.floor_div(at.second, 86400)::integer)::timestamp as day,
      nonet.floor_mod(at.second, 86400)::integer as clock) as parts
$$;

-- Rules repeat every 400 years; beyond all calendars, the nearest offset known.
create or replace function nonet.folded(second numeric) returns bigint
language sql immutable parallel safe as $$
  select case when second <= ${LAST} then greatest(-8640000000000, second)::bigint
    else least(8640000000000, second)::bigint
      - (least(8640000000000, second)::bigint - ${LAST} + 12622780799) / 12622780800 * 12622780800 end
$$;

-- Offset of a zone at a whole second.
create or replace function nonet.offset_at(zone text, second numeric) returns numeric
language sql stable parallel safe as $$
  select coalesce(
    (select change."offset"::numeric from nonet.zone_change as change
      where change.zone = $1 and change.since <= nonet.folded($2) order by change.since desc limit 1),
    nonet.own_offset_at($1, $2))
$$;

-- A time that occurs twice is the first of the two; one that is skipped is moved on by the length of the gap.
create or replace function nonet.local_to_epoch(zone text, wall numeric) returns numeric
language plpgsql stable strict parallel safe as $$
declare
  before numeric := nonet.offset_at(zone, wall - 86400);
  after numeric := nonet.offset_at(zone, wall + 86400);
  first numeric := wall - greatest(before, after);
  second numeric := wall - least(before, after);
begin
  if before = after then return wall - before; end if;
  if nonet.offset_at(zone, first) = wall - first then return first; end if;
  if nonet.offset_at(zone, second) = wall - second then return second; end if;
  return wall - before;
end $$;

create or replace function nonet.wall(instant numeric, zone text) returns numeric
language sql stable parallel safe as $$ select instant + nonet.offset_at(zone, floor(instant)) $$;

create or replace function nonet.whole_seconds(seconds numeric) returns bigint
language sql immutable parallel safe as $$ select floor(seconds)::bigint $$;

-- Null beyond what expressions count exactly.
create or replace function nonet.place(days bigint, clock numeric, zone text) returns numeric
language sql stable parallel safe as $$
  select case when abs(placed.second) <= 9007199254740991 then placed.second + trunc(clock - floor(clock), 3) end
  from (select nonet.local_to_epoch(zone, days::numeric * 86400 + floor(clock)) as second) as placed
$$;

create or replace function nonet.move_instant(instant numeric, by numeric) returns numeric
language sql immutable parallel safe as $$
  select case when abs(floor(instant) + floor(by)) <= 9007199254740991
    then floor((instant + by) * 1000) * 0.001 end
$$;

create or replace function nonet.move_instant_months(instant numeric, months bigint, zone text) returns numeric
language plpgsql stable strict parallel safe as $$
declare
  shown numeric := nonet.wall(instant, zone);
  day bigint := nonet.floor_div(shown, 86400)::bigint;
begin
  return nonet.place(nonet.add_months(day, months), shown - day::numeric * 86400, zone);
end $$;

create or replace function nonet.move_time(clock numeric, by numeric) returns numeric
language sql immutable parallel safe as $$
  select case when abs(floor(clock) + floor(by)) <= 9007199254740991 then nonet.floor_mod(clock + by, 86400) end
$$;

create or replace function nonet.make_time(h numeric, m numeric, s numeric) returns numeric
language sql immutable parallel safe as $$
  select case when h between 0 and 23 and m between 0 and 59 and s >= 0 and s < 60 and h = trunc(h) and m = trunc(m)
    then h * 3600 + m * 60 + trunc(s, 9) end
$$;

create or replace function nonet.write_time(seconds numeric) returns text
language sql immutable parallel safe as $$
  select lpad(div(floor(seconds), 3600)::text, 2, '0') || ':' || lpad(mod(div(floor(seconds), 60), 60)::text, 2, '0')
    || ':' || lpad(mod(floor(seconds), 60)::text, 2, '0')
    || coalesce(substr(nullif(trim_scale(seconds - floor(seconds)), 0)::text, 2), '')
$$;

create or replace function nonet.write_offset(seconds numeric) returns text
language sql immutable parallel safe as $$
  select case when seconds = 0 then 'Z' else case when seconds < 0 then '-' else '+' end
    || case when mod(abs(seconds), 60) = 0 then left(nonet.write_time(abs(seconds)), 5)
      else nonet.write_time(abs(seconds)) end end
$$;

create or replace function nonet.write_instant(instant numeric, zone text) returns text
language sql stable parallel safe as $$
  select nonet.write_date(nonet.floor_div(shown, 86400)::bigint) || 'T'
    || nonet.write_time(nonet.floor_mod(shown, 86400)) || nonet.write_offset(shown - instant)
  from nonet.wall(instant, zone) as shown
$$;

create or replace function nonet.write_duration(seconds numeric) returns text
language plpgsql immutable strict parallel safe as $$
declare
  size numeric := trim_scale(abs(seconds));
  whole numeric := trunc(size);
  days text := coalesce(nullif(div(whole, 86400), 0)::text || 'D', '');
  clock text := coalesce(nullif(mod(div(whole, 3600), 24), 0)::text || 'H', '')
    || coalesce(nullif(mod(div(whole, 60), 60), 0)::text || 'M', '')
    || case when size <> whole then mod(whole, 60)::text || substr((size - whole)::text, 2) || 'S'
      else coalesce(nullif(mod(whole, 60), 0)::text || 'S', '') end;
begin
  return case when seconds < 0 then '-' else '' end || 'P' || days
    || case when clock <> '' then 'T' || clock when days = '' then 'T0S' else '' end;
end $$;

create or replace function nonet.write_months(months bigint) returns text
language sql immutable strict parallel safe as $$
  select case when months < 0 then '-' else '' end || 'P' || coalesce(nullif(
    coalesce(nullif(abs(months) / 12, 0)::text || 'Y', '') || coalesce(nullif(abs(months) % 12, 0)::text || 'M', ''),
    ''), '0M')
$$;
`
