/** People who act for others: a role fills in a field of a new record that others get by default, and the system reminds and escalates. */
import {describe, expect, it} from 'vitest'
import {checkWhole, documentGrants, operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person, refusals, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, rulesOfDocument, shown} from '../kit/time-off.ts'

const document = `# Desk

## 3. Entities

### Request
- named by: reason

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| reason | text | yes | | |
| person | User | yes | me | Office when created |
| reminders | number | yes | 0 | engine |
| passed_on | yes/no | yes | no | engine |

## 4. States

### Request
- starts: asked
- final: granted

| Action | From | To | Who | When | After | Then |
|---|---|---|---|---|---|---|
| grant | asked | granted | Office | person != me | | |
| remind | asked | same | system | | 3 days, every 2 days | set reminders = reminders + 1 |
| pass on | asked | same | system | | 7 days | set passed_on = true |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| with a reason | Request grant, pass on | reason != "nothing" | NO_REASON |

## 6. Roles

| Role | Joins by |
|---|---|
| Office | sign-up |
| Staff | sign-up |

| Role | May | On |
|---|---|---|
| Office | all | Request, User |
| Staff | create, read, update | Request |
| Staff | read | User |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| NO_REASON | 422 | There is no reason. |
`

const codes = (text: string) =>
  checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}]).findings.map(({code}) => code)

describe.each(stores)('acting for others, on $name', ({make}) => {
  async function opened() {
    const made = await engineOf({
      document,
      address: await make(document),
      grants: documentGrants,
      rules: rulesOfDocument,
    })
    const {engine} = made
    const user = async (name: string, role: string) =>
      person(done(await engine.change(operator, [creating('User', {name, email: `${name}@example.com`})])).id, role)
    return {...made, ada: await user('ada', 'Staff'), ola: await user('ola', 'Office')}
  }
  const idOf = (who: {kind: string; id?: string}) => who.id ?? ''

  it('a role of `when created` fills in the field for a new record, and never changes it afterwards', async () => {
    const {engine, ada, ola} = await opened()
    const made = done(await engine.change(ola, [creating('Request', {reason: 'A', person: idOf(ada)})]))
    expect(await shown(engine, made, 'person.name + " " + created_by.name')).toBe('ada ola')
    expect(refusals(await engine.change(ola, [updating('Request', made, {person: idOf(ola)})]))).toEqual([
      'person: NOT_TO_FILL_IN',
    ])
  })

  it('everyone else gets the default, and cannot choose another value', async () => {
    const {engine, ada, ola} = await opened()
    const refused = await engine.change(ada, [creating('Request', {reason: 'A', person: idOf(ola)})])
    expect(refusals(refused)).toEqual(['person: NOT_TO_FILL_IN'])
    const own = done(await engine.change(ada, [creating('Request', {reason: 'A'})]))
    expect(await shown(engine, own, 'person.name')).toBe('ada')
    const ofOffice = done(await engine.change(ola, [creating('Request', {reason: 'B'})]))
    expect(await shown(engine, ofOffice, 'person.name')).toBe('ola')
  })

  it('reminds after three days and then every two days, once each, until the record moves on', async () => {
    const {engine, clock, ada, ola} = await opened()
    const made = done(await engine.change(ada, [creating('Request', {reason: 'A'})]))
    const start = clock.now
    const day = 86_400_000
    const reminders: string[] = []
    for (const days of [2.9, 3, 3.1, 4.9, 5, 6.9, 7, 7.1, 20]) {
      clock.now = start + days * day
      await runSystemActions(engine)
      await runSystemActions(engine)
      reminders.push(`${days}: ${await shown(engine, made, 'reminders')} ${await shown(engine, made, 'passed_on')}`)
    }
    expect(reminders).toEqual([
      '2.9: 0 false',
      '3: 1 false',
      '3.1: 1 false',
      '4.9: 1 false',
      '5: 2 false',
      '6.9: 2 false',
      // Missed runs are not repeated: one reminder, and the next one two days later.
      '7: 3 true',
      '7.1: 3 true',
      '20: 4 true',
    ])
    const version = Number(await shown(engine, made, 'version'))
    done(await act(engine, ola, {entity: 'Request', id: made.id, version}, 'grant'))
    clock.now = start + 40 * day
    expect((await runSystemActions(engine)).performed).toBe(0)
  })

  it('checks a rule of several actions on each of them', async () => {
    const {engine, clock, ada, ola} = await opened()
    const made = done(await engine.change(ada, [creating('Request', {reason: 'nothing'})]))
    expect(refusals(await act(engine, ola, made, 'grant'))).toEqual(['NO_REASON'])
    clock.now += 8 * 86_400_000
    const {refused} = await runSystemActions(engine)
    expect(refused.map(({action, code}) => `${action} ${code}`)).toEqual(['pass_on NO_REASON'])
  })
})

describe('the checker', () => {
  it('accepts the document', () => expect(codes(document)).toEqual([]))

  it.each([
    ['an unknown role under Set by', '| Office when created |', '| Offices when created |', 'N326'],
    ['something else under Set by', '| Office when created |', '| Office |', 'N326'],
    ['a repetition that is no length of time', '3 days, every 2 days', '3 days, every now and then', 'N413'],
    ['an unknown action under On', 'Request grant, pass on', 'Request grant, pass off', 'N503'],
    ['a field beside an action under On', 'Request grant, pass on', 'Request.reason, pass on', 'N501'],
  ])('finds %s', (_, from, to, code) => expect(codes(document.replace(from, to))).toContain(code))
})
