/** The requests of SCIM (RFC 7644) and their answers, without the network: users, groups and discovery. */
import {createHash} from 'node:crypto'
import type {Json} from '../../feel/core.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {Db} from '../../store/sql.ts'
import {
  countPeople,
  type DirectoryGroup,
  type DirectoryPerson,
  directoryGroups,
  membersOfGroup,
  type PeopleNarrowing,
  readPeople,
} from './directory-rows.ts'
import {groupSchema, mostResults, resourceTypes, schemas, serviceProviderConfig, userSchema} from './discovery.ts'
import {asksAbout, fitsFilter, isObject, neededText, parseFilter, type ScimFilter} from './filter.ts'
import {endGroup, saveGroup} from './groups.ts'
import {changeDirectoryPerson, createPerson, type DirectoryAccess, emailIn, endPerson, nameIn} from './people.ts'
import {invalidValue, ScimError, unknownResource} from './scim-error.ts'
import {isSelected, selected, selectionIn} from './selection.ts'
import {
  type Attributes,
  attributesIn,
  groupShape,
  operationsIn,
  patched,
  type ResourceShape,
  userShape,
} from './shapes.ts'

export interface ScimRequest {
  readonly method: string
  /** Behind `/_scim/v2`: `Users`, and an id. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly body: Json
  /** The address of `/_scim/v2`. */
  readonly base: string
  /** Whether the client wants to change what has this version, and whether it has it already. */
  readonly isMatch: (version: string) => boolean
  readonly isKnown: (version: string) => boolean
}

export interface ScimAnswer {
  readonly status: number
  readonly json: Json | null
  readonly headers: Readonly<Record<string, string>>
}

type Resource = Readonly<Record<string, Json>>

/** What differs between users and groups. */
interface ResourceKind {
  readonly shape: ResourceShape
  readonly read: (db: Db, access: DirectoryAccess, id: string, base: string) => Promise<Resource>
  readonly list: (access: DirectoryAccess, query: URLSearchParams, base: string) => Promise<Json>
  readonly create: (access: DirectoryAccess, body: Json) => Promise<string>
  /** `next`: the whole resource, made of the current one in the transaction that writes it. */
  readonly change: (access: DirectoryAccess, id: string, next: (db: Db) => Promise<Attributes>) => Promise<unknown>
  /** `first`: what has to hold, in the transaction that removes it. */
  readonly remove: (access: DirectoryAccess, id: string, first: (db: Db) => Promise<unknown>) => Promise<void>
}

export async function answerScim(access: DirectoryAccess, request: ScimRequest): Promise<ScimAnswer> {
  const {method, path, query} = request
  const [collection = '', id, ...more] = path
  if (more.length > 0) throw unknownResource(path.join('/'))
  const fixed = discovery(collection, id)
  if (fixed !== null && query.has('filter')) throw new ScimError(403, null, 'Nothing is searched here.')
  if (fixed !== null) return method === 'GET' ? answer(200, fixed) : wrongMethod('GET')
  const kind = new Map([
    ['users', users],
    ['groups', groups],
  ]).get(collection.toLowerCase())
  if (!kind) throw unknownResource(collection)
  return id === undefined
    ? onCollection(access, kind, request)
    : onResource(access, kind, {...request, id: knownId(id)})
}

function discovery(collection: string, id: string | undefined): Json | null {
  const name = collection.toLowerCase()
  if (name === 'serviceproviderconfig' && id === undefined) return serviceProviderConfig
  const known = name === 'resourcetypes' ? resourceTypes : name === 'schemas' ? schemas : null
  if (!known) return null
  if (id === undefined) return listed(known, {total: known.length, start: 1})
  const found = known.find(each => isObject(each) && each['id'] === id)
  if (!found) throw unknownResource(id)
  return found
}

const wrongMethod = (allow: string): ScimAnswer => ({
  ...answer(405, errorJson(new ScimError(405, null, 'This method is not supported here.'))),
  headers: {allow},
})

const answer = (status: number, json: Json | null): ScimAnswer => ({status, json, headers: {}})

const find = (access: DirectoryAccess, kind: ResourceKind, id: string, base: string): Promise<Resource> =>
  reading(access, db => kind.read(db, access, id, base))

async function onCollection(access: DirectoryAccess, kind: ResourceKind, request: ScimRequest): Promise<ScimAnswer> {
  const {method, query, base, body} = request
  if (method === 'GET') return answer(200, await kind.list(access, query, base))
  if (method !== 'POST') return wrongMethod('GET, POST')
  const id = await kind.create(access, body)
  return withVersion(201, await find(access, kind, id, base), query)
}

