/** The path of expected states on a record's page. */
import {readFileSync} from 'node:fs'
import {expect, it} from 'vitest'
import {expectedPath, stateDisplays, tonesOf} from '../../src/engine/base/state-display.ts'
import {Display} from '../../src/engine/display/field-display.ts'
import {stopsAt} from '../../src/features/records/actions.ts'
import {documentOf} from '../kit/documents.ts'

function ahead(document: string, entity: string, from: string): string[] {
  const {specification} = documentOf(readFileSync(document, 'utf8'))
  const machine = specification.states.machines.get(entity)
  const actions = specification.actions.actions.get(entity)
  if (!machine || !actions) throw new Error(`${entity} has no states`)
  return [...expectedPath(machine, actions, from)]
}

const booking = `# Parking

## 3. Entities

### Booking

| Field | Type | Required |
|---|---|---|
| driver | text | yes |

## 4. States

### Booking

- starts: draft
- final: refused, cancelled

| Action | From | To | Who |
|---|---|---|---|
| ask | draft | asked | signed in |
| approve | asked | approved | signed in |
| refuse | asked | refused | signed in |
| cancel | asked, approved | cancelled | signed in |
`

it('an abandoned state is not the expected end: the path leads to a settled one', () => {
  const {specification} = documentOf(booking)
  const machine = specification.states.machines.get('Booking')
  const actions = specification.actions.actions.get('Booking')
  if (!machine || !actions) throw new Error('a booking has no states')
  expect(expectedPath(machine, actions, 'draft')).toEqual(['asked', 'approved'])
  expect(tonesOf(machine)['cancelled']).toBe('over')
})

it.each([
  ['apps/time-off/app.md', 'Request', 'draft', ['submitted', 'pre-approved', 'approved', 'taken']],
  ['apps/time-off/app.md', 'Request', 'approved', ['taken']],
  // A state that can be reopened is on the path; waiting for an answer is not.
  ['test/documents/helpdesk/app.md', 'Ticket', 'new', ['open', 'resolved', 'closed']],
  ['test/documents/helpdesk/app.md', 'Ticket', 'waiting', ['open', 'resolved', 'closed']],
  ['test/documents/helpdesk/app.md', 'Ticket', 'closed', []],
])('%s: after %s is %s come %j', (document, entity, from, states) => {
  expect(ahead(document, entity, from)).toEqual(states)
})

it('the action that ends a record because that was asked for is the main one, not the one that declines it', () => {
  const {specification} = documentOf(readFileSync('apps/time-off/app.md', 'utf8'))
  const requests = stateDisplays(specification).get('Request')
  const names = [...(specification.actions.actions.get('Request')?.keys() ?? [])]
  expect(names.filter(name => requests?.leadsToSuccess(name))).toEqual(['allow_cancelling'])
  expect(names.filter(name => requests?.leadsToRejection(name))).toEqual([
    'take_back_cancellation',
    'allow_cancelling',
    'keep',
  ])
  const display = new Display(specification)
  expect(stopsAt({specification, display}, 'Request', 'allow_cancelling')).toBe(false)
  expect(stopsAt({specification, display}, 'Request', 'reject')).toBe(true)
})

it('a record that waits for an answer is not one that asks to end', () => {
  const {specification} = documentOf(readFileSync('test/documents/helpdesk/app.md', 'utf8'))
  const tickets = stateDisplays(specification).get('Ticket')
  const names = [...(specification.actions.actions.get('Ticket')?.keys() ?? [])]
  expect(names.filter(name => tickets?.leadsToSuccess(name) || tickets?.leadsToRejection(name))).toEqual([])
})
