/**
 * The data a person gets by every path, compared with a naive evaluation of the document's conditions over all records:
 * lists with counts, orders, filters, searches and groups, figures, files, history and exports.
 */

import {sql} from 'kysely'
import {expect} from 'vitest'
import {csvRows} from '../../src/engine/csv/csv-format.ts'
import {fieldsToExport} from '../../src/engine/csv/export.ts'
import {Display} from '../../src/engine/display/field-display.ts'
import {figure} from '../../src/engine/lists/figures.ts'
import {listPage} from '../../src/engine/lists/list.ts'
import type {Filtering, ListDefinition, ListQuery, Path} from '../../src/engine/query/list-query.ts'
import {localeOf} from '../../src/engine/query/lookup.ts'
import type {ReadContext} from '../../src/engine/query/read-context.ts'
import {findFile} from '../../src/engine/transaction/file-records.ts'
import {listCsv} from '../../src/features/collections/list-exports.ts'
import {add, type Num} from '../../src/feel/decimal.ts'
import {formatValue} from '../../src/feel/format.ts'
import type {Type} from '../../src/feel/type.ts'
import {isNum, isReference, type Reference} from '../../src/feel/value.ts'
import {entityReferredTo} from '../../src/points/entities/lookup.ts'
import type {Entity, Field} from '../../src/points/entities/model.ts'
import {tableName} from '../../src/points/entities/table-names.ts'
import {type Actor, exportCsv, nobody, operator, readHistory} from '../../src/screens/testing.ts'
import {newId} from '../../src/store/ids.ts'
import {NaiveList} from '../engine/list-world.ts'
import {type Company, isShown} from '../kit/any-company.ts'
import {done} from '../kit/engine.ts'
import {referencesIn} from '../kit/naive-world.ts'
import {maybe, pick, type Random} from '../kit/random.ts'
import {fieldsOf} from '../kit/store-document.ts'

/** The cells of a file, which may contain commas. */
async function rowsOf(pieces: AsyncIterable<string>): Promise<(readonly string[])[]> {
  async function* bytes() {
    for await (const piece of pieces) yield Buffer.from(piece)
  }
  const rows = []
  for await (const {cells} of csvRows(bytes())) rows.push(cells)
  return rows
}

export class EveryPath {
  private readonly company: Company
  private readonly random: Random
  private readonly told: string

  constructor(company: Company, random: Random, told: string) {
    this.company = company
    this.random = random
    this.told = told
  }

  /** By everyone, for every entity. */
  async hold(rounds: number): Promise<void> {
    const files = await this.putFiles()
    const {people, entities} = this.company
    for (const actor of [...people, nobody])
      for (const entity of entities)
        await this.company.engine.read(actor, async reader => {
          const at: At = {reader, entity, naive: this.naiveFor(actor), exporting: this.naiveFor(actor, 'export')}
          for (let n = 0; n < rounds; n += 1) await this.lists(at)
          await this.figures(at)
          await this.exports(at)
          for (let n = 0; n < rounds; n += 1) await this.exportedList(at)
          await this.histories(at)
          for (const file of files) if (file.at.entity === entity.name) await this.files(at, file)
        })
  }

  private naiveFor(actor: Actor, act: 'read' | 'export' = 'read'): NaiveList {
    const visibility = this.company.sightOf(actor, act)
    return new NaiveList(this.company.naive, visibility.granted, visibility.me?.id ?? null)
  }

  private async lists({reader, entity, naive}: At): Promise<void> {
    const {screen, asked} = this.randomList(entity)
    const told = `${this.told}\n${JSON.stringify({actor: reader.actor, screen, asked})}`
    const expected = naive.list(screen, asked)
    const rows = []
    let place: ListQuery['place'] = null
    do {
      const page = await listPage(reader, reader.visibility, {screen, asked: {...asked, place}})
      if (place === null) expect(page.count, told).toEqual({exact: expected.length})
      for (const row of page.rows)
        rows.push({id: row.id, texts: row.cells.map(({text}) => text), group: groupOf(page.groups, row.group)})
      place = page.next === null ? null : {side: 'after', cursor: page.next}
    } while (place !== null)
    const {groupBy} = screen
    const wanted = expected.map(at => ({
      id: at.id,
      texts: screen.columns.map(path => naive.text(at, path)),
      group: groupBy === null ? null : naive.text(at, groupBy),
    }))
    expect(rows.map(({id}) => id).toSorted(), told).toEqual(wanted.map(({id}) => id).toSorted())
    // Groups come before the order within them.
    if (groupBy === null) expect(rows, told).toEqual(wanted)
    else expect(rows.toSorted(byId), told).toEqual(wanted.toSorted(byId))
  }

