/**
 * Checks of screens against grants and actions: fields, conditions and entities that the audience of a screen may not
 * read, unknown actions, and entities without a screen.
 */

import {placedNames} from '../document/bullets.ts'
import {type Finding, finding, type Place} from '../document/finding.ts'
import {type Bullet, type RawPoint, replacing, type Text} from '../document/raw.ts'
import {didYouMean, suggestFor} from '../document/spelling.ts'
import type {Core} from '../feel/core.ts'
import {booleanType} from '../feel/type.ts'
import {entityReferredTo, fieldOf} from '../points/entities/lookup.ts'
import type {Entity} from '../points/entities/model.ts'
import {canonicalName} from '../points/entities/names.ts'
import {bulletOf} from '../points/screens/bullets/bullet.ts'
import {fields} from '../points/screens/bullets/shared.ts'
import {fieldPath} from '../points/screens/field-paths.ts'
import type {Card, CardList, Screen} from '../points/screens/model.ts'
import type {FieldPath, ScreenCondition} from '../points/screens/paths.ts'
import {entityShown} from '../points/screens/run.ts'
import {checkOwnScreen} from './check-own-screens.ts'
import {type CrossCheckContext, nameOfAudience, type Reach, type RoleOrEveryone} from './context.ts'
import {type HiddenRead, partlyHidden} from './partly-hidden.ts'

export function checkShownFields(context: CrossCheckContext): Finding[] {
  return context.screens.screens.flatMap(screen =>
    shownPaths(screen).flatMap(path => {
      const entity = context.entities.entities.get(path.entity)
      return entity ? checkField(path, {screen, entity, context}) : []
    }),
  )
}

interface GrantedScreens {
  readonly screen: Screen
  readonly entity: Entity
  readonly context: CrossCheckContext
}

interface AskedOfScreen extends Omit<GrantedScreens, 'screen'> {
  readonly act: 'read' | 'create' | 'update'
}

function checkField({name, place, shown}: ShownPath, {screen, entity, context}: GrantedScreens): Finding[] {
  const path = name.split('.')
  const [first = ''] = path
  // Figures and the like, and computed fields, are shown on forms, too; no one fills them in.
  const isShown = shown === true || fieldOf(entity, first)?.computed != null
  const act = isShown ? 'read' : actOf(screen)
  const isPublic = screen.for.kind === 'everyone'
  // A public screen is also for people with roles, who may see more of it than visitors.
  const audience = [...audienceOf(screen, context.reach), ...(isPublic ? context.reach.allRoles : [])]
  const people = audience.filter(role => context.reach.may(role, actOf(screen), entity.name))
  const asked: AskedOfScreen = {act, entity, context}
  if (people.length === 0 || people.some(role => seesPath(role, path, asked))) return []
  const does = act === 'read' ? 'read' : 'fill in'
  const message = `No role that can open "${screen.name}" may ${does} \`${name}\`.`
  return [finding('N231', place, {message, hint: hintFor(people, path, {...asked, isPublic})})]
}

/** What to grant: the first step of the path that none of the people may take, or the parts at its end. */
function hintFor(
  people: readonly RoleOrEveryone[],
  [field = '', ...rest]: readonly string[],
  asked: AskedOfScreen & {readonly isPublic: boolean},
): string {
  const {act, entity, context, isPublic} = asked
  const able = people.filter(role => context.reach.mayField(role, act, {entity: entity.name, field}))
  const next = nextOf(entity, field, context)
  if (able.length > 0 && rest.length > 0 && next) return hintFor(able, rest, {...asked, act: 'read', entity: next})
  const part = partListedIn(entity, field, context)
  if (able.length > 0 && part && context.roles.grants.some(grant => grant.entity === part))
    return `Grant ${whom(able)} \`${act}\` on ${part} in point 6: a part that a grant names has no other permissions. Or remove it here.`
  const whose = isPublic ? 'everyone' : whom(people)
  return `Add \`${field}\` to the Fields of a grant of \`${act}\` on ${entity.name} in point 6 for ${whose}, or remove it here.`
}

function nextOf(entity: Entity, field: string, {entities}: CrossCheckContext): Entity | undefined {
  const led = fieldOf(entity, field)
  return led === null ? undefined : entities.entities.get(entityReferredTo(led) ?? '')
}

const whom = (people: readonly (string | null)[]): string => people.map(role => role ?? 'everyone').join(', ')

