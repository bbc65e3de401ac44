/** Reads what own code declares: lists, pages, single records and figures, and the lists inside lists. */

import {atOnce} from '../../engine/base/at-once.ts'
import {compared, either, parameterCore, thisCore, yes} from '../../engine/base/core-build.ts'
import {figure} from '../../engine/lists/figures.ts'
import {listPage} from '../../engine/lists/list.ts'
import {boundList, CompiledList, countsAll, type Narrowing} from '../../engine/lists/list-plan.ts'
import {emptyQuery} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Parameters} from '../../engine/query/statement.ts'
import {Refused, type Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Json} from '../../feel/core.ts'
import type {Entity} from '../../points/entities/model.ts'
import {isOwnList, type NestedList, type OwnData, type OwnFigure, type OwnList} from '../../points/screens/own/model.ts'
import {type CompiledAction, possibleOn} from './actions.ts'
import type {CodeRow, CodeRows, CodeShown, CodeTable} from './data.ts'
import {nestedDefinition, ownListDefinition} from './definitions.ts'
import {CodeColumns, type FoundRow} from './rows.ts'

/** One load of a page. */
export interface CodeVisit {
  readonly reader: ReadContext
  readonly visit: Visit
  readonly parameters: Parameters
  readonly context: RecordContext
}

/** A row of the table `Data`, compiled. */
export interface CompiledData {
  readonly name: string
  readonly load: (at: CodeVisit) => Promise<CodeShown>
  /** What its values are, for this person. */
  readonly tables: (at: Pick<CodeVisit, 'reader' | 'context'>) => readonly CodeTable[]
}

export function compileData(data: OwnData, actions: readonly CompiledAction[], context: RecordContext): CompiledData {
  return isOwnList(data) ? compileList(data, actions, context) : compileFigure(data)
}

function entityNamed({specification}: RecordContext, name: string): Entity {
  const found = specification.entities.entities.get(name)
  if (!found) throw new Error(`there is no entity ${name}`)
  return found
}

/** The values of the address, for a statement that has them as parameters. */
const ofAddress = (parameters: Parameters): Narrowing => ({shape: 'address', where: yes, parameters})

// Lists and single records.

function compileList(declared: OwnList, actions: readonly CompiledAction[], context: RecordContext): CompiledData {
  const {name, label, kind, entity, size} = declared
  const columns = new CodeColumns(entityNamed(context, entity), declared.columns, context)
  const nested = declared.nested.map(each => compileNested(each, actions, context))
  const definition = ownListDefinition(declared)
  const compiled = new CompiledList(definition)
  const rowsOf = async (at: CodeVisit, found: readonly FoundRow[]): Promise<readonly CodeRow[]> => {
    const ids = found.map(({id}) => id)
    const lists = await atOnce(nested.map(async each => [each.name, await each.load(at, ids)] as const))
    const can = await possibleOn(at.reader, columns.entity, ids, actions)
    return columns.rows(at.reader, found, at.parameters, ({id}) => ({
      can: can.get(id) ?? [],
      lists: Object.fromEntries(lists.map(([name, byOwner]) => [name, byOwner.get(id) ?? noRows])),
    }))
  }
  const loaders: Readonly<Record<OwnList['kind'], CompiledData['load']>> = {
    async rows(at) {
      const request = {list: compiled, narrowed: [ofAddress(at.parameters)]}
      const {rows, more} = await columns.records.firstPage(at.reader, request)
      return {rows: await rowsOf(at, rows), more}
    },
    async pages(at) {
      const asked = await pageOf(at, compiled, size)
      const narrowed = [ofAddress(at.parameters)]
      // The first page is what most people see: it is read as a list is.
      if (asked.page > 1) narrowed.push(withIds(entity, await idsOn(at, compiled, {size, page: asked.page})))
      const {rows} = await columns.records.firstPage(at.reader, {list: compiled, narrowed})
      return {rows: await rowsOf(at, rows), ...asked}
    },
    async one(at) {
      const row = await loaders.first(at)
      if (row === null) throw new Refused('NOT_FOUND')
      return row
    },
    async first(at) {
      const found = await columns.records.first(at.reader, definition, at.parameters)
      const [row = null] = await rowsOf(at, found.slice(0, 1))
      return row
    },
  }
  const shows = ({rows: 'rows', pages: 'page', one: 'one', first: 'one'} as const)[kind]
  return {
    name,
    load: loaders[kind],
    tables: ({reader, context: at}) => [
      {name, label, shows, of: entity, fields: columns.fields(reader, at)},
      ...nested.map(each => ({
        name: `${name}.${each.name}`,
        label: each.label,
        shows: 'rows' as const,
        of: each.columns.entity.name,
        fields: each.columns.fields(reader, at),
      })),
    ],
  }
}

const noRows: CodeRows = {rows: [], more: false}

// Pages, which are numbered.

/** These records, in the order of the list. */
function withIds(entity: string, ids: readonly string[]): Narrowing {
  const type = {kind: 'reference', entity} as const
  const named = ids.map((id, index) => ({name: `record ${index}`, id}))
  return {
    shape: `ids ${ids.length}`,
    where: either(named.map(({name}) => compared(thisCore(entity), '=', parameterCore(name, type)))),
    parameters: new Map(named.map(({name, id}) => [name, {entity, id}])),
  }
}

