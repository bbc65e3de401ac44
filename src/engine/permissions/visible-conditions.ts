/**
 * A condition that the document gives a screen, as far as one actor sees what it reads. A record whose own field is hidden from the actor does not fit,
 * whatever the field holds; a hidden field of another record is empty, and hidden records are in no list. So what a screen shows or counts tells nothing
 * that its viewer may not read.
 */
import type {Core} from '../../feel/core.ts'
import type {Type} from '../../feel/type.ts'
import {both, isYes, onlyIf, partsChanged, standingAt, yes} from '../core-build.ts'
import {type ReadPermissions, visibleRecord, visibleStep, visibleWithRecord} from './visible-paths.ts'

/** The same object where everything that the condition reads is seen. */
export function visibleCondition(visibility: ReadPermissions, condition: Core): Core {
  const needs: Core[] = []
  const seen = walked(condition, {visibility, needs, names: {next: 0}})
  const needed = both(needs)
  return isYes(needed) ? seen : both([needed, seen])
}

/** The same for a value that the document names: nothing where the record's own fields that it reads are hidden. */
export function visibleValue(visibility: ReadPermissions, value: Core): Core {
  const needs: Core[] = []
  const seen = walked(value, {visibility, needs, names: {next: 0}})
  return onlyIf(both(needs), seen)
}

interface Walk {
  readonly visibility: ReadPermissions
  /** What must be seen of the record itself. */
  readonly needs: Core[]
  readonly names: {next: number}
}

function walked(core: Core, walk: Walk): Core {
  switch (core.op) {
    case 'field':
      return walkedField(core, walk)
    case 'relation':
      return walkedRelation(core, walk)
    case 'all':
      return filtered(core, core.entity, [walk.visibility.records(core.entity).where], walk)
    default:
      return partsChanged(core, part => walked(part, walk))
  }
}

function walkedField(core: Core & {readonly op: 'field'}, walk: Walk): Core {
  const {entity, field, of} = core
  const {visibility} = walk
  if (isAboutMe(of)) return core
  const seen = visibleWithRecord(visibility, entity, field)
  if (of.op === 'this') {
    walk.needs.push(seen)
    return core
  }
  const from = walked(of, walk)
  // The items of a list are seen, because the list holds no others.
  if (from.op === 'variable') return onlyIf(standingAt(seen, from), same(core, {...core, of: from}))
  const record = visibleRecord(visibility.records(entity).where, entity, from)
  if (record === of && isYes(seen)) return core
  return visibleStep(seen, {entity, field: {name: field, type: core.type}, from: record})
}

/** Linked records that are seen, where the field that links them is. */
function walkedRelation(core: Core & {readonly op: 'relation'}, walk: Walk): Core {
  const {entity, field, of} = core
  const {visibility} = walk
  if (isAboutMe(of)) return core
  const declared = visibility.field(entity, field)
  const target = core.type.kind === 'list' && core.type.of.kind === 'reference' ? core.type.of.entity : null
  const seen = visibleWithRecord(visibility, entity, field)
  if (of.op === 'this') walk.needs.push(seen)
  const from = of.op === 'this' ? of : walked(of, walk)
  const list = same(core, {...core, of: from})
  const guarded = of.op === 'this' || isYes(seen) ? [] : [standingAt(seen, from)]
  if (target === null) return guarded.length === 0 ? list : onlyIf(both(guarded), list)
  const link =
    declared?.type.storage.kind === 'other side' ? visibility.seesField(target, declared.type.storage.by) : yes
  return filtered(list, target, [visibility.records(target).where, link], walk, guarded)
}

/** `about`: conditions on what the list belongs to. */
function filtered(
  list: Core,
  entity: string,
  conditions: readonly Core[],
  {names}: Walk,
  about: readonly Core[] = [],
): Core {
  const of: Type = {kind: 'reference', entity}
  const item: Core = {op: 'variable', name: `seen ${names.next++}`, type: of}
  const condition = both([...about, ...conditions.map(each => standingAt(each, item))])
  return isYes(condition) ? list : {op: 'filter', list, variable: item.name, condition, type: list.type}
}

/** Who asks knows about themselves. */
function isAboutMe(core: Core): boolean {
  return core.op === 'me' || (core.op === 'field' && isAboutMe(core.of))
}

/** The first one where they are the same, so that what is kept for it is found again. */
function same<C extends Core & {readonly of: Core}>(before: C, after: C): C {
  return before.of === after.of ? before : after
}