function seesPath(
  role: string | null,
  [field = '', ...rest]: readonly string[],
  {act, entity, context}: AskedOfScreen,
): boolean {
  if (!context.reach.mayField(role, act, {entity: entity.name, field})) return false
  const part = rest.length === 0 ? partListedIn(entity, field, context) : null
  if (part) {
    const needed = act === 'read' ? (['read'] as const) : (['create', 'update'] as const)
    return needed.some(each => context.reach.may(role, each, part))
  }
  if (rest.length === 0) return true
  const next = nextOf(entity, field, context)
  return next === undefined || readsPath(role, rest, {entity: next, context})
}

/** The entity of the parts that a field lists. */
function partListedIn({name, fields}: Entity, field: string, {entities}: CrossCheckContext): string | null {
  const storage = fields.get(field)?.type.storage
  if (storage?.kind !== 'other side') return null
  return entities.entities.get(storage.entity)?.partOf?.entity === name ? storage.entity : null
}

export function readsPath(
  role: string | null,
  [field = '', ...rest]: readonly string[],
  at: Omit<GrantedScreens, 'screen'>,
): boolean {
  const {entity, context} = at
  if (!context.reach.mayField(role, 'read', {entity: entity.name, field})) return false
  const next = rest.length === 0 ? undefined : nextOf(entity, field, context)
  return next === undefined || readsPath(role, rest, {entity: next, context})
}

/** While point 2 is empty, every entity has derived screens. */
export function checkShownEntities(context: CrossCheckContext): Finding[] {
  if (context.open.includes(2)) return []
  return [...context.entities.entities.values()]
    .filter(entity => entity.source !== null && !isShown(entity, context))
    .map(entity => {
      const message = `No screen shows ${entity.name}.`
      const hint = `Add a row to point 2: \`| ${entity.plural} | /${entity.plural.toLowerCase().replaceAll(' ', '-')} | list of ${entity.name} | … |\`.`
      return finding('N233', entity, {message, hint})
    })
}

/** Line items are shown with their owner. The account screen shows User. */
function isShown(entity: Entity, context: CrossCheckContext): boolean {
  if (entity.name === 'User' || context.mentioned.times(entity.name, [2, 7]) > 0) return true
  const whole = entity.partOf ? context.entities.entities.get(entity.partOf.entity) : undefined
  return whole !== undefined && isShown(whole, context)
}

// Screens whose audience may not read or create the records they show.

export function checkAudiences(context: CrossCheckContext): Finding[] {
  return context.screens.screens.flatMap(screen => [
    ...checkScreenAudience(screen, context),
    ...screen.cards.flatMap(card => checkCardAudience(card, screen, context)),
    ...checkOwnScreen(screen, context),
  ])
}

/** A card shows each person the records they may read; a card that is empty for everyone is a mistake. */
function checkCardAudience(card: Card, screen: Screen, {reach}: CrossCheckContext): Finding[] {
  const {entity} = card.shows
  const people = audienceOf(screen, reach)
  if (people.length === 0 || people.some(role => reach.may(role, 'read', entity))) return []
  const message = `The card "${card.name}" is always empty: no role that can open "${screen.name}" may read ${entity}.`
  return [finding('N232', card, {message, hint: `Grant \`read\` on ${entity} in point 6, or remove the card.`})]
}

/** `signed in` is fine if at least one role can see something. */
function checkScreenAudience(screen: Screen, {reach}: CrossCheckContext): Finding[] {
  if (!('entity' in screen.shows)) return []
  const {entity} = screen.shows
  const act = actOf(screen)
  const people = audienceOf(screen, reach)
  const without = people.filter(role => !reach.may(role, act, entity))
  if (without.length === 0 || (screen.for.kind === 'signed in' && without.length < people.length)) return []
  const named = without.map(role => role ?? 'everyone').join(', ')
  const message = `"${screen.name}" is for ${named}, who may not ${act} ${entity}.`
  return [
    finding('N232', screen, {message, hint: `Grant \`${act}\` on ${entity} in point 6, or remove the role from For.`}),
  ]
}

// Public forms with file fields: files are accepted only from signed-in people.

export function checkPublicFiles(context: CrossCheckContext): Finding[] {
  return context.screens.screens.flatMap(screen => {
    const files = audienceOf(screen, context.reach).includes(null) ? fileFieldsOf(screen, context) : []
    if (files.length === 0) return []
    const named = files.map(name => `\`${name}\``).join(', ')
    const message = `"${screen.name}" is for everyone, but files are taken only from people who have signed in: the others cannot send ${named}.`
    const hint = `Write \`signed in\` under For, or leave ${named} out: \`- fields: …\`.`
    return [finding('N235', screen, {message, hint})]
  })
}

