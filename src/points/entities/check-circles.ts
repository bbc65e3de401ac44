/** Circles between entities: parts of themselves, records that need each other first, names made of each other. */

import {type Finding, finding, type Place} from '../../document/finding.ts'
import {replacing, type Text} from '../../document/raw.ts'
import {fieldOf, isOneRecord, targetOf} from './lookup.ts'
import type {Entities, Entity, Field} from './model.ts'
import {withArticle} from './names.ts'

/** One step from an entity to another, and where the document says so. */
interface Step extends Place {
  readonly to: string
  readonly by: string
  /** Whether it leads from a part to its whole. */
  readonly part: boolean
  /** The cell that requires it. */
  readonly required?: Text
}

export function checkCircles(entities: Entities): Finding[] {
  return [
    ...circles(entities, partSteps).map(({steps, from}) =>
      finding('N315', first(steps), {
        message: `${from} is part of itself: ${wayOf(from, steps)}.`,
        hint: 'Remove one `part of`.',
      }),
    ),
    ...circles(entities, needSteps)
      .filter(({steps}) => !steps.every(step => step.part))
      .map(({steps, from}) =>
        finding('N321', first(steps), {
          message: `No ${from} can ever be created: it requires ${needsOf(steps)} first.`,
          hint: `Make one of these optional: ${steps.map(step => step.by).join(', ')}.`,
          fix: steps[0]?.required && replacing(steps[0].required, ''),
        }),
      ),
    ...circles(entities, nameSteps).map(({steps, from}) =>
      finding('N318', first(steps), {
        message: `The name of ${from} contains itself: ${wayOf(from, steps)}.`,
        hint: 'Name one of them by a text field.',
      }),
    ),
  ]
}

function first(steps: readonly Step[]): Place {
  return steps[0] ?? {file: '', line: 1, column: 1}
}

function wayOf(from: string, steps: readonly Step[]): string {
  return [from, ...steps.map(step => step.to)].join(' → ')
}

function needsOf(steps: readonly Step[]): string {
  return steps.map(({to}) => withArticle(to)).join(', which requires ')
}

function partSteps({partOf, source}: Entity): Step[] {
  if (partOf === null) return []
  const {file, line, column} = source?.partOf ?? {file: '', line: 1, column: 1}
  return [{to: partOf.entity, by: partOf.field, part: true, file, line, column}]
}

function needSteps({name, fields, partOf}: Entity): Step[] {
  return [...fields.values()].flatMap(field => {
    const target = targetOf(field)
    if (!field.required || target === null || field.type.keeps.kind === 'nothing') return []
    const part = field.name === partOf?.field
    const required = field.source?.required
    const step = {to: target, by: `${name}.${field.name}`, part, ...placeOf(field)}
    return [required && required.text !== '' ? {...step, required} : step]
  })
}

/** A reference at the end of a path is shown by the name of its record. */
function nameSteps(entity: Entity, entities: Entities): Step[] {
  return entity.namedBy.parts.flatMap(part => {
    const field = part.kind === 'path' ? lastField(entity, part.path, entities) : null
    const target = field !== null && isOneRecord(field) ? targetOf(field) : null
    const {file, line, column} = entity.source?.namedBy ?? entity
    return target === null ? [] : [{to: target, by: field?.name ?? '', part: false, file, line, column}]
  })
}

function lastField(entity: Entity, path: readonly string[], entities: Entities): Field | null {
  const [name = '', ...rest] = path
  const field = fieldOf(entity, name)
  if (field === null || rest.length === 0) return field
  const next = entities.entities.get(targetOf(field) ?? '')
  return next === undefined ? null : lastField(next, rest, entities)
}

function placeOf({file, line, column}: Field): Place {
  return {file, line, column}
}

interface Circle {
  readonly from: string
  readonly steps: readonly Step[]
}

/** Each circle once, told from the entity that comes first in the document. */
function circles(entities: Entities, stepsOf: (entity: Entity, entities: Entities) => Step[]): Circle[] {
  const found: Circle[] = []
  const done = new Set<string>()
  for (const from of entities.entities.keys()) {
    const steps = wayBack(from, {entities, stepsOf, done})
    if (steps !== null) found.push({from, steps})
    done.add(from)
  }
  return found
}

interface Search {
  readonly entities: Entities
  readonly stepsOf: (entity: Entity, entities: Entities) => Step[]
  /** Entities whose circles are told already. */
  readonly done: ReadonlySet<string>
}

/** The shortest way from an entity back to itself. */
function wayBack(from: string, {entities, stepsOf, done}: Search): readonly Step[] | null {
  const seen = new Set<string>()
  let ways: {at: string; steps: readonly Step[]}[] = [{at: from, steps: []}]
  while (ways.length > 0) {
    const next: typeof ways = []
    for (const {at, steps} of ways) {
      const entity = entities.entities.get(at)
      for (const step of entity ? stepsOf(entity, entities) : []) {
        if (step.to === from) return [...steps, step]
        if (seen.has(step.to) || done.has(step.to)) continue
        seen.add(step.to)
        next.push({at: step.to, steps: [...steps, step]})
      }
    }
    ways = next
  }
  return null
}