  private randomList(entity: Entity): {screen: ListDefinition; asked: ListQuery} {
    const {random} = this
    const fields = [...entity.fields.values()].filter(isShown)
    const sorted = fields.filter(field => field.type.sort.sort !== 'none')
    const paths = fields.flatMap((field): Path[] => [[field.name], ...this.beyond(field)])
    const grouped = fields.filter(({name}) => ['kind', 'open', 'owner', 'parent', 'boss', 'home'].includes(name))
    const screen: ListDefinition = {
      entity: entity.name,
      where: null,
      columns: paths.filter(() => maybe(random, 0.8)),
      sort: [],
      filters: fields.map(({name}) => [name]),
      search: fields.filter(field => field.type.search).map(({name}) => [name]),
      groupBy: maybe(random, 0.25) && grouped.length > 0 ? [pick(random, grouped).name] : null,
      size: pick(random, [4, 50]),
    }
    const asked: ListQuery = {
      sort: maybe(random) ? [] : [{path: [pick(random, sorted).name], descending: maybe(random)}],
      filters: maybe(random) ? [] : this.randomFilter(pick(random, fields)),
      search: maybe(random, 0.7) ? '' : pick(random, ['sample', 'person', '1', 'sample 1']),
      place: null,
    }
    return {screen, asked}
  }

  /** Through one more record, and through two. */
  private beyond(field: Field): Path[] {
    const target = field.type.type.kind === 'reference' ? (entityReferredTo(field) ?? '') : ''
    const there = [...fieldsOf(this.company.engine.specification, target).values()]
    const known = there.filter(({name}) => ['title', 'owner', 'level', 'name', 'boss', 'nick'].includes(name))
    const further = known.some(({name}) => name === 'owner') ? [[field.name, 'owner', 'nick']] : []
    return [...known.map(({name}) => [field.name, name]), ...further]
  }

  private randomFilter({name, type}: Field): Filtering[] {
    const {random, company} = this
    const path = [name]
    switch (type.filter.filter) {
      case 'text':
        return [{path, by: {filter: 'text', text: pick(random, ['sample', '1', 'x'])}}]
      case 'yes/no':
        return [{path, by: {filter: 'yes/no', yes: maybe(random)}}]
      case 'choice':
        return [{path, by: {filter: 'choice', words: type.filter.words.slice(0, 1), none: maybe(random)}}]
      case 'record': {
        const ids = company.naive.kept(type.filter.entity).map(({id}) => id)
        const none = maybe(random) && type.storage.kind === 'column'
        return [{path, by: {filter: 'record', ids: ids.filter(() => maybe(random, 0.4)), none}}]
      }
      default:
        return []
    }
  }

  private async figures({reader, entity, naive}: At): Promise<void> {
    const {random} = this
    const fields = [...entity.fields.values()]
    const sums = fields.filter(({type}) => type.type.kind === 'number').map(({name}) => [name])
    const keys = fields.filter(({name}) => ['kind', 'open', 'owner', 'parent', 'home'].includes(name))
    const sum = maybe(random) && sums.length > 0 ? pick(random, sums) : null
    const by = maybe(random) && keys.length > 0 ? {path: [pick(random, keys).name], period: null} : null
    const expected = new Map<string, Num>([['', 0]])
    for (const at of naive.seen(entity.name)) {
      const value = sum === null ? 1 : (naive.at(at, sum) ?? 0)
      const key = by === null ? null : (naive.at(at, by.path) ?? null)
      const text = key === null ? '' : isReference(key) ? key.id : formatValue(key)
      expected.set(text, add(expected.get(text) ?? 0, isNum(value) ? value : 0) ?? 0)
    }
    const {groups} = await figure(reader, reader.visibility, {entity: entity.name, where: null, sum, by})
    // Without groups, one list is empty and the other null.
    const got: [string, string][] = [
      ['', '0'],
      ...groups.map(({key, value}): [string, string] => [String(key.value ?? ''), String(value)]),
    ]
    const told = `${this.told}\n${JSON.stringify({actor: reader.actor, entity: entity.name, sum, by})}`
    expect(new Map(got), told).toEqual(new Map([...expected].map(([key, value]) => [key, formatValue(value)])))
  }

