/** The fields that arrange the records of a screen, in columns, in time and in rows, and the types they must have. */
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, type Text} from '../../document/raw.ts'
import type {Kind} from '../../feel/type.ts'
import {fieldOf, targetOf} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import type {Spread} from './bullets/spread.ts'
import type {FieldPath} from './paths.ts'
import type {ArrangingField} from './shows.ts'

/** `first day` or `booking.starts`, as written under Shows. */
export function pathOf(written: string): FieldPath {
  return written.split('.').map(canonicalName)
}

export function fieldAt({entities}: Entities, entity: string, path: FieldPath): Field | null {
  const [name = '', ...rest] = path
  const declared = entities.get(entity)
  const field = declared ? fieldOf(declared, name) : null
  if (!field || rest.length === 0) return field
  const {type} = field.type
  return type.kind === 'reference' ? fieldAt({entities}, type.entity, rest) : null
}

export function kindAt(entities: Entities, entity: string, path: FieldPath): Kind | null {
  return fieldAt(entities, entity, path)?.type.type.kind ?? null
}

/** The entity of the record at the end of the path. */
export function targetAt(entities: Entities, entity: string, written: string): string | null {
  const field = fieldAt(entities, entity, pathOf(written))
  return field?.type.type.kind === 'reference' ? targetOf(field) : null
}

/** What the kind of a screen requires of the fields that arrange its records. Unknown fields already have findings. */
export function arrangingFindings(
  arranging: readonly ArrangingField[],
  text: Text,
  {name}: Entity,
  entities: Entities,
): Finding[] {
  const kindOf = (written: string) => kindAt(entities, name, pathOf(written))
  return arranging.flatMap(({written, must}) => {
    const kind = kindOf(written)
    const {types, message, hint} = must(kindOf)
    if (kind === null || types.includes(kind)) return []
    const place = placeIn(text, Math.max(0, text.text.lastIndexOf(written)))
    return [finding('N217', place, {message: `\`${written}\` ${message}`, hint})]
  })
}

/** The fields that place records in time, and in rows. */
export function spreadFields({from, to, per}: Spread): readonly ArrangingField[] {
  const hint = 'Name fields of type `date` or `date and time`, as in `first_day..last_day`.'
  const timed: readonly Kind[] = ['date', 'date and time']
  const begins: ArrangingField = {written: from, must: () => ({types: timed, message: 'is not a date.', hint})}
  const ends = (written: string): ArrangingField => ({
    written,
    must: kindOf => ({
      types: timed.filter(kind => kind === kindOf(from) || !timed.some(each => each === kindOf(from))),
      message: 'must be of the same type as the start: both dates, or both dates with times.',
      hint,
    }),
  })
  const rows = (written: string): ArrangingField => ({
    written,
    must: () => ({
      types: ['reference', 'choice'],
      message: 'cannot make rows: a timeline needs a reference or a choice.',
      hint: 'Name a field that leads to a record, as in `per person`.',
    }),
  })
  return [begins, ...(to === null ? [] : [ends(to)]), ...(per === null ? [] : [rows(per)])]
}
