/** The functions on texts that PostgreSQL lacks; these follow functions/text.ts. Positions count code points. */

/** Letters that the evaluator converts and PostgreSQL, with an older version of Unicode, does not. */
export interface NewLetters {
  readonly from: string
  readonly to: string
}

export interface LetterCases {
  /** A collation that converts case for all of Unicode, like JavaScript. */
  readonly collation: string
  readonly upper: NewLetters
  readonly lower: NewLetters
}

/** Letters are never quotes, so they can be part of the text of a function. */
const changed = (name: 'upper' | 'lower', {collation, [name]: {from, to}}: LetterCases): string =>
  `translate(${name}(t collate ${collation}), '${from}', '${to}') collate "C"`

export const postgresTexts = (cases: LetterCases): string => `
create or replace function nonet.upper(t text) returns text
language sql immutable parallel safe as $$ select ${changed('upper', cases)} $$;

create or replace function nonet.lower(t text) returns text
language sql immutable parallel safe as $$ select ${changed('lower', cases)} $$;

-- Null beyond a million UTF-16 units, which is how long a text may get.
create or replace function nonet.join_texts(a text, b text) returns text
language sql immutable parallel safe as $$
  select case when octet_length(a) + octet_length(b) <= 1000000 then a || b
    when length(a) + length(b) + length(regexp_replace(a || b, '[\\x01-\\uffff]', '', 'g')) <= 1000000 then a || b end
$$;

create or replace function nonet.substring(t text, start numeric, count numeric) returns text
language plpgsql immutable strict parallel safe as $$
declare
  place numeric := trunc(start);
  many numeric := least(trunc(count), 2000000);
begin
  if place = 0 or many < 1 or abs(place) > length(t) then return null; end if;
  if abs(trunc(count)) > 9007199254740991 then return null; end if;
  return substr(t, (case when place > 0 then place else length(t) + place + 1 end)::integer, many::integer);
end $$;

create or replace function nonet.before(t text, match text) returns text
language sql immutable strict parallel safe as $$ select left(t, greatest(strpos(t, match) - 1, 0)) $$;

create or replace function nonet.after(t text, match text) returns text
language sql immutable parallel safe as $$
  select case when strpos(t, match) = 0 then '' else substr(t, strpos(t, match) + length(match)) end
$$;

create or replace function nonet.contains(t text, match text) returns boolean
language sql immutable parallel safe as $$ select strpos(t, match) > 0 $$;

create or replace function nonet.starts_with(t text, match text) returns boolean
language sql immutable parallel safe as $$ select left(t, length(match)) = match $$;

create or replace function nonet.ends_with(t text, match text) returns boolean
language sql immutable parallel safe as $$ select right(t, length(match)) = match $$;
`

/**
 * Regular expressions for PostgreSQL: an interpreter for the programs of the evaluator's engine (functions/text.ts), so
 * that both find the same matches, and the functions that use it. It tries alternatives in order and visits no
 * instruction twice at one position, so it takes linear time. Also other text functions that PostgreSQL lacks.
 */
