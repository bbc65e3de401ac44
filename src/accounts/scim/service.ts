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
import {fitsFilter, isObject, neededText, parseFilter, type ScimFilter} from './filter.ts'
import {endGroup, saveGroup} from './groups.ts'
import {changeDirectoryPerson, createPerson, type DirectoryAccess, emailIn, endPerson, nameIn} from './people.ts'
import {invalidValue, ScimError, unknownResource} from './scim-error.ts'
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
  readonly ifMatch: string | null
  readonly ifNoneMatch: string | null
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
  const {method, path} = request
  const [collection = '', id, ...more] = path
  if (more.length > 0) throw unknownResource(path.join('/'))
  const fixed = discovery(collection, id)
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
  return withTag(201, await find(access, kind, id, base), query)
}

async function onResource(
  access: DirectoryAccess,
  kind: ResourceKind,
  {method, query, base, body, id, ifMatch, ifNoneMatch}: ScimRequest & {readonly id: string},
): Promise<ScimAnswer> {
  if (method === 'GET') {
    const current = await find(access, kind, id, base)
    const tag = tagOf(current)
    return ifNoneMatch === tag ? {status: 304, json: null, headers: {etag: tag}} : withTag(200, current, query)
  }
  // As it is when it is changed: of two changes at once, the second is made of the result of the first.
  const matching = async (db: Db) => {
    const current = await kind.read(db, access, id, base)
    if (ifMatch !== null && ifMatch !== '*' && ifMatch !== tagOf(current))
      throw new ScimError(412, null, 'The resource has changed since it was read.')
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
  return withTag(200, await find(access, kind, id, base), query)
}

function withTag(status: number, resource: Resource, query: URLSearchParams): ScimAnswer {
  const {meta} = resource
  const location = isObject(meta) && typeof meta['location'] === 'string' ? {location: meta['location']} : {}
  const headers = {etag: tagOf(resource), ...(status === 201 ? location : {})}
  return {status, json: selected(resource, query), headers}
}

const tagOf = (resource: Resource): string =>
  `W/"${createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 22)}"`

function knownId(text: string): string {
  const id = readId(text)
  if (id === null) throw unknownResource(text.slice(0, 80))
  return id
}

/** `attributes` and `excludedAttributes`. */
function selected(resource: Resource, query: URLSearchParams): Json {
  const names = (name: string) =>
    (query.get(name) ?? '')
      .toLowerCase()
      .split(',')
      .map(each => each.trim().split('.')[0] ?? '')
  const wanted = query.has('attributes') ? names('attributes') : null
  const left = names('excludedAttributes')
  const isKept = (name: string) =>
    ['id', 'schemas'].includes(name) ||
    (wanted ? wanted.includes(name.toLowerCase()) : !left.includes(name.toLowerCase()))
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)))
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
        people.map(person => selected(userOf(person, base), query)),
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
  return {
    schemas: [userSchema],
    id,
    ...(own['externalId'] === undefined ? {} : {externalId: own['externalId']}),
    userName: own['userName'] ?? email,
    ...(isSameName && own['displayName'] === undefined
      ? {}
      : {displayName: isSameName ? (own['displayName'] ?? name) : name}),
    name: isSameName && isObject(own['name']) ? own['name'] : {formatted: name},
    emails: isSameEmail && emails.length > 0 ? emails : [{value: email, type: 'work', primary: true}],
    active,
    meta: {resourceType: 'User', created, lastModified: changed, location: `${base}/Users/${id}`},
  }
}

function pageOf(resources: readonly Resource[], query: URLSearchParams): Json {
  const {start, count} = pageIn(query)
  const some = resources.slice(start - 1, start - 1 + count).map(each => selected(each, query))
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
    const filter = filterIn(query)
    const all = await reading(access, db => directoryGroups(db, provider))
    // Members are read only if they are shown or asked about.
    const names = (query.get('excludedAttributes') ?? '').toLowerCase().split(',')
    const withMembers = !names.includes('members') || /\bmembers\b/i.test(query.get('filter') ?? '')
    const shown: Resource[] = []
    for (const group of all) {
      const members = withMembers ? await reading(access, db => membersOfGroup(db, group.id)) : []
      shown.push(groupOf(group, {base, members}))
    }
    return pageOf(filter === null ? shown : shown.filter(group => fitsFilter(filter, group)), query)
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
  readonly members: readonly string[]
}

function groupOf({id, name, external, made, changed}: DirectoryGroup, {base, members}: ShownGroup): Resource {
  return {
    schemas: [groupSchema],
    id,
    ...(external === null ? {} : {externalId: external}),
    displayName: name,
    members: members.map(value => ({value, type: 'User', $ref: `${base}/Users/${value}`})),
    meta: {resourceType: 'Group', created: made, lastModified: changed, location: `${base}/Groups/${id}`},
  }
}
