/** Rows that are imported in batches: the result is the same as one by one. */

import {describe, expect, test} from 'vitest'
import {entityOf} from '../../src/engine/query/read-context.ts'
import {mayCreateMany} from '../../src/engine/write/create.ts'
import {type Actor, type Engine, exportCsv, importCsv, operator} from '../../src/screens/testing.ts'
import {queryRows} from '../../src/store/sql.ts'
import {condition, engineOf, grant, person} from '../kit/engine.ts'
import {sqlite, stores} from '../kit/store-databases.ts'

const fields = `| number | serial from 10 | | |
| code | text 1..20 | yes | yes |
| packed | date | | |
| note | text 1..40 | | |
| tags | many Tag | | |`

// A box may be inside a box, so boxes are created one by one.
const document = `# Storage

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Crates | /crates | list of Crate | signed in |
| Boxes | /boxes | list of Box | signed in |

### Crates
- search: note

### Boxes
- search: note

## 3. Entities

### Tag
| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..20 | yes | yes |

### Crate
| Field | Type | Required | Unique |
|---|---|---|---|
${fields}

### Box
| Field | Type | Required | Unique |
|---|---|---|---|
${fields}
| inside | Box | | |

### Jar
| Field | Type | Required |
|---|---|---|
| size | number | yes |

### Lid
- part of: Jar

| Field | Type | Required |
|---|---|---|
| jar | Jar | yes |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| a jar has a size | Jar | size > 0 | EMPTY_JAR |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| EMPTY_JAR | 422 | The jar is empty. |
`

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

const imported = (engine: Engine, entity: string, text: string) =>
  importCsv(engine, operator, {entity, open: () => bytesOf(text)})

/** All stored data, except values that differ between any two records. */
async function kept(engine: Engine, entity: string) {
  return engine.read(operator, async reader => {
    let text = ''
    const shown = ['number', 'code', 'packed', 'note', 'tags']
    const columns = shown.flatMap(name => entityOf(reader, entity).fields.get(name) ?? [])
    for await (const piece of exportCsv(reader, {entity, fields: columns})) text += piece
    const words = await queryRows(
      reader.db,
    )`select field, word from nonet_search where entity = ${entity} order by record, word`
    const history = await queryRows(reader.db)`select kind, person, action, version, changes from nonet_history
      where entity = ${entity} order by id`
    return {text, words, history}
  })
}

const rows = (count: number, row: (n: number) => string) => Array.from({length: count}, (_, n) => row(n)).join('\n')

const fine = `code,note,tags\n${rows(103, n => `a${n},Note ${n % 7} of ${n},${n % 3 ? 'red' : 'red;blue'}`)}\n`
const numbered = `number,code,packed\n${rows(60, n => `${n % 20 === 7 ? 1000 + n * 2 : ''},b${n},2026-01-0${1 + (n % 9)}`)}\n`
const badOnes = [
  `code,note\n${rows(103, n => `${n === 101 ? 'c3' : `c${n}`},x`)}\n`,
  `code,note\nd1,x\na3,y\nd1,z\nd2,\n`,
  `code,packed\n${rows(30, n => `e${n % 28},${n % 20 === 1 ? 'soon' : '2026-01-01'}${n === 25 ? ',more' : ''}`)}\n`,
  `code,number\nf1,3\nf2,3\nf3,10\n`,
  `code,note\ng1,x\n"g2\n`,
]

describe.each(stores)('many rows at once on $name', ({make}) => {
  test('have the same result as one by one, with the same errors', async () => {
    const {engine} = await engineOf({document, address: await make(document), searches: true})
    expect(await imported(engine, 'Tag', 'name\nred\nblue\n')).toMatchObject({ok: true, count: 2})
    for (const text of [fine, numbered]) {
      expect(await imported(engine, 'Crate', text)).toMatchObject({ok: true, total: 0})
      expect(await imported(engine, 'Box', text)).toMatchObject({ok: true, total: 0})
    }
    const crates = await kept(engine, 'Crate')
    expect(crates.words.length).toBeGreaterThan(300)
    expect(crates.history).toHaveLength(163)
    expect(crates).toEqual(await kept(engine, 'Box'))
    for (const text of badOnes) {
      const report = await imported(engine, 'Crate', text)
      expect(report.ok).toBe(false)
      expect(report).toEqual(await imported(engine, 'Box', text))
    }
    expect(await kept(engine, 'Crate')).toEqual(crates)
  })
})

test('rows are imported one by one if a rule, an owner, another row or a permission requires it', async () => {
  const grants = (specification: Engine['specification']) => (_: unknown, act: string, entity: string) => {
    if (act !== 'create') return []
    if (entity === 'Tag') return [grant(null, ['name'])]
    return [grant(entity === 'Crate' ? condition(specification, 'Crate', 'note != null') : null)]
  }
  const {engine} = await engineOf({document, address: await sqlite.make(), grants})
  const together = (actor: Actor) =>
    engine.read(actor, async reader =>
      ['Tag', 'Crate', 'Box', 'Jar', 'Lid', 'User'].filter(name => mayCreateMany(reader, entityOf(reader, name))),
    )
  expect(await together(operator)).toEqual(['Tag', 'Crate', 'User'])
  expect(await together(person('0190f0f0-0000-7000-8000-000000000000'))).toEqual(['User'])
})
