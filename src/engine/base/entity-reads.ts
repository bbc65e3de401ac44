/**
 * The fields that the expressions of an entity read, including through computed fields. Derived when the document is
 * loaded.
 */
import type {Core} from '../../feel/core.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {coresOf} from '../../points/rules/model.ts'
import type {Specification} from '../../points/specification.ts'

/** The data that an expression reads from the record `this`. */
interface CoreReads {
  /** Stored fields, including through computed ones. */
  readonly fields: ReadonlySet<string>
  /** Fields compared with null, as in `other_room = null`. */
  readonly whetherEmpty: ReadonlySet<string>
  /** The same for the computed fields along the way. */
  readonly whetherEmptyThrough: ReadonlySet<string>
  /** It uses the record itself, and so may read any records that refer to it: unknown until the record is written. */
  readonly wholeRecord: boolean
  /** Its lists of records that refer to this one, such as its parts: known if a form gives them. */
  readonly lists: ReadonlySet<string>
  /** The entities whose records it reads, including through computed fields. */
  readonly entities: ReadonlySet<string>
}

/** The reads of an entity's computed fields, rules and actions. */
export class EntityReads {
  readonly #entity: Entity
  readonly #reads: ReadonlyMap<Core, CoreReads>

  constructor(entity: Entity, cores: readonly Core[]) {
    this.#entity = entity
    const computed = computedReads(entity)
    this.#reads = new Map(cores.map(core => [core, readsThrough(entity, ownReads(core), computed)]))
  }

  of(core: Core): CoreReads {
    return this.#reads.get(core) ?? readsOf(this.#entity, core)
  }
}

export function entityReads({entities, rules, actions}: Specification): ReadonlyMap<string, EntityReads> {
  return new Map(
    [...entities.entities.values()].map(entity => {
      const conditions = rules.rules.filter(rule => rule.entity === entity.name).flatMap(coresOf)
      const transitions = [...(actions.actions.get(entity.name)?.values() ?? [])].flatMap(({rows}) => rows)
      const cores = [
        ...[...entity.fields.values()].map(({computed}) => computed?.core),
        ...conditions,
        ...transitions.map(({when}) => when?.core),
      ]
      return [
        entity.name,
        new EntityReads(
          entity,
          cores.flatMap(core => core ?? []),
        ),
      ]
    }),
  )
}

const readsOf = (entity: Entity, core: Core): CoreReads => readsThrough(entity, ownReads(core), computedReads(entity))

/** The names in an expression itself. */
interface OwnReads {
  readonly fields: Set<string>
  readonly whetherEmpty: Set<string>
  /** The entities of the lists in it. */
  readonly entities: Set<string>
  /** It uses the record itself, not only a field of it. */
  wholeRecord: boolean
}

function ownReads(core: Core): OwnReads {
  const found: OwnReads = {fields: new Set(), whetherEmpty: new Set(), entities: new Set(), wholeRecord: false}
  collect(core, found)
  return found
}

/** Core is plain JSON, so a walk over it only needs to know the operations it looks for. */
function collect(node: unknown, found: OwnReads): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, found)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const name = fieldOfThis(node)
  if (name !== null) {
    found.fields.add(name)
    return
  }
  if ('op' in node && node.op === 'this') found.wholeRecord = true
  if ('op' in node && node.op === 'all' && 'entity' in node) found.entities.add(String(node.entity))
  const tested = fieldWhetherEmpty(node)
  if (tested !== null) found.whetherEmpty.add(tested)
  // Records that do not refer to this one are the same before it is written.
  const others = exceptThis(node)
  if (others !== null) {
    collect(others, found)
    return
  }
  for (const [key, value] of Object.entries(node)) if (key !== 'type') collect(value, found)
}

type ComputedReads = ReadonlyMap<string, OwnReads>

const computedReads = ({fields}: Entity): ComputedReads =>
  new Map(
    [...fields.values()].flatMap(({name, computed}) =>
      computed?.core ? [[name, ownReads(computed.core)] as const] : [],
    ),
  )

function readsThrough(entity: Entity, own: OwnReads, computed: ComputedReads): CoreReads {
  const [fields, through] = [new Set<string>(), new Set<OwnReads>()]
  const follow = (reads: OwnReads): void => {
    for (const name of reads.fields) {
      const next = computed.get(name)
      if (!next) fields.add(name)
      else if (!through.has(next)) {
        through.add(next)
        follow(next)
      }
    }
  }
  follow(own)
  const all = [own, ...through]
  return {
    fields,
    whetherEmpty: own.whetherEmpty,
    whetherEmptyThrough: new Set([...through].flatMap(each => [...each.whetherEmpty])),
    wholeRecord: all.some(each => each.wholeRecord),
    lists: new Set([...fields].filter(name => isOfOthers(entity.fields.get(name)))),
    entities: new Set(all.flatMap(each => [...each.entities])),
  }
}

/** Its values are other records, which refer to this one. */
const isOfOthers = (field: Field | undefined): boolean =>
  field !== undefined && field.type.storage.kind !== 'column' && field.computed === null && !isListOfReferences(field)

function fieldWhetherEmpty(node: object): string | null {
  if (!('op' in node) || node.op !== 'compare' || !('left' in node) || !('right' in node)) return null
  const {left, right} = node
  const tested = isNull(right) ? left : isNull(left) ? right : null
  return typeof tested === 'object' && tested !== null ? fieldOfThis(tested) : null
}

const isNull = (node: unknown): boolean =>
  typeof node === 'object' &&
  node !== null &&
  'op' in node &&
  node.op === 'value' &&
  'value' in node &&
  node.value === null

/** `many Tag`: the form knows the value before the record is written. */
export const isListOfReferences = (field: Field | undefined): boolean =>
  field?.computed === null && field.type.control.control === 'records'

/** `series` of `series != this`. */
function exceptThis(node: object): unknown {
  if (!('op' in node) || node.op !== 'compare' || !('by' in node) || node.by !== '!=') return null
  const [left, right] = ['left' in node ? node.left : null, 'right' in node ? node.right : null]
  const isThis = (side: unknown) => typeof side === 'object' && side !== null && 'op' in side && side.op === 'this'
  return isThis(right) ? left : isThis(left) ? right : null
}

function fieldOfThis(node: object): string | null {
  if (!('op' in node) || (node.op !== 'field' && node.op !== 'relation')) return null
  const of = 'of' in node ? node.of : null
  const isThis = typeof of === 'object' && of !== null && 'op' in of && of.op === 'this'
  return isThis && 'field' in node ? String(node.field) : null
}
