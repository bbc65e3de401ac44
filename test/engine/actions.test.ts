/** Actions and their effects: inputs, the order of effects, and atomicity. */

import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {abilities, type Engine, nobody, operator, readHistory} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person, refusals} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, rulesOfDocument, shown} from '../kit/time-off.ts'

const document = `# Desk

## 3. Entities

### Ticket
- named by: subject

| Field | Type | Required | Default | Unique |
|---|---|---|---|---|
| subject | text 3..120 | yes | | yes |
| requester | User | yes | me | |
| assignee | User | | | |
| watchers | many User | | | |
| resolution | long text | | | |
| rank | number | | | |
| twice | = rank * 2 | | | |
| talk | number | | | |
| price | decimal 2, 0..100 | | | |
| comments | list of Comment by ticket | | | |

### Comment
- part of: Ticket

| Field | Type | Required | Default |
|---|---|---|---|
| ticket | Ticket | yes | |
| author | User | yes | me |
| text | text 1..20 | yes | |

## 4. States

### Ticket

- starts: open
- final: closed

| Action | From | To | Who | When | Asks | Then | Error |
|---|---|---|---|---|---|---|---|
| assign | open | same | Lead | | assignee | notify assignee | |
| ask back | open | waiting | Agent, Lead | assignee = me | comment: long text 1..100 | create Comment(ticket: this, text: comment); notify requester; notify watchers; notify requester | NOT_YOURS |
| answer | waiting | open | requester | | comment: text 1..100, level?: one of low, high, rank? | create Comment(ticket: this, text: comment) | |
| count up | any | same | signed in | | | set rank = 1; set rank = rank + 1; set talk = count(comments) + twice; create Comment(ticket: this, text: string(talk)); set talk = count(comments) | |
| price | open | same | Agent | amount < 50 | amount: decimal 3 | set price = amount | TOO_MANY |
| price | open | closed | Agent | amount >= 50 | amount: decimal 3 | set price = amount | TOO_MANY |
| rename | any | same | Agent | | subject | create Comment(ticket: this, text: subject) | |
| tell all | any | same | Agent, watchers | | | for each u in User[active]: create Comment(ticket: this, author: u, text: u.name); call archive; for each u in watchers: notify u | |
| book | any | same | Lead | | assignee | notify assignee "Booked for you."; notify watchers "Booked." | |
| look | any | same | everyone | | | | |
| break | any | closed | Agent | | | create Comment(ticket: this, text: "a text that is much too long") | |

## 6. Roles

| Role | Joins by |
|---|---|
| Requester | sign-up |
| Agent | invitation |
| Lead | invitation |

| Role | May | On | Where |
|---|---|---|---|
| signed in | all | Ticket, Comment, User | |

## 7. Calls

- hosts: example.com

| Event | Method | URL | Sends |
|---|---|---|---|
| archive | POST | "https://example.com/archive" | subject |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| NOT_YOURS | 403 | Only {assignee} can do this. |
`

async function table(engine: Engine, query: string): Promise<Record<string, unknown>[]> {
  const {rows} = await engine.read(operator, ({db}) => sql.raw<Record<string, unknown>>(query).execute(db))
  return rows
}

const comments = async (engine: Engine) =>
  (await table(engine, 'select text from comment order by id')).map(row => row.text)

