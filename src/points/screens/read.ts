/** Raw point 2 → screens: the table, and the section under each screen's heading. */
import {placedNames, readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {type Bullet, type RawPoint, type RawSection, replacing, sliceOf, type Text} from '../../document/raw.ts'
import {nearest, suggestFor} from '../../document/spelling.ts'
import {readTables, type TableKind, type TableRow} from '../../document/table.ts'
import type {TypeSettings} from '../entities/field-type.ts'
import {unknownEntity} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {capitalised} from '../entities/names.ts'
import {isIcon, unknownIcon} from '../icons-and-colours.ts'
import type {Actions} from '../states/model.ts'
import {arrangingFindings} from './arranging-fields.ts'
import {bulletOf, bulletValues, type NamedByBullets, type OtherScreen} from './bullets/bullet.ts'
import {allBulletKeys, bulletKeys, kindsInWords, withOwnBullets} from './bullets/of-kind.ts'
import {starter} from './bullets/starting-records.ts'
import type {For, Route, Screen, ScreenKind, Screens} from './model.ts'
import {readLayout, readSite, siteBullets} from './own/site.ts'
import {addressOf, parametersIn} from './parameters.ts'
import {type PathContext, readScreenPath, readWhere} from './paths.ts'
import {readRoute} from './route.ts'
import type {Shows} from './shows.ts'

type ScreenColumn = 'Screen' | 'Route' | 'Shows' | 'For'
export const screensTable: TableKind<ScreenColumn> = {
  called: 'screens',
  required: ['Screen', 'Route', 'Shows', 'For'],
  optional: [],
}

export function readScreens(point: RawPoint, context: ScreensContext, findings: Finding[]): Screens {
  const own = point.sections.filter(section => section.heading === null)
  const details = new Map<string, RawSection>()
  const rows = readTables(
    own.flatMap(section => section.blocks),
    screensTable,
    findings,
  )
  const names = rows.map(({cells}) => cells.Screen.text)
  for (const section of own) findings.push(...withoutScreen(section, context.kinds))
  const site = readSite(own, context.entities, findings)
  for (const section of point.sections) addDetails(section, names, details, findings)
  const screens = rows.flatMap(row => {
    const read = readScreen(row, {context, section: details.get(row.cells.Screen.text)}, findings)
    if (!read) return []
    const {layout = site.layout, ...screen} = read
    return [{screen: {...screen, layout}, written: row.cells.Route}]
  })
  const others = screens.map(({screen}) => screen)
  const known = others.map(({name, route, shows, kind}) => ({name, path: route.path, shows, can: kind.can}))
  return {
    site,
    screens: screens.map(({screen, written}) => ({
      ...screen,
      details: settled(screen, {section: details.get(screen.name), others: known}, findings),
      address: addressOf(screen, {written, entities: context.entities, screens: others}, findings),
    })),
  }
}

interface SettledAmong {
  readonly section: RawSection | undefined
  readonly others: readonly OtherScreen[]
}

/** The values of bullets that name other screens. */
function settled(
  {shows, kind, details}: Omit<Screen, 'address'>,
  {section, others}: SettledAmong,
  findings: Finding[],
): object {
  const waiting = Object.values(kind.bullets).flatMap(({settle, ...each}) => (settle ? [{...each, settle}] : []))
  return Object.assign(
    {...details},
    ...waiting.map(({settle, ...each}) => {
      const found = section?.blocks.find(block => block.kind === 'bullet' && block.key.text === each.key)
      const written = found?.kind === 'bullet' ? found.value : null
      return {[each.name]: settle(bulletOf({details}, each), {shows, written, others, findings})}
    }),
  )
}

/** Bullets directly under the heading of the point belong to no screen. */
function withoutScreen({blocks}: RawSection, kinds: readonly ScreenKind[]): Finding[] {
  const known = allBulletKeys(kinds)
  const bullets = blocks.filter(block => block.kind === 'bullet')
  return bullets
    .filter(({key}) => !siteBullets.some(each => each === key.text))
    .flatMap(({key}) => {
      const meant = known.has(key.text) ? null : nearest(key.text, siteBullets)
      if (meant !== null)
        return finding('N018', key, {message: `Unknown setting \`${key.text}\`.`, ...suggestFor(key, [meant], '')})
      if (!known.has(key.text)) return []
      return finding('N018', key, {
        message: `The setting \`${key.text}\` does not belong to a screen.`,
        hint: 'Put it under a heading with the name of a screen: `### Orders`.',
      })
    })
}

function addDetails(
  section: RawSection,
  names: readonly string[],
  details: Map<string, RawSection>,
  findings: Finding[],
): void {
  const {heading} = section
  if (heading === null) return
  const earlier = details.get(heading.text)
  if (!names.includes(heading.text)) findings.push(noSuchScreen(heading, names))
  else if (earlier)
    findings.push(
      finding('N204', heading, {
        message: `"${heading.text}" is already described at line ${earlier.line}.`,
        hint: 'Put both parts under one heading.',
      }),
    )
  else details.set(heading.text, section)
}

function noSuchScreen(heading: Text, names: readonly string[]): Finding {
  return finding('N020', heading, {
    message: `Unknown screen "${heading.text}".`,
    ...suggestFor(heading, names, 'Add a row for it to the table of screens.'),
  })
}

/** `roles`: the role names of point 6. */
export interface ScreensContext extends PathContext {
  readonly roles: readonly string[]
  readonly kinds: readonly ScreenKind[]
  readonly settings: TypeSettings
  readonly actions: Actions
}

interface ScreenSources {
  readonly context: ScreensContext
  readonly section: RawSection | undefined
}

function readScreen(
  {cells}: TableRow<ScreenColumn>,
  {context, section}: ScreenSources,
  findings: Finding[],
): ReadScreen | null {
  const {Screen: name, Route: written, Shows: shown, For: audience} = cells
  if (name.text === '')
    findings.push(
      finding('N209', name, {
        message: 'This screen has no name.',
        hint: 'Write one: it is the title and the entry in the menu.',
      }),
    )
  const route = readRoute(written.text)
  if (!route.ok)
    findings.push(
      finding('N202', written, {
        message: route.message,
        hint: route.hint,
        fix: route.meant === null ? undefined : replacing(written, route.meant),
      }),
    )
  const read = readShows(shown, context.kinds, findings)
  const {shows = null, kind = null} = read ?? {}
  const whom = readFor(audience, context.roles, findings)
  const entity = read && readEntity(read, shown, context, findings)
  const said = read
    ? readSettings(
        section ?? {...positionOf(name), heading: null, blocks: []},
        {...read, entity, context, route: route.ok ? route.route : noRoute, place: name},
        findings,
      )
    : null
  if (kind?.cards && !hasCards(section)) findings.push(kind.cards.missing(name))
  const prose = (section?.blocks ?? []).filter(
    block =>
      block.kind !== 'bullet' &&
      !((kind?.cards || kind?.own) && block.kind === 'table') &&
      !(said && bulletOf(said, starter) && block.kind === 'fence'),
  )
  if (name.text === '' || !route.ok || !shows || !kind || !said || !whom) return null
  const at = {route: written, roles: placedNames(audience)}
  return {name: name.text, route: route.route, shows, kind, for: whom, written: at, ...said, prose, ...positionOf(name)}
}

const positionOf = ({file, line, column}: Text) => ({file, line, column})

/** A card with a mistake still counts as a card. */
function hasCards(section: RawSection | undefined): boolean {
  return section?.blocks.some(block => block.kind === 'table' && block.rows.length > 0) === true
}

/** The entity that a screen shows, with the fields that its kind names. */
function readEntity({shows, kind}: ReadShows, text: Text, context: PathContext, findings: Finding[]): Entity | null {
  if (!('entity' in shows)) return null
  const entity = context.entities.entities.get(shows.entity)
  if (!entity) {
    const at = Math.max(0, text.text.indexOf(shows.entity))
    findings.push(unknownEntity('N211', sliceOf(text, at, at + shows.entity.length), context.entities))
    return null
  }
  const arranging = kind.arrangedBy({shows})
  for (const {written} of arranging) {
    const place = sliceOf(text, Math.max(0, text.text.lastIndexOf(written)))
    readScreenPath({name: written, place}, entity, context, findings)
  }
  findings.push(...arrangingFindings(arranging, text, entity, context.entities))
  return entity
}

type ReadShows = Pick<Screen, 'shows' | 'kind'>

function readShows(text: Text, kinds: readonly ScreenKind[], findings: Finding[]): ReadShows | null {
  for (const kind of kinds) {
    const shows = kind.read(text.text)
    if (shows) return {shows, kind}
  }
  findings.push(unknownShows(text, kinds))
  return null
}

function unknownShows(text: Text, kinds: readonly ScreenKind[]): Finding {
  const [first = ''] = text.text.toLowerCase().split(/\s/)
  const meant =
    kinds.find(({synonyms}) => synonyms.includes(first))?.name ??
    nearest(
      first,
      kinds.map(({name}) => name),
    )
  const kind = kinds.find(each => each.name === meant)
  const examples = `Screen types: ${kinds.map(({written}) => `\`${written}\``).join(', ')}.`
  if (text.text === '') return finding('N201', text, {message: 'The type of this screen is missing.', hint: examples})
  const message = `Unknown screen type \`${text.text}\`.`
  if (!kind) return finding('N201', text, {message, hint: examples})
  // Keeps the rest of the text if the result can be read.
  const rest = text.text
    .slice(first.length)
    .replace(/^\s+(?:of|for|von|für)\s+/i, '')
    .trim()
  const [, joint = 'of'] = kind.written.split(' ')
  const written = [rest, capitalised(rest)].map(each => `${kind.name} ${joint} ${each}`)
  const write = [kind.name, ...written].find(
    each => kind.read(each) !== null && (rest === '' || each.toLowerCase().includes(rest.toLowerCase())),
  )
  const hint = write === undefined ? `Write it like this: \`${kind.written}\`.` : `Write \`${write}\`.`
  return finding('N201', text, {message, hint, fix: write === undefined ? undefined : replacing(text, write)})
}