/** Records further down are not found by a page. */
const mostPaged = 10_000

interface NumberedPage {
  readonly page: number
  readonly pages: number
  readonly count: number
}

const pagedRequest = (screen: CompiledList, {parameters}: CodeVisit) => ({
  screen,
  asked: emptyQuery,
  narrowed: [ofAddress(parameters)],
  most: mostPaged,
})

async function pageOf(at: CodeVisit, screen: CompiledList, size: number): Promise<NumberedPage> {
  const {reader, visit} = at
  const {plan, values} = boundList(reader, reader.visibility, {...pagedRequest(screen, at), stop: countsAll})
  const [counted] = await plan.count().run(reader, values)
  const count = Number(counted?.[0] ?? 0)
  const pages = Math.max(1, Math.ceil(Math.min(count, mostPaged) / size))
  const written = visit.query.get('page') ?? ''
  const page = Math.min(pages, /^[1-9]\d{0,8}$/.test(written) ? Number(written) : 1)
  return {page, pages, count}
}

interface LaterPage {
  readonly size: number
  readonly page: number
}

async function idsOn(at: CodeVisit, screen: CompiledList, {size, page}: LaterPage): Promise<readonly string[]> {
  const until = Math.min(mostPaged, size * 2 ** Math.ceil(Math.log2(page)))
  const {rows} = await listPage(at.reader, at.reader.visibility, {...pagedRequest(screen, at), size: until})
  return rows.slice((page - 1) * size, page * size).map(({id}) => id)
}

// Lists inside lists.

interface CompiledNested {
  readonly name: string
  readonly label: string
  readonly columns: CodeColumns
  /** By the id of their owner. */
  readonly load: (at: CodeVisit, owners: readonly string[]) => Promise<ReadonlyMap<string, CodeRows>>
}

/** So many owners are asked for at once. */
const mostOwners = 100
/** More records than these are read for each owner alone. */
const mostTogether = 2000

function compileNested(
  declared: NestedList,
  actions: readonly CompiledAction[],
  context: RecordContext,
): CompiledNested {
  const {entity, by, size} = declared
  const columns = new CodeColumns(entityNamed(context, entity), declared.columns, context, [[by]])
  const compiled = new CompiledList(nestedDefinition(declared))

  async function read(at: CodeVisit, owners: readonly string[], most: number) {
    const filters = [{path: [by], by: {filter: 'record', ids: owners, none: false} as const}]
    const {rows, next} = await columns.records.page(at.reader, {
      list: compiled,
      asked: {...emptyQuery, filters},
      narrowed: [ofAddress(at.parameters)],
      size: most,
      most,
    })
    return {found: rows, isWhole: next === null}
  }

  /** All of them with one statement, if they are few; otherwise those of each owner. */
  async function readFor(at: CodeVisit, owners: readonly string[]): Promise<readonly FoundRow[]> {
    const together = Math.min(mostTogether, owners.length * (size + 1))
    const {found, isWhole} = await read(at, owners, together)
    if (isWhole) return found
    const each: FoundRow[] = []
    for (const owner of owners) each.push(...(await read(at, [owner], size + 1)).found)
    return each
  }

  return {
    name: declared.name,
    label: declared.label,
    columns,
    async load(at, owners) {
      // A filter by what the person may not read would be left out.
      if (at.reader.visibility.visibleField(entity, [by]) === null) return new Map()
      const found: FoundRow[] = []
      for (let from = 0; from < owners.length; from += mostOwners)
        found.push(...(await readFor(at, owners.slice(from, from + mostOwners))))
      const byOwner = Map.groupBy(found, record => String(record.at([by]).value))
      const shown = [...byOwner.values()].flatMap(some => some.slice(0, size))
      const ids = shown.map(({id}) => id)
      const can = await possibleOn(at.reader, columns.entity, ids, actions)
      const rows = await columns.rows(at.reader, shown, at.parameters, ({id}) => ({can: can.get(id) ?? [], lists: {}}))
      const rowOf = new Map(rows.map(row => [row.id, row]))
      return new Map(
        [...byOwner].map(([owner, some]) => [
          owner,
          {rows: some.slice(0, size).flatMap(({id}) => rowOf.get(id) ?? []), more: some.length > size},
        ]),
      )
    },
  }
}

// Figures.

function compileFigure({name, label, kind, figure: declared}: OwnFigure): CompiledData {
  const {entity, where, sum, by} = declared
  return {
    name,
    async load({reader, parameters}) {
      const {groups, more} = await figure(reader, reader.visibility, {entity, where, sum, by, parameters})
      if (kind === 'number') return Number(groups[0]?.value ?? 0)
      return {
        groups: groups.map(({key, value}) => ({
          value: isRecord(declared, reader) && key.value !== null ? {id: String(key.value), name: key.text} : key.value,
          label: key.text,
          number: amountOf(value),
        })),
        more,
      }
    },
    tables: () => [{name, label, shows: kind, of: entity, fields: []}],
  }
}

const isRecord = ({entity, by}: OwnFigure['figure'], {visibility}: ReadContext): boolean =>
  by !== null && visibility.visibleField(entity, by.path)?.value.type.kind === 'reference'

const amountOf = (value: Json): number => Number(value ?? 0)
