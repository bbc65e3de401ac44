/** The text of a plan: familiar names, broken rules, and possible renames. */
import {describe, expect, it} from 'vitest'
import type {Specification} from '../../src/points/specification.ts'
import {planText} from '../../src/store/plan/measure.ts'
import {prepare, preview} from '../../src/store/plan/prepare.ts'
import type {Store} from '../../src/store/store.ts'
import {opened, stores} from '../kit/store-databases.ts'
import {addRecord, documentOf, entitiesOf, entity, recordsOf} from '../kit/store-document.ts'

describe.each(stores)('a plan on $name', ({make}) => {
  const begin = async (specification: Specification): Promise<Store> => {
    const store = await opened(await make())
    await ready(store, specification)
    return store
  }
  const ready = async (store: Store, specification: Specification) => {
    const prepared = await prepare(store, specification)
    if (prepared.kind !== 'ready') throw new Error(prepared.text)
    return prepared
  }
  const planOf = async (store: Store, specification: Specification, technical = false): Promise<string> => {
    const {measured, notes, breaks} = await preview(store, specification)
    return planText(measured, {notes, breaks, technical})
  }
  const accepted = async (store: Store, specification: Specification): Promise<void> => {
    const stopped = await prepare(store, specification)
    if (stopped.kind !== 'stopped') throw new Error('It was not stopped.')
    expect(await prepare(store, specification, {accept: stopped.planId})).toMatchObject({kind: 'ready'})
  }

  const reports = (must: string, limit = 3, more: readonly string[] = []) =>
    documentOf(`## 3. Entities

${entity('Report', ['number | serial from 1001', 'title | text', 'lines | number', 'double | = lines * 2', ...more], ['named by: title'])}

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not too many lines | Report | ${must} | TOO_MANY_LINES |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_MANY_LINES | 422 | Too many. |

## 9. Limits

| Name | Value |
|---|---|
| MOST | ${limit} |
`)

  it.each([
    ['a rule is tightened', reports('lines <= 1'), 'lines <= MOST'],
    ['a constant is tightened', reports('lines <= MOST', 1), 'lines <= MOST'],
    ['a computed field in it has another constant', reports('double <= MOST', 3), 'double <= MOST + 100'],
  ])('names and counts the records that break it when %s', async (_, after, must) => {
    const before = reports(must)
    const store = await begin(before)
    for (const [number, title, lines] of [
      [1001, 'Train', 1],
      [1002, 'Hotel', 2],
      [1003, 'Dinner with Contoso', 3],
      [1004, 'Taxi', 3],
      [1005, 'Parking', 9],
    ])
      await addRecord(store, before, 'Report', {number: number ?? null, title: title ?? null, lines: lines ?? null})
    expect(await planOf(store, before)).toBe('Nothing changes: the database fits the document.')
    const told = `4 records of Report break the rule “not too many lines” as it is now (line 21), and can only be changed to keep it:
    1002 Hotel
    1003 Dinner with Contoso
    1004 Taxi
    … and 1 more`
    expect(await planOf(store, after)).toBe(`No record changes: the database fits the document.\n\n${told}`)
    expect((await ready(store, after)).notes.join('\n')).toBe(told)
    expect((await ready(store, after)).notes).toEqual([])
  })

  it('ignores records that broke a rule before, and checks one about a new field after the change', async () => {
    const before = reports('lines <= 1')
    const store = await begin(before)
    await addRecord(store, before, 'Report', {number: 1, title: 'Train', lines: 9})
    expect(await planOf(store, reports('lines <= 1', 3, ['note | text']))).not.toContain('break')
    const after = reports('checked', 3, ['checked | yes/no | yes | no'])
    expect(await planOf(store, after)).toContain(
      'Whether records break the rule “not too many lines” is known after the change.',
    )
    expect((await ready(store, after)).notes).toEqual([
      '1 record of Report breaks the rule “not too many lines” as it is now (line 22), and can only be changed to keep it:',
      '    1 Train',
    ])
  })

  const priced = (currency: string) =>
    documentOf(
      `## 3. Entities\n\n${entity('Order', ['title | text', 'price | money 0..'])}\n\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| CURRENCY | "${currency}" |\n`,
    )

  it('L18: a changed currency is a change, named and counted', async () => {
    const store = await begin(priced('EUR'))
    expect(await planOf(store, priced('USD'))).toContain(
      'Order.price is in USD now; it was in EUR. It holds no amounts.',
    )
    await addRecord(store, priced('EUR'), 'Order', {title: 'Lamp', price: '2.51'})
    const text = await planOf(store, priced('USD'))
    expect(text).toContain(
      '! Order.price is in USD now; it was in EUR. 1 amount keeps its number and means USD.\n      → Leave CURRENCY at EUR, or accept this if the amounts were in USD all along.',
    )
    await accepted(store, priced('USD'))
    expect(await planOf(store, priced('USD'))).toContain('Nothing changes')
  })

  it('L18: a currency without cents is named, and shows the amount that is kept', async () => {
    const store = await begin(priced('EUR'))
    await addRecord(store, priced('EUR'), 'Order', {title: 'Lamp', price: '2.51'})
    const text = await planOf(store, priced('JPY'))
    expect(text).toContain(
      'x Order.price: `money 0..` in EUR becomes `money 0..` in JPY. 1 value does not fit.\n      "€2.51" in Lamp',
    )
  })

  it('names a record by what people read of it, never by the stored number of a decimal', async () => {
    const moved = (type: string) =>
      documentOf(
        `## 3. Entities\n\n${entity('Move', ['place | text', `amount | ${type}`], ['named by: {amount} {place}'])}`,
      )
    const store = await begin(moved('decimal 2'))
    await addRecord(store, moved('decimal 2'), 'Move', {place: 'Boston', amount: '40.00'})
    expect(await planOf(store, moved('decimal 2, 0..20'))).toContain('"40" in Boston\n')
  })

  it('suggests that an entity, a choice, a state or a role was renamed', async () => {
    const document = (names: {entity: string; choice: string; state: string; role: string}) =>
      documentOf(`## 3. Entities

${entity(names.entity, ['title | text', `size | one of small, ${names.choice}`, 'due | date'])}

## 4. States

### ${names.entity}

- starts: new

| Action | From | To | Who |
|---|---|---|---|
| take | new | ${names.state} | ${names.role} |

## 6. Roles

| Role | Joins by |
|---|---|
| ${names.role} | sign-up |
`)
    const first = {entity: 'Ticket', choice: 'large', state: 'waiting', role: 'Helper'}
    const store = await begin(document(first))
    await addRecord(store, document(first), 'Ticket', {title: 'A', size: 'large', status: 'waiting'})
    await addRecord(store, document(first), 'User', {
      name: 'Ada',
      email: 'a@example.org',
      active: true,
      roles: ['Helper'],
    })
    expect(await planOf(store, document({...first, entity: 'Case'}))).toContain(
      '! Ticket is removed. 1 record is lost.\n      → If it is called Case now, write `Case (was Ticket)` in the document: then its records stay.',
    )
    expect(await planOf(store, document({...first, choice: 'huge'}))).toContain(
      '! Ticket.size loses the choice large. 1 record has it and loses it.\n      → If it is called huge now, write `huge (was large)`',
    )
    expect(await planOf(store, document({...first, state: 'doing'}))).toContain(
      '! Ticket.status loses the state waiting. 1 record has it and becomes new.\n      → If it is called doing now, write `doing (was waiting)`',
    )
    expect(await planOf(store, document({...first, role: 'Agent'}))).toContain(
      '! User.roles loses the role Helper. 1 record has it and loses it.\n      → If it is called Agent now, write `Agent (was Helper)`',
    )
  })

  it('suggests another choice for a removed one, and two steps for an entity that is split', async () => {
    const before = entitiesOf(entity('Ticket', ['title | text', 'state | one of new, doing, waiting', 'street | text']))
    const store = await begin(before)
    await addRecord(store, before, 'Ticket', {title: 'A', state: 'waiting', street: 'Main'})
    const after = entitiesOf(
      entity('Ticket', ['title | text', 'state | one of new, doing', 'address | Address']),
      entity('Address', ['street | text']),
    )
    const text = await planOf(store, after)
    expect(text).toContain('write for example `new (was waiting)` in the document.')
    expect(text).toContain('If its values move to Address, keep the field in this version')
  })

  it('keeps a reference that becomes a list of references', async () => {
    const before = entitiesOf(
      entity('Team', ['name | text']),
      entity('Ticket', ['title | text', 'team | Team', 'boss | User']),
    )
    const store = await begin(before)
    const team = await addRecord(store, before, 'Team', {name: 'Blue'})
    const [one, two] = [
      await addRecord(store, before, 'Ticket', {title: 'A', team}),
      await addRecord(store, before, 'Ticket', {title: 'B'}),
    ]
    const after = entitiesOf(
      entity('Group (was Team)', ['name | text']),
      entity('Ticket', ['title | text', 'groups (was team) | many Group', 'boss | User']),
    )
    expect(await planOf(store, after)).toContain('Ticket.groups: `Team` becomes `many Group`. 1 value stays.')
    await ready(store, after)
    expect(await recordsOf(store, after, 'Ticket')).toEqual({
      [one]: {title: 'A', groups: [team], boss: null},
      [two]: {title: 'B', groups: [], boss: null},
    })
    expect(await planOf(store, after)).toContain('Nothing changes')
  })

  it('turns a date into the midnight of TIME_ZONE', async () => {
    const document = (type: string) =>
      documentOf(
        `## 3. Entities\n\n${entity('Ticket', [`at | ${type}`])}\n\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| TIME_ZONE | "Europe/Paris" |\n`,
      )
    const store = await begin(document('date'))
    const summer = await addRecord(store, document('date'), 'Ticket', {at: '2026-07-01'})
    const winter = await addRecord(store, document('date'), 'Ticket', {at: '2026-12-24'})
    expect(await planOf(store, document('date and time'))).toContain(
      '`date` becomes `date and time`. Every value fits.',
    )
    await ready(store, document('date and time'))
    expect(await recordsOf(store, document('date and time'), 'Ticket')).toEqual({
      [summer]: {at: '2026-06-30T22:00:00.000Z'},
      [winter]: {at: '2026-12-23T23:00:00.000Z'},
    })
  })

  it('mentions indexes only with the statements', async () => {
    const store = await begin(entitiesOf(entity('Ticket', ['title | text'])))
    const after = entitiesOf(entity('Ticket', ['title | text', 'parent | Ticket']))
    expect(await planOf(store, after)).not.toContain('index')
    expect(await planOf(store, after, true)).toContain('Ticket gets an index by parent.')
  })
})