const anybody = /^(?:all|any|anyone|anybody|every(?:body)|public|alle|jeder)$/i

const rolesJoined = ({text}: Text): string[] => text.split(/\s+and\s+|\s+or\s+|\s*[;/&,]\s*/)

/** `Seller and Buyer` */
function joinedRoles(text: Text, roles: readonly string[]): Finding | null {
  const named = rolesJoined(text)
  const isOne = named.length === 1 || named.join(', ') === text.text || roles.includes(text.text)
  if (isOne || !named.every(name => roles.includes(name))) return null
  const message = 'Roles are separated by commas.'
  return finding('N205', text, {
    message,
    hint: `Write \`${named.join(', ')}\`.`,
    fix: replacing(text, named.join(', ')),
  })
}

export function readFor(text: Text, roles: readonly string[], findings: Finding[]): For | null {
  if (text.text === 'everyone' || text.text === 'signed in') return {kind: text.text}
  const named = placedNames(text)
  const joined = joinedRoles(text, roles)
  if (joined) {
    findings.push(joined)
    return {kind: 'roles', roles: rolesJoined(text)}
  }
  const odd = named.find(({name}) => !/^[A-Z]\w*( \w+)*$/.test(name))
  if (named.length > 0 && odd === undefined) return {kind: 'roles', roles: named.map(({name}) => name)}
  const hint = 'Name roles of point 6, or write `everyone` (also without signing in) or `signed in`.'
  if (odd === undefined) {
    findings.push(finding('N205', text, {message: 'This screen is for no one.', hint}))
    return null
  }
  const known = [...roles, 'everyone', 'signed in']
  const said = anybody.test(odd.name)
    ? {
        hint: 'Write `signed in` for every person with an account, or `everyone` for all visitors.',
        fix: replacing(odd.place, 'signed in'),
      }
    : suggestFor(odd.place, known, hint)
  findings.push(finding('N205', odd.place, {message: `Unknown role \`${odd.name}\`.`, ...said}))
  return null
}