  /** Cell by cell, except the names of other records in files: only whether they are present. */
  private async exports({reader, entity, naive, exporting}: At): Promise<void> {
    const [names = [], ...lines] = await rowsOf(exportCsv(reader, {entity: entity.name}))
    const sees = (at: Reference, name: string) => naive.seesField(at, name) && exporting.seesField(at, name)
    const records = naive.seen(entity.name).filter(at => exporting.isSeen(at))
    const locale = localeOf(reader.moment)
    const cell = (at: Reference, field: Field): string => {
      if (!sees(at, field.name) && !(field.name === 'id' && naive.isSeen(at))) return ''
      if (entityReferredTo(field) === 'file')
        return referencesIn(this.company.naive.field(at, field.name)).length === 0 ? '' : 'something'
      if (entityReferredTo(field) === null) return field.type.toCsv(this.company.naive.field(at, field.name), locale)
      const seen =
        field.type.type.kind === 'list' ? naive.linked(at, [field.name]).length > 0 : naive.at(at, [field.name])
      return seen ? 'something' : ''
    }
    const fields = fieldsToExport(entity).filter(({name}) => names.includes(name) && !name.includes('d'))
    const got = lines.map(cells =>
      fields.map(field => {
        const text = cells[names.indexOf(field.name)] ?? ''
        return entityReferredTo(field) === null ? text : text === '' ? '' : 'something'
      }),
    )
    const wanted = records.toSorted(byId).map(at => fields.map(field => cell(at, field)))
    expect(got, `${this.told}\n${JSON.stringify({actor: reader.actor, entity: entity.name, names})}`).toEqual(wanted)
  }

  /**
   * A list as people export it, by column: its texts, and of numbers and dates only whether they are present. Columns
   * without any text may be left out.
   */
  private async exportedList({reader, entity, naive, exporting}: At): Promise<void> {
    const {screen, asked} = this.randomList(entity)
    const shown = {...screen, groupBy: null}
    const display = new Display(this.company.engine.specification)
    const [names = [], ...lines] = await rowsOf(listCsv(reader, shown, {asked, narrowed: [], display}))
    const records = naive.list(shown, asked).filter(at => exporting.isSeen(at))
    const cell = (at: Reference, path: Path): string =>
      this.exportsPath({naive, exporting}, at, path) ? naive.text(at, path) : ''
    const kindOf = (path: Path) => naive.fieldAt(entity.name, path).type.type.kind
    const byLabel = new Map(shown.columns.map(path => [display.field(entity.name, path)?.label, kindOf(path)]))
    const compared = (text: string, kind: Type['kind'] | undefined) =>
      text === '' || kind === 'text' || kind === 'reference' || kind === 'list' ? text : 'something'
    const withTexts = (columns: readonly (readonly string[])[]) =>
      columns.filter(texts => texts.some(text => text !== ''))
    const wanted = shown.columns.map(path => records.map(at => compared(cell(at, path), kindOf(path))))
    const got = names.map((label, index) => lines.map(cells => compared(cells[index] ?? '', byLabel.get(label))))
    const told = `${this.told}\n${JSON.stringify({actor: reader.actor, shown, asked})}`
    expect(withTexts(got), told).toEqual(withTexts(wanted))
    if (names.length > 0) expect(lines.length, told).toBe(records.length)
  }

  /** Every field on the path may be exported from its own record, or is the name of that record. */
  private exportsPath({naive, exporting}: Pick<At, 'naive' | 'exporting'>, at: Reference, path: Path): boolean {
    const [name = '', ...rest] = path
    if (!exporting.seesField(at, name)) return false
    const target = rest.length === 0 ? undefined : naive.at(at, [name])
    if (target === undefined || target === null || !isReference(target)) return true
    const parts = this.company.entities.find(each => each.name === target.entity)?.namedBy.parts ?? []
    const isName = parts.some(part => part.kind === 'path' && part.path.join('.') === rest.join('.'))
    return isName || this.exportsPath({naive, exporting}, target, rest)
  }