async function onResource(
  access: DirectoryAccess,
  kind: ResourceKind,
  {method, query, base, body, id, isMatch, isKnown}: ScimRequest & {readonly id: string},
): Promise<ScimAnswer> {
  if (method === 'GET') {
    const current = await find(access, kind, id, base)
    const version = versionOf(current)
    return isKnown(version) ? {status: 304, json: null, headers: {etag: version}} : withVersion(200, current, query)
  }
  // As it is when it is changed: of two changes at once, the second is made of the result of the first.
  const matching = async (db: Db) => {
    const current = await kind.read(db, access, id, base)
    if (!isMatch(versionOf(current))) throw new ScimError(412, null, 'The resource has changed since it was read.')
    return current
  }
  const {shape} = kind
  if (method === 'DELETE') {
    await kind.remove(access, id, matching)
    return answer(204, null)
  }
  if (method === 'PUT') {
    const whole = attributesIn(shape, body)
    await kind.change(access, id, async db => {
      await matching(db)
      return whole
    })
  } else if (method === 'PATCH') {
    const operations = operationsIn(body)
    await kind.change(access, id, async db => patched(shape, attributesIn(shape, await matching(db)), operations))
  } else return wrongMethod('GET, PUT, PATCH, DELETE')
  return withVersion(200, await find(access, kind, id, base), query)
}

function withVersion(status: number, resource: Resource, query: URLSearchParams): ScimAnswer {
  const {meta} = resource
  const location = isObject(meta) && typeof meta['location'] === 'string' ? {location: meta['location']} : {}
  const headers = {etag: versionOf(resource), ...(status === 201 ? location : {})}
  return {status, json: selected(resource, selectionIn(query)), headers}
}

/** Of a whole resource. */
function versioned(resource: Resource): Resource {
  const digest = createHash('sha256').update(JSON.stringify(resource)).digest('base64url')
  const meta = isObject(resource['meta']) ? resource['meta'] : {}
  return {...resource, meta: {...meta, version: `W/"${digest.slice(0, 22)}"`}}
}

const versionOf = ({meta}: Resource): string => (isObject(meta) ? String(meta['version'] ?? '') : '')

function knownId(text: string): string {
  const id = readId(text)
  if (id === null) throw unknownResource(text.slice(0, 80))
  return id
}

function listed(resources: readonly Json[], {total, start}: {readonly total: number; readonly start: number}): Json {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: start,
    itemsPerPage: resources.length,
    Resources: [...resources],
  }
}

/** `startIndex` begins with 1; what is below counts as 1, and a negative `count` as 0 (RFC 7644, 3.4.2.4). */
function pageIn(query: URLSearchParams): {readonly start: number; readonly count: number} {
  const whole = (name: string, usual: number) => {
    const text = query.get(name)
    if (text === null) return usual
    if (!/^-?\d{1,9}$/.test(text)) throw invalidValue(`${name} must be a whole number.`)
    return Number(text)
  }
  return {start: Math.max(1, whole('startIndex', 1)), count: Math.min(mostResults, Math.max(0, whole('count', 100)))}
}

const filterIn = (query: URLSearchParams): ScimFilter | null => {
  const text = query.get('filter')
  return text === null || text.trim() === '' ? null : parseFilter(text)
}

export function errorJson({status, scimType, message}: ScimError): Json {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === null ? {} : {scimType}),
    detail: message,
  }
}

/* Users. */

/** Above it, a filter must name a user. */
const mostSearched = 20_000

const users: ResourceKind = {
  shape: userShape,
  async read(db, {directory: {provider}}, id, base) {
    const [person] = await readPeople(db, {provider, id}, {offset: 0, most: 1})
    if (!person) throw unknownResource(id)
    return userOf(person, base)
  },
  async list(access, query, base) {
    const {provider} = access.directory
    const [filter, {start, count}] = [filterIn(query), pageIn(query)]
    const id = neededText(filter, 'id')
    if (id !== null && readId(id) === null) return listed([], {total: 0, start})
    const narrowing: PeopleNarrowing = {
      ...{provider, id},
      userName: neededText(filter, 'username'),
      externalId: neededText(filter, 'externalid'),
    }
    const total = await reading(access, db => countPeople(db, narrowing))
    if (filter === null) {
      const people = await reading(access, db => readPeople(db, narrowing, {offset: start - 1, most: count}))
      return listed(
        people.map(person => selected(userOf(person, base), selectionIn(query))),
        {total, start},
      )
    }
    if (total > mostSearched) throw new ScimError(400, 'tooMany', 'Too many users: filter by userName or externalId.')
    const people = await reading(access, db => readPeople(db, narrowing, {offset: 0, most: mostSearched}))
    return pageOf(
      people.map(person => userOf(person, base)).filter(user => fitsFilter(filter, user)),
      query,
    )
  },
  create: (access, body) => createPerson(access, attributesIn(userShape, body)),
  change: changeDirectoryPerson,
  remove: endPerson,
}