/** The file fields of a form that visitors may fill in. */
function fileFieldsOf(screen: Screen, {entities, reach}: CrossCheckContext): string[] {
  const entity = screen.kind.can.create ? entities.entities.get(entityShown(screen)) : undefined
  if (!entity || !reach.may(null, 'create', entity.name)) return []
  const listed = new Set(bulletOf(screen, fields).map(path => path.join('.')))
  return [...entity.fields.values()]
    .filter(({name, type}) => type.control.control === 'file' && (listed.size === 0 || listed.has(name)))
    .filter(({name}) => reach.mayField(null, 'create', {entity: entity.name, field: name}))
    .map(({name}) => name)
}

// Screens that filter or arrange records by a field that part of their audience may not read: those people see fewer
// records, because the result would reveal the field.

export function checkConditions(context: CrossCheckContext): Finding[] {
  return context.screens.screens.flatMap(screen => [
    ...checkWhere(screen, context),
    ...checkPlaces(screen, context),
    ...checkFilters(screen, context),
    ...screen.cards.flatMap(card => checkCardCondition(card, screen, context)),
  ])
}

/** The roles of a screen's audience that may read the entity; another finding reports the rest. */
function readersOf(screen: Screen, entity: string, {reach}: CrossCheckContext): readonly RoleOrEveryone[] {
  return audienceOf(screen, reach).filter(role => reach.may(role, 'read', entity))
}

function checkWhere(screen: Screen, context: CrossCheckContext): Finding[] {
  return screen.named.conditions.flatMap(named => hidden({...named, name: screen.name}, screen, context))
}

function checkCardCondition(card: Card, screen: Screen, context: CrossCheckContext): Finding[] {
  const {where, entity} = card.shows
  return hidden({name: card.name, condition: where, entity}, screen, context)
}

interface Conditional {
  readonly name: string
  readonly condition: ScreenCondition | null
  readonly entity: string
}

function hidden({name, condition, entity}: Conditional, screen: Screen, context: CrossCheckContext): Finding[] {
  if (condition === null) return []
  const {core} = condition
  const people = readersOf(screen, entity, context)
  const reads = people.map(role => partlyHidden(core, role, context, entity))
  return fewer(people, reads, {what: `"${name}"`, place: condition.text})
}

/** A filter that none of its people may read is left out; one that they may read on some records finds only those. */
function checkFilters(screen: Screen, context: CrossCheckContext): Finding[] {
  const entity = context.entities.entities.get(entityShown(screen))
  if (!entity) return []
  const filters = screen.named.fields.filter(({use}) => use === 'filter')
  return filters.flatMap(({path, place}) => {
    const there = presenceOf(path, entity.name, context)
    if (there === null) return []
    const people = readersOf(screen, entity.name, context).filter(role => readsPath(role, path, {entity, context}))
    const reads = people.map(role => partlyHidden(there, role, context, entity.name))
    return fewer(people, reads, {what: `The filter \`${path.join('.')}\` of "${screen.name}"`, place})
  })
}

/** The condition that a path of fields has a value; null if there is no such path. */
export function presenceOf(path: FieldPath, entity: string, {entities}: CrossCheckContext): Core | null {
  const left = path.reduce<Core | null>(
    (of, name) => {
      if (of?.type.kind !== 'reference') return null
      const declared = entities.entities.get(of.type.entity)
      const field = declared ? fieldOf(declared, name) : null
      return field && {op: 'field', of, entity: of.type.entity, field: name, type: field.type.type}
    },
    {op: 'this', entity, type: {kind: 'reference', entity}},
  )
  if (left === null) return null
  return {op: 'compare', by: '!=', left, right: {op: 'value', type: left.type, value: null}, type: booleanType}
}

/** The fields that arrange a record, and by which an address finds it. */
function placesOf(screen: Screen): readonly string[] {
  const {kind, address} = screen
  if (kind.can.showOne) return address.kind === 'record' ? [address.key] : []
  return kind.arrangedBy(screen).map(({written}) => written)
}

function checkPlaces(screen: Screen, context: CrossCheckContext): Finding[] {
  const {shows} = screen
  const written = placesOf(screen)
  if (!('entity' in shows) || written.length === 0) return []
  const paths = written.map(fieldPath)
  const people = readersOf(screen, shows.entity, context)
  const reads = people.map(role =>
    paths
      .filter(path => !seesFirst(role, path, {entity: shows.entity, context}))
      .map(path => ({name: path.join('.'), always: true})),
  )
  return fewer(people, reads, {what: `"${screen.name}"`, place: screen})
}

function seesFirst(
  role: RoleOrEveryone,
  [field = '']: FieldPath,
  {entity, context}: {entity: string; context: CrossCheckContext},
): boolean {
  return context.reach.mayField(role, 'read', {entity, field})
}

