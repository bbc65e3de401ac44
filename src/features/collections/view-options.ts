/** The columns, page size and density that a person chooses for a list, and saved views. The address contains them. */

import {sql} from 'kysely'
import type {Actor} from '../../engine/base/actor.ts'
import type {Visibility} from '../../engine/permissions/visibility.ts'
import type {ListDefinition, Path} from '../../engine/query/list-query.ts'
import type {PerRoles, RecordContext} from '../../engine/screen-context.ts'
import {isComputedList} from '../../points/entities/lookup.ts'
import {allFields} from '../../points/entities/scope.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {related as relatedBullet, relatedColumns} from '../../points/screens/bullets/related.ts'
import {columns, fields, fields as fieldsBullet, filters, groupBy} from '../../points/screens/bullets/shared.ts'
import type {Screens} from '../../points/screens/model.ts'
import {newId} from '../../store/ids.ts'
import {type Db, instantAt, queryRows} from '../../store/sql.ts'
import type {ListData} from './data.ts'

// Columns, page size and density.

export interface ChosenView {
  /** The list with the chosen options. */
  readonly shown: ListDefinition
  readonly columns: ListData['viewOptions']['columns']
  readonly sizes: readonly number[]
  readonly close: boolean
  /** The parameters of the address. */
  readonly asked: ListData['keep']
}

interface Chosen {
  readonly context: Pick<RecordContext, 'specification' | 'display'>
  readonly visibility: Visibility
  readonly actor: Actor
  /** The columns that people may choose, by their roles. */
  readonly offered: PerRoles<readonly OfferedColumn[]>
  readonly query: URLSearchParams
}

const usualSizes = [25, 50, 100, 200]
const mostColumns = 20

export function readChosenView(screen: ListDefinition, chosen: Chosen): ChosenView {
  const {query} = chosen
  const offered = chosen.offered.get(chosen.actor, () => offeredColumns(screen, chosen))
  const wanted = query.getAll('columns').flatMap(text => text.split(','))
  const columns = offered
    .filter(({key}) => wanted.includes(key))
    .slice(0, mostColumns)
    .map(({path}) => path)
  const sizes = [...new Set([screen.size, ...usualSizes])].toSorted((a, b) => a - b)
  const size = sizes.find(each => String(each) === query.get('size')) ?? screen.size
  const close = query.get('rows') === 'close'
  const asItIs = columns.length === 0 && size === screen.size
  const shown = asItIs ? screen : {...screen, columns: columns.length > 0 ? columns : screen.columns, size}
  const keys = new Set(shown.columns.map(path => path.join('.')))
  const usual = new Set(screen.columns.map(path => path.join('.')))
  return {
    shown,
    columns: offered.map(({key, label}) => ({key, label, shown: keys.has(key), usual: usual.has(key)})),
    sizes,
    close,
    asked: [
      ...(columns.length > 0 ? [{name: 'columns', value: columns.map(path => path.join('.')).join(',')}] : []),
      ...(size === screen.size ? [] : [{name: 'size', value: String(size)}]),
      ...(close ? [{name: 'rows', value: 'close'}] : []),
    ],
  }
}

export interface OfferedColumn {
  readonly path: Path
  readonly key: string
  readonly label: string
}

/**
 * The columns of the screen in order, then the other fields that the person may see: those that people fill in, and of
 * those that are computed or set by the engine the ones that some screen shows.
 */
