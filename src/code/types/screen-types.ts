/**
 * The types of an application's own screens, from its document, as `nonet types` writes them. Interfaces only, so that many screens
 * are checked as fast as few. A value is also null where it may be empty, or where a role of the screen may not read it.
 */
import {Reach, type RoleOrEveryone} from '../../analysis/context.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import type {Type} from '../../feel/type.ts'
import {readableField} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import type {For, Screen} from '../../points/screens/model.ts'
import {
  type AddressValue,
  isAccountDeed,
  isOwnList,
  isOwnPassword,
  isPaged,
  noHead,
  type OwnActionRow,
  type OwnColumn,
  type OwnData,
  type OwnList,
  type OwnScreen,
} from '../../points/screens/own/model.ts'
import type {FieldPath} from '../../points/screens/paths.ts'
import type {Shows} from '../../points/screens/shows.ts'
import type {Specification} from '../../points/specification.ts'
import {assetTypes} from './asset-types.ts'
import {effectTypes} from './effect-types.ts'
import {functionTypes} from './function-types.ts'
import {kitTypes} from './kit-types.ts'
import {partTypes} from './part-types.ts'
import {testingTypes} from './testing-types.ts'

const written = `// Written by nonet types from the document: changes are overwritten.
declare module 'nonet/screen' {
`

/** A screen of a component of the author. */
type CodeScreen = Screen & {readonly shows: Extract<Shows, {readonly component: string}>}

const isOwnScreen = (screen: Screen): screen is CodeScreen => 'component' in screen.shows

export function appTypes(specification: Specification): string {
  const {entities, roles, screens} = specification
  const reach = new Reach(roles, entities)
  const own = screens.screens.filter(isOwnScreen)
  const interfaces: string[] = []
  const entries = own.map((screen, index) => {
    const isAlone = own.filter(each => each.shows.component === screen.shows.component).length === 1
    const prefix = `${screen.shows.component}${isAlone ? '' : index + 1}`
    const types = new ScreenTypes(specification, {screen, prefix, audience: audienceOf(screen.for, reach), reach})
    interfaces.push(...types.interfaces)
    return `    ${JSON.stringify(screen.name)}: ${types.props}`
  })
  const of = (some: readonly Screen[], type: (screen: Screen) => string) =>
    some.map(each => `    ${JSON.stringify(each.name)}: ${type(each)}`).join('\n')
  const both = [
    `  interface Person {${personMembers(specification)}}`,
    `  interface Screens {\n${entries.join('\n')}\n  }`,
    `  interface Addresses {\n${of(screens.screens, linkType)}\n  }`,
    `  interface Queries {\n${of(own, screen => `{${queryMembers(screen).join('; ')}}`)}\n  }`,
  ]
  const parts = partTypes({
    specification,
    valueType: fieldType,
    fieldAt: (entity, path) => fieldAtPath(entities, entity, path)?.field ?? null,
  })
  return `${written}${kitTypes}\n${parts}${[...interfaces, ...both].join('\n')}\n}\n${functionTypes(specification)}${effectTypes(specification)}${testingTypes}${assetTypes}`
}

/** On the page of an error the values of the person may be missing. */
function personMembers({entities, screens}: Specification): string {
  const fields = entities.entities.get(userEntity)?.fields
  const values = screens.site.person.flatMap(name => {
    const field = fields?.get(name)
    return field ? [[name, `(${fieldType(field)}) | null`] as const] : []
  })
  return listed([['id', `Id<${JSON.stringify(userEntity)}>`], ['name', 'string'], ...values])
}

/** Null is a visitor. A screen for everyone is also for every role. */
function audienceOf(whom: For, {allRoles}: Reach): readonly RoleOrEveryone[] {
  if (whom.kind === 'roles') return whom.roles
  return whom.kind === 'everyone' ? [null, ...allRoles] : allRoles
}

interface TypedScreen {
  readonly screen: CodeScreen
  /** Of the names of its interfaces. */
  readonly prefix: string
  readonly audience: readonly RoleOrEveryone[]
  readonly reach: Reach
}

