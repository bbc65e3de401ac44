/** Fields that only the engine sets: rejected in all input of people, written by defaults and effects. */

import {describe, expect, it} from 'vitest'
import {checkWhole, documentGrants, importCsv, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person, refusals, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, company, shown, timeOff} from '../kit/time-off.ts'

const document = `# Desk

## 3. Entities

### Request
- named by: reason

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| reason | text | yes | | |
| person | User | yes | me | engine |
| decided_by | User | | | engine |
| decided_at | date and time | | | engine |
| helpers | many User | | | engine |
| remarks | list of Remark by request | | | |

### Remark
- part of: Request

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| request | Request | yes | | |
| author | User | yes | me | engine |
| text | long text | yes | | |

## 4. States

### Request
- starts: asked
- final: granted

| Action | From | To | Who | When | Then |
|---|---|---|---|---|---|
| grant | asked | granted | Office | person != me | set decided_by = me; set decided_at = now(); set helpers = [me]; create Remark(request: this, author: person, text: "Granted") |

## 6. Roles

| Role | Joins by |
|---|---|
| Office | sign-up |

| Role | May | On |
|---|---|---|
| Office | all | Request, Remark, User |
`

describe.each(stores)('S12: on $name', ({make}) => {
  async function opened() {
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const user = async (name: string) =>
      person(done(await engine.change(operator, [creating('User', {name, email: `${name}@example.com`})])).id, 'Office')
    return {engine, ada: await user('ada'), bo: await user('bo')}
  }

  it('nobody writes in the name of another person, in any change, line item, action or import', async () => {
    const {engine, ada, bo} = await opened()
    const other = bo.kind === 'person' ? bo.id : ''
    const refused = (field: string) => [`${field}: NOT_TO_FILL_IN`]
    expect(refusals(await engine.change(ada, [creating('Request', {reason: 'A', person: other})]))).toEqual(
      refused('person'),
    )
    const made = done(await engine.change(ada, [creating('Request', {reason: 'A'})]))
    expect(await shown(engine, made, 'person.name')).toBe('ada')
    for (const field of ['person', 'decided_by'])
      expect(refusals(await engine.change(ada, [updating('Request', made, {[field]: other})]))).toEqual(refused(field))
    expect(refusals(await engine.change(ada, [updating('Request', made, {helpers: [other]})]))).toEqual(
      refused('helpers'),
    )
    const remark = {text: 'I agree', author: other, request: made.id}
    expect(refusals(await engine.change(ada, [creating('Remark', remark)]))).toEqual(refused('author'))
    const part = {
      kind: 'create',
      fields: new Map([
        ['text', {json: 'I agree'}],
        ['author', {json: other}],
      ]),
    } as const
    const withPart = updating('Request', made, {}, {parts: new Map([['remarks', [part]]])})
    expect(refusals(await engine.change(ada, [withPart]))).toEqual(refused('remarks.0.author'))
    const create = creating('Request', {reason: 'B', person: other})
    expect(refusals(await engine.change(ada, [{...create, perform: {action: 'grant', inputs: new Map()}}]))).toEqual(
      refused('person'),
    )
    const open = async function* () {
      yield new TextEncoder().encode('reason,person\nC,bo@example.com\n')
    }
    const imported = await importCsv(engine, ada, {entity: 'Request', open})
    expect(JSON.stringify(imported)).toContain('NOT_TO_FILL_IN')
    expect(await shown(engine, made, 'count(Request)')).toBe('1')
  })

  it('defaults and effects write it, and operators may set it', async () => {
    const {engine, ada, bo} = await opened()
    const made = done(await engine.change(ada, [creating('Request', {reason: 'A'})]))
    done(await act(engine, bo, made, 'grant'))
    expect(await shown(engine, made, 'decided_by.name + " " + remarks[1].author.name + " " + helpers[1].name')).toBe(
      'bo ada bo',
    )
    const restored = creating('Request', {reason: 'old', person: bo.kind === 'person' ? bo.id : ''})
    expect(await shown(engine, done(await engine.change(operator, [restored])), 'person.name')).toBe('bo')
  })

  it('the planner: human resources cannot bypass the second person, and nobody can write a remark in another name', async () => {
    const {engine, people, kinds, draft} = await company(await make(timeOff))
    const request = done(
      await draft(people.hana, {kind: kinds.unpaid, first_day: '2026-06-01', last_day: '2026-06-30'}),
    )
    for (const field of ['person', 'decided_by'])
      expect(
        refusals(await engine.change(people.hana, [updating('Request', request, {[field]: people.ada.id})])),
      ).toEqual([`${field}: NOT_TO_FILL_IN`])
    const remark = creating('Remark', {request: request.id, text: 'Fine by me', author: people.max.id})
    expect(refusals(await engine.change(people.hana, [remark]))).toEqual(['author: NOT_TO_FILL_IN'])
  })
})

describe('S12: the checker', () => {
  const codes = (text: string) =>
    checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}]).findings.map(({code}) => code)

  it('accepts a field that the engine sets', () => expect(codes(document)).not.toContain('N625'))

  it('warns if an actor may change the person that a guard, a rule or a grant compares', () => {
    const open = document.replace('| person | User | yes | me | engine |', '| person | User | yes | me | |')
    expect(codes(open)).toContain('N625')
    const pinned = open.replace('| Office | all | Request, Remark, User |', '| Office | all | Remark, User |')
    const table = '| Role | May | On |\n|---|---|---|\n'
    const where =
      '| Role | May | On | Where |\n|---|---|---|---|\n| Office | create, read, update | Request | person = me |\n'
    expect(codes(pinned.replace(table, where))).not.toContain('N625')
    const grants =
      '| Role | May | On | Where |\n|---|---|---|---|\n| Office | create, read, update | Request | |\n| Office | delete | Request | person = me |\n'
    expect(codes(pinned.replace('| person != me |', '| |').replace(table, grants))).toContain('N625')
  })

  it('rejects inputs of actions, computed fields, and records that could never be created', () => {
    expect(
      codes(
        document
          .replace('| When | Then |', '| When | Asks | Then |')
          .replace('|---|---|---|---|---|---|\n| grant', '|---|---|---|---|---|---|---|\n| grant')
          .replace('person != me | set', 'person != me | decided_by | set'),
      ),
    ).toContain('N415')
    expect(codes(document.replace('| text | long text | yes | | |', '| text | = "a" | | | engine |'))).toContain('N326')
    expect(
      codes(document.replace('| request | Request | yes | | |', '| request | Request | yes | | engine |')),
    ).toContain('N326')
    expect(
      codes(document.replace('| author | User | yes | me | engine |', '| author | User | yes | | engine |')),
    ).toContain('N330')
    const hints = checkWhole([
      {
        file: 'app.md',
        bytes: new TextEncoder().encode(
          document.replace('| author | User | yes | me | engine |', '| author | User | yes | | engine |'),
        ),
      },
    ]).findings.map(({hint}) => hint)
    expect(hints.join(' ')).toContain('Give it a default, such as `me`, or remove `yes` under Required')
  })
})
