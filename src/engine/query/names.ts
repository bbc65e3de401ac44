/** The names of records that the actor sees, with one statement for all of them. */
import {sql} from 'kysely'
import type {FieldTable} from '../../feel/sql/tables.ts'
import {type Sql, type SqlContext, toPredicate} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import type {ValueRow} from '../../store/sql.ts'
import {conjunction, thisCore, yes} from '../base/core-build.ts'
import type {Visibility} from '../permissions/visibility.ts'
import type {VisibleField} from '../permissions/visible-paths.ts'
import {ColumnSet, markPlan, namePlan, type TextOf, withMark} from './cells.ts'
import type {Cell, Path} from './list-query.ts'
import {askOfRows} from './row-questions.ts'
import {bindIds, idPlaces, type RecordIds, selectedColumns} from './select.ts'
import {type BoundPlan, PlanKind, type QueryContext, type Statement, tableOfEntity} from './statement.ts'

const atOnce = 1000

/** Maps ids to names; hidden records are left out. */
export async function recordNames(
  reading: QueryContext,
  visibility: Visibility,
  {entity, ids}: {readonly entity: string; readonly ids: readonly string[]},
): Promise<ReadonlyMap<string, string>> {
  const cells = await cellsOf(reading, visibility, {entity, ids, marked: false})
  return new Map([...cells].map(([id, {text}]) => [id, text]))
}

/** The same, with the colours and icons of the records. */
export function markedNamesOf(
  reading: QueryContext,
  visibility: Visibility,
  records: RecordIds,
): Promise<ReadonlyMap<string, Cell>> {
  return cellsOf(reading, visibility, {...records, marked: true})
}

interface Named extends RecordIds {
  readonly marked: boolean
}

async function cellsOf(
  reading: QueryContext,
  visibility: Visibility,
  {entity, ids, marked}: Named,
): Promise<ReadonlyMap<string, Cell>> {
  return askOfRows(
    {...reading, visibility},
    {entity, ids: [...new Set(ids)].slice(0, atOnce)},
    {
      name: marked ? 'name and mark' : 'name',
      ofReadable: true,
      compile({columns}) {
        const record = thisCore(entity)
        const name = namePlan(visibility, columns, {entity, record})
        const mark = marked ? markPlan({visibility, columns}, entity, record) : null
        return (values, locale) => {
          const cell = {value: null, text: name(values, locale)}
          return mark ? withMark(cell, mark(values)) : cell
        }
      },
    },
  )
}

/**
 * Cells of `many` and `list of`: the names of linked records, for all records of a page at once. Each cell names a few
 * and indicates that there are more.
 */

/** The number of names in one cell. */
const mostNamed = 5

interface Linked {
  readonly entity: string
  readonly path: Path
  /** The records of the page. */
  readonly ids: readonly string[]
}

/** Whether a path leads to linked records of the record itself. */
export function linkField(visibility: Visibility, entity: string, path: Path): VisibleField | null {
  const seen = path.length === 1 ? visibility.visibleField(entity, path) : null
  const kind = seen?.field.type.storage.kind
  return seen !== null && (kind === 'pairs' || kind === 'other side') ? seen : null
}

interface Asker {
  readonly reading: QueryContext
  readonly visibility: Visibility
  readonly locale: Locale
}

/** Keyed by the id of the cell's record; one statement. */
export async function linkCells(asker: Asker, linked: Linked): Promise<ReadonlyMap<string, Cell>> {
  const {reading, visibility, locale} = asker
  const seen = linkField(visibility, linked.entity, linked.path)
  const kept = seen && reading.tables.get(linked.entity)?.fields.get(seen.field.name)
  if (!seen || linked.ids.length === 0 || (kept?.kind !== 'many' && kept?.kind !== 'list')) return new Map()
  const {plan, values} = boundLinks(asker, {...linked, seen, kept})
  const {statement, read, name} = plan
  const rows = await statement.run(reading, values)
  const byOwner = Map.groupBy(rows, ([owner]) => String(owner))
  return new Map(
    [...byOwner].map(([id, some]) => [
      id,
      namesCell(
        some.map(row => read(row.slice(1))),
        {name, locale, files: kept.entity === fileEntity},
      ),
    ]),
  )
}

interface LinkPlan {
  readonly statement: Statement
  readonly read: (row: ValueRow) => Value[]
  readonly name: TextOf
}

const linksKind = new PlanKind<LinkPlan>('links')

function boundLinks({reading, visibility}: Asker, link: Link): BoundPlan<LinkPlan> {
  const {entity, path, ids, kept} = link
  return bindIds(reading, visibility, {
    kind: linksKind,
    shape: `${entity} ${path.join('.')}`,
    entity,
    ids,
    make(context, write) {
      const columns = new ColumnSet(context)
      const name = namePlan(visibility, columns, {entity: kept.entity, record: thisCore(kept.entity)})
      const statement = write(sql`select k.owner, ${selectedColumns(columns.columns)}
        from ${linkedRecords(context, visibility, link)} as k
        join ${sql.table(tableOfEntity(context, kept.entity))} as r on r.id = k.id
        where k.n <= ${mostNamed + 1} order by k.owner, k.n`)
      return {statement, name, read: row => columns.read(row)}
    },
  })
}

interface Link extends Linked {
  readonly seen: VisibleField
  readonly kept: LinkTable
}

type LinkTable = Extract<FieldTable, {kind: 'many' | 'list'}>

/** The owner, the linked record and its position, if both and the link between them are visible. */
function linkedRecords(context: SqlContext, visibility: Visibility, {entity, seen, kept, ids}: Link): Sql {
  const {storage} = seen.field.type
  const linkSeen = storage.kind === 'other side' ? visibility.seesField(kept.entity, storage.by) : yes
  const at = (alias: string): SqlContext => ({...context, this: {alias}})
  const items = toPredicate(conjunction([visibility.records(kept.entity).where, linkSeen]), at('r'))
  const owners = toPredicate(conjunction([visibility.records(entity).where, seen.seen]), at('o'))
  const owner = kept.kind === 'many' ? sql.ref(`l.${kept.owner}`) : sql.ref(`r.${kept.by}`)
  const pairs =
    kept.kind === 'many' ? sql`join ${sql.table(kept.table)} as l on ${sql.ref(`l.${kept.target}`)} = r.id` : sql``
  return sql`(select ${owner} as owner, r.id, row_number() over (partition by ${owner} order by r.id) as n
    from ${sql.table(tableOfEntity(context, kept.entity))} as r ${pairs}
    join ${sql.table(tableOfEntity(context, entity))} as o on o.id = ${owner}
    where o.id in (${idPlaces({entity, ids}, context)}) and ${owners} and ${items})`
}

interface Naming {
  readonly name: TextOf
  readonly locale: Locale
  readonly files: boolean
}

function namesCell(found: readonly (readonly Value[])[], {name, locale, files}: Naming): Cell {
  const some = found.slice(0, mostNamed).map(values => ({id: idIn(values[0] ?? null), name: name(values, locale)}))
  const more = found.length > mostNamed ? ['…'] : []
  const cell = {value: some.map(({id}) => id), text: [...some.map(each => each.name), ...more].join(', ')}
  return files ? {...cell, files: some} : cell
}

/** The first column of a name is the record itself. */
function idIn(value: Value): string {
  return value !== null && typeof value === 'object' && 'id' in value ? value.id : ''
}