const nothing: OwnScreen = {address: [], head: noHead, data: [], actions: []}

class ScreenTypes {
  readonly interfaces: string[] = []
  readonly props: string
  readonly #entities: ReadonlyMap<string, Entity>
  readonly #actions: Specification['actions']
  readonly #typed: TypedScreen

  constructor({entities, actions}: Specification, typed: TypedScreen) {
    this.#entities = entities.entities
    this.#actions = actions
    this.#typed = typed
    const {address, data, actions: acts} = typed.screen.own ?? nothing
    this.props = `{
      readonly data: {${listed(data.map(each => [each.name, this.#dataType(each)]))}}
      readonly actions: {${listed(acts.map(each => [each.name, this.#actionType(each)]))}}
      readonly address: {${listed(address.map(each => [each.name, addressType(each)]))}}
    }`
  }

  #dataType(data: OwnData): string {
    if (!isOwnList(data)) {
      const {by, entity} = data.figure
      if (by === null) return 'number'
      if (by.period) return by.period === 'year' ? 'Groups<number>' : 'Groups<string>'
      const field = this.#fieldAt(entity, by.path)
      return `Groups<${field ? fieldType(field.field) : 'never'}>`
    }
    const row = this.#rowType(data, `${this.#typed.prefix}_${data.name}`)
    const shapes = {rows: `Rows<${row}>`, pages: `Page<${row}>`, one: row, first: `${row} | null`}
    return shapes[data.kind]
  }

  /** Declares the interface of a row, and returns its name. */
  #rowType({entity, columns, nested}: OwnList, name: string): string {
    const lists = nested.map(each => [each.name, `Rows<${this.#rowType(each, `${name}_${each.name}`)}>`] as const)
    const members = listed([...this.#columnTypes(entity, columns), ...lists])
    this.interfaces.push(`  interface ${name} extends Row<${JSON.stringify(entity)}> {${members}}`)
    return name
  }

  #columnTypes(entity: string, columns: readonly OwnColumn[]): (readonly [string, string])[] {
    const paths = columns.flatMap(each => (each.kind === 'field' ? [each.path] : []))
    const computed = columns.flatMap(each =>
      each.kind === 'computed' ? [[each.name, computedType(each)] as const] : [],
    )
    return [...this.#tree(entity, paths), ...computed].filter(([name]) => name !== 'id' && name !== 'version')
  }

  /** `person.team` is below `person`. */
  #tree(entity: string, paths: readonly FieldPath[]): (readonly [string, string])[] {
    return [...Map.groupBy(paths, ([name = '']) => name)].flatMap(([name, some]) => {
      const found = this.#fieldAt(entity, [name])
      if (!found) return []
      const deeper = some.flatMap(([, ...rest]) => (rest.length > 0 ? [rest] : []))
      const {type} = found.field.type
      const below = type.kind === 'reference' ? this.#tree(type.entity, deeper) : []
      const plain = fieldType(found.field)
      const shown = below.length === 0 ? plain : `${plain} & {${listed(below)}}`
      return [[name, this.#isAlwaysThere(entity, found.field) ? shown : `(${shown}) | null`] as const]
    })
  }

  #fieldAt(entity: string, [name = '', ...rest]: FieldPath): {readonly field: Field} | null {
    const declared = this.#entities.get(entity)
    const field = declared ? readableField(declared, name) : null
    if (!field || rest.length === 0) return field && {field}
    return field.type.type.kind === 'reference' ? this.#fieldAt(field.type.type.entity, rest) : null
  }

  /** It has a value, and every role of the screen reads it wherever it reads the record. */
  #isAlwaysThere(entity: string, field: Field): boolean {
    const {type} = field.type
    if (type.kind === 'list') return this.#isRead(entity, field.name)
    const isFilled = (field.required || field.state) && field.computed === null
    if (!isFilled || !this.#isRead(entity, field.name)) return false
    return type.kind !== 'reference' || this.#isRead(type.entity, null)
  }

  #isRead(entity: string, field: string | null): boolean {
    const {audience, reach} = this.#typed
    return audience.every(role => reach.readsAlways(role, entity, field))
  }

  #actionType(row: OwnActionRow): string {
    const {does, fields, named} = row
    const entity = this.#entities.get(does.entity)
    const performed = does.kind === 'action' ? does.action : does.kind === 'create' ? does.follows : null
    const rows = performed === null ? [] : (this.#actions.actions.get(does.entity)?.get(performed)?.rows ?? [])
    const asked = new Map(rows.flatMap(row => row.asks.map(({field}) => [field.name, field] as const)))
    const inputs = fields.flatMap(name => {
      const field = entity?.fields.get(name) ?? asked.get(name)
      if (entity && isOwnPassword(row, name, entity)) return [`readonly ${name}?: string`]
      const byName = named.some(each => each.field === name)
      return field ? [`readonly ${name}?: ${byName ? nameType(field) : inputType(field)}`] : []
    })
    if (isAccountDeed(does.kind)) {
      const given = fields.map(name => `readonly ${name}?: ${name === 'shared' ? 'boolean' : 'string'}`)
      return `Action<null, {${given.join('; ')}}> & {readonly links: readonly LinkData[]}`
    }
    const of = does.kind === 'create' ? 'null' : JSON.stringify(does.entity)
    return `Action<${of}, {${inputs.join('; ')}}>`
  }
}

