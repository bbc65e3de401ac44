/**
 * Boards over HTTP: columns with their cards, possible moves, and moves that are performed, need input or are rejected.
 */

import {describe, expect, test} from 'vitest'
import type {BoardCard, BoardData} from '../../../src/screens/board/data.ts'
import {documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'
import {company, timeOff} from '../../kit/time-off.ts'

const columnOf = ({columns}: BoardData, word: string) => columns.find(column => column.value === word)

function cardIn(data: BoardData, word: string): BoardCard {
  const [card] = columnOf(data, word)?.cards ?? []
  if (!card) throw new Error(`there is no card in ${word}`)
  return card
}

const sent = ({id, version}: BoardCard, _action: string) => ({_record: id, _version: String(version), _action})

/** The planner with all states on its board, where only managers approve. */
const document = timeOff
  .replace(
    '- where: status in ("submitted", "pre-approved", "cancel_asked")\n- columns: kind, days\n',
    '- columns: kind, days\n',
  )
  .replaceAll('| approved | person.manager, stand_ins, HR |', '| approved | person.manager |')
  .replaceAll('| pre-approved | person.manager, stand_ins, HR |', '| pre-approved | person.manager |')

describe.each(storesOfStories)('a board by state, on $name', ({make}) => {
  test('shows records by state, and moves them by the actions that the viewer may perform', async () => {
    const made = await company(await make(document), {document})
    const {people, kinds} = made
    const pages = pagesOf(made.engine)
    const ask = (who: {id: string}, day: string, status: string) =>
      made.make('Request', {person: who.id, kind: kinds.holiday, first_day: day, last_day: day, status})
    const waiting = await ask(people.ada, '2026-06-01', 'submitted')
    const early = await ask(people.bo, '2026-06-02', 'pre-approved')
    const days = Array.from({length: 27}, (_, index) => `2026-07-${String(index + 1).padStart(2, '0')}`)
    // Weekends have no working time, and are rejected.
    for (const day of days) if (![0, 6].includes(new Date(day).getUTCDay())) await ask(people.cem, day, 'draft')
    for (const day of [
      '2026-08-03',
      '2026-08-04',
      '2026-08-05',
      '2026-08-06',
      '2026-08-07',
      '2026-08-10',
      '2026-08-11',
    ])
      await ask(people.cem, day, 'draft')
    const {data} = await pages.get<BoardData>(people.hana, '/progress')
    expect(data.columns.map(({value, tone}) => `${value} ${tone}`)).toEqual([
      'draft idle',
      'submitted wait',
      'pre-approved info hue hue-amber',
      'approved good',
      'recorded good',
      'cancel_asked wait hue hue-orange',
      'rejected bad',
      'withdrawn over',
      'cancelled over',
      'taken over',
    ])
    expect(data.columns.map(({count}) => count).slice(0, 4)).toEqual([{exact: 26}, {exact: 1}, {exact: 1}, {exact: 0}])
    expect(columnOf(data, 'draft')).toMatchObject({
      cards: {length: 25},
      more: {count: 1, href: '/requests?status=draft'},
    })
    expect(cardIn(data, 'pre-approved')).toMatchObject({
      name: 'Bo, Tue 2 Jun',
      href: '/requests/1002',
      tone: 'hue hue-teal',
      cells: [{text: 'Holiday'}, {text: '1 day'}],
    })
    // The colour of the leave type, not of the state, which is the column.
    expect(data.legend).toEqual([{kind: 'colour', text: 'Holiday', tone: 'hue hue-teal'}])
    expect(cardIn(data, 'pre-approved').moves).toEqual([
      {name: 'confirm', label: 'Approve', to: 'approved', needsInput: false},
      {name: 'reject', label: 'Decline', to: 'rejected', needsInput: true},
    ])
    expect(cardIn(data, 'draft').moves).toEqual([])

    // A move with inputs leads to the page that asks for them, and nothing has changed.
    const asking = await pages.post<BoardData>(people.hana, '/progress', sent(cardIn(data, 'submitted'), 'reject'))
    expect(asking.redirect).toBe('/requests/1001?action=reject')
    expect(await made.shown(waiting, 'status')).toBe('submitted')

    // A forbidden move is rejected with the reason.
    const refused = await pages.post<BoardData>(people.hana, '/progress', sent(cardIn(data, 'submitted'), 'approve'))
    expect([refused.status, refused.data.problems.length]).toEqual([403, 1])
    expect(await made.shown(waiting, 'status')).toBe('submitted')
    const stale = {...sent(cardIn(data, 'pre-approved'), 'confirm'), _version: '7'}
    expect((await pages.post(people.hana, '/progress', stale)).status).toBe(409)
    expect((await pages.post(people.ada, '/progress', sent(cardIn(data, 'pre-approved'), 'confirm'))).status).toBe(404)
    const nothing = {_record: '00000000-0000-7000-8000-000000000000', _version: '1', _action: 'confirm'}
    expect((await pages.post(people.hana, '/progress', nothing)).status).toBe(404)
    expect(await made.shown(early, 'status')).toBe('pre-approved')

    const moved = await pages.post(people.hana, '/progress?kind=none', sent(cardIn(data, 'pre-approved'), 'confirm'))
    expect(moved.redirect).toBe('/progress?kind=none')
    expect(await made.shown(early, 'status')).toBe('approved')
    const after = await pages.get<BoardData>(people.hana, '/progress')
    expect(cardIn(after.data, 'approved').id).toBe(early.id)
    const html = await pages.html(people.hana, '/progress')
    expect([html.includes('name="_record"'), html.includes(' style=')]).toEqual([true, false])
  })
})

const tasks = `# Tasks

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Board | / | board of Task by lane | Member |
| Open | /open | board of Task by lane | Member |

### Open

- where: lane in ("todo", "doing") and title != "hidden"

## 3. Entities and their fields

### Task

- named by: title

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| lane | one of todo, doing, done | |
| owner | User | |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Member | anybody | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Member | read | Task | title != "secret" | |
| Member | update | Task | owner = me | lane |
| Member | read | User | | |
`

describe.each(storesOfStories)('a board by choice, on $name', ({make}) => {
  test('sets the field, for permitted records and people', async () => {
    const {engine} = await engineOf({document: tasks, address: await make(tasks), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, string | string[]>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const me = await add('User', {name: 'Me', email: 'me@example.com', roles: ['Member']})
    const mine = await add('Task', {title: 'mine', lane: 'todo', owner: me.id})
    await add('Task', {title: 'theirs', lane: 'doing'})
    await add('Task', {title: 'nowhere'})
    await add('Task', {title: 'secret', lane: 'todo', owner: me.id})
    const member = person(me.id, 'Member')
    const pages = pagesOf(engine)
    const {data} = await pages.get<BoardData>(member, '/')
    expect(data.columns.map(({label, cards}) => [label, cards.map(({name}) => name)])).toEqual([
      ['Todo', ['mine']],
      ['Doing', ['theirs']],
      ['Done', []],
      ['Not set', ['nowhere']],
    ])
    expect(data.sets).toBe('lane')
    expect(cardIn(data, 'todo').moves.map(({to}) => to)).toEqual(['doing', 'done', ''])
    expect(cardIn(data, 'doing').moves).toEqual([])
    const opened = await pages.get<BoardData>(member, '/open')
    expect(opened.data.columns.map(({value}) => value)).toEqual(['todo', 'doing'])

    const move = (card: BoardCard, lane: string, more = {}) =>
      pages.post<BoardData>(member, '/', {...sent(card, 'update'), lane, ...more})
    expect((await move(cardIn(data, 'todo'), 'done', {title: 'changed too'})).redirect).toBe('/')
    const after = (await pages.get<BoardData>(member, '/')).data
    expect(cardIn(after, 'done')).toMatchObject({id: mine.id, name: 'mine', version: 2})
    const refused = await move(cardIn(data, 'doing'), 'done')
    expect([refused.status, refused.data.problems.length > 0]).toEqual([403, true])
    expect((await move(cardIn(data, 'todo'), 'todo')).status).toBe(409)
    expect((await move(cardIn(after, 'done'), 'sideways')).status).toBe(422)
    expect((await move(cardIn(after, 'done'), '')).redirect).toBe('/')
    const last = (await pages.get<BoardData>(member, '/')).data
    expect(last.columns.map(({cards}) => cards.length)).toEqual([0, 1, 0, 2])
  })
})
