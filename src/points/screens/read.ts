/** Raw point 2 → screens: the table, and what stands under each screen's own heading. */
import {readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {nearest, suggest} from '../../document/near.ts'
import type {RawPoint, Section, Text} from '../../document/raw.ts'
import {readTables, type TableKind, type TableRow} from '../../document/table.ts'
import {screenKinds} from './kinds.ts'
import type {For, Screen, Screens, Shows} from './model.ts'
import {readRoute} from './route.ts'

type Column = 'Screen' | 'Route' | 'Shows' | 'For'
const screensTable: TableKind<Column> = {called: 'screens', required: ['Screen', 'Route', 'Shows', 'For'], optional: []}

const detailKeys = [
  'where',
  'columns',
  'sort',
  'filters',
  'search',
  'group by',
  'fields',
  'with',
  'actions',
  'empty',
  'menu',
] as const

export function readScreens(point: RawPoint, findings: Finding[]): Screens {
  const own = point.sections.filter(section => section.heading === null)
  const details = new Map<string, Section>()
  const rows = readTables(
    own.flatMap(section => section.blocks),
    screensTable,
    findings,
  )
  const names = rows.map(({cells}) => cells.Screen.text)
  for (const section of point.sections) addDetails(section, names, details, findings)
  return {screens: rows.flatMap(row => readScreen(row, details.get(row.cells.Screen.text), findings) ?? [])}
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

function readScreen({cells}: TableRow<Column>, details: Section | undefined, findings: Finding[]): Screen | null {
  const {Screen: name, Route: written, Shows: shown, For: audience} = cells
  if (name.text === '')
    findings.push(
      finding('N209', name.column > 1 ? name : written, {
        message: 'This screen has no name.',
        hint: 'Its name is its title and its entry in the menu.',
      }),
    )
  const route = readRoute(written.text)
  if (!route.ok) findings.push(finding('N202', written, route))
  const shows = readShows(shown, findings)
  const whom = readFor(audience, findings)
  const prose = (details?.blocks ?? []).filter(block => block.kind !== 'bullet')
  const menu = details ? readMenu(details, shows, findings) : true
  if (name.text === '' || !route.ok || !shows || !whom) return null
  return {
    name: name.text,
    route: route.route,
    shows,
    for: whom,
    menu,
    prose,
    file: name.file,
    line: name.line,
    column: name.column,
  }
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

function readMenu(section: Section, shows: Shows | null, findings: Finding[]): boolean {
  const known = shows?.kind === 'page' ? (['menu'] as const) : detailKeys
  const menu = readBullets(section, known, findings).menu?.value
  if (menu && menu.text !== 'yes' && menu.text !== 'no') {
    findings.push(
      finding('N207', menu, {
        message: `"${menu.text}" is neither yes nor no.`,
        hint: 'Write `menu: no` to keep a screen out of the menu.',
      }),
    )
  }
  return menu?.text !== 'no'
}
