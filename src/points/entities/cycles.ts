/** Cycles between entities: parts of themselves, required references to each other, names derived from each other. */
import {type Finding, finding, type Place} from '../../document/finding.ts'
import {replacing, type Text} from '../../document/raw.ts'
import {withArticle} from '../../messages/en/nouns.ts'
import {entityReferredTo, isOneRecord, readableField} from './lookup.ts'
import type {Entities, Entity, Field} from './model.ts'

/** A dependency of one entity on another, with its place. */
interface PathPlace extends Place {
  readonly to: string
  readonly by: string
  /** Whether it leads from a part to its owner. */
  readonly part: boolean
  /** The cell that requires it. */
  readonly required?: Text
}

export function checkCycles(entities: Entities): Finding[] {
  return [
    ...cycles(entities, partSteps).map(({steps, from}) =>
      finding('N315', first(steps), {
        message: `${from} is part of itself: ${wayOf(from, steps)}.`,
        hint: 'Remove one `part of`.',
      }),
    ),
    ...cycles(entities, needSteps)
      .filter(({steps}) => !steps.every(step => step.part))
      .map(({steps, from}) =>
        finding('N321', first(steps), {
          message: `No ${from} can ever be created: it requires ${needsOf(steps)} first.`,
          hint: `Make one of these optional: ${steps.map(step => step.by).join(', ')}.`,
          fix: steps[0]?.required && replacing(steps[0].required, ''),
        }),
      ),
    ...cycles(entities, nameSteps).map(({steps, from}) =>
      finding('N318', first(steps), {
        message: `The name of ${from} contains itself: ${wayOf(from, steps)}.`,
        hint: 'Name one of them by a text field.',
      }),
    ),
  ]
}

function first(steps: readonly PathPlace[]): Place {
  return steps[0] ?? {file: '', line: 1, column: 1}
}

function wayOf(from: string, steps: readonly PathPlace[]): string {
  return [from, ...steps.map(step => step.to)].join(' → ')
}

function needsOf(steps: readonly PathPlace[]): string {
  return steps.map(({to}) => withArticle(to)).join(', which requires ')
}

function partSteps({partOf, source}: Entity): PathPlace[] {
  if (partOf === null) return []
  const {file, line, column} = source?.partOf ?? {file: '', line: 1, column: 1}
  return [{to: partOf.entity, by: partOf.field, part: true, file, line, column}]
}

function needSteps({name, fields, partOf}: Entity): PathPlace[] {
  return [...fields.values()].flatMap(field => {
    const target = entityReferredTo(field)
    if (!field.required || target === null || field.type.storage.kind === 'nothing') return []
    const part = field.name === partOf?.field
    const required = field.source?.required
    const step = {to: target, by: `${name}.${field.name}`, part, ...placeOf(field)}
    return [required && required.text !== '' ? {...step, required} : step]
  })
}

/** A reference at the end of a path is shown as the name of its record. */
function nameSteps(entity: Entity, entities: Entities): PathPlace[] {
  return [...entity.namedBy.parts, ...(entity.namedForOwner?.parts ?? [])].flatMap(part => {
    const field = part.kind === 'path' ? lastField(entity, part.path, entities) : null
    const target = field !== null && isOneRecord(field) ? entityReferredTo(field) : null
    const {file, line, column} = entity.source?.namedBy ?? entity
    return target === null ? [] : [{to: target, by: field?.name ?? '', part: false, file, line, column}]
  })
}

function lastField(entity: Entity, path: readonly string[], entities: Entities): Field | null {
  const [name = '', ...rest] = path
  const field = readableField(entity, name)
  if (field === null || rest.length === 0) return field
  const next = entities.entities.get(entityReferredTo(field) ?? '')
  return next === undefined ? null : lastField(next, rest, entities)
}

function placeOf({file, line, column}: Field): Place {
  return {file, line, column}
}

interface Cycle {
  readonly from: string
  readonly steps: readonly PathPlace[]
}

/** Each cycle once, starting at its first entity in the document. */
function cycles(entities: Entities, stepsOf: (entity: Entity, entities: Entities) => PathPlace[]): Cycle[] {
  const found: Cycle[] = []
  const done = new Set<string>()
  const steps = new Map([...entities.entities].map(([name, entity]) => [name, stepsOf(entity, entities)]))
  for (const from of entities.entities.keys()) {
    const way = wayBack(from, {steps, done})
    if (way !== null) found.push({from, steps: way})
    done.add(from)
  }
  return found
}

interface Search {
  readonly steps: ReadonlyMap<string, readonly PathPlace[]>
  /** Entities whose cycles are already reported. */
  readonly done: ReadonlySet<string>
}

/** A step, and the one before it. */
interface StepChain {
  readonly step: PathPlace
  readonly before: StepChain | null
}

/** The shortest cycle through an entity. */
function wayBack(from: string, {steps, done}: Search): readonly PathPlace[] | null {
  const seen = new Set<string>()
  let ways: (StepChain | null)[] = [null]
  while (ways.length > 0) {
    const next: StepChain[] = []
    for (const before of ways)
      for (const step of steps.get(before?.step.to ?? from) ?? []) {
        if (step.to === from) return stepsIn({step, before})
        if (seen.has(step.to) || done.has(step.to)) continue
        seen.add(step.to)
        next.push({step, before})
      }
    ways = next
  }
  return null
}

function stepsIn(way: StepChain): PathPlace[] {
  const steps: PathPlace[] = []
  for (let at: StepChain | null = way; at !== null; at = at.before) steps.unshift(at.step)
  return steps
}
