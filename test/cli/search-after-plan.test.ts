/** The search index follows the document: in the transaction of the plan, and also if only a list searches other fields. */
import {sql} from 'kysely'
import {describe, expect, onTestFinished, test} from 'vitest'
import {engineOn} from '../../src/cli/open-engine.ts'
import {operator} from '../../src/engine/base/actor.ts'
import type {Engine} from '../../src/engine/engine.ts'
import {openStore} from '../../src/store/open.ts'
import {documentOf} from '../kit/documents.ts'
import {creating, done} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {talking} from '../kit/talking.ts'

const shelf = (search: string, more = '') => `# Shelf

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Things | /things | list of Thing | everyone |

### Things

- search: ${search}

## 3. Entities

### Thing

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |
| note | long text | |
${more}`

async function started(address: string, text: string): Promise<Engine> {
  const store = await openStore(address)
  onTestFinished(() => store.close())
  return await engineOn(store, documentOf(text).specification, {db: address, accept: undefined, io: talking().io})
}

const words = async ({store}: Engine) => {
  const {rows} = await store.read(db =>
    sql<{found: string}>`select entity || '.' || field || ' ' || word as found from nonet_search order by 1`.execute(
      db,
    ),
  )
  return rows.map(({found}) => found)
}

describe.each(stores)('the search index on $name', ({make}) => {
  test('has the fields that a changed list searches, without any other change', async () => {
    const address = await make()
    const engine = await started(address, shelf('name'))
    done(await engine.change(operator, [creating('Thing', {name: 'Lamp', note: 'green'})]))
    expect(await words(engine)).toEqual(['Thing.name lamp'])
    expect(await words(await started(address, shelf('name, note')))).toEqual(['Thing.name lamp', 'Thing.note green'])
    expect(await words(await started(address, shelf('name')))).toEqual(['Thing.name lamp'])
  })

  test('is filled with the plan or not at all: a start that fails in between leaves both to the next one', async () => {
    const address = await make()
    const engine = await started(address, shelf('name'))
    done(await engine.change(operator, [creating('Thing', {name: 'Lamp', note: 'green'})]))
    const renamed = shelf('name, note')
      .replaceAll('Thing', 'Article')
      .replace('### Article\n', '### Article (was Thing)\n')
    const document = documentOf(renamed)
    expect(document.sound).toBe(true)
    const store = await openStore(address)
    onTestFinished(() => store.close())
    const alone = store.exclusive.bind(store)
    const failing = Object.assign(store, {
      exclusive: <T>(work: (db: Parameters<Parameters<typeof alone>[0]>[0]) => Promise<T>) =>
        alone(async db => {
          await work(db)
          throw new Error('killed')
        }),
    })
    const options = {db: address, accept: undefined, io: talking().io}
    await expect(engineOn(failing, document.specification, options)).rejects.toThrow('killed')
    expect(await words(engine)).toEqual(['Thing.name lamp'])
    Object.assign(store, {exclusive: alone})
    expect(await words(await engineOn(store, document.specification, options))).toEqual([
      'Article.name lamp',
      'Article.note green',
    ])
  })
})
