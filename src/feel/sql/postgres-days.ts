/** The functions on days that PostgreSQL lacks; these follow calendar.ts. Times and instants are in postgres-clock.ts. */

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
  select case when abs((nonet.civil(days)).y) <= 999999999 then days end
$$;

create or replace function nonet.year_of(days bigint) returns bigint
language sql immutable parallel safe as $$
  select case when days between -719162 and 2932896 then extract(year from date '1970-01-01' + days::integer)::bigint
    else (nonet.civil(days)).y end
$$;

create or replace function nonet.month_of(days bigint) returns bigint
language sql immutable parallel safe as $$ select (nonet.civil(days)).m $$;

create or replace function nonet.day_of(days bigint) returns bigint
language sql immutable parallel safe as $$ select (nonet.civil(days)).d $$;

create or replace function nonet.month_start(days bigint) returns bigint
language sql immutable parallel safe as $$ select days - (nonet.civil(days)).d + 1 $$;

create or replace function nonet.quarter_start(days bigint) returns bigint
language sql immutable parallel safe as $$
  select nonet.to_days(at.y, at.m - (at.m - 1) % 3, 1) from nonet.civil(days) as at
$$;

create or replace function nonet.day_of_year(days bigint) returns bigint
language sql immutable parallel safe as $$ select days - nonet.to_days((nonet.civil(days)).y, 1, 1) + 1 $$;

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
language sql immutable parallel safe as $$
  select case when at.y < 0 then '-' else '' end || case when abs(at.y) > 9999 then abs(at.y)::text
    else lpad(abs(at.y)::text, 4, '0') end || '-' || lpad(at.m::text, 2, '0') || '-' || lpad(at.d::text, 2, '0')
  from nonet.civil(days) as at
$$;
`
