/**
 * Derives the screens of a document whose point 2 is empty, for every entity: one to look through its records, one to
 * create them and one to show each, for the roles that may read or create them. Parts are shown with their owner.
 */
import {languageOf} from '../../messages/languages.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {userEntity} from '../entities/own-fields.ts'
import type {Act, Roles} from '../roles/model.ts'
import type {Valued} from './bullets/bullet.ts'
import {type Related, related} from './bullets/related.ts'
import {filters, search} from './bullets/shared.ts'
import type {For, Screen, ScreenAddress, ScreenKind, Screens} from './model.ts'
import {noSite} from './own/site.ts'
import {addressWords} from './parameters.ts'
import {ownWords, readRoute} from './route.ts'
import type {ScreenAbilities} from './shows.ts'

export interface DeriveContext {
  readonly entities: Entities
  readonly roles: Roles
  readonly kinds: readonly ScreenKind[]
  /** The name of the form for a new record, in the document's language. */
  readonly language: string
}

const mostFilters = 4

export function deriveScreens(context: DeriveContext): Screens {
  const entities = [...context.entities.entities.values()].filter(entity => entity.partOf === null)
  const people = entities.filter(({name}) => name === userEntity)
  const own = entities.filter(({name}) => name !== userEntity)
  const leading = relations(context.entities)
  return {
    site: noSite,
    screens: [...own, ...people].flatMap(entity => screensOf(entity, context, leading.get(entity.name) ?? [])),
  }
}

function screensOf(entity: Entity, context: DeriveContext, leading: readonly Related[]): Screen[] {
  const path = `/${wordOf(entity)}`
  const readers = audienceOf(entity, 'read', context.roles)
  const creators = audienceOf(entity, 'create', context.roles)
  const {newRecord} = languageOf(context.language).messages
  const derived: readonly Derived[] = [
    {can: 'browse', name: entity.plural, path, for: readers, values: listValues(entity)},
    {can: 'create', name: newRecord(entity.label), path: `${path}/new`, for: creators, values: {}},
    {can: 'showOne', name: entity.label, path: `${path}/:id`, for: readers, values: valued(related, leading)},
  ]
  return derived.flatMap(each => screen(entity, context, each))
}

interface Derived {
  /** The first kind that can do this shows it. */
  readonly can: keyof ScreenAbilities
  readonly name: string
  readonly path: string
  readonly for: For | null
  /** Of its bullets, by name. */
  readonly values: Readonly<Record<string, unknown>>
}

function screen(
  {name: entityName, file, line, column}: Entity,
  {kinds}: DeriveContext,
  {can, name, path, for: whom, values}: Derived,
): Screen[] {
  const route = readRoute(path)
  const kind = kinds.find(each => each.can[can])
  const shows = kind?.showing(entityName)
  if (!route.ok || !whom || !kind || !shows) return []
  const own = {
    menu: true,
    menuGroup: null,
    menuIfAny: false,
    menuCount: null,
    icon: null,
    layout: null,
    details: Object.fromEntries(Object.entries(kind.bullets).map(([key, {absent}]) => [key, values[key] ?? absent])),
    named: {fields: [], conditions: [], actions: []},
    cards: [],
    own: null,
    prose: [],
    written: null,
  }
  const address: ScreenAddress = kind.can.showOne ? {kind: 'record', key: 'id'} : {kind: 'plain'}
  return [{name, route: route.route, address, shows, kind, for: whom, ...own, file, line, column}]
}

function wordOf(entity: Entity): string {
  const [word = ''] = addressWords(entity)
  return ownWords.has(word) || word === '' ? `all-${word}` : word
}

/** Null if no role may. */
function audienceOf({name}: Entity, act: Act, {open, roles, grants}: Roles): For | null {
  if (open) return {kind: 'roles', roles: [...roles.keys()]}
  const whom = new Set(grants.filter(grant => grant.entity === name && grant.acts.has(act)).map(grant => grant.role))
  if (whom.has('everyone')) return {kind: 'everyone'}
  if (whom.has('signed in')) return {kind: 'signed in'}
  return whom.size === 0 ? null : {kind: 'roles', roles: [...whom]}
}

const valued = <Value>({name}: Valued<Value>, value: Value) => ({[name]: value})

function listValues({fields}: Entity) {
  const filtered = [...fields.values()].filter(isFilter).slice(0, mostFilters)
  const searched = [...fields.values()].filter(field => field.type.search && field.computed === null)
  const pathsOf = (each: readonly Field[]) => each.map(({name}) => [name])
  return {...valued(filters, pathsOf(filtered)), ...valued(search, pathsOf(searched))}
}

function isFilter({type, computed}: Field): boolean {
  return computed === null && ['choice', 'record', 'yes/no'].includes(type.filter.filter)
}

/**
 * The references to each entity, for the related lists on its record page; `User` is left out because everything refers
 * to it.
 */
function relations({entities}: Entities): ReadonlyMap<string, readonly Related[]> {
  const found = new Map<string, Related[]>()
  for (const {name, fields} of entities.values())
    for (const {name: by, type} of fields.values()) {
      const led = type.type.kind === 'reference' ? type.type.entity : userEntity
      if (led === userEntity) continue
      const leading = found.get(led) ?? []
      leading.push({entity: name, by})
      found.set(led, leading)
    }
  return found
}
