/** Raw point 2 → screens: the table, and what stands under each screen's own heading. */
import {readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {namesIn} from '../../document/names-in.ts'
import {nearest, suggest} from '../../document/near.ts'
import {type Bullet, placeIn, type RawPoint, type Section, type Text} from '../../document/raw.ts'
import {readTables, type TableKind, type TableRow} from '../../document/table.ts'
import type {Entity} from '../entities/model.ts'
import {readCards} from './cards.ts'
import {type DetailWorld, detailKeys, noDetails, readDetails, readPath} from './details.ts'
import {screenKinds} from './kinds.ts'
import type {For, Screen, Screens, Shows} from './model.ts'
import {addressOf} from './parameters.ts'
import {readRoute} from './route.ts'
import {groupFindings, spreadFindings} from './spread.ts'
import {readTimeDetails} from './time-details.ts'

type Column = 'Screen' | 'Route' | 'Shows' | 'For'
const screensTable: TableKind<Column> = {called: 'screens', required: ['Screen', 'Route', 'Shows', 'For'], optional: []}

export function readScreens(point: RawPoint, world: DetailWorld, findings: Finding[]): Screens {
  const own = point.sections.filter(section => section.heading === null)
  const details = new Map<string, Section>()
  const rows = readTables(
    own.flatMap(section => section.blocks),
    screensTable,
    findings,
  )
  const names = rows.map(({cells}) => cells.Screen.text)
  for (const section of point.sections) addDetails(section, names, details, findings)
  const screens = rows.flatMap(row => {
    const screen = readScreen(row, {world, section: details.get(row.cells.Screen.text)}, findings)
    return screen ? [{screen, written: row.cells.Route}] : []
  })
  const others = screens.map(({screen}) => screen)
  return {
    screens: screens.map(({screen, written}) => ({
      ...screen,
      address: addressOf(screen, {written, entities: world.entities, screens: others}, findings),
    })),
  }
}

function addDetails(
  section: Section,
  names: readonly string[],
  details: Map<string, Section>,
  findings: Finding[],
): void {
  const {heading} = section
  if (heading === null) return
  const earlier = details.get(heading.text)
  if (!names.includes(heading.text)) findings.push(noSuchScreen(heading, names))
  else if (earlier)
    findings.push(
      finding('N204', heading, {
        message: `The screen "${heading.text}" is described already, at line ${earlier.line}.`,
        hint: 'Put both descriptions under one heading.',
      }),
    )
  else details.set(heading.text, section)
}

function noSuchScreen(heading: Text, names: readonly string[]): Finding {
  return finding('N020', heading, {
    message: `There is no screen "${heading.text}" in the table above, so this describes nothing.`,
    hint: suggest(heading.text, names, 'Add a row for it to the table, or use a name from there.'),
  })
}

interface ScreenSources {
  readonly world: DetailWorld
  readonly section: Section | undefined
}

function readScreen(
  {cells}: TableRow<Column>,
  {world, section}: ScreenSources,
  findings: Finding[],
): Omit<Screen, 'address'> | null {
  const {Screen: name, Route: written, Shows: shown, For: audience} = cells
  if (name.text === '')
    findings.push(
      finding('N209', name, {
        message: 'This screen has no name.',
        hint: 'Its name is its title and its entry in the menu.',
      }),
    )
  const route = readRoute(written.text)
  if (!route.ok) findings.push(finding('N202', written, route))
  const shows = readShows(shown, findings)
  const whom = readFor(audience, findings)
  const entity = shows && readEntity(shows, shown, world, findings)
  const said = section && shows ? readSaid(section, {shows, entity, world}, findings) : nothingSaid
  const prose = (section?.blocks ?? []).filter(
    block => block.kind !== 'bullet' && !(shows?.kind === 'dashboard' && block.kind === 'table'),
  )
  if (name.text === '' || !route.ok || !shows || !whom) return null
  const {file, line, column} = name
  const at = {route: written, roles: namesIn(audience)}
  return {name: name.text, route: route.route, shows, for: whom, written: at, ...said, prose, file, line, column}
}

/** The entity a screen shows, with the fields its kind names. */
function readEntity(shows: Shows, text: Text, world: DetailWorld, findings: Finding[]): Entity | null {
  if (!('entity' in shows)) return null
  const entity = world.entities.entities.get(shows.entity)
  if (!entity) {
    const names = [...world.entities.entities.keys()]
    const place = placeIn(text, Math.max(0, text.text.indexOf(shows.entity)))
    findings.push(
      finding('N211', place, {
        message: `There is no entity ${shows.entity} in point 3.`,
        hint: suggest(shows.entity, names, 'Name an entity of point 3.'),
      }),
    )
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
      readPath({name: path, place: placeIn(text, Math.max(0, text.text.lastIndexOf(path)))}, entity, world, findings)
  findings.push(...spreadFindings(shows, text, entity, world.entities))
  return entity
}

function readShows(text: Text, findings: Finding[]): Shows | null {
  for (const kind of screenKinds) {
    const shows = kind.read(text.text)
    if (shows) return shows
  }
  const first = text.text.split(' ')[0] ?? ''
  const near = nearest(
    first,
    screenKinds.map(kind => kind.kind),
  )
  const written = screenKinds.find(kind => kind.kind === near)?.written
  findings.push(
    finding('N201', text, {
      message:
        text.text === ''
          ? 'It is not said what this screen shows.'
          : `\`${text.text}\` is nothing that a screen can show.`,
      hint: written
        ? `Write it like this: \`${written}\`.`
        : `Screens show: ${screenKinds.map(kind => kind.written).join('; ')}.`,
    }),
  )
  return null
}

function readFor(text: Text, findings: Finding[]): For | null {
  const words = text.text.split(',').map(word => word.trim())
  if (text.text === 'everyone' || text.text === 'signed in') return {kind: text.text}
  const odd = words.find(word => !/^[A-Z]\w*( \w+)*$/.test(word))
  if (odd === undefined) return {kind: 'roles', roles: words}
  const near = nearest(odd, ['everyone', 'signed in'])
  const message =
    text.text === ''
      ? 'It is not said for whom this screen is, so nobody could open it.'
      : `\`${odd}\` is no role; roles begin with a capital letter.`
  findings.push(
    finding('N205', text, {
      message,
      hint: near ? `Did you mean \`${near}\`?` : 'Name roles, or write `everyone` or `signed in`.',
    }),
  )
  return null
}

type SaidOfScreen = Pick<Screen, 'menu' | 'details' | 'cards'>
const nothingSaid: SaidOfScreen = {menu: true, details: noDetails, cards: []}

interface Said {
  readonly shows: Shows
  readonly entity: Entity | null
  readonly world: DetailWorld
}

function readSaid(section: Section, {shows, entity, world}: Said, findings: Finding[]): SaidOfScreen {
  const known = shows.kind === 'page' || shows.kind === 'dashboard' ? (['menu'] as const) : detailKeys
  const bullets: Partial<Record<(typeof detailKeys)[number], Bullet>> = readBullets(section, known, findings)
  const menu = bullets.menu?.value
  if (menu && menu.text !== 'yes' && menu.text !== 'no') {
    findings.push(
      finding('N207', menu, {
        message: `"${menu.text}" is neither yes nor no.`,
        hint: 'Write `menu: no` to keep a screen out of the menu.',
      }),
    )
  }
  const details = entity ? detailsOf(bullets, {shows, entity, world}, findings) : noDetails
  const cards = shows.kind === 'dashboard' ? readCards(section, world, findings) : []
  return {menu: menu?.text !== 'no', details, cards}
}

function detailsOf(
  bullets: Partial<Record<(typeof detailKeys)[number], Bullet>>,
  {shows, entity, world}: Said & {readonly entity: Entity},
  findings: Finding[],
): Screen['details'] {
  const details = readDetails(bullets, entity, world, findings)
  findings.push(...groupFindings(shows, details, bullets['group by']?.value))
  return {...details, time: readTimeDetails(bullets, entity, {...world, shows}, findings)}
}
