/** Computed fields that nothing uses. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Across} from '../across-world.ts'
import type {Screen} from '../screens/model.ts'

export function checkUnusedFields(across: Across): Finding[] {
  const {entities, open, screens, mentioned} = across
  if (open.includes(2)) return []
  return [...entities.entities.values()].flatMap(entity =>
    screens.screens.some(screen => showsAll(screen, entity.name))
      ? []
      : [...entity.fields.values()]
          // Once where it is declared.
          .filter(field => field.computed !== null && mentioned.times(field.name) <= 1)
          .map(field => {
            const message = `The computed field \`${field.name}\` of ${entity.name} is not used.`
            return finding('N331', field, {
              message,
              hint: 'Show it on a screen, use it in an expression, or remove it.',
            })
          }),
  )
}

/** Without a list of fields a screen chooses among all of them. */
function showsAll({shows, details}: Screen, entity: string): boolean {
  if (!('entity' in shows) || shows.entity !== entity || shows.kind === 'form') return false
  return shows.kind === 'record' ? details.fields.length === 0 : details.columns.length === 0
}
