/** The kinds that have no declaration of their own yet, and how each is written in the column Shows. */
import type {ArrangingField, ScreenAbilities, ScreenKind, Shows} from './model.ts'

const entity = '([A-Z]\\w*)'
const field = '([a-z][\\w ]*(?:\\.[a-z][\\w ]*)*)'

const abilities: Partial<Record<Shows['kind'], ScreenAbilities>> = {
  page: {tell: true},
  dashboard: {sum: true},
  settings: {configure: true},
  list: {showMany: true, browse: true},
  record: {showOne: true},
  form: {create: true, edit: true},
  inbox: {showMany: true, decide: true, colour: true},
  calendar: {showMany: true, arrange: true, onDays: true, colour: true},
  timeline: {showMany: true, arrange: true, onDays: true, inRows: true, colour: true},
}

const icons: Partial<Record<Shows['kind'], string>> = {
  page: 'book-open',
  dashboard: 'chart-column',
  list: 'list',
  form: 'plus',
  inbox: 'inbox',
  calendar: 'calendar',
  timeline: 'chart-gantt',
  settings: 'settings',
}

export const undeclaredKinds: readonly ScreenKind[] = [
  kind('page', 'page', /^page$/, () => ({kind: 'page'}), true),
  kind('dashboard', 'dashboard', /^dashboard$/, () => ({kind: 'dashboard'}), true),
  kind('settings', 'settings', /^settings$/, () => ({kind: 'settings'}), true),
  kind('list', 'list of Ticket', pattern(`list of ${entity}`), ([name = '']) => ({kind: 'list', entity: name}), true),
  kind(
    'record',
    'record of Ticket',
    pattern(`record of ${entity}`),
    ([name = '']) => ({kind: 'record', entity: name}),
    true,
  ),
  kind('form', 'form for Ticket', pattern(`form for ${entity}`), ([name = '']) => ({kind: 'form', entity: name}), true),
  kind(
    'inbox',
    'inbox of Request',
    pattern(`inbox of ${entity}`),
    ([name = '']) => ({kind: 'inbox', entity: name}),
    true,
  ),
  kind(
    'calendar',
    'calendar of Booking by starts',
    pattern(`calendar of ${entity} by ${field}(?:\\.\\.${field})?`),
    ([name = '', from = '', to]) => ({kind: 'calendar', entity: name, from, to: to ?? null}),
    true,
  ),
  kind(
    'timeline',
    'timeline of Booking by starts..ends per room',
    pattern(`timeline of ${entity} by ${field}(?:\\.\\.${field})? per ${field}`),
    ([name = '', from = '', to, per = '']) => ({kind: 'timeline', entity: name, from, to: to ?? null, per}),
    true,
  ),
  kind('code', 'code Name', pattern(`code ${entity}`), ([component = '']) => ({kind: 'code', component})),
]

function pattern(source: string): RegExp {
  return new RegExp(`^${source}$`)
}

type Groups = (string | undefined)[]

function kind(
  name: Shows['kind'],
  written: string,
  match: RegExp,
  shows: (groups: Groups) => Shows,
  shown = false,
): ScreenKind {
  return {
    name,
    written,
    shown,
    read: text => readWith(match, shows, text),
    arrangedBy: screen => arrangedInTime(screen.shows),
    can: abilities[name] ?? {},
    icon: icons[name] ?? 'file-text',
    showsProse: name !== 'page' && name !== 'settings' && name !== 'code',
  }
}

/** What these fields must be depends on each other: see spread.ts. */
function arrangedInTime(shows: Shows): ArrangingField[] {
  if (shows.kind !== 'calendar' && shows.kind !== 'timeline') return []
  const written = [shows.from, shows.to, shows.kind === 'timeline' ? shows.per : null]
  return written.flatMap(each => (each === null ? [] : [{written: each, must: null}]))
}

function readWith(match: RegExp, shows: (groups: Groups) => Shows, text: string): Shows | null {
  const found = match.exec(text.replace(/\s+/g, ' '))
  return found ? shows(found.slice(1)) : null
}
