/** The functions on dates, times, instants and durations that PostgreSQL lacks; they follow calendar.ts. First days. */

import {intlOffset} from '../calendar.ts'

export const postgresDays = `
create or replace function nonet.days_of(day date) returns bigint
language sql immutable parallel safe as $$ select (day - date '1970-01-01')::bigint $$;

-- The proleptic Gregorian calendar, in eras of 400 years that start in March.
create or replace function nonet.to_days(y bigint, m bigint, d bigint) returns bigint
language plpgsql immutable strict parallel safe as $$
declare
  year bigint := case when m <= 2 then y - 1 else y end;
  era bigint := nonet.floor_div(year, 400);
  year_of_era bigint := year - era * 400;
  day_of_year bigint := (153 * (m + case when m > 2 then -3 else 9 end) + 2) / 5 + d - 1;
begin
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
end $$;

create or replace function nonet.civil(days bigint, out y bigint, out m bigint, out d bigint)
language plpgsql immutable strict parallel safe as $$
declare
  z bigint := days + 719468;
  era bigint := nonet.floor_div(z, 146097);
  day_of_era bigint := z - era * 146097;
  year_of_era bigint := (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  day_of_year bigint := day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  shifted bigint := (5 * day_of_year + 2) / 153;
begin
  m := case when shifted < 10 then shifted + 3 else shifted - 9 end;
  y := year_of_era + era * 400 + case when m <= 2 then 1 else 0 end;
  d := day_of_year - (153 * shifted + 2) / 5 + 1;
end $$;

create or replace function nonet.days_in_month(y bigint, m bigint) returns bigint
language sql immutable parallel safe as $$
  select case when m = 2 then case when (y % 4 = 0 and y % 100 <> 0) or y % 400 = 0 then 29 else 28 end
    when m in (4, 6, 9, 11) then 30 else 31 end::bigint
$$;

-- Null where there is no such day.
create or replace function nonet.make_days(y bigint, m bigint, d bigint) returns bigint
language sql immutable parallel safe as $$
  select case when abs(y) <= 999999999 and m between 1 and 12 and d between 1 and nonet.days_in_month(y, m)
    then nonet.to_days(y, m, d) end
$$;

create or replace function nonet.make_date(y numeric, m numeric, d numeric) returns bigint
language sql immutable parallel safe as $$
  select case when abs(y) <= 999999999 and m between 1 and 12 and d between 1 and 31
      and y = trunc(y) and m = trunc(m) and d = trunc(d)
    then nonet.make_days(y::bigint, m::bigint, d::bigint) end
$$;

create or replace function nonet.real_days(days bigint) returns bigint
language sql immutable parallel safe as $$
  select case when abs(days) < 365000000000 or abs((nonet.civil(days)).y) <= 999999999 then days end
$$;

-- The days of the years 1 to 9999 are read by PostgreSQL, which is faster than our functions.
create or replace function nonet.year_of(days bigint) returns bigint
language sql immutable parallel safe as $$
  select case when days between -719162 and 2932896 then extract(year from date '1970-01-01' + days::integer)::bigint
    else (nonet.civil(days)).y end
$$;

create or replace function nonet.month_of(days bigint) returns bigint
language sql immutable parallel safe as $$
  select case when days between -719162 and 2932896 then extract(month from date '1970-01-01' + days::integer)::bigint
    else (nonet.civil(days)).m end
$$;

create or replace function nonet.day_of(days bigint) returns bigint
language sql immutable parallel safe as $$
  select case when days between -719162 and 2932896 then extract(day from date '1970-01-01' + days::integer)::bigint
    else (nonet.civil(days)).d end
$$;

create or replace function nonet.month_start(days bigint) returns bigint
language sql immutable parallel safe as $$ select days - nonet.day_of(days) + 1 $$;

create or replace function nonet.quarter_start(days bigint) returns bigint
language plpgsql immutable strict parallel safe as $$
declare
  at record := nonet.civil(days);
begin
  return nonet.to_days(at.y, at.m - (at.m - 1) % 3, 1);
end $$;

create or replace function nonet.day_of_year(days bigint) returns bigint
language sql immutable parallel safe as $$
  select case when days between -719162 and 2932896 then extract(doy from date '1970-01-01' + days::integer)::bigint
    else days - nonet.to_days((nonet.civil(days)).y, 1, 1) + 1 end
$$;

create or replace function nonet.weekday(days bigint) returns bigint
language sql immutable parallel safe as $$ select nonet.floor_mod(days + 3, 7) + 1 $$;

create or replace function nonet.week_of_year(days bigint) returns bigint
language sql immutable parallel safe as $$
  select (nonet.day_of_year(days + 4 - nonet.weekday(days)) + 6) / 7
$$;

-- The same day of another month, or that month's last day where it is shorter.
create or replace function nonet.add_months(days bigint, months bigint) returns bigint
language plpgsql immutable strict parallel safe as $$
declare
  at record := nonet.civil(days);
  index bigint := at.y * 12 + at.m - 1 + months;
  year bigint := nonet.floor_div(index, 12);
  month bigint := index - year * 12 + 1;
begin
  return nonet.make_days(year, month, least(at.d, nonet.days_in_month(year, month)));
end $$;

create or replace function nonet.months_between(from_day bigint, from_second bigint, to_day bigint, to_second bigint)
returns bigint language plpgsql immutable strict parallel safe as $$
declare
  a record := nonet.civil(from_day);
  b record := nonet.civil(to_day);
  months bigint := (b.y - a.y) * 12 + b.m - a.m;
  late bigint := case when a.d <> b.d then a.d - b.d else from_second - to_second end;
begin
  if months > 0 and late > 0 then return months - 1; end if;
  return case when months < 0 and late < 0 then months + 1 else months end;
end $$;

create or replace function nonet.is_working_day(days bigint, mask integer) returns boolean
language sql immutable parallel safe as $$ select (mask >> nonet.weekday(days)::integer) & 1 = 1 $$;

create or replace function nonet.working_days(first bigint, last bigint, mask integer) returns bigint
language plpgsql immutable strict parallel safe as $$
declare
  days bigint := last - first + 1;
  worked bigint;
begin
  if days <= 0 then return 0; end if;
  worked := (days / 7) * bit_count(mask::bit(32));
  for rest in 0 .. (days % 7 - 1) loop
    if nonet.is_working_day(first + rest, mask) then worked := worked + 1; end if;
  end loop;
  return worked;
end $$;

create or replace function nonet.read_date(digits text) returns bigint
language sql immutable parallel safe as $$
  select nonet.make_days((part[1] || part[2])::bigint, part[3]::bigint, part[4]::bigint)
  from regexp_match(digits, '^(-?)([0-9]{4}|[1-9][0-9]{4,8})-([0-9]{2})-([0-9]{2})$') as part
$$;

create or replace function nonet.write_date(days bigint) returns text
language plpgsql immutable strict parallel safe as $$
declare
  at record := nonet.civil(days);
begin
  return case when at.y < 0 then '-' else '' end || case when abs(at.y) > 9999 then abs(at.y)::text
    else lpad(abs(at.y)::text, 4, '0') end || '-' || lpad(at.m::text, 2, '0') || '-' || lpad(at.d::text, 2, '0');
end $$;
`

