/** Conditions by which one record or a few are found, with marks for their values: the statement is then the same for all records. */
import type {Core, Json} from '../../feel/core.ts'
import {type Late, markFor} from '../marks.ts'

export interface Marked {
  readonly where: Core | null
  /** The values in the places of the marks. */
  readonly late: readonly Late[]
}

/** `from`: how many marks the statement has already. */
export function marked(where: Core | null, from = 0): Marked {
  const late: Late[] = []
  return {where: where === null ? null : markedIn(where, {late, from}), late}
}

interface Marking {
  readonly late: Late[]
  readonly from: number
}

function markedIn(core: Core, late: Marking): Core {
  if (core.op === 'and') return {...core, items: core.items.map(item => markedIn(item, late))}
  if (core.op === 'compare' && (core.by === '=' || core.by === '!=') && isOwnField(core.left))
    return {...core, right: markedValue(core.right, late)}
  if (core.op !== 'in' || !isOwnField(core.value)) return core
  const tests = core.tests.map(test => (test.test === 'equals' ? {...test, with: markedValue(test.with, late)} : test))
  return {...core, tests}
}

const isOwnField = (core: Core): boolean => core.op === 'field' && core.of.op === 'this'

function markedValue(core: Core, {late, from}: Marking): Core {
  const value = core.op === 'value' && isPlain(core.type.kind) ? lateIn(core.value) : null
  const mark = value === null ? null : markFor(value, from + late.length)
  if (core.op !== 'value' || value === null || mark === null) return core
  late.push(value)
  return {...core, value: mark}
}

const isPlain = (kind: string): boolean => kind === 'reference' || kind === 'text' || kind === 'number'

const lateIn = (json: Json): Late | null => (typeof json === 'string' || typeof json === 'number' ? json : null)