interface SaidOfScreen
  extends Pick<
    Screen,
    'menu' | 'menuGroup' | 'menuIfAny' | 'menuCount' | 'icon' | 'details' | 'named' | 'cards' | 'own'
  > {
  /** Undefined if it has that of the site. */
  readonly layout: Screen['layout'] | undefined
}

type ReadScreen = Omit<Screen, 'address' | 'layout'> & SaidOfScreen

type Bullets = Readonly<Partial<Record<string, Bullet>>>

interface WrittenSettings {
  readonly shows: Shows
  readonly kind: ScreenKind
  readonly entity: Entity | null
  readonly context: ScreensContext
  readonly route: Route
  /** Its name. */
  readonly place: Text
}

const noRoute: Route = {path: '', segments: []}

function readSettings(section: RawSection, written: WrittenSettings, findings: Finding[]): SaidOfScreen {
  const {shows, kind, entity, context, route, place} = written
  const listed = withOwnBullets(section, kind, {kinds: context.kinds, findings})
  const bullets: Bullets = readBullets(listed, bulletKeys(kind), findings)
  const fence = section.blocks.find(block => block.kind === 'fence')
  const named: NamedByBullets = {fields: [], conditions: [], actions: []}
  const details = entity ? bulletValues(kind.bullets, bullets, {shows, entity, context, fence, named, findings}) : {}
  const cards = kind.cards?.read(section, context, findings) ?? []
  const own =
    kind.own?.read(
      section,
      {bullet: key => bullets[key]?.value ?? null, place},
      {...context, parameters: parametersIn(route).map(each => each.name), named, findings},
    ) ?? null
  const layout = readLayout(bullets.layout?.value, findings)
  return {...readMenu(bullets, written, findings), layout, details, named, cards, own}
}

