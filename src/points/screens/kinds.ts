/** The screen kinds and how each is written in the column Shows, one entry per kind. */
import type {Shows} from './model.ts'

export interface ScreenKind {
  readonly kind: Shows['kind']
  /** How authors write it; used in hints. */
  readonly written: string
  readonly read: (text: string) => Shows | null
  /** Whether this version can show it; otherwise its address is not found, and a finding says so. */
  readonly shown: boolean
}

const entity = '([A-Z]\\w*)'
const field = '([a-z][\\w ]*(?:\\.[a-z][\\w ]*)*)'

export const screenKinds: readonly ScreenKind[] = [
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
    'board',
    'board of Ticket by status',
    pattern(`board of ${entity} by ${field}`),
    ([name = '', by = '']) => ({kind: 'board', entity: name, by}),
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
  return {kind: name, written, shown, read: text => readWith(match, shows, text)}
}

function readWith(match: RegExp, shows: (groups: Groups) => Shows, text: string): Shows | null {
  const found = match.exec(text.replace(/\s+/g, ' '))
  return found ? shows(found.slice(1)) : null
}
