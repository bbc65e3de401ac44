/** Fields that a form has only while a condition on its values holds. */
import {finding} from '../../document/finding.ts'
import {sliceOf, type Text} from '../../document/raw.ts'
import {canonicalName} from '../../points/entities/names.ts'
import {bullet} from '../../points/screens/bullets/bullet.ts'
import {readWhere, type ScreenCondition} from '../../points/screens/paths.ts'

export interface FieldCondition {
  readonly field: string
  readonly condition: ScreenCondition
}

const eachField = /^([a-z][\w ]*?)\s+if\s+(.+)$/

/** Semicolons separate several. */
export const applies = bullet({
  name: 'applies',
  example: 'applies: hours if kind.unit = "hours"',
  describe: 'Fields that the form has only while a condition on its values holds.',
  absent: [],
  read: ({value, entity, context, findings}) => {
    const invalid = (message: string, place: Text): [] => {
      const hint = 'Write it like this: `applies: hours if kind.unit = "hours"`.'
      findings.push(finding('N244', place, {message, hint}))
      return []
    }
    let at = 0
    return value.text.split(';').flatMap((written): readonly FieldCondition[] => {
      const place = sliceOf(value, at, at + written.length)
      at += written.length + 1
      const [, named = '', condition = ''] = eachField.exec(written.trim()) ?? []
      const field = entity.fields.get(canonicalName(named))
      if (!field || field.computed) return invalid(`\`${written.trim()}\` names no field that people fill in.`, place)
      if (field.required) return invalid(`\`${named}\` is required, so a form without it could not be sent.`, place)
      const from = place.text.lastIndexOf(condition)
      const read = readWhere(sliceOf(place, from, from + condition.length), entity, context, findings)
      return read ? [{field: field.name, condition: read}] : []
    })
  },
})
