/**
 * Repeatedly kills a server while it makes calls and the receiver fails, hangs and disconnects; then checks the
 * received calls.
 */
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {sql} from 'kysely'
import {engineOn} from '../../src/cli/open-engine.ts'
import {type Actor, type Engine, listOutbox, operator} from '../../src/screens/testing.ts'
import {openStore} from '../../src/store/open.ts'
import {instantAt} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'
import {signaturesOf} from '../../src/webhooks/send.ts'
import {ended, newFolder, nonetServing} from './cli.ts'
import {documentOf} from './documents.ts'
import {creating, done, person} from './engine.ts'
import {type Answer, accept, breakOff, hang, type ReceivedCall, Receiver, reset, status} from './receiver.ts'
import {act} from './time-off.ts'

const document = `# Depot

## 3. Entities

### Parcel

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |
| step | number | yes |

## 4. States

### Parcel

| Action | Who | Then |
|---|---|---|
| move | Member | set step = step + 1; call moved |

## 7. Calls

- hosts: 127.0.0.1:*

| Event | Method | URL | Sends |
|---|---|---|---|
| moved | POST | {env.DEPOT_URL}/{name} | name, step |

### moved

- secret: DEPOT_SECRET
`

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const recordsInAll = 5
const inEachRound = 8

export interface KilledCalls {
  /** Ids of the calls, for each record in the order in which they were caused. */
  readonly posted: ReadonlyMap<string, readonly string[]>
  /** Ids in the order of arrival, for each record. */
  readonly arrived: ReadonlyMap<string, readonly string[]>
  /** The number of calls with a wrong signature, or with different content under the same id. */
  readonly wrong: number
  /** The rows left in the outbox. */
  readonly left: number
  readonly received: number
  readonly kills: number
}

export async function killCalling(address: string, kills: number): Promise<KilledCalls> {
  const receiver = await new Receiver().listen()
  const path = join(newFolder(), 'app.md')
  writeFileSync(path, document)
  const env = {DEPOT_URL: receiver.origin, DEPOT_SECRET: secret}
  const start = () => nonetServing(['run', path, '--db', address, '--private-hosts', '127.0.0.1'], {env})
  await (await start()).stop()
  const store = await openStore(address)
  try {
    const io = {out: () => {}, err: () => {}, env: {}, stdin: process.stdin, colour: false}
    const engine = await engineOn(store, documentOf(document).specification, {db: address, accept: undefined, io})
    const ada = done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@example.com'})]))
    const records: ChangedParcel[] = []
    for (let index = 0; index < recordsInAll; index += 1)
      records.push(done(await engine.change(operator, [creating('Parcel', {name: `p${index}`, step: 0})])))
    for (let round = 0; round < kills; round += 1) {
      await causeSome(engine, person(ada.id, 'Member'), records)
      await killOnce(receiver, start)
      await endPauses(store)
    }
    receiver.answer = accept
    const posted = await postedCalls(store, receiver)
    const last = await start()
    while ((await store.read(db => listOutbox(db, 1))).length > 0) {
      await endPauses(store)
      await new Promise(resolve => setTimeout(resolve, 200))
    }
    await last.stop()
    return {...judged(receiver), posted, left: (await store.read(db => listOutbox(db, 10))).length, kills}
  } finally {
    await store.close()
    await receiver.close()
  }
}

type ChangedParcel = ReturnType<typeof done>

async function causeSome(engine: Engine, actor: Actor, records: ChangedParcel[]): Promise<void> {
  for (let index = 0; index < inEachRound; index += 1) {
    const which = Math.floor(Math.random() * records.length)
    const record = records[which]
    if (record) records[which] = done(await act(engine, actor, record, 'move'))
  }
}

const answers: readonly Answer[] = [
  ...[accept, accept, accept, accept, accept, accept],
  ...[status(500), status(429, {'retry-after': '1'}), status(302, {location: '/'}), hang, reset, breakOff],
]

/**
 * Kills it after some calls have arrived, before, during or after the response to the last one; or after a while if the
 * receiver accepts none.
 */
async function killOnce(receiver: Receiver, start: () => ReturnType<typeof nonetServing>): Promise<void> {
  const after = 1 + Math.floor(Math.random() * 6)
  let taken = 0
  let reached = () => {}
  const enough = new Promise<void>(resolve => {
    reached = resolve
  })
  receiver.answer = (response, call) => {
    taken += 1
    const answer = answers[Math.floor(Math.random() * answers.length)] ?? accept
    if (taken < after) return answer(response, call)
    const first = Math.random() < 0.5
    if (!first) answer(response, call)
    reached()
    if (first) setTimeout(() => !response.destroyed && answer(response, call), Math.random() * 5)
  }
  const {child} = await start()
  await Promise.race([enough, new Promise(resolve => setTimeout(resolve, 3000))])
  await new Promise(resolve => setTimeout(resolve, Math.random() * 10))
  child.kill('SIGKILL')
  await ended(child)
}

/** As if all leases and pauses had expired. */
async function endPauses(store: Store): Promise<void> {
  const past = instantAt(Date.now() - 1000)
  await store.transaction(db =>
    sql`update nonet_outbox set due = ${past} where state = 'waiting' and due > ${instantAt(Date.now() + 1000)}`.execute(
      db,
    ),
  )
}

interface SentStep {
  readonly id: string
  readonly name: string
  readonly step: number
}

const stepOf = ({headers, body}: Pick<ReceivedCall, 'headers' | 'body'>): SentStep => {
  const {data} = JSON.parse(body)
  return {id: String(headers['webhook-id']), name: data.name, step: data.step}
}

/** The received and the waiting calls, by the steps of the records, none of which may be missing. */
async function postedCalls(store: Store, {received}: Receiver): Promise<Map<string, string[]>> {
  const waiting = await store.read(db => listOutbox(db, 100_000))
  const known = [
    ...received.map(stepOf),
    ...waiting.map(({id, payload}) =>
      stepOf({headers: {'webhook-id': id}, body: JSON.stringify((payload as {body: unknown}).body)}),
    ),
  ]
  const {rows} = await store.read(db => sql<{name: string; step: unknown}>`select name, step from parcel`.execute(db))
  return new Map(
    rows.map(({name, step}) => {
      const own = new Map(known.filter(each => each.name === name).map(each => [each.step, each.id]))
      return [name, Array.from({length: Number(step)}, (_, index) => own.get(index + 1) ?? 'lost')]
    }),
  )
}

function judged({received}: Receiver): Pick<KilledCalls, 'arrived' | 'wrong' | 'received'> {
  const contents = new Map<string, string>()
  let wrong = 0
  for (const {headers, body} of received) {
    const id = String(headers['webhook-id'])
    const signed = signaturesOf(secret, {id, timestamp: Number(headers['webhook-timestamp']), body})
    if (headers['webhook-signature'] !== signed || (contents.get(id) ?? body) !== body) wrong += 1
    contents.set(id, body)
  }
  const byName = Map.groupBy(received.map(stepOf), ({name}) => name)
  const arrived = new Map([...byName].map(([name, all]) => [name, all.map(({id}) => id)]))
  return {arrived, wrong, received: received.length}
}

/** Each at least once, in order, under one id; a repetition directly follows the first. */
export function inOrder({posted, arrived}: Pick<KilledCalls, 'posted' | 'arrived'>): Record<string, boolean> {
  return Object.fromEntries(
    [...posted].map(([name, ids]) => {
      const got = (arrived.get(name) ?? []).filter((id, index, all) => id !== all[index - 1])
      return [name, JSON.stringify(got) === JSON.stringify(ids) && new Set(ids).size === ids.length]
    }),
  )
}
