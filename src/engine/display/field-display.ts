/** How a field is displayed: its label, and the renderer for its type. */

import {leadsToPerson, readableField} from '../../points/entities/lookup.ts'
import type {Entities, Field, Span} from '../../points/entities/model.ts'
import {spokenField} from '../../points/entities/names.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import type {Specification} from '../../points/specification.ts'
import {type StateDisplay, stateDisplays} from '../base/state-display.ts'
import type {ShownField} from '../page/cells.ts'
import {fieldPart} from '../page/own.ts'
import {markOf} from '../query/cells.ts'
import type {Path} from '../query/list-query.ts'

/** The last field of a path, and its entity. */
export function fieldAtPath(
  {entities}: Pick<Entities, 'entities'>,
  entity: string,
  path: Path,
): {field: Field; entity: string} | null {
  const [name = '', ...rest] = path
  const declared = entities.get(entity)
  const field = declared && readableField(declared, name)
  if (!field) return null
  if (rest.length === 0) return {field, entity}
  return field.type.type.kind === 'reference' ? fieldAtPath({entities}, field.type.type.entity, rest) : null
}

/** Paths come from the document and from addresses, so the cache needs a bound. */
const mostKnown = 5000

/** How the fields and states of a document are displayed. Built when the document is loaded; the same for all users. */
export class Display {
  /** Keyed by entity. */
  readonly states: ReadonlyMap<string, StateDisplay>
  readonly #specification: Specification
  readonly #fields = new Map<string, ShownField | null>()

  constructor(specification: Specification) {
    this.#specification = specification
    this.states = stateDisplays(specification)
  }

  field(entity: string, path: Path): ShownField | null {
    const key = `${entity} ${path.join('.')}`
    const known = this.#fields.get(key)
    if (known !== undefined) return known
    const field = shownField(this.#specification, this.states, {entity, path})
    if (this.#fields.size < mostKnown) this.#fields.set(key, field)
    return field
  }
}

function namesAlone({entities}: Specification, entity: string, path: Path): Pick<ShownField, 'isName'> {
  const [part, ...more] = entities.entities.get(entity)?.namedBy.parts ?? []
  return part?.kind === 'path' && more.length === 0 && part.path.join('.') === path.join('.') ? {isName: true} : {}
}

/** The number of days is a field of the same record as the dates. */
function countOf({count}: Span, path: Path): Pick<ShownField, 'count'> {
  return count === null ? {} : {count: [...path.slice(0, -1), count].join('.')}
}

/** The colours and icons that the document gives to the values of a choice or to states. */
function marksOf({looks}: Field): Pick<ShownField, 'marks'> {
  const marks = [...(looks ?? [])].map(([word, look]) => [word, markOf(look)] as const)
  return marks.some(([, mark]) => Object.keys(mark).length > 0) ? {marks: Object.fromEntries(marks)} : {}
}

function shownField(
  specification: Specification,
  states: Display['states'],
  {entity, path}: {readonly entity: string; readonly path: Path},
): ShownField | null {
  const found = fieldAtPath(specification.entities, entity, path)
  if (!found) return null
  const field = spokenField(found.field, specification.limits.settings.LANGUAGE)
  const shown = {
    key: path.join('.'),
    label: field.label,
    help: field.meaning,
    ...namesAlone(specification, entity, path),
    ...(field.shownBy && {shownBy: fieldPart(field.shownBy.text)}),
  }
  const marks = marksOf(field)
  if (field.state) return {...shown, display: 'state', tones: states.get(found.entity)?.tones ?? {}, ...marks}
  if (leadsToPerson(field)) return {...shown, display: 'person'}
  if (entity === userEntity && found.field.name === 'name') return {...shown, display: 'who'}
  if (field.span) return {...shown, display: 'span', ...countOf(field.span, path)}
  const {display} = field.type
  return {...shown, display, ...(display === 'text' ? marks : {})}
}
