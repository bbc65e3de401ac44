/** Effects of own code: a document whose contracts are sent, an author's files, and the outbox that runs them. */
import {join} from 'node:path'
import {buildOwnCode} from '../../src/code/build/bundle.ts'
import {effectCourier} from '../../src/code/process/effect-delivery.ts'
import {runOwnEffect} from '../../src/code/process/effect-process.ts'
import {type Delivery, deliverDue} from '../../src/engine/outbox/outbox.ts'
import {effectFile} from '../../src/points/calls/read-own-effect.ts'
import {documentGrants, type Engine, listOutbox, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person} from './engine.ts'
import {authorFolder} from './own-code.ts'
import {type Receiver, receiver} from './receiver.ts'
import {rulesOfDocument} from './time-off.ts'

export const contracts = `# Contracts

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Contract | /contracts/:id | record of Contract | Clerk |

## 3. Entities

### Customer

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |
| email | text 1..80 | |
| secret_note | text 1..80 | |

### Contract

- named by: title

| Field | Type | Required | Set by |
|---|---|---|---|
| title | text 1..80 | yes | |
| customer | Customer | | |
| amount | number 0..100 | | |
| sent_as | text 1..40 | | engine |
| sent_pages | number 0..50 | | engine |

### Note

- named by: text

| Field | Type | Required |
|---|---|---|
| contract | Contract | yes |
| text | text 1..60 | yes |

## 4. States

### Contract

- starts: draft

| Action | From | To | Who | Then |
|---|---|---|---|---|
| send | draft | sent | Clerk | run send contract |
| close | sent | closed | Clerk | |
| try | | | Clerk | run other work |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not 13 pages | Contract | sent_pages = null or sent_pages != 13 | UNLUCKY |
| no empty words | Note.text | text != "nothing" | SAY_SOMETHING |

## 6. Roles

| Role | Joins by |
|---|---|
| Clerk | invitation |
| Courier | invitation |

| Role | May | On | Fields |
|---|---|---|---|
| Clerk | all | Contract, Customer, Note | |
| Courier | read | Contract, Note | |
| Courier | read | Customer | name |
| Courier | update | Contract | amount |
| Courier | create | Note | |

## 7. Calls

- hosts: 127.0.0.1:*

| Effect | Of | Sends | Sets | As |
|---|---|---|---|---|
| send contract | Contract | title, customer.email, amount | sent_as, sent_pages | Courier |
| other work | Contract | | | |

### send contract

- secrets: SIGNING_KEY
- deadline: 20 seconds

### other work

- deadline: 2 seconds

## 8. Errors

| Code | Status | Message |
|---|---|---|
| UNLUCKY | 422 | No contract has 13 pages. |
| SAY_SOMETHING | 422 | Say something. |
`

export interface EffectDesk {
  readonly engine: Engine
  readonly to: Receiver
  readonly clock: {now: number}
  readonly failures: string[]
  readonly environment: Record<string, string>
  readonly contract: (title?: string) => Promise<{entity: string; id: string; version: number}>
  readonly clerk: ReturnType<typeof person>
  readonly deliver: () => Promise<void>
  readonly problems: () => Promise<readonly string[]>
}

/** The effects by their names: the text of each module. */
export async function effectDesk(
  address: string,
  effects: Readonly<Record<string, string>>,
  {undoWindow = 0}: {readonly undoWindow?: number} = {},
): Promise<EffectDesk> {
  const files = Object.entries(effects).map(([name, text]) => [`effects/${effectFile(name)}.ts`, text])
  const folder = authorFolder(Object.fromEntries(files))
  const named = Object.keys(effects).map(effectFile)
  const manifest = await buildOwnCode({
    folder,
    components: [],
    effects: named,
    addresses: {},
    engineFolder: 'dist/code',
  })
  const build = join(folder, '.nonet/build/server')
  const {engine, clock} = await engineOf({
    document: contracts,
    address,
    rules: rulesOfDocument,
    grants: documentGrants,
    undoWindow,
  })
  const make = (entity: string, fields: Parameters<typeof creating>[1]) =>
    engine.change(operator, [creating(entity, fields)]).then(done)
  const clerk = person((await make('User', {name: 'Ada', email: 'a@x.org'})).id, 'Clerk')
  const customer = (await make('Customer', {name: 'Acme', email: 'acme@x.org', secret_note: 'rich'})).id
  const to = await receiver()
  const environment: Record<string, string> = {SIGNING_KEY: 'key-in-the-environment', NONET_DB: 'secret', HOME: '/root'}
  const failures: string[] = []
  const courier = effectCourier({
    engine: () => engine,
    environment,
    privateHosts: ['127.0.0.1'],
    now: () => clock.now,
    run(name, request, host) {
      const file = manifest.effects[effectFile(name)]
      return file === undefined ? null : runOwnEffect({engine: 'dist/code', build, file, prints: false}, request, host)
    },
  })
  const delivery: Delivery = {
    store: engine.store,
    couriers: {effect: courier},
    now: () => clock.now,
    random: () => 0,
    patience: 100_000,
    failed: ({cause}) => failures.push(cause instanceof Error ? (cause.stack ?? '') : String(cause)),
  }
  return {
    engine,
    to,
    clock,
    failures,
    environment,
    clerk,
    contract: (title = 'Lease') => make('Contract', {title, customer, amount: 3}),
    deliver: async () => {
      while ((await deliverDue(delivery)) > 0);
    },
    problems: async () => {
      const rows = await engine.store.read(db => listOutbox(db, 100))
      return rows.map(({state, problem}) => `${state}: ${problem}`)
    },
  }
}