describe.each(stores)('actions on $name', ({make}) => {
  const desk = async () => {
    const {engine, clock} = await engineOf({document, address: await make(document), rules: rulesOfDocument})
    const user = async (name: string, role: string) => {
      const record = creating('User', {name, email: `${name.toLowerCase()}@example.com`, roles: [role]})
      return person(done(await engine.change(operator, [record])).id, role)
    }
    const [ria, abe, lee] = [await user('Ria', 'Requester'), await user('Abe', 'Agent'), await user('Lee', 'Lead')]
    const idOf = (who: typeof ria) => (who.kind === 'person' ? who.id : '')
    const watchers = [idOf(ria), idOf(lee)]
    const ticket = done(await engine.change(ria, [creating('Ticket', {subject: 'Printer', watchers})]))
    return {engine, clock, ria, abe, lee, idOf, ticket}
  }

  it('ask for fields and inputs, and reject missing, unknown and malformed ones', async () => {
    const {engine, lee, abe, ria, idOf, ticket} = await desk()
    expect(refusals(await act(engine, lee, ticket, 'assign'))).toEqual(['assignee: REQUIRED'])
    expect(refusals(await act(engine, lee, ticket, 'assign', {assignee: 'nobody'}))).toEqual([
      'assignee: NO_SUCH_RECORD',
    ])
    expect(refusals(await act(engine, abe, ticket, 'assign', {assignee: idOf(abe)}))).toEqual(['FORBIDDEN'])
    const assigned = done(await act(engine, lee, ticket, 'assign', {assignee: 'abe@example.com'}))
    expect(await shown(engine, ticket, 'assignee.name')).toBe('Abe')
    const asked = done(await act(engine, abe, assigned, 'ask_back', {comment: 'Which one?'}))
    const answer = {comment: 'Yes', level: 'medium', rank: 'x', subject: 'Other'}
    expect(refusals(await act(engine, ria, asked, 'answer', answer)).sort()).toEqual([
      'level: NOT_A_CHOICE',
      'rank: NOT_A_NUMBER',
      'subject: UNKNOWN_FIELD',
    ])
    done(await act(engine, ria, asked, 'answer', {comment: 'The old one', level: 'high', rank: 3}))
    expect(await shown(engine, ticket, 'rank')).toBe('3')
    expect(await comments(engine)).toEqual(['Which one?', 'The old one'])
  })

  it('are rejected with the code of the last row, its message filled with visible values', async () => {
    const {engine, lee, abe, ticket} = await desk()
    const outcome = await act(engine, abe, ticket, 'ask_back', {comment: 'Hm?'})
    expect(outcome).toMatchObject({ok: false, code: 'NOT_YOURS', problems: [{values: {assignee: ''}}]})
    const assigned = done(await act(engine, lee, ticket, 'assign', {assignee: 'lee@example.com'}))
    const other = await act(engine, abe, assigned, 'ask_back', {comment: 'Hm?'})
    expect(other).toMatchObject({problems: [{values: {assignee: 'Lee'}}]})
    expect(refusals(await act(engine, operator, assigned, 'answer', {comment: 'x'}))).toEqual(['NOT_NOW'])
  })

  it('create records on behalf of the actor, and notify everyone once', async () => {
    const {engine, lee, abe, ria, idOf, ticket} = await desk()
    const assigned = done(await act(engine, lee, ticket, 'assign', {assignee: idOf(abe)}))
    const unread = 'select person, action, record, by from nonet_notification where seen is null order by id'
    const toldOfAssigning = {person: idOf(abe), action: 'assign', record: ticket.id, by: idOf(lee)}
    expect(await table(engine, unread)).toEqual([toldOfAssigning])
    done(await act(engine, abe, assigned, 'ask_back', {comment: 'Which one?'}))
    expect(await table(engine, 'select author, created_by from comment')).toEqual([
      {author: idOf(abe), created_by: idOf(abe)},
    ])
    const toldOfAsking = [ria, lee].map(who => ({
      person: idOf(who),
      action: 'ask_back',
      record: ticket.id,
      by: idOf(abe),
    }))
    const told = await table(engine, 'select person, action, record, by from nonet_notification order by id')
    expect(told).toEqual([toldOfAssigning, ...toldOfAsking])
    // Abe has dealt with the notifications of Abe.
    expect(await table(engine, unread)).toEqual(toldOfAsking)
  })

  it('notify nobody of their own action, except with a sentence to one person', async () => {
    const {engine, lee, abe, ria, idOf, ticket} = await desk()
    const own = done(await act(engine, lee, ticket, 'assign', {assignee: idOf(lee)}))
    expect(await table(engine, 'select person from nonet_notification')).toEqual([])
    // Lee watches the ticket, too.
    const booked = done(await act(engine, lee, own, 'book', {assignee: idOf(lee)}))
    const told = async () =>
      (await table(engine, 'select person, text from nonet_notification order by id')).map(row => ({...row}))
    const confirmed = [
      {person: idOf(lee), text: 'Booked for you.'},
      {person: idOf(ria), text: 'Booked.'},
    ]
    expect(await told()).toEqual(confirmed)
    // A confirmation is no news: it does not count as unread.
    expect(await table(engine, 'select person from nonet_notification where seen is null')).toEqual([
      {person: idOf(ria)},
    ])
    done(await act(engine, lee, booked, 'book', {assignee: idOf(abe)}))
    expect(await told()).toEqual([
      ...confirmed,
      {person: idOf(abe), text: 'Booked for you.'},
      {person: idOf(ria), text: 'Booked.'},
    ])
  })

  it('run effects in order, each on the result of the previous ones', async () => {
    const {engine, ria, ticket} = await desk()
    const counted = done(await act(engine, ria, ticket, 'count_up'))
    expect(await shown(engine, ticket, 'rank')).toBe('2')
    // No comment yet and twice two; then there is one with the result.
    expect(await comments(engine)).toEqual(['4'])
    expect(await shown(engine, ticket, 'talk')).toBe('1')
    const history = await engine.read(ria, reader => readHistory(reader, ticket))
    expect(new Set(history.map(({action}) => action))).toEqual(new Set(['create', 'count_up']))
    expect(await shown(engine, ticket, 'version')).toBe(String(counted.version))
  })

  it('choose a row by the input, and convert values to their fields', async () => {
    const {engine, abe, ticket} = await desk()
    const cheap = done(await act(engine, abe, ticket, 'price', {amount: 12.345}))
    expect(await shown(engine, ticket, 'price')).toBe('12.34')
    expect(await shown(engine, ticket, 'status')).toBe('open')
    expect(refusals(await act(engine, abe, cheap, 'price', {amount: 200}))).toEqual(['price: TOO_LARGE_NUMBER'])
    expect(refusals(await act(engine, abe, cheap, 'price'))).toEqual(['amount: REQUIRED'])
    done(await act(engine, abe, cheap, 'price', {amount: 50}))
    expect(await shown(engine, ticket, 'status')).toBe('closed')
  })

  it('are atomic', async () => {
    const {engine, abe, ria, ticket} = await desk()
    expect(refusals(await act(engine, abe, ticket, 'break'))).toEqual(['TOO_LONG'])
    expect(await shown(engine, ticket, 'status')).toBe('open')
    expect(await table(engine, 'select record from nonet_state')).toEqual([])
    done(await engine.change(ria, [creating('Ticket', {subject: 'Paper'})]))
    expect(refusals(await act(engine, abe, ticket, 'rename', {subject: 'Paper'}))).toEqual(['subject: NOT_UNIQUE'])
    expect(await comments(engine)).toEqual([])
    const long = await act(engine, abe, ticket, 'rename', {subject: 'A subject beyond twenty'})
    expect(refusals(long)).toEqual(['TOO_LONG'])
  })

  it('report a wrong value for another record at the action’s own input', async () => {
    const {engine, lee, ticket} = await desk()
    const assigned = done(await act(engine, lee, ticket, 'assign', {assignee: 'lee@example.com'}))
    const outcome = await act(engine, lee, assigned, 'ask_back', {comment: 'This is longer than twenty'})
    expect(refusals(outcome)).toEqual(['comment: TOO_LONG'])
  })

  it('iterate over lists, and put calls into the outbox with the final record', async () => {
    const {engine, ria, lee, abe, idOf, ticket} = await desk()
    done(await act(engine, ria, ticket, 'tell_all'))
    expect((await comments(engine)).toSorted()).toEqual(['Abe', 'Lee', 'Ria'])
    const told = await table(engine, 'select person from nonet_notification')
    expect(told.map(row => row.person).toSorted()).toEqual([idOf(lee)])
    const [call] = await table(engine, 'select * from nonet_outbox')
    expect(call).toMatchObject({kind: 'call', name: 'archive', state: 'waiting', action: 'tell_all', record: ticket.id})
    expect(JSON.parse(String(call?.payload))).toMatchObject({body: {type: 'archive', data: {subject: 'Printer'}}})
    expect(refusals(await act(engine, abe, {...ticket, version: 7}, 'tell_all'))).toEqual(['CONFLICT'])
  })

  it('are in the history, even if they change nothing', async () => {
    const {engine, ria, ticket} = await desk()
    const looked = done(await act(engine, ria, ticket, 'look'))
    expect(looked.version).toBe(1)
    const [latest] = await engine.read(ria, reader => readHistory(reader, ticket))
    expect(latest).toMatchObject({action: 'look', version: 1, changes: []})
  })

  it('are offered for many records at once, to people who may read them', async () => {
    const {engine, ria, abe, ticket} = await desk()
    const other = done(await engine.change(abe, [creating('Ticket', {subject: 'Paper', assignee: 'abe@example.com'})]))
    const names = async (who: typeof ria) => {
      const all = await engine.read(who, reader => abilities(reader, 'Ticket').actions([ticket.id, other.id]))
      return [ticket, other].map(({id}) =>
        all
          .get(id)
          ?.map(({name}) => name)
          .join(' '),
      )
    }
    expect(await names(abe)).toEqual([
      'count_up price rename tell_all look break',
      'ask_back count_up price rename tell_all look break',
    ])
    expect(await names(ria)).toEqual(['count_up tell_all look', 'count_up look'])
    expect(await engine.read(nobody, reader => abilities(reader, 'Ticket').actionsOn(ticket.id))).toEqual([])
  })

  it('show only the inputs of the action in a conflict', async () => {
    const {engine, lee, ticket} = await desk()
    done(await act(engine, lee, ticket, 'assign', {assignee: 'abe@example.com'}))
    const late = await act(engine, lee, ticket, 'assign', {assignee: 'lee@example.com', subject: 'Guess'})
    expect(late).toMatchObject({code: 'CONFLICT', conflict: {version: 2, fields: [{field: 'assignee'}]}})
    expect(JSON.stringify(late)).not.toContain('Printer')
  })

  it('run once when fifty people press the same button', async () => {
    const {engine, lee, ticket} = await desk()
    const outcomes = await Promise.all(
      Array.from({length: 50}, () => act(engine, lee, ticket, 'assign', {assignee: 'abe@example.com'})),
    )
    expect(outcomes.filter(({ok}) => ok)).toHaveLength(1)
    expect(await table(engine, 'select id from nonet_notification')).toHaveLength(1)
  })
})
