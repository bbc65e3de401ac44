/** Groups of a directory. Who is in one has the roles that point 6 gives to it, and no others. */

import {readId} from '../../points/entities/values/id.ts'
import type {Db} from '../../store/sql.ts'
import type {RolesConcerned} from '../sso/enter.ts'
import {
  type DirectoryGroup,
  directoryGroups,
  membersOfGroup,
  readPeople,
  removeGroup,
  writeGroup,
  writeMembers,
} from './directory-rows.ts'
import {isObject} from './filter.ts'
import {type DirectoryAccess, settlePerson, writeAs} from './people.ts'
import {invalidValue, taken, unknownResource} from './scim-error.ts'
import type {Attributes} from './shapes.ts'

function memberIds(body: Attributes): string[] {
  const members = Array.isArray(body['members']) ? body['members'] : []
  const ids = members.map(member =>
    isObject(member) && typeof member['value'] === 'string' ? readId(member['value']) : null,
  )
  if (ids.includes(null)) throw invalidValue('A member has the id of a user as its value.')
  return [...new Set(ids.flatMap(id => id ?? []))]
}

/** Roles of these groups, by name or by id; and of the domain, for someone whom a group brings into the directory. */
function concerning(...groups: readonly (Pick<DirectoryGroup, 'name' | 'external'> | undefined)[]): RolesConcerned {
  const named = new Set(groups.flatMap(group => (group ? [group.name, group.external] : [])))
  return group => group === null || named.has(group)
}

/** `id`: null for a new group. Returns its id. */
export function saveGroup(
  access: DirectoryAccess,
  id: string | null,
  next: (db: Db) => Promise<Attributes>,
): Promise<string> {
  const {accounts, directory} = access
  const {provider} = directory
  return writeAs(access, async (writing, changed) => {
    const {db} = writing
    const body = await next(db)
    const {displayName: name, externalId} = body
    if (typeof name !== 'string' || name.trim() === '') throw invalidValue('displayName is required.')
    const external = typeof externalId === 'string' ? externalId : null
    const members = memberIds(body)
    const groups = await directoryGroups(db, provider)
    const isTaken = (other: DirectoryGroup) => other.id !== id && other.name.toLowerCase() === name.toLowerCase()
    if (groups.some(isTaken)) throw taken(`There is already a group ${name}.`)
    const before = groups.find(group => group.id === id)
    if (id !== null && !before) throw unknownResource(id)
    const had = id === null ? [] : await membersOfGroup(db, id)
    const added = members.filter(member => !had.includes(member))
    const removed = had.filter(member => !members.includes(member))
    for (const member of added)
      if ((await readPeople(db, {provider, id: member}, {offset: 0, most: 1})).length === 0)
        throw invalidValue(`There is no user ${member}.`)
    const own = await writeGroup(db, {id, provider, name, external, now: accounts.now()})
    await writeMembers(db, own, {added, removed})
    const isRenamed = before && (before.name !== name || before.external !== external)
    const concerns = concerning(before, {name, external})
    for (const person of isRenamed ? [...members, ...removed] : [...added, ...removed])
      await settlePerson(access, writing, {id: person, body: null, changed, concerns})
    return own
  })
}

export function endGroup(access: DirectoryAccess, id: string, first: (db: Db) => Promise<unknown>): Promise<void> {
  return writeAs(access, async (writing, changed) => {
    await first(writing.db)
    const members = await membersOfGroup(writing.db, id)
    const [before] = await directoryGroups(writing.db, access.directory.provider, id)
    await removeGroup(writing.db, id)
    const concerns = concerning(before)
    for (const person of members) await settlePerson(access, writing, {id: person, body: null, changed, concerns})
  })
}
