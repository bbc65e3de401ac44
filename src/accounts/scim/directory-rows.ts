/** The rows of what directories have brought: people, groups and their members. */
import {type RawBuilder, sql} from 'kysely'
import type {Json} from '../../feel/core.ts'
import {newId} from '../../store/ids.ts'
import {type Db, instantAt, instantIn, queryRows} from '../../store/sql.ts'
import {isObject} from './filter.ts'
import type {Attributes} from './shapes.ts'

/** A person, and what their directory says of them. */
export interface DirectoryPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly active: boolean
  readonly created: string
  readonly changed: string
  readonly version: number
  /** Null for people that no directory has described. */
  readonly body: Attributes | null
}

export interface PeopleNarrowing {
  readonly provider: string
  readonly id?: string | null
  readonly userName?: string | null
  readonly externalId?: string | null
}

/** Applications are not people. Who is of the directory stays so with any address: it ends their access. */
const visible = ({provider, id, userName, externalId}: PeopleNarrowing): RawBuilder<unknown> => sql`
  from "user" as u left join nonet_directory_person as d on d.person = u.id
  where ((d.person is null and u.email not like '%.invalid') or (d.provider = ${provider} and d.there = 'yes'))
  ${id ? sql` and u.id = ${id}` : sql``}
  ${userName ? sql` and (d.username = ${userName.toLowerCase()} or (d.person is null and u.email = ${userName.toLowerCase()}))` : sql``}
  ${externalId ? sql` and d.external = ${externalId}` : sql``}`

export async function countPeople(db: Db, narrowing: PeopleNarrowing): Promise<number> {
  const {rows} = await sql<{count: unknown}>`select count(*) as count ${visible(narrowing)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export async function readPeople(
  db: Db,
  narrowing: PeopleNarrowing,
  {offset, most}: {readonly offset: number; readonly most: number},
): Promise<DirectoryPerson[]> {
  const {rows} = await sql<Record<string, unknown>>`
    select u.id, u.name, u.email, u.active, u.created, u.updated, u.version, d.body, d.changed ${visible(narrowing)}
    order by u.id limit ${sql.lit(most)} offset ${sql.lit(offset)}`.execute(db)
  return rows.map(row => ({
    id: String(row['id']),
    name: String(row['name']),
    email: String(row['email']),
    active: row['active'] === true || Number(row['active']) === 1,
    created: instantIn(row['created']),
    changed: instantIn(row['changed'] ?? row['updated']),
    version: Number(row['version']),
    body: bodyIn(row['body']),
  }))
}

function bodyIn(stored: unknown): Attributes | null {
  const read: Json = typeof stored === 'string' ? JSON.parse(stored) : null
  return isObject(read) ? read : null
}

/** Who has this user name in the directory, or this address, if no directory has described them. */
export async function knownByName(
  db: Db,
  {provider, userName}: {readonly provider: string; readonly userName: string},
): Promise<string | null> {
  const {rows} = await sql<{id: unknown}>`select u.id ${visible({provider, userName})} limit 1`.execute(db)
  return rows[0] ? String(rows[0].id) : null
}

/** The provider of whose directory a person is, and whether they still are; null for others. */
export async function directoryOfPerson(
  db: Db,
  person: string,
): Promise<{readonly provider: string; readonly isThere: boolean} | null> {
  const [row] = await queryRows(db)`select provider, there from nonet_directory_person where person = ${person}`
  return row ? {provider: String(row[0]), isThere: row[1] === 'yes'} : null
}

interface WrittenPerson {
  readonly person: string
  readonly provider: string
  readonly body: Attributes
  readonly now: number
}

export async function writePerson(db: Db, {person, provider, body, now}: WrittenPerson): Promise<void> {
  const userName = String(body['userName'] ?? '').toLowerCase()
  const external = typeof body['externalId'] === 'string' ? body['externalId'] : null
  const [text, at] = [JSON.stringify(body), instantAt(now)]
  await sql`insert into nonet_directory_person (person, provider, username, external, body, there, changed)
    values (${person}, ${provider}, ${userName}, ${external}, ${text}, 'yes', ${at})
    on conflict (person) do update set provider = ${provider}, username = ${userName}, external = ${external},
      body = ${text}, there = 'yes', changed = ${at}`.execute(db)
}

export async function removePerson(
  db: Db,
  {
    person,
    provider,
    email,
    now,
  }: {readonly person: string; readonly provider: string; readonly email: string; readonly now: number},
): Promise<void> {
  await sql`delete from nonet_directory_member where person = ${person}`.execute(db)
  await sql`insert into nonet_directory_person (person, provider, username, external, body, there, changed)
    values (${person}, ${provider}, ${email}, ${null}, '{}', 'removed', ${instantAt(now)})
    on conflict (person) do update set there = 'removed', body = '{}', external = ${null}`.execute(db)
}

/* Groups. */

export interface DirectoryGroup {
  readonly id: string
  readonly name: string
  readonly external: string | null
  readonly made: string
  readonly changed: string
}

export async function directoryGroups(db: Db, provider: string, id: string | null = null): Promise<DirectoryGroup[]> {
  const one = id === null ? sql`` : sql` and id = ${id}`
  const {rows} = await sql<Record<keyof DirectoryGroup, unknown>>`select id, name, external, made, changed
    from nonet_directory_group where provider = ${provider}${one} order by id`.execute(db)
  return rows.map(row => ({
    id: String(row.id),
    name: String(row.name),
    external: row.external === null ? null : String(row.external),
    made: instantIn(row.made),
    changed: instantIn(row.changed),
  }))
}

export async function membersOfGroup(db: Db, group: string): Promise<string[]> {
  const rows = await queryRows(
    db,
  )`select person from nonet_directory_member where directory_group = ${group} order by person`
  return rows.map(([person]) => String(person))
}

/** The groups of a person, by name and by the id that the directory gives them: point 6 may use either. */
export async function groupsOfPerson(db: Db, person: string, provider: string): Promise<string[]> {
  const rows = await queryRows(db)`select g.name, g.external from nonet_directory_group as g
    join nonet_directory_member as m on m.directory_group = g.id where m.person = ${person} and g.provider = ${provider}`
  return rows.flatMap(parts => parts.flatMap(part => (part === null ? [] : [String(part)])))
}

interface WrittenGroup {
  /** Null: a new one. */
  readonly id: string | null
  readonly provider: string
  readonly name: string
  readonly external: string | null
  readonly now: number
}

export async function writeGroup(db: Db, {id, provider, name, external, now}: WrittenGroup): Promise<string> {
  const at = instantAt(now)
  const own = id ?? newId()
  await sql`insert into nonet_directory_group (id, provider, name, external, made, changed)
    values (${own}, ${provider}, ${name}, ${external}, ${at}, ${at})
    on conflict (id) do update set name = ${name}, external = ${external}, changed = ${at}`.execute(db)
  return own
}

export async function writeMembers(
  db: Db,
  group: string,
  {added, removed}: Record<'added' | 'removed', readonly string[]>,
): Promise<void> {
  for (const person of removed)
    await sql`delete from nonet_directory_member where directory_group = ${group} and person = ${person}`.execute(db)
  for (const person of added)
    await sql`insert into nonet_directory_member (person, directory_group) values (${person}, ${group})`.execute(db)
}

export async function removeGroup(db: Db, group: string): Promise<void> {
  await sql`delete from nonet_directory_member where directory_group = ${group}`.execute(db)
  await sql`delete from nonet_directory_group where id = ${group}`.execute(db)
}
