/** The functions on texts that PostgreSQL lacks; these follow functions/text.ts. Positions count code points. */

/** Letters that the evaluator changes and PostgreSQL, with an older edition of Unicode, leaves as they are. */
export interface NewLetters {
  readonly from: string
  readonly to: string
}

export interface Cases {
  /** A collation that changes case by the whole of Unicode, as JavaScript does. */
  readonly collation: string
  readonly upper: NewLetters
  readonly lower: NewLetters
}

/** Letters are letters and never quotes, so they can stand in the text of a function. */
const changed = (name: 'upper' | 'lower', {collation, [name]: {from, to}}: Cases): string =>
  `translate(${name}(t collate ${collation}), '${from}', '${to}') collate "C"`

export const postgresTexts = (cases: Cases): string => `
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
