/** The subsections of point 7: details of calls, named shapes, the shape of errors, and the fenced JSON in them. */

import {type Finding, finding} from '../../document/finding.ts'
import type {Fence, RawPoint, RawSection, Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import type {Scope} from '../../feel/scope.ts'
import type {SqlCheck} from '../../feel/sql/problems.ts'
import type {Entities} from '../entities/model.ts'
import type {Errors} from '../errors/model.ts'
import type {Limits} from '../limits/model.ts'
import type {Roles} from '../roles/model.ts'
import type {Actions} from '../states/model.ts'
import type {DeclaredShape, ShapeContext} from './shapes.ts'

/* The context for reading point 7, and how an invalid setting is reported. */

export interface CallsContext {
  readonly entities: Entities
  readonly scope: Scope
  readonly sqlCheck: SqlCheck
  readonly roles: Roles
  readonly errors: Errors
  readonly limits: Limits
  readonly actions: Actions
}

export type CallReading = ShapeContext & CallsContext

export function wrongSetting(place: Text, message: string, hint: string): Finding {
  return finding('N716', place, {message, hint})
}

interface Sections {
  readonly details: ReadonlyMap<string, RawSection>
  readonly shapes: ReadonlyMap<string, DeclaredShape>
  readonly errors: RawSection | null
}

const shapeHeading = /^Shape (\w+) of (\w+)$/

export function sectionsOf(point: RawPoint, names: readonly string[], findings: Finding[]): Sections {
  const details = new Map<string, RawSection>()
  const shapes = new Map<string, DeclaredShape>()
  let errors: RawSection | null = null
  for (const section of point.sections) {
    const {heading} = section
    if (heading === null) continue
    const [, shape, entity] = shapeHeading.exec(heading.text) ?? []
    const twice = shape === undefined ? details.has(heading.text) : shapes.has(shape)
    if (twice || (heading.text === 'Errors' && errors)) findings.push(duplicateHeading(heading))
    else if (shape !== undefined && entity !== undefined) {
      const fence = fenceOf(section, null, findings)
      if (fence) shapes.set(shape, {name: shape, entity, fence})
    } else if (heading.text === 'Errors' && !names.includes('Errors')) errors = section
    else if (names.includes(heading.text)) details.set(heading.text, section)
    else findings.push(unknownHeading(heading, names))
  }
  return {details, shapes, errors}
}

function duplicateHeading(heading: Text): Finding {
  return finding('N717', heading, {
    message: `"${heading.text}" is already described above.`,
    hint: 'Put both parts under one heading.',
  })
}

function unknownHeading(heading: Text, names: readonly string[]): Finding {
  return finding('N717', heading, {
    message: `Unknown call "${heading.text}".`,
    ...suggestFor(
      heading,
      [...names, 'Errors'],
      'Add a row for it to the table of calls, or write `### Shape Name of Entity`.',
    ),
  })
}

const jsonInfo = /^json(?:\s+(request|answer))?$/

/** The fenced block for this purpose; `null` for the only one. */
export function fenceOf(section: RawSection, purpose: 'request' | 'answer' | null, findings: Finding[]): Fence | null {
  const fences = section.blocks.filter(block => block.kind === 'fence')
  const fits = (fence: Fence): boolean => {
    const [, named] = jsonInfo.exec(fence.info.trim()) ?? []
    return purpose === null || (named ?? 'answer') === purpose
  }
  const [found = null, second] = fences.filter(fits)
  if (second) {
    const hint = 'Mark one with ```` ```json request ```` and the other with ```` ```json answer ````.'
    findings.push(finding('N710', second, {message: 'There is already such a block above.', hint}))
  }
  if (purpose === null && !found) {
    const at = section.heading ?? section
    findings.push(finding('N710', at, {message: 'This shape has no JSON.', hint: 'Add a block ```` ```json ````.'}))
  }
  return found
}
