/** The menu of a person: the screens they may open with their icons, and the primary form. */

import {sql} from 'kysely'
import type {Json} from '../../feel/core.ts'
import {type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import type {Messages} from '../../messages/index.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import type {Entities, Entity, Field, NamePart} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {pathsIn, textOfParts} from '../../points/entities/run.ts'
import {iconPath} from '../../points/icons-and-colours.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions, decided as decidedBullet, where as whereBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import {entityShown, mayOpen} from '../../points/screens/run.ts'
import type {ScreenAbilities} from '../../points/screens/shows.ts'
import type {ValueRow} from '../../store/sql.ts'
import {type Actor, personOf} from '../base/actor.ts'
import {compared, either, fieldCore, meCore, thisCore} from '../base/core-build.ts'
import {listConditions} from '../lists/conditions.ts'
import {countSql} from '../lists/page-query.ts'
import {noSearch} from '../lists/search-match.ts'
import type {MenuGroup, MenuItem, Shell} from '../page/frame.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {ColumnSet, cellPlan} from '../query/cells.ts'
import {localeOf} from '../query/lookup.ts'
import type {ReadContext} from '../query/read-context.ts'
import {PlanKind, type Statement, tableOfEntity} from '../query/statement.ts'
import {closedEntities} from '../write/creatable-now.ts'

/*
 * The counts of menu entries, entries without records, and what the document says about the person: one statement, with
 * the viewer's permissions.
 */

/** The maximum count, shown as 99+. */
const mostInMenu = 99

interface CountsPlan {
  readonly statement: Statement
  /** What is said about the person, from the columns after the counts. */
  readonly selfOf: (row: ValueRow, locale: Locale) => Self
}

type Self = Pick<MenuCounts, 'described' | 'person'>

const noSelf: Self = {described: '', person: {}}

const countsKind = new PlanKind<CountsPlan>('menu counts')

export interface MenuScreens {
  /** Screens with a count. */
  readonly counted: readonly Screen[]
  /** Screens that are hidden if they have no record. */
  readonly ifAny: readonly Screen[]
  /** Forms for new records. */
  readonly forms: readonly Screen[]
  /** The addresses of screens that show records, and of those that are for deciding, to look through, and that arrange. */
  readonly work: ReadonlySet<string>
  readonly decided: ReadonlySet<string>
  readonly browsed: ReadonlySet<string>
  readonly arranged: ReadonlySet<string>
  /** Of those that ask for values. */
  readonly asking: ReadonlySet<string>
}

export interface MenuCounts {
  /** Keyed by path; screens without records are left out. */
  readonly counts: ReadonlyMap<string, string>
  /** Paths of hidden entries. */
  readonly hidden: ReadonlySet<string>
  /** What the document says about the person; empty without it. */
  readonly described: string
  /** The values of the person that own code has on every page. */
  readonly person: Readonly<Record<string, Json>>
}

export interface PersonalMenu extends MenuCounts {
  /** The entries of the bottom bar on a phone, which depend on what is hidden. */
  readonly quick: readonly string[]
}

/** Counts the records that the viewer sees on each screen. */
export async function menuCounts(reader: ReadContext, {counted, ifAny}: MenuScreens): Promise<MenuCounts> {
  const asked = [
    ...counted.map(screen => ({...countedBy(screen), stop: mostInMenu})),
    ...ifAny.map(screen => ({...shownBy(screen), stop: 1})),
  ]
  const me = personOf(reader.actor)
  const described = me ? (reader.entities.entities.get(userEntity)?.describedBy?.parts ?? []) : []
  const named = me ? reader.specification.screens.site.person : []
  const isAboutSelf = described.length + named.length > 0
  if (asked.length === 0 && !isAboutSelf) return {counts: new Map(), hidden: new Set(), ...noSelf}
  const {visibility} = reader
  const {plan, values} = reader.statements.plans(countsKind).bind(reader, visibility, {
    shape: [...counted.map(({name}) => name), '', ...ifAny.map(({name}) => name)].join('\n'),
    make(context, write) {
      const counts = asked.map(({entity, cores, stop}, index) => {
        const wheres = [visibility.records(entity).where, ...cores.map(core => visibility.condition(core))]
        const conditions = listConditions(wheres, noSearch, context)
        return sql`(${countSql(context, {entity, conditions, stop})}) as ${sql.ref(`n${index}`)}`
      })
      const self = isAboutSelf ? selfPlan(visibility, {described, named}, context) : null
      const columns = [...counts, ...(self ? [sql`d.*`] : [])]
      const from = self ? sql`from (select 1 as one) as o left join (${self.sql}) as d on true` : sql``
      return {statement: write(sql`select ${sql.join(columns)} ${from}`), selfOf: self?.selfOf ?? (() => noSelf)}
    },
  })
  const [row = []] = await plan.statement.run(reader, values)
  const countAt = (index: number) => Number(row[index] ?? 0)
  const textOf = (count: number) => (count > mostInMenu ? `${mostInMenu}+` : String(count))
  return {
    counts: new Map(
      counted.flatMap(({route}, index) =>
        countAt(index) === 0 ? [] : [[route.path, textOf(countAt(index))] as const],
      ),
    ),
    hidden: new Set(ifAny.flatMap(({route}, at) => (countAt(counted.length + at) === 0 ? [route.path] : []))),
    ...plan.selfOf(row.slice(asked.length), localeOf(reader.moment)),
  }
}

interface AboutSelf {
  /** `described by: {team} · {place}`. */
  readonly described: readonly NamePart[]
  /** `person: username, image`. */
  readonly named: readonly string[]
}

/** As far as the person may read it. */
function selfPlan(visibility: Visibility, {described: parts, named}: AboutSelf, context: SqlContext) {
  const columns = new ColumnSet(context)
  const there = columns.add(meCore)
  const paths = [...pathsIn(parts), ...named.map(name => [name])]
  const cells = paths.map(path => cellPlan({visibility, columns, context}, userEntity, path))
  const user = thisCore(userEntity)
  const isMe = compared(fieldCore(user, userEntity, {name: 'id', type: meCore.type}), '=', meCore)
  const conditions = [isMe, visibility.records(userEntity).where].map(core => toPredicate(core, context))
  const selected = columns.columns.map((column, index) => sql`${column.sql} as ${sql.ref(`c${index}`)}`)
  return {
    sql: sql`select ${sql.join(selected)} from ${sql.table(tableOfEntity(context, userEntity))} as r
      where ${sql.join(conditions, sql` and `)}`,
    selfOf(row: ValueRow, locale: Locale): Self {
      if ((row[there] ?? null) === null) return noSelf
      const read = columns.read(row)
      const cellAt = (index: number) => cells[index]?.(read, locale)
      const first = paths.length - named.length
      return {
        described: textOfParts(parts, path => cellAt(paths.indexOf(path))?.text ?? ''),
        person: Object.fromEntries(named.map((name, index) => [name, cellAt(first + index)?.value ?? null])),
      }
    },
  }
}

/** The addresses of forms with which the person can create nothing now. */
export async function closedForms(reader: ReadContext, {forms}: MenuScreens): Promise<readonly string[]> {
  const closed = await closedEntities(reader, forms.map(entityShown))
  return forms.flatMap(screen => (closed.has(entityShown(screen)) ? [screen.route.path] : []))
}

/** An inbox stays in the menu of people who have decided something. */
function shownBy(screen: Screen) {
  const where = bulletOf(screen, whereBullet)
  const decided = bulletOf(screen, decidedBullet)
  const counted = countedBy({...screen, menuCount: null})
  return where && decided ? {...counted, cores: [either([where.core, decided.core])]} : counted
}

function countedBy({shows, details, menuCount}: Screen) {
  const wheres = [bulletOf({details}, whereBullet), menuCount?.where ?? null]
  return {
    entity: entityShown({shows}),
    cores: wheres.flatMap(where => (where ? [where.core] : [])),
  }
}

// Icons by their names in Lucide: the document's, or by the kind of the screen, and for lists by their entity.

export function iconOf(screen: Screen, entities: Entities): string {
  const {icon, route, kind, details} = screen
  if (icon !== null) return icon
  if (route.path === '/') return 'house'
  if (!kind.can.browse) return kind.icon
  if (bulletOf({details}, actions).length > 0) return 'check'
  const entity = entities.entities.get(entityShown(screen))
  return (entity && iconOfRecords(entity, entities)) ?? kind.icon
}

/** Entities with states are work items and get the list icon; others get one for their role. */
function iconOfRecords(entity: Entity, {entities}: Entities): string | null {
  const fields = [...entity.fields.values()]
  const kinds = fields.map(({type}) => type.type.kind)
  // What the engine notes about a record does not say what the record is.
  const days = fields.filter(({type, setByEngine}) => type.type.kind === 'date' && !setByEngine).length
  if (entity.name === userEntity) return 'users'
  if (fields.some(({state}) => state)) return null
  if (fields.some(({type}) => type.storage.kind === 'other side' && type.storage.entity === userEntity))
    return 'network'
  if (isWhereOf(entities.get(userEntity), entity))
    return fields.some(field => refersTo(field, userEntity)) ? 'network' : 'map-pin'
  if (days > 0) return days > 1 ? 'calendar-range' : 'sun'
  if (isOfPerson(entity) && kinds.includes('number')) return 'scale'
  return kinds.includes('reference') ? null : 'tag'
}

/** People belong to it; if one of them leads it, it is a team rather than a place. */
function isWhereOf(user: Entity | undefined, {name}: Entity): boolean {
  return [...(user?.fields.values() ?? [])].some(field => refersTo(field, name))
}

/** Its name is that of the person it belongs to. */
function isOfPerson({namedBy, fields}: Entity): boolean {
  const [first] = namedBy.parts
  const field = first?.kind === 'path' ? fields.get(first.path.join('.')) : undefined
  return field !== undefined && refersTo(field, userEntity)
}

function refersTo({type: {type}}: Field, entity: string): boolean {
  return type.kind === 'reference' && type.entity === entity
}

export interface MenuContext {
  readonly screens: readonly Screen[]
  readonly entities: Entities
  readonly actor: Actor
  /** The number of roles in the document: with one role, its screens are not grouped. */
  readonly roles: number
  /** The name of a role in the reader's language. */
  readonly roleName: (role: string) => string
  /** The page that screens like this one open with. */
  readonly pageOf: (screen: Screen) => MenuItem['screen']
  /** The page about the product, if there is one. */
  readonly about: MenuItem | null
  readonly words: Messages
}

/** The first form of the document is at the top of each page and therefore not in the menu. */
export function leadOf(context: MenuContext): MenuItem | null {
  const form = listed(context).find(screen => screen.kind.can.create)
  return form ? {...menuItem(form, context), icon: drawingOf('plus')} : null
}

/**
 * A screen is under the heading that the document names, or with `menu: yes` under none; otherwise screens of a single role are grouped under its name,
 * and text pages come last.
 */
export function menuOf(context: MenuContext): MenuGroup[] {
  const shown = listed(context).filter(screen => !leavesMenu(screen, context))
  const work = shown.filter(screen => !screen.kind.can.tell || screen.menuGroup !== null)
  const roleIn = (screen: Screen) => {
    const role = roleOf(screen, context)
    return role === null ? null : context.roleName(role)
  }
  const apart = Map.groupBy(work, screen => (screen.menuGroup === '' ? null : (screen.menuGroup ?? roleIn(screen))))
  const shared = apart.get(null) ?? []
  apart.delete(null)
  const itemsOf = (screens: readonly Screen[]) => screens.map(screen => menuItem(screen, context))
  const own = [...apart].map(([title, screens]) => ({title, items: itemsOf(screens)}))
  const first = shared.length > 0 ? [{title: null, items: itemsOf(shared)}, ...own] : untitled(own)
  return [...first, ...pagesOf(shown, context, work.length > 0)]
}

export function menuScreens(context: MenuContext): MenuScreens {
  const screens = listed(context)
  const pathsOf = (fits: (can: ScreenAbilities) => true | undefined) =>
    new Set(screens.flatMap(({kind, route}) => (fits(kind.can) ? [route.path] : [])))
  return {
    counted: screens.filter(({menuCount}) => menuCount !== null),
    ifAny: screens.filter(({menuIfAny}) => menuIfAny),
    forms: screens.filter(({kind, address}) => kind.can.create && address.kind === 'plain'),
    work: pathsOf(can => can.showMany ?? can.showOne ?? can.sum),
    decided: pathsOf(can => can.decide),
    browsed: pathsOf(can => can.browse),
    arranged: pathsOf(can => can.arrange),
    asking: pathsOf(can => can.create ?? can.configure),
  }
}

/**
 * The start page, the inbox, the primary form, and the calendar or timeline. People without an inbox have the screen
 * whose records are all counted in its place, or else their first list.
 */
export function quickOf(
  {menu, lead}: Pick<Shell, 'menu' | 'lead'>,
  {counted: screens, work: shown, decided, browsed, arranged}: MenuScreens,
  hidden: ReadonlySet<string>,
): string[] {
  const [home, ...others] = menu.flatMap(group => group.items).filter(({href}) => shown.has(href) && !hidden.has(href))
  const counted = new Set(screens.flatMap(({menuCount, route}) => (menuCount?.where ? [] : [route.path])))
  const work =
    others.find(({href}) => decided.has(href)) ??
    others.find(({href}) => counted.has(href)) ??
    others.find(({href}) => browsed.has(href)) ??
    others[0]
  const rest = others.filter(item => item !== work)
  const plan = rest.find(({href}) => arranged.has(href)) ?? rest[0]
  return [home, work, lead, plan].flatMap(item => (item ? [item.href] : []))
}

function listed({screens, actor}: MenuContext): Screen[] {
  return screens.filter(
    screen =>
      screen.menu && mayOpen(screen, personOf(actor)) && screen.route.segments.every(part => part.kind === 'word'),
  )
}

/** A form is in the menu only if nothing else links to it, or if the document says where. */
function leavesMenu(screen: Screen, context: MenuContext): boolean {
  if (!screen.kind.can.create) return false
  const hasList = listed(context).some(
    other => (other.kind.can.browse || other.kind.can.decide) && entityShown(other) === entityShown(screen),
  )
  return (hasList && screen.menuGroup === null) || leadOf(context)?.href === screen.route.path
}

function roleOf({for: whom}: Screen, {roles}: MenuContext): string | null {
  const [only, ...more] = whom.kind === 'roles' ? whom.roles : []
  return only !== undefined && more.length === 0 && roles > 1 ? only : null
}

/** If a person has the screens of one role only, its name is left out. */
function untitled(groups: readonly MenuGroup[]): MenuGroup[] {
  return groups.length === 1 ? groups.map(group => ({...group, title: null})) : [...groups]
}

/** The page about the product comes last, and is never the only entry. */
function pagesOf(shown: readonly Screen[], context: MenuContext, work: boolean): MenuGroup[] {
  const {about, words} = context
  const pages = shown
    .filter(screen => screen.kind.can.tell && screen.menuGroup === null)
    .map(screen => menuItem(screen, context))
  const items = about ? [...pages, about] : pages
  return items.length > 0 ? [{title: work && about ? words.shell.about : null, items}] : []
}

function menuItem(screen: Screen, {entities, pageOf}: MenuContext): MenuItem {
  const icon = drawingOf(iconOf(screen, entities))
  const page = pageOf(screen)
  return {label: screen.name, href: screen.route.path, icon, ...(page ? {screen: page} : {})}
}

/** Icons are sent with the page, so that the script contains none. */
export function drawingOf(icon: string): string {
  return iconPath(icon) ?? ''
}
