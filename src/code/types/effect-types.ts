/** The types of the effects of a document: what each sees and returns, and the records that its role reads and changes. */
import {Reach} from '../../analysis/context.ts'
import type {Core} from '../../feel/core.ts'
import type {Type} from '../../feel/type.ts'
import type {OwnEffect, Shape} from '../../points/calls/model.ts'
import {isEditable} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import type {Specification} from '../../points/specification.ts'

export function effectTypes(specification: Specification): string {
  const {effects} = specification.calls
  if (effects.length === 0) return ''
  const roles = [...new Set(effects.flatMap(({as}) => as ?? []))]
  const declared = effects.map(each => `    ${JSON.stringify(each.name)}: ${effectType(each, specification, roles)}`)
  const records = roles.map(
    (role, index) => `  interface Records${index + 1} {\n${recordTypes(role, specification)}\n  }`,
  )
  return `declare module 'nonet/code' {
  import type {Id} from 'nonet/screen'
${effectKit}
  interface Effects {
${declared.join('\n')}
  }
${records.join('\n')}
}
`
}

const effectKit = `  /** Thrown by an effect that is not to be tried again. */
  class GiveUp extends Error {}
  /** What an effect of the document is, by its name. */
  type Effect<Name extends keyof Effects> = (
    given: Effects[Name]['given'],
  ) => Effects[Name]['returns'] | Promise<Effects[Name]['returns']>
  interface EffectProps {
    /** The same in every attempt: for the \`Idempotency-Key\` of a receiver. */
    readonly key: string
    /** Aborted at the deadline. */
    readonly signal: AbortSignal
    /** Only to the hosts of point 7. */
    readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  }
  /** A change that was refused throws an error with these. */
  interface Refusal extends Error {
    readonly name: 'Refused'
    readonly code: string
    readonly problems: readonly {readonly field: string | null; readonly code: string; readonly message: string}[]
  }
  type Target = string | {readonly id: string; readonly version?: number}
  interface Changed { readonly id: string; readonly version: number }
  interface Known { readonly record: object; readonly fields: object; readonly actions: object }
  /** Reads and changes records with the permissions of the role under As. */
  interface App<R extends {readonly [E in keyof R]: Known}> {
    find<E extends keyof R>(entity: E, id: Target): Promise<R[E]['record'] | null>
    /** At most 200 records; \`sort: '-created'\`. */
    list<E extends keyof R>(entity: E, options?: {
      readonly where?: Partial<R[E]['record']>
      readonly sort?: string
      readonly limit?: number
    }): Promise<readonly R[E]['record'][]>
    create<E extends keyof R>(entity: E, fields: R[E]['fields']): Promise<Changed>
    update<E extends keyof R>(entity: E, record: Target, fields: R[E]['fields']): Promise<Changed>
    delete<E extends keyof R>(entity: E, record: Target): Promise<void>
    perform<E extends keyof R, A extends keyof R[E]['actions']>(
      entity: E,
      record: Target,
      action: A,
      input?: R[E]['actions'][A],
    ): Promise<Changed>
  }`

function effectType(effect: OwnEffect, {entities}: Specification, roles: readonly string[]): string {
  const entity = entities.entities.get(effect.entity)
  const given = [
    `readonly record: ${shapeType(effect.body, entity)}`,
    `readonly secrets: {${effect.secrets.map(name => `readonly ${name}: string`).join('; ')}}`,
    ...(effect.as === null ? [] : [`readonly app: App<Records${roles.indexOf(effect.as) + 1}>`]),
  ]
  const sets = effect.sets.flatMap(name => {
    const field = entity?.fields.get(name)
    return field ? [`readonly ${name}: ${sentType(field)}`] : []
  })
  const returns = sets.length === 0 ? 'void' : `{${sets.join('; ')}}`
  return `{readonly given: EffectProps & {${given.join('; ')}}; readonly returns: ${returns}}`
}

/** What is sent: `person.email` is below `person`. */
function shapeType(shape: Shape, entity: Entity | undefined): string {
  if (shape.kind === 'object') {
    return `{${shape.entries.map(([key, each]) => `readonly ${key}: ${shapeType(each, entity)}`).join('; ')}}`
  }
  if (shape.kind !== 'value') return 'unknown'
  const type = jsonType(shape.core.type)
  return shape.core.type.kind === 'list' || isFilled(shape.core, entity) ? type : `(${type}) | null`
}

function isFilled(core: Core, entity: Entity | undefined): boolean {
  if (core.op !== 'field' || core.of.op !== 'this') return false
  const field = entity?.fields.get(core.field)
  return core.field === 'id' || (field !== undefined && isAlwaysFilled(field))
}

const isAlwaysFilled = ({required, state, computed}: Field): boolean => (required || state) && computed === null

/** Records by their ids, as in calls. */
function jsonType(type: Type): string {
  switch (type.kind) {
    case 'boolean':
    case 'number':
      return type.kind
    case 'choice':
      return type.words.map(word => JSON.stringify(word)).join(' | ')
    case 'reference':
      return `Id<${JSON.stringify(type.entity)}>`
    case 'list':
      return `readonly (${jsonType(type.of)})[]`
    default:
      return 'string'
  }
}

const sentType = ({type: {type}}: Field): string =>
  type.kind === 'list' ? jsonType(type) : `(${jsonType(type)}) | null`

function recordTypes(role: string, {entities, roles, actions}: Specification): string {
  const reach = new Reach(roles, entities)
  return [...entities.entities.values()]
    .filter(({name}) => (['read', 'create'] as const).some(act => reach.may(role, act, name)))
    .map(entity => {
      const shown = [...entity.fields.values()].filter(
        ({type}) => type.storage.kind !== 'other side' && type.control.control !== 'file',
      )
      const record = shown.map(field => {
        const isThere = isAlwaysFilled(field) && reach.readsAlways(role, entity.name, field.name)
        return `readonly ${field.name}: ${isThere ? jsonType(field.type.type) : sentType(field)}`
      })
      const own = [`readonly id: Id<${JSON.stringify(entity.name)}>`, 'readonly version: number']
      const fields = shown.filter(isEditable).map(field => `readonly ${field.name}?: ${sentType(field)}`)
      return `    ${entity.name}: {readonly record: {${[...own, ...record].join('; ')}}; readonly fields: {${fields.join('; ')}}; readonly actions: {${actionTypes(entity, actions)}}}`
    })
    .join('\n')
}

function actionTypes(entity: Entity, {actions}: Specification['actions']): string {
  return [...(actions.get(entity.name) ?? [])]
    .map(([name, {rows}]) => {
      const asked = new Map(rows.flatMap(row => row.asks.map(({field}) => [field.name, field] as const)))
      const inputs = [...asked.values()].map(field => `readonly ${field.name}?: ${sentType(field)}`)
      return `readonly ${name}: {${inputs.join('; ')}}`
    })
    .join('; ')
}
