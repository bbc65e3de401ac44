/** Large imports and exports: memory does not grow with the rows, and nothing is lost. */

import {createHash} from 'node:crypto'
import {setFlagsFromString} from 'node:v8'
import {runInNewContext} from 'node:vm'
import {describe, expect, test} from 'vitest'
import {type Engine, exportCsv, importCsv, operator} from '../../src/screens/testing.ts'
import {engineOf} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Parcels

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Parcels | / | list of Parcel | signed in |

### Parcels

- search: code

## 3. Entities

### Depot

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..40 | yes | yes |

### Parcel

- named by: code

| Field | Type | Required | Default | Unique |
|---|---|---|---|---|
| number | serial from 1 | | | |
| code | text 3..40 | yes | | yes |
| depot | Depot | yes | | |
| sent | date | yes | | |
| weight | decimal 2, 0..1000 | yes | 0 | |
| state | one of new, sent, there | yes | new | |
| fragile | yes/no | yes | no | |
| note | long text 0..500 | | | |

## 4. States

### Parcel

| Action | Who | When | Then |
|---|---|---|---|
| protect | system | weight > 999.5 and not(fragile) | set fragile = true |
`

const rows = 24_000
const depots = 50
/** Bytes in use that may vary besides the rows. */
const slack = 12e6

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Memory in use, not allocated memory, which depends on garbage collection. */
function inUse(): number {
  collect()
  const {heapUsed, external} = process.memoryUsage()
  return heapUsed + external
}

class Watch {
  readonly sizes: number[] = []
  #seen = 0

  row(every: number): void {
    this.#seen += 1
    if (this.#seen % every === 0) this.sizes.push(inUse())
  }

  /** The last quarter compared with the steady state. */
  get growth(): number {
    const settled = Math.max(...this.sizes.slice(2, 5))
    return Math.max(...this.sizes.slice(-3)) - settled
  }
}

function lineOf(n: number): string {
  const note = n % 5 === 0 ? `"Two lines,\n${n} ""quoted"""` : n % 97 === 0 ? '=SUM(A1)' : `number ${n}`
  const state = ['new', 'sent', 'there'][n % 3]
  return `P-${n},Depot ${n % depots},2026-${String((n % 12) + 1).padStart(2, '0')}-01,${n % 1000}.25,${state},${n % 2 ? 'yes' : 'no'},${note}\r\n`
}

async function* parcels(watch: Watch): AsyncGenerator<Uint8Array> {
  yield Buffer.from('code,depot,sent,weight,state,fragile,note\r\n')
  for (let n = 0; n < rows; n++) {
    watch.row(rows / 12)
    yield Buffer.from(lineOf(n))
  }
}

async function* depotsFile(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`name\r\n${Array.from({length: depots}, (_, n) => `Depot ${n}\r\n`).join('')}`)
}

async function hashOf(engine: Engine, watch: Watch): Promise<string> {
  const hash = createHash('sha256')
  await engine.read(operator, async reader => {
    for await (const piece of exportCsv(reader, {entity: 'Parcel'})) {
      hash.update(piece)
      watch.row(Math.ceil(rows / 6_000))
    }
  })
  return hash.digest('hex')
}

/** From one to the other, chunk by chunk. */
async function* piecesOf(engine: Engine, entity: string): AsyncGenerator<Uint8Array> {
  const pieces: string[] = []
  await engine.read(operator, async reader => {
    for await (const piece of exportCsv(reader, {entity})) pieces.push(piece)
  })
  for (const piece of pieces) yield Buffer.from(piece)
}

describe.each(stores)('a large file on $name', ({make}) => {
  test('is imported, exported and imported again, in constant memory', {timeout: 1_200_000}, async () => {
    const {engine} = await engineOf({document, address: await make(document), searches: true})
    expect(await importCsv(engine, operator, {entity: 'Depot', open: depotsFile})).toMatchObject({ok: true})
    for (const dryRun of [true, false]) {
      const watch = new Watch()
      const report = await importCsv(engine, operator, {entity: 'Parcel', open: () => parcels(watch), dryRun})
      expect(report).toMatchObject({ok: true, count: rows})
      expect(watch.sizes.length).toBeGreaterThan(10)
      expect(watch.growth, watch.sizes.join()).toBeLessThan(slack)
    }
    const out = new Watch()
    const written = await hashOf(engine, out)
    expect(out.sizes.length).toBeGreaterThan(10)
    expect(out.growth, out.sizes.join()).toBeLessThan(slack)
    const {engine: other} = await engineOf({document, address: await make(document), searches: true})
    for (const entity of ['Depot', 'Parcel'])
      expect(await importCsv(other, operator, {entity, open: () => piecesOf(engine, entity)})).toMatchObject({ok: true})
    expect(await hashOf(other, new Watch())).toBe(written)
  })
})
