/** Fields on screens whose people may not see them, and entities that no screen shows. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Across} from '../across-world.ts'
import {fieldOf, targetOf} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {actOf, audienceOf} from './audience.ts'
import type {Screen} from './model.ts'
import {pathsShown, type ShownPath} from './paths-shown.ts'

export function checkShownFields(across: Across): Finding[] {
  return across.screens.screens.flatMap(screen =>
    pathsShown(across.document, screen).flatMap(path => {
      const entity = across.entities.entities.get(path.entity)
      return entity ? checkField(path, {screen, entity, across}) : []
    }),
  )
}

interface Around {
  readonly screen: Screen
  readonly entity: Entity
  readonly across: Across
}

function checkField({name, place}: ShownPath, {screen, entity, across}: Around): Finding[] {
  const act = actOf(screen)
  const people = audienceOf(screen, across.reach).filter(role => across.reach.may(role, act, entity.name))
  const path = name.split('.')
  if (people.length === 0 || people.some(role => seesPath(role, path, {screen, entity, across}))) return []
  const does = act === 'read' ? 'read' : 'fill in'
  const message = `No role that can open "${screen.name}" may ${does} \`${name}\`.`
  const hint = `Add it to the Fields of a grant in point 6 for ${whom(people)}, or remove it here.`
  return [finding('N231', place, {message, hint})]
}

const whom = (people: readonly (string | null)[]): string => people.map(role => role ?? 'everyone').join(', ')

function seesPath(
  role: string | null,
  [field = '', ...rest]: readonly string[],
  {screen, entity, across}: Around,
): boolean {
  const act = actOf(screen)
  if (!across.reach.mayField(role, act, {entity: entity.name, field})) return false
  if (rest.length === 0) return true
  const led = fieldOf(entity, field)
  const next = led === null ? undefined : across.entities.entities.get(targetOf(led) ?? '')
  return next === undefined || readsPath(role, rest, {entity: next, across})
}

function readsPath(role: string | null, [field = '', ...rest]: readonly string[], at: Omit<Around, 'screen'>): boolean {
  const {entity, across} = at
  if (!across.reach.mayField(role, 'read', {entity: entity.name, field})) return false
  const led = fieldOf(entity, field)
  const next = led === null || rest.length === 0 ? undefined : across.entities.entities.get(targetOf(led) ?? '')
  return next === undefined || readsPath(role, rest, {entity: next, across})
}

/** Where point 2 is open, there are screens for every entity. */
export function checkShownEntities(across: Across): Finding[] {
  if (across.open.includes(2)) return []
  return [...across.entities.entities.values()]
    .filter(entity => entity.source !== null && !isShown(entity, across))
    .map(entity => {
      const message = `No screen shows ${entity.name}.`
      const hint = `Add a row to point 2: \`| ${entity.plural} | /${entity.plural.toLowerCase().replaceAll(' ', '-')} | list of ${entity.name} | … |\`.`
      return finding('N233', entity, {message, hint})
    })
}

/** Parts are shown with their whole. What everybody's account tells of a User is a screen as well. */
function isShown(entity: Entity, across: Across): boolean {
  if (entity.name === 'User' || across.mentioned.times(entity.name, [2]) > 0) return true
  const whole = entity.partOf ? across.entities.entities.get(entity.partOf.entity) : undefined
  return whole !== undefined && isShown(whole, across)
}
