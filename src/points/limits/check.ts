/** Checks of constants that people may change in the application, against roles and screens. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/spelling.ts'
import type {Roles} from '../roles/model.ts'
import type {Screen, Screens} from '../screens/model.ts'
import type {Constant, Limits, Settings} from './model.ts'

/** These decide how stored values are read, so a running application cannot change them. */
const fixed: ReadonlySet<string> = new Set<keyof Settings>(['TIME_ZONE', 'CURRENCY', 'LANGUAGE'])

export function checkSettings({constants}: Limits, {roles}: Roles, {screens}: Screens): Finding[] {
  const shown = screens.filter(({kind}) => kind.can.configure)
  const changed = [...constants.values()].filter(({changedBy}) => changedBy.length > 0)
  return [
    ...changed.flatMap(constant => checkConstant(constant, [...roles.keys()], shown)),
    ...shown.filter(screen => !changed.some(({changedBy}) => opens(screen, changedBy))).map(withoutSettings),
  ]
}

function checkConstant({name, changedBy}: Constant, roles: readonly string[], screens: readonly Screen[]): Finding[] {
  const [first] = changedBy
  if (!first) return []
  if (fixed.has(name)) {
    const message = `${name} cannot be changed in a running application.`
    return [finding('N906', first.place, {message, hint: 'Clear this cell.'})]
  }
  const unknown = changedBy.filter(each => !roles.includes(each.name))
  if (unknown.length > 0)
    return unknown.map(each =>
      finding('N906', each.place, {
        message: `Unknown role \`${each.name}\`.`,
        ...suggestFor(each.place, roles, 'Name roles of point 6.'),
      }),
    )
  if (screens.some(screen => opens(screen, changedBy))) return []
  const message = `No screen lets ${changedBy.map(each => each.name).join(', ')} change ${name}.`
  const hint = `Add a screen with \`settings\` under Shows to point 2, for ${first.name}.`
  return [finding('N907', first.place, {message, hint})]
}

function opens({for: whom}: Screen, roles: Constant['changedBy']): boolean {
  return whom.kind !== 'roles' || roles.some(({name}) => whom.roles.includes(name))
}

function withoutSettings(screen: Screen): Finding {
  return finding('N907', screen, {
    message: `"${screen.name}" has nothing that its roles may change.`,
    hint: 'Name its roles in a column `Changed by` of the constants in point 9.',
  })
}
