/**
 * One random history of a document on one database: after every edit the migration must be stopped, refused or applied
 * as the oracle expects, and a migrated database must equal a fresh one with the surviving data.
 */
import fc from 'fast-check'
import {expect} from 'vitest'
import type {Json} from '../../src/feel/core.ts'
import type {Specification} from '../../src/points/specification.ts'
import {newId} from '../../src/store/ids.ts'
import {openStore} from '../../src/store/open.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import type {Store} from '../../src/store/store.ts'
import {addRecord, documentOfFiles, insertRecord, recordsOf} from './store-document.ts'
import {type Draft, type DraftField, type Edit, edited, firstDraft, pick, wordsOf, writtenAs} from './store-edits.ts'
import {type Data, expected, unsure} from './store-oracle.ts'
import {shapeOf} from './store-shape.ts'

export interface HistoryOptions {
  /** A fresh address on each call. */
  readonly make: () => Promise<string>
  readonly altersConstraints?: boolean
}

export const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({op: fc.nat(40), a: fc.nat(20), b: fc.nat(40), c: fc.nat(80)}),
  {minLength: 3, maxLength: 12},
)

interface State {
  readonly draft: Draft
  readonly specification: Specification
  readonly data: Data
  readonly user: string
}

/** Reports the result of each edit, so that a test can check that all kinds occur. */
export type Happened = 'unsound' | 'done' | 'accepted' | 'refused'

export async function runHistory(history: readonly Edit[], options: HistoryOptions): Promise<Happened[]> {
  const store = await openStore(await options.make())
  try {
    let state = await begin(store, options)
    const past: Draft[] = [state.draft]
    const happened: Happened[] = []
    for (const edit of history) {
      state = await addSome(store, state, edit)
      // Some edits return to an older document.
      const next = edit.op > 36 ? (pick(past, edit.a) ?? state.draft) : edited(state.draft, edit)
      const result = await step(store, state, {next, options})
      happened.push(result.happened)
      state = result.state
      past.push(state.draft)
    }
    return happened
  } finally {
    await store.close()
  }
}

async function begin(store: Store, options: HistoryOptions): Promise<State> {
  const specification = documentOfFiles(writtenAs(firstDraft))
  expect(await prepare(store, specification, altering(options))).toMatchObject({kind: 'ready'})
  const user = await addRecord(store, specification, 'User', {
    name: 'Ada',
    email: 'ada@example.org',
    roles: [],
    active: true,
  })
  return {draft: firstDraft, specification, user, data: {Alpha: {}}}
}

const altering = ({altersConstraints}: HistoryOptions) => (altersConstraints === undefined ? {} : {altersConstraints})

interface Step {
  readonly next: Draft
  readonly options: HistoryOptions
}

async function step(store: Store, state: State, {next, options}: Step): Promise<{state: State; happened: Happened}> {
  const specification = soundDocument(next)
  if (specification === null) return {state, happened: 'unsound'}
  const should = expected(state.draft, next, state.data)
  const isUnsure = JSON.stringify(should.data).includes(unsure)
  const first = await prepare(store, specification, altering(options))
  if (first.kind === 'stopped') {
    expect(await dataOf(store, state)).toEqual(state.data)
    const accepted = await prepare(store, specification, {...altering(options), accept: first.planId})
    if (accepted.kind === 'stopped') {
      if (!isUnsure)
        expect({text: first.text, broken: should.broken}).toMatchObject({
          broken: [expect.anything(), ...should.broken.slice(1)],
        })
      expect(await dataOf(store, state)).toEqual(state.data)
      return {state, happened: 'refused'}
    }
    expect({text: first.text, lost: should.lost}).toMatchObject({lost: [expect.anything(), ...should.lost.slice(1)]})
  } else expect(should.lost).toEqual([])
  expect(should.broken).toEqual([])
  const after: State = {...state, draft: next, specification, data: should.data}
  const actual = await dataOf(store, after)
  expect(actual).toEqual(withSure(should.data, actual))
  const settled = {...after, data: actual}
  await equalsFresh(store, settled, options)
  expect(await prepare(store, specification, altering(options))).toMatchObject({kind: 'ready', changed: false})
  return {state: settled, happened: first.kind === 'stopped' ? 'accepted' : 'done'}
}

/** Names come from small pools, so some documents contradict themselves. */
function soundDocument(draft: Draft): Specification | null {
  try {
    return documentOfFiles(writtenAs(draft))
  } catch {
    return null
  }
}

async function dataOf(store: Store, {draft, specification}: State): Promise<Data> {
  const data: Record<string, Data[string]> = {}
  for (const {name} of draft.entities) data[name] = tidied(await recordsOf(store, specification, name))
  return data
}