// The offset changes of a zone, from the evaluator's data. PostgreSQL's own time zone data may be of another version.

export interface ZoneChange {
  /** The second since 1970 from which the offset applies. */
  readonly since: number
  readonly offset: number
}

/** Before 1843 every place had its own time; from 2100 on, rules repeat every 400 years. */
const FIRST = -4_007_000_000
const LAST = 16_725_225_600
/** No zone has changed its clocks twice within this time. */
const STEP = 2 * 86_400
/** From 2100 on, zones change their clocks in spring and in autumn, or not at all. */
const FROM_2100 = 4_102_444_800
const STEP_FROM_2100 = 30 * 86_400

const known = new Map<string, readonly ZoneChange[]>()

/** Starts with the offset before the first change. Intl is asked 50,000 times, once in each process. */
export function zoneChanges(zone: string): readonly ZoneChange[] {
  const changes = known.get(zone) ?? searchedChanges(zone)
  known.set(zone, changes)
  return changes
}

function searchedChanges(zone: string): readonly ZoneChange[] {
  const found: ZoneChange[] = [{since: -8_640_000_000_000, offset: intlOffset(zone, FIRST)}]
  let offset = intlOffset(zone, FIRST)
  for (let at = FIRST, step = STEP; at < LAST; at += step) {
    if (at >= FROM_2100) step = STEP_FROM_2100
    const next = intlOffset(zone, at + step)
    if (next === offset) continue
    found.push({since: changeBetween(zone, at, at + step), offset: next})
    offset = next
  }
  return found
}