/** The finding about people who see fewer records because they may not read all that something depends on. */
export function fewer(
  people: readonly RoleOrEveryone[],
  reads: readonly (readonly HiddenRead[])[],
  {what, place}: {what: string; place: Place},
): Finding[] {
  const without = people.filter((_, index) => (reads[index]?.length ?? 0) > 0)
  if (without.length === 0) return []
  const fields = [...new Set(reads.flat().map(({name}) => `\`${name}\``))].join(' and ')
  const who = without.map(nameOfAudience).join(', ')
  const may = reads.flat().every(({always}) => always) ? 'may not read' : 'may read only on some records'
  const message = `${what} depends on ${fields}, which ${who} ${may}, so they see fewer records.`
  const hint = `Grant ${who} \`read\` on ${fields} in point 6, or use another field here.`
  return [finding('N234', place, {message, hint})]
}

// Actions that a screen offers and its entity does not have.

export function checkActionsOfScreens({screens, actions}: CrossCheckContext): Finding[] {
  const byLabel = (entity: string, label: string): string | null => {
    const rows = [...(actions.actions.get(entity)?.values() ?? [])]
    return rows.find(each => each.label?.toLowerCase() === label.toLowerCase())?.name ?? null
  }
  const unknown = (entity: string, named: readonly BulletName[]): Finding[] => {
    const known = [...(actions.actions.get(entity)?.keys() ?? [])]
    return named
      .filter(({name}) => !known.includes(name))
      .map(({name, place}) => {
        const message = `${entity} has no action \`${name}\`.`
        const labelled = byLabel(entity, place.text)
        if (labelled !== null)
          return finding('N230', place, {message, hint: didYouMean(labelled), fix: replacing(place, labelled)})
        return finding('N230', place, {message, ...suggestFor(place, known, 'Add the action to point 4.')})
      })
  }
  return screens.screens.flatMap(screen => {
    const ofCards = screen.cards.flatMap(({shows}) =>
      shows.kind === 'list' ? unknown(shows.entity, shows.actions) : [],
    )
    return [...ofCards, ...unknown(entityShown(screen), screen.named.actions)]
  })
}

// Every field that a screen names (in Shows, in its bullets, on its cards), with its entity and its place.

interface ShownPath {
  readonly name: string
  readonly place: Place
  readonly entity: string
  /** Only shown, also on a form. */
  readonly shown?: boolean
}

function shownPaths(screen: Screen): ShownPath[] {
  const entity = entityShown(screen)
  const arranging = screen.kind.arrangedBy(screen).map(({written}) => ({name: written, place: screen, entity}))
  const named = screen.named.fields.map(({path, use, ...at}) => ({...at, name: path.join('.'), shown: use === 'shown'}))
  return [...arranging, ...named, ...screen.cards.flatMap(pathsOfCard)]
}

function pathsOfCard(card: Card): ShownPath[] {
  const {shows} = card
  const paths: (FieldPath | null)[] =
    shows.kind === 'list'
      ? [...shows.columns, ...shows.sort.map(({path}) => path), ...datesOf(shows)]
      : [...shows.parts, shows.by?.path ?? null]
  return paths.filter(path => path !== null).map(path => ({name: path.join('.'), place: card, entity: shows.entity}))
}

const datesOf = ({dates}: CardList): (FieldPath | null)[] => (dates ? [dates.from, dates.to, dates.per] : [])

// The places of names in the bullets under a screen's heading.

interface BulletName {
  readonly name: string
  readonly place: Text
}

/** Those of a bullet under a heading. */
export function namesUnder(point: RawPoint, under: string, key: string): readonly BulletName[] {
  return bulletsUnder(point, under, key)
    .flatMap(bullet => placedNames(bullet.value))
    .map(({name, place}) => ({name: name.replace(/^-\s*/, '').split('.').map(canonicalName).join('.'), place}))
}

function bulletsUnder({sections}: RawPoint, under: string, key: string): readonly Bullet[] {
  const section = sections.find(({heading}) => heading?.text === under)
  return (section?.blocks ?? []).filter(block => block.kind === 'bullet').filter(bullet => bullet.key.text === key)
}

// The audience of a screen, as roles of point 6.

function audienceOf({for: whom}: Screen, reach: Reach): readonly RoleOrEveryone[] {
  if (whom.kind === 'everyone') return [null]
  return whom.kind === 'signed in' ? reach.allRoles : whom.roles
}

/** The operation that a person needs on the entity for the screen to show anything. */
function actOf({kind, route}: Screen): 'read' | 'create' | 'update' {
  if (!kind.can.create) return 'read'
  return route.segments.some(({kind}) => kind === 'parameter') ? 'update' : 'create'
}
