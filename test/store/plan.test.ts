import {existsSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import type {Specification} from '../../src/points/specification.ts'
import {prepare} from '../../src/store/prepare.ts'
import type {Store} from '../../src/store/store.ts'
import {opened, stores} from '../kit/store-databases.ts'
import {addRecord, entitiesOf, entity, recordsOf} from '../kit/store-document.ts'

describe.each(stores)('a plan on $name', ({make}) => {
  const begin = async (specification: Specification): Promise<Store> => {
    const store = await opened(await make())
    expect(await prepare(store, specification)).toMatchObject({kind: 'ready', changed: true})
    return store
  }
  const ready = async (store: Store, specification: Specification): Promise<void> => {
    expect(await prepare(store, specification)).toMatchObject({kind: 'ready'})
  }
  const stopped = async (store: Store, specification: Specification) => {
    const prepared = await prepare(store, specification)
    if (prepared.kind !== 'stopped') throw new Error('It was not stopped.')
    return prepared
  }

  test('makes an empty database, and does nothing the second time', async () => {
    const document = entitiesOf(entity('Ticket', ['subject | text 3..120 | yes', 'due | date']))
    const store = await begin(document)
    expect(await prepare(store, document)).toMatchObject({kind: 'ready', changed: false})
    const id = await addRecord(store, document, 'Ticket', {subject: 'Printer', due: '2026-02-28'})
    expect(await recordsOf(store, document, 'Ticket')).toEqual({[id]: {subject: 'Printer', due: '2026-02-28'}})
  })

  test('a rename keeps every value', async () => {
    const before = entitiesOf(entity('Ticket', ['subject | text', 'due | date']))
    const store = await begin(before)
    const id = await addRecord(store, before, 'Ticket', {subject: 'Printer', due: '2026-02-28'})
    const after = entitiesOf(entity('Case (was Ticket)', ['title (was subject) | text', 'due | date']))
    await ready(store, after)
    expect(await recordsOf(store, after, 'Case')).toEqual({[id]: {title: 'Printer', due: '2026-02-28'}})
    await ready(store, before)
    expect(await recordsOf(store, before, 'Ticket')).toEqual({[id]: {subject: 'Printer', due: '2026-02-28'}})
  })

  test('removing a field that holds values stops until exactly this plan is accepted', async () => {
    const before = entitiesOf(entity('Ticket', ['subject | text', 'note | text']))
    const store = await begin(before)
    const id = await addRecord(store, before, 'Ticket', {subject: 'A', note: 'keep me'})
    const after = entitiesOf(entity('Ticket', ['subject | text']))
    const first = await stopped(store, after)
    expect(first.text).toContain('! Ticket.note is removed. 1 value is lost.')
    expect(first.text).toContain(`--accept ${first.planId}`)
    await addRecord(store, before, 'Ticket', {subject: 'B', note: 'me too'})
    const second = await prepare(store, after, {accept: first.planId})
    expect(second).toMatchObject({kind: 'stopped', text: expect.stringContaining('2 values are lost')})
    if (second.kind !== 'stopped') return
    expect(Object.keys(await recordsOf(store, before, 'Ticket'))).toHaveLength(2)
    const done = await prepare(store, after, {accept: second.planId})
    expect(done).toMatchObject({kind: 'ready'})
    if (done.kind === 'ready' && store.database === 'sqlite') expect(existsSync(done.backup ?? '')).toBe(true)
    expect((await recordsOf(store, after, 'Ticket'))[id]).toEqual({subject: 'A'})
  })
})
