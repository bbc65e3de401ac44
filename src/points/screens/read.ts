/** Raw point 2 → screens: the table, and the section under each screen's heading. */
import {namesIn, readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {nearest, suggestFor} from '../../document/near.ts'
import {type RawPoint, type RawSection, replacing, sliceOf, type Text} from '../../document/raw.ts'
import {readTables, type TableKind, type TableRow} from '../../document/table.ts'
import {readApplies, readChoices, readInbox} from '../../features/approvals/document.ts'
import {readTimeDetails} from '../../features/planning/document.ts'
import {readCards} from '../../screens/dashboard/document.ts'
import {unknownEntity} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {capitalised} from '../entities/names.ts'
import {isIcon, unknownIcon} from '../looks.ts'
import {
  type Bullets,
  type DetailContext,
  detailKeys,
  noDetails,
  readDecision,
  readDetails,
  readDisplay,
  readFeeds,
  readPath,
  readStarter,
  readWhere,
} from './details.ts'
import type {For, Screen, ScreenKind, Screens, Shows} from './model.ts'
import {addressOf} from './parameters.ts'
import {readRoute} from './route.ts'
import {arrangingFindings, groupFindings} from './spread.ts'

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
  for (const section of own) findings.push(...withoutScreen(section))
  for (const section of point.sections) addDetails(section, names, details, findings)
  const screens = rows.flatMap(row => {
    const screen = readScreen(row, {context, section: details.get(row.cells.Screen.text)}, findings)
    return screen ? [{screen, written: row.cells.Route}] : []
  })
  const others = screens.map(({screen}) => screen)
  return {
    screens: screens.map(({screen, written}) => ({
      ...screen,
      details: withDecision(screen, {section: details.get(screen.name), screens: others}, findings),
      address: addressOf(screen, {written, entities: context.entities, screens: others}, findings),
    })),
  }
}

/** The inbox that a record names becomes its route. */
function withDecision(
  {shows, details}: Omit<Screen, 'address'>,
  {section, screens}: {section: RawSection | undefined; screens: readonly Omit<Screen, 'address'>[]},
  findings: Finding[],
): Screen['details'] {
  if (details.decision === null || !('entity' in shows)) return details
  const inboxes = screens.filter(each => each.shows.kind === 'inbox' && each.shows.entity === shows.entity)
  const inbox = inboxes.find(({name}) => name === details.decision)
  if (inbox) return {...details, decision: inbox.route.path}
  const bullet = section?.blocks.find(block => block.kind === 'bullet' && block.key.text === 'decision')
  const message = `There is no inbox "${details.decision}" of ${shows.entity}.`
  const names = inboxes.map(({name}) => name)
  if (bullet?.kind === 'bullet')
    findings.push(
      finding('N246', bullet.value, {
        message,
        ...suggestFor(bullet.value, names, 'Write the name of a screen that shows `inbox of …`.'),
      }),
    )
  return {...details, decision: null}
}