function reading<T>({accounts}: DirectoryAccess, work: (db: Db) => Promise<T>): Promise<T> {
  return accounts.engine().store.read(work)
}

/** The record as the directory described it; what was changed here since is as it is here. */
function userOf({id, name, email, active, created, changed, body}: DirectoryPerson, base: string): Resource {
  const own: Attributes = body ?? {userName: email}
  const emails = Array.isArray(own['emails']) ? own['emails'] : []
  const isSameEmail = emailIn(own)?.toLowerCase() === email
  const isSameName = body !== null && nameIn(body) === name
  return versioned({
    schemas: [userSchema],
    id,
    ...(own['externalId'] === undefined ? {} : {externalId: own['externalId']}),
    userName: own['userName'] ?? email,
    ...(isSameName && own['displayName'] === undefined
      ? {}
      : {displayName: isSameName ? (own['displayName'] ?? name) : name}),
    name: isSameName && isObject(own['name']) ? own['name'] : {formatted: name, ...partsOfName(name)},
    emails: isSameEmail && emails.length > 0 ? emails : [{value: email, type: 'work', primary: true}],
    active,
    meta: {resourceType: 'User', created, lastModified: changed, location: `${base}/Users/${id}`},
  })
}

/** Directories that read people from here need both parts. */
function partsOfName(name: string): Readonly<Record<string, string>> {
  const [, givenName, familyName] = /^(.*\S)\s+(\S+)$/.exec(name) ?? []
  return givenName === undefined || familyName === undefined ? {} : {givenName, familyName}
}

function pageOf(resources: readonly Resource[], query: URLSearchParams): Json {
  const {start, count} = pageIn(query)
  const selection = selectionIn(query)
  const some = resources.slice(start - 1, start - 1 + count).map(each => selected(each, selection))
  return listed(some, {total: resources.length, start})
}

/* Groups. */

const groups: ResourceKind = {
  shape: groupShape,
  async read(db, {directory: {provider}}, id, base) {
    const [group] = await directoryGroups(db, provider, id)
    if (!group) throw unknownResource(id)
    return groupOf(group, {base, members: await membersOfGroup(db, id)})
  },
  async list(access, query, base) {
    const {provider} = access.directory
    const [filter, {start, count}] = [filterIn(query), pageIn(query)]
    return reading(access, async db => {
      const all = await directoryGroups(db, provider)
      // Members are read of the groups that are shown, or of all if the filter asks about them.
      const isAsked = filter !== null && asksAbout(filter, 'members')
      const whole = async (group: DirectoryGroup) => groupOf(group, {base, members: await membersOfGroup(db, group.id)})
      const found: DirectoryGroup[] = []
      for (const group of all)
        if (!filter || fitsFilter(filter, isAsked ? await whole(group) : groupOf(group, {base, members: null})))
          found.push(group)
      const selection = selectionIn(query)
      const isShown = isSelected(selection, 'members') || selection.wanted?.has('meta')
      const shown: Json[] = []
      for (const group of found.slice(start - 1, start - 1 + count))
        shown.push(selected(isShown ? await whole(group) : groupOf(group, {base, members: null}), selection))
      return listed(shown, {total: found.length, start})
    })
  },
  create: (access, body) => {
    const group = attributesIn(groupShape, body)
    return saveGroup(access, null, async () => group)
  },
  change: saveGroup,
  remove: endGroup,
}

interface ShownGroup {
  readonly base: string
  /** Null: not read, so the version is not known. */
  readonly members: readonly string[] | null
}

function groupOf({id, name, external, made, changed}: DirectoryGroup, {base, members}: ShownGroup): Resource {
  const group = {
    schemas: [groupSchema],
    id,
    ...(external === null ? {} : {externalId: external}),
    displayName: name,
    ...(members ? {members: members.map(value => ({value, type: 'User', $ref: `${base}/Users/${value}`}))} : {}),
    meta: {resourceType: 'Group', created: made, lastModified: changed, location: `${base}/Groups/${id}`},
  }
  return members ? versioned(group) : group
}
