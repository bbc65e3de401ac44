/**
 * The functions on exact numbers that PostgreSQL lacks: numeric is exact, but rounds half away from zero, divides to a
 * varying number of digits, and has no bounds. These follow decimal.ts.
 */

export const postgresNumbers = `
create or replace function nonet.ten(n integer) returns numeric
language sql immutable strict parallel safe as $$ select ('1e' || n)::numeric $$;

-- Digits before the point of the leading digit; negative for zeros after the point.
create or replace function nonet.height(x numeric) returns integer
language plpgsql immutable strict parallel safe as $$
declare digits text := trim_scale(abs(x))::text;
begin
  if abs(x) >= 1 then return length(split_part(digits, '.', 1)); end if;
  return length(ltrim(substr(digits, 3), '0')) - length(substr(digits, 3));
end $$;

-- Rounded half to even to so many digits after the point.
create or replace function nonet.half_even(x numeric, places integer) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  shifted numeric := x * nonet.ten(places);
  kept numeric := trunc(shifted);
  rest numeric := abs(shifted - kept) * 2;
begin
  if rest > 1 or (rest = 1 and mod(kept, 2) <> 0) then kept := kept + sign(x); end if;
  return trim_scale(kept * nonet.ten(-places));
end $$;

-- A number as decimal128 holds it: 34 digits, null when too large, rounded at its smallest unit.
create or replace function nonet.round34(x numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  short numeric := trim_scale(x);
  places integer;
begin
  if scale(short) <= 16 and abs(short) < 1e18 then return short; end if;
  places := least(34 - nonet.height(short), 6176);
  if scale(short) > places or (places < 0 and mod(short, nonet.ten(-places)) <> 0) then
    short := nonet.half_even(short, places);
  end if;
  if abs(short) >= 1e6145 then return null; end if;
  return short;
end $$;

-- Of two values of one type; null where one of them is.
create or replace function nonet.min_of(a anycompatible, b anycompatible) returns anycompatible
language sql immutable parallel safe as $$ select case when a is not null and b is not null then least(a, b) end $$;

create or replace function nonet.max_of(a anycompatible, b anycompatible) returns anycompatible
language sql immutable parallel safe as $$ select case when a is not null and b is not null then greatest(a, b) end $$;

create or replace function nonet.add(a numeric, b numeric) returns numeric
language sql immutable parallel safe as $$ select nonet.round34(a + b) $$;

create or replace function nonet.subtract(a numeric, b numeric) returns numeric
language sql immutable parallel safe as $$ select nonet.round34(a - b) $$;

create or replace function nonet.multiply(a numeric, b numeric) returns numeric
language sql immutable parallel safe as $$ select nonet.round34(a * b) $$;

-- A last digit of 1 says "and a bit more", so that rounding half to even stays right.
create or replace function nonet.divide(a numeric, b numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  places integer;
  dividend numeric;
  quotient numeric;
begin
  if b = 0 then return null; end if;
  if a = 0 then return 0; end if;
  places := 37 - nonet.height(a) + nonet.height(b);
  dividend := a * nonet.ten(places);
  quotient := div(dividend, b);
  if quotient * b = dividend then return nonet.round34(quotient * nonet.ten(-places)); end if;
  return nonet.round34((quotient * 10 + sign(a) * sign(b)) * nonet.ten(-places - 1));
end $$;

create or replace function nonet.modulo(a numeric, b numeric) returns numeric
language plpgsql immutable strict parallel safe as $$
declare rest numeric;
begin
  if b = 0 then return null; end if;
  rest := mod(a, b);
  if rest <> 0 and (rest < 0) <> (b < 0) then rest := rest + b; end if;
  return nonet.round34(rest);
end $$;

-- A whole number with at most 94 digits, and the exponent that makes up for the digits dropped.
create or replace function nonet.spare(c numeric, e bigint, out kept numeric, out exponent bigint)
language plpgsql immutable strict parallel safe as $$
declare surplus integer := greatest(nonet.height(c) - 94, 0);
begin
  kept := nonet.half_even(c, -surplus) * nonet.ten(-surplus);
  exponent := e + surplus;
end $$;

-- Squaring with spare digits, so that the last of the 34 is right.
create or replace function nonet.power(x numeric, n integer) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  places integer := scale(trim_scale(x));
  square record := nonet.spare(x * nonet.ten(places), -places);
  result record := nonet.spare(1, 0);
  remaining integer := abs(n);
  raised numeric;
begin
  if n = 0 then return 1; end if;
  if x = 0 then return case when n < 0 then null else 0 end; end if;
  while remaining > 0 loop
    if remaining % 2 = 1 then
      result := nonet.spare(result.kept * square.kept, result.exponent + square.exponent);
    end if;
    if remaining > 1 then square := nonet.spare(square.kept * square.kept, square.exponent * 2); end if;
    remaining := remaining / 2;
  end loop;
  if result.exponent > 6144 then return case when n < 0 then 0 end; end if;
  raised := case when result.exponent < -7000 then 0
    else nonet.round34(result.kept * nonet.ten(result.exponent::integer)) end;
  if n > 0 then return raised; end if;
  return case when raised is null then 0 else nonet.divide(1, raised) end;
end $$;

create or replace function nonet.round(x numeric, digits numeric, mode text) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  places integer;
  shifted numeric;
  kept numeric;
  rest numeric;
begin
  if trunc(digits) < -6111 or trunc(digits) > 6176 then return null; end if;
  places := trunc(digits)::integer;
  shifted := x * nonet.ten(places);
  kept := trunc(shifted);
  rest := abs(shifted - kept) * 2;
  if rest = 0 then return x; end if;
  if (case mode
    when 'half even' then rest > 1 or (rest = 1 and mod(kept, 2) <> 0)
    when 'half up' then rest >= 1
    when 'half down' then rest > 1
    when 'up' then true
    when 'down' then false
    when 'floor' then x < 0
    when 'ceiling' then x > 0
  end) then kept := kept + sign(x); end if;
  return nonet.round34(kept * nonet.ten(-places));
end $$;

create or replace function nonet.cut(x numeric) returns numeric
language sql immutable parallel safe as $$ select nonet.round(x, 9, 'down') $$;

create or replace function nonet.even(x numeric) returns boolean
language sql immutable parallel safe as $$ select mod(x, 2) = 0 $$;

create or replace function nonet.odd(x numeric) returns boolean
language sql immutable parallel safe as $$ select abs(mod(x, 2)) = 1 $$;

create or replace function nonet.share(seconds numeric, unit text) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  part numeric := nonet.divide(abs(seconds), case unit when 'days' then 86400 when 'hours' then 3600 when 'minutes' then 60 else 1 end);
begin
  part := nonet.round(part, case unit when 'seconds' then 9 else 0 end, 'down');
  if unit <> 'days' then part := nonet.modulo(part, case unit when 'hours' then 24 else 60 end); end if;
  return part * case when seconds < 0 then -1 else 1 end;
end $$;

create or replace function nonet.safe_trunc(x numeric) returns bigint
language sql immutable parallel safe as $$
  select case when abs(trunc(x)) <= 9007199254740991 then trunc(x)::bigint end
$$;

create or replace function nonet.safe_floor(x numeric) returns bigint
language sql immutable parallel safe as $$ select nonet.safe_trunc(floor(x)) $$;

create or replace function nonet.floor_mod(a numeric, b numeric) returns numeric
language sql immutable parallel safe as $$ select mod(mod(a, b) + b, b) $$;

create or replace function nonet.floor_mod(a bigint, b bigint) returns bigint
language sql immutable parallel safe as $$ select ((a % b) + b) % b $$;

create or replace function nonet.floor_div(a numeric, b numeric) returns numeric
language sql immutable parallel safe as $$ select div(a - nonet.floor_mod(a, b), b) $$;

create or replace function nonet.floor_div(a bigint, b bigint) returns bigint
language sql immutable parallel safe as $$ select (a - nonet.floor_mod(a, b)) / b $$;

create or replace function nonet.median(sorted numeric[]) returns numeric
language sql immutable parallel safe as $$
  select case when n = 0 then null when n % 2 = 1 then sorted[n / 2 + 1]
    else nonet.divide(nonet.add(sorted[n / 2], sorted[n / 2 + 1]), 2) end
  from (select coalesce(cardinality(sorted), 0) as n) as size
$$;

create or replace function nonet.write_number(x numeric) returns text
language sql immutable parallel safe as $$ select trim_scale(x)::text $$;
`