/** Bullets directly under the heading of the point belong to no screen. */
function withoutScreen({blocks}: RawSection): Finding[] {
  const bullets = blocks.filter(block => block.kind === 'bullet')
  return bullets
    .filter(({key}) => detailKeys.some(each => each === key.text))
    .map(({key}) =>
      finding('N018', key, {
        message: `The setting \`${key.text}\` does not belong to a screen.`,
        hint: 'Put it under a heading with the name of a screen: `### Orders`.',
      }),
    )
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
export interface ScreensContext extends DetailContext {
  readonly roles: readonly string[]
  readonly kinds: readonly ScreenKind[]
}

interface ScreenSources {
  readonly context: ScreensContext
  readonly section: RawSection | undefined
}

function readScreen(
  {cells}: TableRow<ScreenColumn>,
  {context, section}: ScreenSources,
  findings: Finding[],
): Omit<Screen, 'address'> | null {
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
  const said = section && read ? readSaid(section, {...read, entity, context}, findings) : nothingSaid
  if (shows?.kind === 'dashboard' && !hasCards(section)) findings.push(withoutCards(name))
  const prose = (section?.blocks ?? []).filter(
    block =>
      block.kind !== 'bullet' &&
      !(shows?.kind === 'dashboard' && block.kind === 'table') &&
      !(said.details.starter && block.kind === 'fence'),
  )
  if (name.text === '' || !route.ok || !shows || !kind || !whom) return null
  const {file, line, column} = name
  const at = {route: written, roles: namesIn(audience)}
  return {name: name.text, route: route.route, shows, kind, for: whom, written: at, ...said, prose, file, line, column}
}

/** A card with a mistake still counts as a card. */
function hasCards(section: RawSection | undefined): boolean {
  return section?.blocks.some(block => block.kind === 'table' && block.rows.length > 0) === true
}

function withoutCards(name: Text): Finding {
  const hint = `Add a table \`| Card | Shows | As |\` under \`### ${name.text}\`.`
  return finding('N221', name, {message: `The dashboard "${name.text}" has no cards.`, hint})
}

/** The entity that a screen shows, with the fields that its kind names. */
function readEntity({shows, kind}: ReadShows, text: Text, context: DetailContext, findings: Finding[]): Entity | null {
  if (!('entity' in shows)) return null
  const entity = context.entities.entities.get(shows.entity)
  if (!entity) {
    const at = Math.max(0, text.text.indexOf(shows.entity))
    findings.push(unknownEntity('N211', sliceOf(text, at, at + shows.entity.length), context.entities))
    return null
  }
  const paths = [
    ('by' in shows && shows.by) || null,
    ('from' in shows && shows.from) || null,
    ('to' in shows && shows.to) || null,
    ('per' in shows && shows.per) || null,
  ]
  for (const path of paths)
    if (path)
      readPath({name: path, place: sliceOf(text, Math.max(0, text.text.lastIndexOf(path)))}, entity, context, findings)
  findings.push(...arrangingFindings({shows, kind}, text, entity, context.entities))
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

/** Names of screen kinds in other products. */
const elsewhere: ReadonlyMap<string, Shows['kind']> = new Map([
  ['table', 'list'],
  ['grid', 'list'],
  ['index', 'list'],
  ['overview', 'list'],
  ['liste', 'list'],
  ['tabelle', 'list'],
  ['detail', 'record'],
  ['details', 'record'],
  ['show', 'record'],
  ['view', 'record'],
  ['entry', 'record'],
  ['edit', 'form'],
  ['create', 'form'],
  ['new', 'form'],
  ['formular', 'form'],
  ['approvals', 'inbox'],
  ['queue', 'inbox'],
  ['triage', 'inbox'],
  ['posteingang', 'inbox'],
  ['schedule', 'timeline'],
  ['gantt', 'timeline'],
  ['kalender', 'calendar'],
  ['report', 'dashboard'],
  ['charts', 'dashboard'],
  ['text', 'page'],
  ['seite', 'page'],
])

function unknownShows(text: Text, kinds: readonly ScreenKind[]): Finding {
  const [first = ''] = text.text.toLowerCase().split(/\s/)
  const meant =
    kinds.find(({synonyms}) => synonyms?.includes(first))?.name ??
    elsewhere.get(first) ??
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
  const joint = kind.name === 'form' ? 'for' : 'of'
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
  const named = namesIn(text)
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

type SaidOfScreen = Pick<Screen, 'menu' | 'menuGroup' | 'menuIfAny' | 'menuCount' | 'icon' | 'details' | 'cards'>
const nothingSaid: SaidOfScreen = {
  menu: true,
  menuGroup: null,
  menuIfAny: false,
  menuCount: null,
  icon: null,
  details: noDetails,
  cards: [],
}

interface WrittenBullets {
  readonly shows: Shows
  readonly kind: ScreenKind
  readonly entity: Entity | null
  readonly context: DetailContext
}

function readSaid(section: RawSection, written: WrittenBullets, findings: Finding[]): SaidOfScreen {
  const {shows, entity, context} = written
  const known = shows.kind === 'page' || shows.kind === 'dashboard' ? plainKeys : detailKeys
  const bullets: Bullets = readBullets(section, known, findings)
  const details = entity ? detailsOf(bullets, {...written, entity}, findings) : noDetails
  const fence = section.blocks.find(block => block.kind === 'fence')
  const starter = entity && readStarter(bullets.starter, entity, {fence, list: shows.kind === 'list'}, findings)
  const cards = shows.kind === 'dashboard' ? readCards(section, context, findings) : []
  return {...readMenu(bullets, written, findings), details: {...details, starter}, cards}
}

/** For screens without records. */
const plainKeys = ['menu', 'icon'] as const

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
  said: WrittenBullets,
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
        hint: 'Remove it, or write it under a list, an inbox, a board, a calendar or a timeline.',
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
function readMenuCount(
  bullets: Bullets,
  {kind, entity, context}: WrittenBullets,
  findings: Finding[],
): Screen['menuCount'] {
  const count = bullets['menu count']
  if (kind.can.showMany) {
    if (!count || !entity) return null
    if (count.value.text === 'yes') return {where: null}
    const where = readWhere(count.value, entity, context, findings)
    return where && {where}
  }
  for (const bullet of [count, bullets['first run']])
    if (bullet)
      findings.push(
        finding('N239', bullet.key, {
          message: `\`${bullet.key.text}\` needs a screen that shows several records.`,
          hint: 'Remove it, or write it under a list, an inbox, a board, a calendar or a timeline.',
        }),
      )
  return null
}

function detailsOf(
  bullets: Bullets,
  {shows, kind, entity, context}: WrittenBullets & {readonly entity: Entity},
  findings: Finding[],
): Screen['details'] {
  const details = readDetails(bullets, entity, context, findings)
  findings.push(...groupFindings(shows, details, bullets['group by']?.value))
  const hidden = bullets['hidden as']
  if (hidden && shows.kind !== 'calendar' && shows.kind !== 'timeline')
    findings.push(
      finding('N239', hidden.key, {
        message: '`hidden as` needs a screen that shows records in time.',
        hint: 'Remove it, or write it under a calendar or a timeline.',
      }),
    )
  if (bullets.expects && shows.kind !== 'record')
    findings.push(
      finding('N246', bullets.expects.key, {
        message: '`expects` can only be used with a record.',
        hint: 'Remove it, or show `record of Person`.',
      }),
    )
  const inbox = readInbox(bullets, {shows, entity, context}, findings)
  const {strip} = inbox
  const choices = readChoices(bullets.choices, {shows, entity, context}, findings)
  const applies = readApplies(bullets.applies, {shows, entity, context}, findings)
  // The strip of an inbox or a form is a timeline, so the bullets of timelines are about it.
  const spread: Shows = strip ? {kind: 'timeline', entity: entity.name, ...strip} : shows
  const feeds = readFeeds(bullets.feed, shows, findings)
  return {
    ...details,
    ...inbox,
    choices,
    applies,
    ...feeds,
    decision: readDecision(bullets.decision, shows, findings),
    display: readDisplay(bullets.display, entity, {...context, shows}, findings),
    ...readTimeDetails(bullets, entity, {...context, shows: spread, coloured: kind.can.colour || !!strip}, findings),
  }
}