const listed = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([name, type]) => `readonly ${name}: ${type}`).join('; ')

function addressType({type, in: place, default: fallback}: AddressValue): string {
  const plain = plainType(type)
  return place === 'path' || fallback !== null ? plain : `(${plain}) | null`
}

/** Of a number of records there is always one. */
function computedType({type, core}: Extract<OwnColumn, {kind: 'computed'}>): string {
  const isCount = core.op === 'call' && core.name === 'count'
  return type.kind === 'boolean' || isCount ? plainType(type) : `(${plainType(type)}) | null`
}

/** What a link to a screen takes: the parameters of its route, and the values of its query. */
function linkType({route, own}: Screen): string {
  const declared = new Map(own?.address.map(each => [each.name, each]))
  const inPath = route.segments.flatMap(each => (each.kind === 'parameter' ? [each.name] : []))
  const members = inPath.map(name => `readonly ${name}: ${linkedType(declared.get(name)?.type)}`)
  return `{${[...members, ...queryMembers({own})].join('; ')}}`
}

/** The values of its query, as links and `useAddress` change them. */
const queryMembers = ({own}: Pick<Screen, 'own'>): readonly string[] => [
  ...(own?.address ?? []).flatMap(({name, type, in: place}) =>
    place === 'query' ? [`readonly ${name}?: (${linkedType(type)}) | null | undefined`] : [],
  ),
  ...(own && isPaged(own) ? ['readonly page?: number | null | undefined'] : []),
]

function linkedType(type: Type | undefined): string {
  if (type === undefined) return 'string | number | {readonly id: string}'
  return type.kind === 'reference' ? `Linked<${JSON.stringify(type.entity)}>` : plainType(type)
}

const fieldType = ({span, type: {type}}: Field): string => (span ? 'string' : plainType(type))

/** As sent: a record by its id, an empty value as null. */
function inputType({type: {type}}: Field): string {
  const idOf = (of: Type) => (of.kind === 'reference' ? `Id<${JSON.stringify(of.entity)}>` : plainType(of))
  return type.kind === 'list' ? `readonly (${idOf(type.of)})[]` : `(${idOf(type)}) | null`
}

/** Records by the value of a field: names, which may be separated by commas. */
const nameType = ({type: {type}}: Field): string =>
  type.kind === 'list' ? 'string | readonly string[]' : 'string | null'

function plainType(type: Type): string {
  switch (type.kind) {
    case 'boolean':
    case 'number':
      return type.kind
    case 'choice':
      return type.words.map(word => JSON.stringify(word)).join(' | ')
    case 'reference':
      return `Reference<${JSON.stringify(type.entity === fileEntity ? 'File' : type.entity)}>`
    case 'list':
      return `readonly (${plainType(type.of)})[]`
    default:
      return 'string'
  }
}