/** An empty list of words is the same however it is stored. */
function tidied(records: Data[string]): Data[string] {
  const tidy = (value: Json): Json => (Array.isArray(value) && value.length === 0 ? null : value)
  const fields = (record: Data[string][string]) => Object.entries(record).map(([name, value]) => [name, tidy(value)])
  return Object.fromEntries(Object.entries(records).map(([id, record]) => [id, Object.fromEntries(fields(record))]))
}

function withSure(data: Data, actual: Data): unknown {
  const replaced = (value: Json, ...path: readonly [string, string, string]) =>
    value === unsure ? actual[path[0]]?.[path[1]]?.[path[2]] : value
  return Object.fromEntries(
    Object.entries(data).map(([entity, records]) => [
      entity,
      Object.fromEntries(
        Object.entries(records).map(([id, record]) => [
          id,
          Object.fromEntries(Object.entries(record).map(([name, value]) => [name, replaced(value, entity, id, name)])),
        ]),
      ),
    ]),
  )
}

async function equalsFresh(store: Store, state: State, {make}: HistoryOptions): Promise<void> {
  const {specification, data, user} = state
  const fresh = await openStore(await make())
  try {
    await prepare(fresh, specification)
    await addRecord(fresh, specification, 'User', {
      id: user,
      name: 'Ada',
      email: 'ada@example.org',
      roles: [],
      active: true,
    })
    for (const [name, records] of Object.entries(data))
      for (const [id, values] of Object.entries(records)) await addRecord(fresh, specification, name, {...values, id})
    const shape = await shapeOf(store)
    expect(Object.keys(shape)).toContain('user')
    expect(shape).toEqual(await shapeOf(fresh))
    expect(await dataOf(store, state)).toEqual(await dataOf(fresh, state))
  } finally {
    await fresh.close()
  }
}

async function addSome(store: Store, state: State, {a, b, c}: Edit): Promise<State> {
  const chosen = pick(state.draft.entities, a + b)
  if (!chosen) return state
  const records: Record<string, Data[string][string]> = {...state.data[chosen.name]}
  for (let number = 0; number < 1 + (c % 3); number++) {
    const id = newId()
    const values = chosen.fields.map(field => [
      field.name,
      valueFor(field, {number: a * 7 + b + c + number * 13, user: state.user}),
    ])
    const record = {...Object.fromEntries(values), id} as Record<string, Json>
    if (await tryToAdd(store, state, {name: chosen.name, record})) {
      const {id: _, ...own} = record
      records[id] = tidied({[id]: own})[id] ?? {}
    }
  }
  return {...state, data: {...state.data, [chosen.name]: records}}
}

/** A duplicate of a unique value is rejected; that is not tested here. */
async function tryToAdd(
  store: Store,
  {specification}: State,
  {name, record}: {name: string; record: Record<string, Json>},
) {
  try {
    await store.transaction(db => insertRecord(db, store.database, {specification, name, values: record}))
    return true
  } catch {
    return false
  }
}

let serial = 1000

function nextSerial(): number {
  serial += 1
  return serial
}

function valueFor({type, required}: DraftField, {number, user}: {number: number; user: string}): Json {
  if (type.startsWith('serial')) return nextSerial()
  if (!required && number % 4 === 0) return null
  if (/^(text|long text)/.test(type)) return textFor(type, number)
  if (type === 'number') return number
  if (type === 'number 0..100') return number % 101
  if (type.startsWith('decimal')) return number % 3 === 0 ? number : (number * 10 + 5) / 10
  if (type === 'yes/no') return number % 2 === 0
  if (type === 'date') return `2026-02-${String(1 + (number % 28)).padStart(2, '0')}`
  if (type === 'time') return `0${number % 10}:30:00`
  if (type === 'date and time') return `2026-03-29T0${number % 10}:30:00.000Z`
  if (type === 'duration') return `P${1 + number}D`
  if (type === 'email') return `m${number}@example.org`
  if (type === 'User') return user
  if (type === 'many User') return [user]
  const words = wordsOf(type) ?? []
  const word = pick(words, number) ?? null
  return type.startsWith('any of') ? (word === null ? [] : [word]) : word
}

function textFor(type: string, number: number): string {
  if (type === 'text 0..3') return number % 2 === 0 ? String(number % 999) : 'abc'.slice(number % 3)
  const texts = [String(number), `word ${number}`, 'low', 'ÄÖ😀 א', `x${number}@example.org`]
  return pick(texts, number) ?? ''
}