function changeBetween(zone: string, before: number, after: number): number {
  const offset = intlOffset(zone, before)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (intlOffset(zone, middle) === offset) low = middle
    else high = middle
  }
  return high
}

/**
 * The offset of a zone at a whole second. The changes of the known zones are part of the function: looking them up in
 * a table takes thirty times as long.
 */
export function postgresOffsets(zones: ReadonlyMap<string, readonly ZoneChange[]>): string {
  const known = [...zones].map(([zone, changes]) => {
    const since = `'{${changes.map(change => change.since).join()}}'::bigint[]`
    const offsets = `'{${changes.map(change => change.offset).join()}}'::bigint[]`
    return `
  if zone = ${quoted(zone)} then
    return (${offsets})[width_bucket(nonet.folded(second), ${since})];
  end if;`
  })
  return `create or replace function nonet.offset_at(zone text, second numeric) returns numeric
language plpgsql stable strict parallel safe as $$
begin${known.join('')}
  return nonet.own_offset_at(zone, second);
end $$`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

// Times, instants and durations.

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
language plpgsql stable strict parallel safe as $$
begin
  return instant + nonet.offset_at(zone, floor(instant));
end $$;

create or replace function nonet.whole_seconds(seconds numeric) returns bigint
language sql immutable parallel safe as $$ select floor(seconds)::bigint $$;

-- Null beyond what expressions count exactly.
create or replace function nonet.place(days bigint, clock numeric, zone text) returns numeric
language plpgsql stable strict parallel safe as $$
declare
  second numeric := nonet.local_to_epoch(zone, days::numeric * 86400 + floor(clock));
begin
  return case when abs(second) <= 9007199254740991 then second + trunc(clock - floor(clock), 3) end;
end $$;

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
language plpgsql immutable strict parallel safe as $$
declare
  whole bigint := floor(seconds);
begin
  return lpad((whole / 3600)::text, 2, '0') || ':' || lpad((whole / 60 % 60)::text, 2, '0')
    || ':' || lpad((whole % 60)::text, 2, '0')
    || coalesce(substr(nullif(trim_scale(seconds - whole), 0)::text, 2), '');
end $$;

create or replace function nonet.write_offset(seconds numeric) returns text
language plpgsql immutable strict parallel safe as $$
begin
  return case when seconds = 0 then 'Z' else case when seconds < 0 then '-' else '+' end
    || case when mod(abs(seconds), 60) = 0 then left(nonet.write_time(abs(seconds)), 5)
      else nonet.write_time(abs(seconds)) end end;
end $$;

create or replace function nonet.write_instant(instant numeric, zone text) returns text
language plpgsql stable strict parallel safe as $$
declare
  shown numeric := nonet.wall(instant, zone);
  day bigint := nonet.floor_div(shown, 86400);
begin
  return nonet.write_date(day) || 'T' || nonet.write_time(shown - day::numeric * 86400)
    || nonet.write_offset(shown - instant);
end $$;

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