/** Words that authors write for no. */
const meansNo = /^(?:never|none|off|false|hidden|hide|not?|nein|keins?)$/i
const meansYes = /^(?:true|on|always|shown|yes|ja)$/i
/** A heading would begin with a capital letter. */
const meansFirst = /^(?:top|first|main|oben)$/

/**
 * `no` hides a screen from the menu, and `yes` puts it among the first screens, which have no heading; other words are
 * its group heading. `HR if any`: shown only if it has records for the person.
 */
function readMenu(
  bullets: Bullets,
  said: WrittenSettings,
  findings: Finding[],
): Pick<Screen, 'menu' | 'menuGroup' | 'menuIfAny' | 'menuCount' | 'icon'> {
  const menu = bullets.menu?.value
  const written = menu?.text ?? 'yes'
  const ifAny = /(?:^|\s)if any$/.test(written)
  const text = ifAny ? written.replace(/\s*if any$/, '') || 'yes' : written
  if (menu && ifAny && !said.kind.can.showMany)
    findings.push(
      finding('N239', menu, {
        message: '`if any` needs a screen that shows several records.',
        hint: `Remove it, or write it under ${kindsInWords(said.context.kinds.filter(({can}) => can.showMany))}.`,
      }),
    )
  const plain = text === 'yes' || text === 'no'
  const meant = plain ? null : meansNo.test(text) ? 'no' : meansYes.test(text) || meansFirst.test(text) ? 'yes' : null
  if (menu && meant !== null)
    findings.push(
      finding('N207', menu, {
        message: `Expected \`yes\`, \`no\` or the heading of a group, found \`${text}\`.`,
        hint: `Write \`- menu: ${meant}\`.`,
        fix: replacing(menu, meant),
      }),
    )
  const icon = bullets.icon?.value
  const isKnown = icon !== undefined && isIcon(icon.text)
  if (icon && !isKnown) findings.push(unknownIcon(icon))
  return {
    menu: text !== 'no',
    menuGroup: text === 'yes' && /^yes\b/.test(menu?.text ?? '') ? '' : plain || meant !== null ? null : text,
    menuIfAny: ifAny && said.kind.can.showMany === true,
    menuCount: readMenuCount(bullets, said, findings),
    icon: icon && isKnown ? icon.text : null,
  }
}

/** `yes`, or a condition on the records of the screen. */
function readMenuCount(bullets: Bullets, {entity, context}: WrittenSettings, findings: Finding[]): Screen['menuCount'] {
  const count = bullets['menu count']
  if (!count || !entity) return null
  if (count.value.text === 'yes') return {where: null}
  const where = readWhere(count.value, entity, context, findings)
  return where && {where}
}