export const postgresPatterns = `
-- The first match from a place on: where it and its groups begin and end, counted from 0, -1 for groups without a part in it; null where there is none.
create or replace function nonet.find_match(chars integer[], place integer, ops integer[], outs integer[], args integer[], firsts integer[], ranges integer[], start integer, captures integer) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  size integer := cardinality(chars);
  width integer := size - place + 1;
  visited boolean[] := array_fill(false, array[cardinality(ops) * width]);
  stack_pc integer[] := array[]::integer[];
  stack_at integer[] := array[]::integer[];
  depth integer;
  groups integer[];
  pc integer;
  at integer;
  op integer;
  spot integer;
  flags integer;
  before integer;
  behind integer;
  fits boolean;
begin
  for began in place..size loop
    groups := array_fill(-1, array[captures]);
    depth := 1;
    stack_pc[1] := start;
    stack_at[1] := began;
    while depth > 0 loop
      pc := stack_pc[depth];
      at := stack_at[depth];
      depth := depth - 1;
      if pc < 0 then
        groups[-pc] := at;
        continue;
      end if;
      loop
        spot := pc * width + at - place + 1;
        exit when visited[spot];
        visited[spot] := true;
        op := ops[pc + 1];
        if op = 8 then
          exit when at >= size;
          fits := false;
          before := chars[at + 1];
          for r in 0..(firsts[pc + 2] - firsts[pc + 1]) / 2 - 1 loop
            if before between ranges[firsts[pc + 1] + 2 * r + 1] and ranges[firsts[pc + 1] + 2 * r + 2] then
              fits := true;
              exit;
            end if;
          end loop;
          exit when not fits;
          at := at + 1;
          pc := outs[pc + 1];
        elsif op = 1 then
          depth := depth + 1;
          stack_pc[depth] := args[pc + 1];
          stack_at[depth] := at;
          pc := outs[pc + 1];
        elsif op = 3 then
          depth := depth + 1;
          stack_pc[depth] := -(args[pc + 1] + 1);
          stack_at[depth] := groups[args[pc + 1] + 1];
          groups[args[pc + 1] + 1] := at;
          pc := outs[pc + 1];
        elsif op = 4 then
          before := case when at = 0 then -1 else chars[at] end;
          behind := case when at = size then -1 else chars[at + 1] end;
          flags := (case when before = -1 then 5 when before = 10 then 1 else 0 end)
            + (case when behind = -1 then 10 when behind = 10 then 2 else 0 end)
            + (case when nonet.is_word(before) <> nonet.is_word(behind) then 16 else 32 end);
          exit when (args[pc + 1] & ~flags) <> 0;
          pc := outs[pc + 1];
        elsif op = 7 then
          pc := outs[pc + 1];
        elsif op = 6 then
          groups[1] := began;
          groups[2] := at;
          return groups;
        else
          exit;
        end if;
      end loop;
    end loop;
  end loop;
  return null;
end $$;

create or replace function nonet.is_word(c integer) returns boolean
language sql immutable parallel safe as $$ select c between 97 and 122 or c between 65 and 90 or c between 48 and 57 or c = 95 $$;

create or replace function nonet.chars_of(t text) returns integer[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(ascii(c) order by n), array[]::integer[]) from unnest(string_to_array(t, null)) with ordinality as e(c, n)
$$;

create or replace function nonet.matches(t text, ops integer[], outs integer[], args integer[], firsts integer[], ranges integer[], start integer, captures integer) returns boolean
language sql immutable strict parallel safe as $$
  select nonet.find_match(nonet.chars_of(t), 0, ops, outs, args, firsts, ranges, start, captures) is not null
$$;

create or replace function nonet.bounded(t text) returns text
language sql immutable strict parallel safe as $$ select nonet.join_texts(t, '') $$;

create or replace function nonet.replace(t text, replacement text, ops integer[], outs integer[], args integer[], firsts integer[], ranges integer[], start integer, captures integer) returns text
language plpgsql immutable strict parallel safe as $$
declare
  chars integer[] := nonet.chars_of(t);
  result text := '';
  done integer := 0;
  place integer := 0;
  groups integer[];
  piece text;
begin
  if replacement !~ '^([^\\\\$]|\\\\[\\\\$]|\\$[0-9])*$' then return null; end if;
  loop
    exit when place > cardinality(chars);
    groups := nonet.find_match(chars, place, ops, outs, args, firsts, ranges, start, captures);
    exit when groups is null;
    piece := nonet.expanded(t, replacement, groups);
    result := nonet.join_texts(result, nonet.join_texts(substr(t, done + 1, groups[1] - done), piece));
    if result is null then return null; end if;
    done := groups[2];
    place := case when groups[1] = groups[2] then groups[2] + 1 else groups[2] end;
  end loop;
  return result || substr(t, done + 1);
end $$;

-- $1 is a group, with as many digits as there are groups for.
create or replace function nonet.expanded(t text, replacement text, groups integer[]) returns text
language plpgsql immutable strict parallel safe as $$
declare
  result text := '';
  rest text := replacement;
  digits text;
  number integer;
begin
  while rest <> '' loop
    if left(rest, 1) = '\\' then
      result := result || substr(rest, 2, 1);
      rest := substr(rest, 3);
    elsif left(rest, 1) = '$' then
      digits := substring(rest from '^\\$([0-9]{1,9})');
      while length(digits) > 1 and digits::integer >= cardinality(groups) / 2 loop
        digits := left(digits, -1);
      end loop;
      number := digits::integer;
      if number < cardinality(groups) / 2 and groups[2 * number + 1] >= 0 and groups[2 * number + 2] >= 0 then
        result := result || substr(t, groups[2 * number + 1] + 1, groups[2 * number + 2] - groups[2 * number + 1]);
      end if;
      rest := substr(rest, 2 + length(digits));
    else
      result := result || left(rest, 1);
      rest := substr(rest, 2);
    end if;
  end loop;
  return result;
end $$;

create or replace function nonet.split(t text, ops integer[], outs integer[], args integer[], firsts integer[], ranges integer[], start integer, captures integer) returns jsonb
language plpgsql immutable strict parallel safe as $$
declare
  chars integer[] := nonet.chars_of(t);
  parts text[] := array[]::text[];
  done integer := 0;
  place integer := 0;
  groups integer[];
begin
  loop
    exit when place > cardinality(chars);
    groups := nonet.find_match(chars, place, ops, outs, args, firsts, ranges, start, captures);
    exit when groups is null;
    if groups[2] > groups[1] then
      parts := parts || substr(t, done + 1, groups[1] - done);
      done := groups[2];
    end if;
    place := case when groups[1] = groups[2] then groups[2] + 1 else groups[2] end;
  end loop;
  return to_jsonb(parts || substr(t, done + 1));
end $$;

-- A text as a number; the first control character marks a separator that is not given.
create or replace function nonet.read_number(t text, thousands text, point text) returns numeric
language plpgsql immutable strict parallel safe as $$
declare
  plain text := t;
  power text;
begin
  if thousands <> chr(1) and (thousands not in (' ', ',', '.') or thousands = point) then return null; end if;
  if point <> chr(1) and point not in (',', '.') then return null; end if;
  if thousands <> chr(1) then plain := replace(plain, thousands, ''); end if;
  if point = ',' then
    plain := regexp_replace(plain, '\\.', '?');
    plain := regexp_replace(plain, ',', '.');
  end if;
  if plain !~ '^-?([0-9]+(\\.[0-9]+)?|\\.[0-9]+)([eE][-+]?[0-9]+)?$' then return null; end if;
  power := substring(plain from '[eE]([-+]?[0-9]+)$');
  if length(ltrim(power, '+-')) > 5 then return null; end if;
  if power::integer < -7000 or plain ~ '^-?[0.]+([eE]|$)' then return 0; end if;
  if power::integer > 7000 then return null; end if;
  return nonet.round34(plain::numeric);
end $$;

create or replace function nonet.product_step(a numeric, b numeric) returns numeric
language sql immutable strict parallel safe as $$ select nonet.round34(a * b) $$;

create or replace aggregate nonet.product(numeric) (sfunc = nonet.product_step, stype = numeric);
`
