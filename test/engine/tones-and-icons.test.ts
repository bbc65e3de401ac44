/** The tone of a state by its position, and the icon of a list by its records. */
import {readFileSync} from 'node:fs'
import {expect, it} from 'vitest'
import {iconOf} from '../../src/engine/application/menu.ts'
import {tonesOf} from '../../src/engine/base/state-display.ts'
import {iconPath} from '../../src/points/icons-and-colours.ts'
import {documentOf} from '../kit/documents.ts'

const read = (document: string) => documentOf(readFileSync(document, 'utf8')).specification
const planner = read('apps/time-off/app.md')
const rooms = read('apps/rooms/app.md')

it('a state that needs an answer has the waiting tone, even if it can expire', () => {
  const booking = rooms.states.machines.get('Booking')
  expect(booking && tonesOf(booking)).toMatchObject({
    planned: 'idle',
    waiting: 'wait',
    confirmed: 'good',
    in_use: 'live',
    over: 'over',
    cancelled: 'over',
    refused: 'bad',
  })
})

it('a state named waiting has the waiting tone, even after other states', () => {
  const ticket = read('test/documents/helpdesk/app.md').states.machines.get('Ticket')
  expect(ticket && tonesOf(ticket)).toEqual({
    new: 'idle',
    open: 'info',
    waiting: 'wait',
    resolved: 'good',
    closed: 'over',
  })
})

it('a state that time completes has been granted', () => {
  const request = planner.states.machines.get('Request')
  expect(request && tonesOf(request)).toEqual({
    draft: 'idle',
    submitted: 'wait',
    'pre-approved': 'info',
    approved: 'good',
    recorded: 'good',
    cancel_asked: 'wait',
    rejected: 'bad',
    withdrawn: 'over',
    cancelled: 'over',
    taken: 'over',
  })
})

it('lists get an icon by the fields of their records, if the document names none', () => {
  const icons = planner.screens.screens.flatMap(screen =>
    screen.shows.kind === 'list' ? [`${screen.name}: ${iconOf({...screen, icon: null}, planner.entities)}`] : [],
  )
  expect(icons).toEqual([
    'My requests: list',
    'Team requests: list',
    'All requests: list',
    'Certificates due: list',
    'Team allowances: sun',
    'Overtime: list',
    'Overtime balances: scale',
    'Deputies: calendar-range',
    'Offices: map-pin',
    'My public holidays: sun',
    'Public holidays: sun',
    'Blackout periods: calendar-range',
    'Leave types: tag',
    'Policies: list',
    'Contract types: map-pin',
    'Working patterns: calendar-range',
    'Teams: network',
    'People: users',
    'Allowances: sun',
    'Absence by person: calendar-range',
    'Payroll: scale',
    'Sick leave by team: list',
    'Absence reports: calendar-range',
  ])
})

it('a screen has the icon that the document names', () => {
  const named = planner.screens.screens.find(({name}) => name === 'Approvals')
  expect(named && iconOf(named, planner.entities)).toBe('inbox')
})

it('an entity that people belong to is a team if one of them leads it', () => {
  const helpdesk = read('test/documents/helpdesk/app.md')
  const teams = helpdesk.screens.screens.find(({name}) => name === 'Teams')
  expect(teams && iconOf(teams, helpdesk.entities)).toBe('network')
})

it('an icon of several shapes is one path: each shape starts at its own point', () => {
  expect(iconPath('sun')).toContain('M4.93 4.93l1.41 1.41')
  for (const name of ['sun', 'calendar-off', 'inbox', 'users']) expect(iconPath(name)).not.toContain(' m')
})