  private async histories({reader, entity, naive}: At): Promise<void> {
    for (const at of this.company.naive.kept(entity.name).slice(0, 4)) {
      const all = await this.company.engine.read(operator, each => readHistory(each, at))
      const seen = await readHistory(reader, at)
      const {states, actions} = this.company.engine.specification
      const state = states.machines.get(entity.name)?.field
      const declared = actions.actions.get(entity.name)
      const [whole, byState] = [naive.seesAll(at), state !== undefined && naive.seesField(at, state)]
      const actionOf = ({action, version}: (typeof all)[number]) =>
        whole || byState || !declared?.has(action) ? action : version === 1 ? 'create' : 'update'
      const shown = all.map(entry => ({...entry, action: actionOf(entry)}))
      const wanted = shown.map(({changes, by, ...entry}) => ({
        ...entry,
        by: {...by, id: by.id !== null && naive.isSeen({entity: 'User', id: by.id}) ? by.id : null},
        changes: changes.filter(({field}) => naive.seesField(at, field)),
      }))
      // Of whom only some fields are seen, an entry without a visible change would tell that something hidden has changed.
      const hides = (index: number) => all[index]?.changes.some(({field}) => !naive.seesField(at, field)) ?? true
      const told = wanted.filter(({changes}, index) => whole || changes.length > 0 || (byState && !hides(index)))
      expect(seen, `${this.told}\n${JSON.stringify({actor: reader.actor, at})}`).toEqual(naive.isSeen(at) ? told : [])
    }
  }

  private async files({reader, naive}: At, {at, field, file}: PutFile): Promise<void> {
    const found = await findFile(reader, {entity: at.entity, record: at.id, field, file})
    const screen = {
      entity: at.entity,
      where: null,
      columns: [[field]],
      sort: [],
      filters: [],
      search: [],
      groupBy: null,
    }
    const {rows} = await listPage(reader, reader.visibility, {screen: {...screen, size: 50}, asked: nothing})
    const told = `${this.told}\n${JSON.stringify({actor: reader.actor, at, field})}`
    const seen = naive.seesField(at, field)
    expect(found?.name ?? null, told).toBe(seen ? `${file}.txt` : null)
    expect(rows.find(({id}) => id === at.id)?.cells[0]?.text ?? '', told).toBe(seen ? `${file}.txt` : '')
  }

  /** One in every file field of a few records. */
  private async putFiles(): Promise<PutFile[]> {
    const {engine, entities, naive} = this.company
    const put: PutFile[] = []
    for (const {name: entity, fields} of entities)
      for (const field of [...fields.values()].filter(each => entityReferredTo(each) === 'file'))
        for (const at of naive.kept(entity).slice(0, 5)) {
          const file = newId()
          await engine.store.transaction(async db => {
            const own = sql`${file}, ${'2026-01-02T03:04:05.000Z'}, ${'2026-01-02T03:04:05.000Z'}, ${1}`
            await sql`insert into ${sql.table(tableName('file'))} (id, created, updated, version, name, media_type, size, content) values (${own}, ${`${file}.txt`}, ${'text/plain'}, ${1}, ${'0'.repeat(64)})`.execute(
              db,
            )
          })
          done(
            await engine.change(operator, [
              {kind: 'update', ...at, fields: new Map([[field.name, {value: [{entity: 'file', id: file}]}]])},
            ]),
          )
          await this.company.sync(entity)
          put.push({at, field: field.name, file})
        }
    return put
  }
}

interface At {
  readonly reader: ReadContext
  readonly entity: Entity
  readonly naive: NaiveList
  readonly exporting: NaiveList
}

interface PutFile {
  readonly at: Reference
  readonly field: string
  readonly file: string
}

const nothing: ListQuery = {sort: [], filters: [], search: '', place: null}
const byId = (a: {id: string}, b: {id: string}): number => (a.id < b.id ? -1 : 1)
const groupOf = (groups: readonly {text: string}[] | null, at: number | null): string | null =>
  at === null ? null : (groups?.[at]?.text ?? '')
