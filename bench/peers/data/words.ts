/** The texts of the pages: the menu, states and their tones, initials and their colours. */

export const menu = [
  {label: 'My time off', href: '/'},
  {label: 'Ask for time off', href: '/requests/new'},
  {label: 'To decide', href: '/to-decide'},
  {label: 'Who is away', href: '/away'},
  {label: 'Calendar', href: '/calendar'},
  {label: 'All requests', href: '/requests'},
  {label: 'Progress', href: '/progress'},
  {label: 'Balances', href: '/balances'},
  {label: 'People', href: '/people'},
  {label: 'Teams', href: '/teams'},
  {label: 'Kinds of leave', href: '/kinds'},
  {label: 'Public holidays', href: '/holidays'},
  {label: 'Closed periods', href: '/closed'},
  {label: 'Places', href: '/places'},
  {label: 'Figures', href: '/figures'},
  {label: 'Rules', href: '/rules'},
  {label: 'About Time off', href: '/about'},
] as const

export const icon = 'M3 5h.01 M3 12h.01 M3 19h.01 M8 5h13 M8 12h13 M8 19h13'

export const states = [
  'draft',
  'submitted',
  'pre-approved',
  'approved',
  'cancel_asked',
  'rejected',
  'cancelled',
  'taken',
] as const

export function stateText(state: string): string {
  const words = state.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function stateTone(state: string): string {
  if (state === 'approved' || state === 'taken') return 'good'
  if (state === 'rejected' || state === 'cancelled') return 'bad'
  return state === 'draft' ? 'idle' : 'wait'
}

export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map(word => word?.charAt(0) ?? '').join('')
}

export function tone(id: string): number {
  let sum = 0
  for (let at = 0; at < id.length; at++) sum = (sum * 31 + id.charCodeAt(at)) >>> 0
  return sum % 12
}

export const columns = ['Number', 'Person', 'Team', 'Kind', 'First day', 'Last day', 'Days', 'Status'] as const
export const sortKeys = ['number', 'person', 'person.team', 'kind', 'first_day', 'last_day', 'days', 'status'] as const
