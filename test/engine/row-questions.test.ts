/** What is asked about records at the same time is one statement, and an answer belongs to who has asked. */
import {describe, expect, test, vi} from 'vitest'
import {atOnce} from '../../src/engine/base/at-once.ts'
import {Permissions} from '../../src/engine/permissions/visibility.ts'
import {fieldTexts} from '../../src/engine/query/field-texts.ts'
import {recordNames} from '../../src/engine/query/names.ts'
import {entityOf, type ReadContext} from '../../src/engine/query/read-context.ts'
import {cellsAt} from '../../src/engine/query/record-values.ts'
import {holdsFor} from '../../src/engine/query/row-questions.ts'
import {bindIds} from '../../src/engine/query/select.ts'
import {PlanKind} from '../../src/engine/query/statement.ts'
import {abilities} from '../../src/engine/records/abilities.ts'
import {writeAll} from '../../src/engine/write/write.ts'
import type {Value} from '../../src/feel/value.ts'
import {operator} from '../../src/screens/testing.ts'
import {condition, creating, done, engineOf, person, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Notes

## 3. Entities

### Note

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| secret | text | |
| owner | User | yes |
`

describe.each(stores)('questions about records on $name', ({make}) => {
  async function notes() {
    const {engine, store} = await engineOf({
      document,
      address: await make(document),
      grants: specification => (actor, act, entity) => {
        if (entity === 'User') return [{where: null, fields: null}]
        const own = condition(specification, 'Note', 'owner = me')
        if (actor.kind === 'operator' || actor.kind === 'engine') return [{where: null, fields: null}]
        return actor.kind === 'person' && act === 'read' ? [{where: own, fields: null}] : []
      },
    })
    const user = async (name: string) =>
      done(
        await engine.change(operator, [
          creating('User', {name, email: `${name.toLowerCase()}@example.com`, roles: []}),
        ]),
      )
    const [ann, ben] = [await user('Ann'), await user('Ben')]
    const write = async (title: string, owner: {readonly id: string}) =>
      done(await engine.change(operator, [creating('Note', {title, secret: `${title}!`, owner: owner.id})]))
    const note = await write('First', ann)
    const [first, second] = [note.id, (await write('Second', ben)).id]
    const counted = async (work: (reader: ReadContext) => Promise<unknown>) => {
      const {value, figures} = await store.countStatements(() => engine.read(person(ann.id), work))
      // The beginning and the end of a read are statements on PostgreSQL.
      return {value, statements: figures.statements - (store.database === 'postgres' ? 2 : 0)}
    }
    return {engine, ann, ben, note, first, second, counted}
  }

  test('are one statement if they are asked at the same time', async () => {
    const {first, counted, engine} = await notes()
    const isFirst = condition(engine.specification, 'Note', 'title = "First"')
    const {value, statements} = await counted(reader =>
      Promise.all([
        abilities(reader, 'Note').on(first, 'read'),
        abilities(reader, 'Note').can(first, {act: 'delete'}),
        holdsFor(reader, {entity: 'Note', id: first}, [isFirst], {owner: isFirst, name: 'is first'}),
        abilities(reader, 'Note').on(first, 'read'),
      ]),
    )
    expect(value).toMatchObject([{any: true, all: true}, false, [true], {any: true, all: true}])
    expect(statements).toBe(1)
  })

  test('are asked once in a read', async () => {
    const {first, counted} = await notes()
    const {statements} = await counted(async reader => {
      await abilities(reader, 'Note').on(first, 'read')
      await abilities(reader, 'Note').on(first, 'read')
    })
    expect(statements).toBe(1)
  })

  test('about a record that is not written are asked once, and for its values alone', async () => {
    const {ann, counted} = await notes()
    const paths = [['title'], ['owner', 'name']]
    const {value, statements} = await counted(async reader => {
      const entity = entityOf(reader, 'Note')
      const owner = {entity: 'User', id: ann.id}
      const would = (title: string) => ({
        entity,
        id: reader.newId(),
        record: new Map<string, Value>([...Object.entries({title, owner})]),
        before: null,
      })
      const [one, other] = [would('One'), would('Other')]
      const seen = await Promise.all([one, one, other].map(each => cellsAt(reader, each, {paths})))
      return seen.map(cells => [...cells.values()].map(({text}) => text))
    })
    expect(value).toEqual([
      ['One', 'Ann'],
      ['One', 'Ann'],
      ['Other', 'Ann'],
    ])
    expect(statements).toBe(2)
  })

  test('are asked for each person alone', async () => {
    const {first, second, ann, ben, engine} = await notes()
    await engine.read(person(ann.id), async reader => {
      const permissions = new Permissions(reader.entities, () => [])
      const others: ReadContext[] = [
        {...reader, actor: person(ben.id)},
        {...reader, actor: {kind: 'nobody'}, visibility: permissions.of({kind: 'nobody'})},
      ]
      const ids = [first, second]
      const seen = await Promise.all(
        [reader, ...others, reader].map(each =>
          fieldTexts(each, {entity: 'Note', ids, paths: [['title'], ['secret']]}),
        ),
      )
      expect(seen.map(texts => [...texts.values()])).toEqual([
        [['First', 'First!']],
        [['Second', 'Second!']],
        [],
        [['First', 'First!']],
      ])
      const named = await Promise.all(others.map(each => recordNames(each, each.visibility, {entity: 'Note', ids})))
      expect(named.map(names => names.size)).toEqual([1, 0])
    })
  })

  test('are asked again after a change', async () => {
    const {first, note, engine} = await notes()
    const isFirst = condition(engine.specification, 'Note', 'title = "First"')
    const held: boolean[] = []
    const outcome = await engine.unitOfWork(operator, async context => {
      const ask = async () => {
        const [holds] = await holdsFor(context, {entity: 'Note', id: first}, [isFirst], {owner: isFirst, name: 'first'})
        held.push(holds === true)
      }
      await ask()
      const written = await writeAll(context, [updating('Note', note, {title: 'Other'})])
      await ask()
      return written
    })
    done(outcome)
    expect(held).toEqual([true, false])
  })

  test('of several records need few statements, whatever their number, and the oldest one is given up first', async () => {
    const {engine, ann, first, second} = await notes()
    let made = 0
    await engine.read(person(ann.id), async reader => {
      const kind = new PlanKind<number>('counted')
      const bound = (ids: readonly string[], shape = '') =>
        bindIds(reader, reader.visibility, {kind, shape, entity: 'Note', ids, make: () => (made += 1)}).plan
      const numbers = Array.from({length: 50}, (_, index) => bound(Array.from({length: index + 1}, () => first)))
      expect([...new Set(numbers)]).toEqual([1, 2, 3, 4, 5, 6, 7])
      for (let shape = 0; shape < 994; shape += 1) bound([first], `shape ${shape}`)
      // One more than the thousand that are kept.
      expect([bound([first, second]), bound([first])]).toEqual([2, 1002])
    })
    const names = await engine.read(operator, reader =>
      recordNames(reader, reader.visibility, {entity: 'Note', ids: [first, second, crypto.randomUUID()]}),
    )
    expect([...names.values()].sort()).toEqual(['First', 'Second'])
  })

  test('end together: if one fails, the others are waited for', async () => {
    const {engine, ann, first} = await notes()
    let [asked, ended, isOver] = [0, 0, false]
    let go = () => {}
    const gate = new Promise<void>(resolve => (go = resolve))
    const both = engine.read(person(ann.id), async ({db, ...reader}) => {
      const transformResult = async <Result>({result}: {result: Result}) => {
        asked += 1
        if (asked === 1) throw new Error('the first one failed')
        await gate
        ended += 1
        return result
      }
      const slow = {...reader, db: db.withPlugin({transformQuery: ({node}) => node, transformResult})}
      const names = (entity: string, id: string) =>
        fieldTexts(slow, {entity, ids: [id], paths: [[entity === 'Note' ? 'title' : 'name']]})
      await atOnce([names('Note', first), names('User', ann.id)])
    })
    void both.catch(() => {}).finally(() => (isOver = true))
    await vi.waitUntil(() => asked === 2)
    await new Promise(resolve => setImmediate(resolve))
    expect([ended, isOver]).toEqual([0, false])
    go()
    await expect(both).rejects.toThrow('the first one failed')
    expect(ended).toBe(1)
  })
})
