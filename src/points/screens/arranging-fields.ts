/** What screens demand of the fields that arrange their records, in columns, in time and in rows. */

import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, type Text} from '../../document/raw.ts'
import type {Kind} from '../../feel/type.ts'
import type {Entities, Entity} from '../entities/model.ts'
import type {Spread} from './bullets/spread.ts'
import {fieldPath, kindAt} from './field-paths.ts'
import type {ArrangingField} from './shows.ts'

/** What the kind of a screen requires of the fields that arrange its records. Unknown fields already have findings. */
export function arrangingFindings(
  arranging: readonly ArrangingField[],
  text: Text,
  {name}: Entity,
  entities: Entities,
): Finding[] {
  const kindOf = (written: string) => kindAt(entities, name, fieldPath(written))
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