function offeredColumns({entity, columns}: ListDefinition, {context, visibility}: Chosen): readonly OfferedColumn[] {
  const declared = context.specification.entities.entities.get(entity)
  const shown = fieldsOnScreens(context.specification.screens, entity)
  const known = new Set(columns.map(path => path.join('.')))
  const others = (declared ? allFields(declared) : [])
    .filter(field => !known.has(field.name) && (field.type.storage.kind === 'column' || field.computed !== null))
    .filter(
      field =>
        (field.computed === null && (!field.setByEngine || field.filledBy !== undefined)) ||
        shown === 'all' ||
        shown.has(field.name),
    )
    .filter(field => !isComputedList(field))
    .filter(({name}) => name !== 'id' && name !== 'version')
    .map(({name}): Path => [name])
  const visible = [...columns, ...others].flatMap(path => {
    const field = visibility.visibleField(entity, path) && context.display.field(entity, path)
    return field ? [{path, key: field.key, label: field.label}] : []
  })
  const isRepeated = (label: string, index: number) =>
    visible.slice(0, index).some(before => before.path.length === 1 && before.label === label)
  const offered = visible.filter(({label}, index) => index < columns.length || !isRepeated(label, index))
  const isShared = (label: string) => offered.filter(each => each.label === label).length > 1
  const ownerOf = (path: Path) => context.display.field(entity, path.slice(0, -1))?.label
  // Two fields with the same label: the one of another record names that record.
  return offered.map(each =>
    each.path.length > 1 && isShared(each.label) ? {...each, label: `${ownerOf(each.path)}: ${each.label}`} : each,
  )
}

/**
 * The fields of an entity that screens of the document show; `all` if a page of its records does not choose. Figures of
 * a form or an inbox are about that moment, and no columns.
 */
function fieldsOnScreens({screens}: Screens, entity: string): ReadonlySet<string> | 'all' {
  const own = screens.filter(({shows}) => 'entity' in shows && shows.entity === entity)
  if (own.some(({kind, details}) => kind.can.showOne && bulletOf({details}, fields).length === 0)) return 'all'
  const paths: readonly (Path | null)[] = [
    ...own.flatMap(screen => [
      ...[columns, fieldsBullet, filters].flatMap(each => bulletOf(screen, each)),
      bulletOf(screen, groupBy),
    ]),
    ...screens
      .filter(each => bulletOf(each, relatedBullet).some(related => related.entity === entity))
      .flatMap(each => bulletOf(each, relatedColumns)),
    ...screens
      .flatMap(({cards}) => cards)
      .filter(({shows}) => shows.entity === entity)
      .flatMap(({shows}): readonly (Path | null)[] =>
        shows.kind === 'list' ? shows.columns : [shows.sum, ...shows.parts, shows.by?.path ?? null],
      ),
  ]
  return new Set(paths.flatMap(path => path?.slice(0, 1) ?? []))
}

// Saved views: a name for the query string of a list.

export interface SavedView {
  readonly id: string
  readonly name: string
  readonly query: string
}

/** The owner and the screen. */
interface Owned {
  readonly person: string
  readonly screen: string
}

const mostViews = 30
const longestName = 60
const longestQuery = 4000

export async function savedViews(db: Db, {person, screen}: Owned): Promise<SavedView[]> {
  const rows = await queryRows(db)`
    select id, name, query from nonet_view where person = ${person} and screen = ${screen} order by id`
  return rows.map(([id, name, query]) => ({id: String(id), name: String(name), query: String(query)}))
}

/** Replaces an existing view of the same name. Returns false if the limit is reached or there is nothing to save. */
export async function saveView(
  db: Db,
  owned: Owned,
  {name, query, now}: {name: string; query: string; now: number},
): Promise<boolean> {
  const called = name
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestName)
  if (called === '' || query.length > longestQuery) return false
  const known = await savedViews(db, owned)
  const same = known.find(view => view.name === called)
  if (same) await sql`update nonet_view set query = ${query} where id = ${same.id}`.execute(db)
  else if (known.length >= mostViews) return false
  else
    await sql`insert into nonet_view (id, person, screen, name, query, at)
      values (${newId()}, ${owned.person}, ${owned.screen}, ${called}, ${query}, ${instantAt(now)})`.execute(db)
  return true
}

export async function forgetView(db: Db, {person, screen}: Owned, id: string): Promise<void> {
  await sql`delete from nonet_view where id = ${id} and person = ${person} and screen = ${screen}`.execute(db)
}
