/** The data of a gallery: a page of records, and on each card what the viewer may see and do. */
import {entityNouns, namingPaths} from '../../engine/display/record-names.ts'
import {emptyText} from '../../engine/links/first-run.ts'
import {readListQuery, writeListQuery} from '../../engine/lists/list-address.ts'
import type {CompiledList, Narrowing} from '../../engine/lists/list-plan.ts'
import type {LinkData, Problem} from '../../engine/page/common.ts'
import type {ListDefinition, Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {cell, cells, recordHref, recordName, stateCell} from '../../engine/records/properties.ts'
import {type RecordIn, records} from '../../engine/records/records.ts'
import type {Visit} from '../../engine/reply.ts'
import type {PerRoles, RecordContext} from '../../engine/screen-context.ts'
import {fileHref} from '../../engine/transaction/file-records.ts'
import {type AvailableActions, type BulkOffer, bulkData, fittingFor} from '../../features/collections/bulk.ts'
import {firstFacts} from '../../features/collections/card-facts.ts'
import {suggestKey} from '../../features/collections/data.ts'
import {filterBar, filteredBy} from '../../features/collections/filters.ts'
import {formMaking, offeredTo} from '../../features/collections/list-data.ts'
import {suggestedFilters} from '../../features/collections/suggestions.ts'
import {actionHref} from '../../features/records/action-link.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {ScreenOf} from '../../points/screens/model.ts'
import type {CardAction, GalleryCard, GalleryData} from './data.ts'

export interface Gallery {
  readonly screen: ScreenOf<'gallery'>
  /** The text under the heading of the screen. */
  readonly above: () => {readonly html?: string}
  readonly entity: Entity
  readonly picture: Path | null
  readonly facts: readonly Path[]
  /** The actions that the document names for its cards. */
  readonly actions: readonly string[]
  readonly shown: ListDefinition
  /** Owns the statements that read its cards. */
  readonly list: CompiledList
  readonly cards: GalleryRecords
  /** The actions people may perform on it. */
  readonly offers: PerRoles<BulkOffer>
}

export interface GalleryVisit {
  readonly visit: Visit
  readonly problems: readonly Problem[]
}

const mostFacts = 2

/** The first two columns, or fields of the entity, that a card does not show anyway. */
export function galleryFacts(screen: ScreenOf<'gallery'>, entity: Entity): readonly Path[] {
  const shown = [...entity.fields.values()].filter(({state, type}) => state || type.control.control === 'file')
  const known = [...namingPaths(entity), ...shown.map(({name}) => [name])]
  const keys = new Set(known.map(path => path.join('.')))
  const {columns: named} = screen.details
  const facts = named.length > 0 ? named.filter(path => !keys.has(path.join('.'))) : firstFacts(entity, known)
  return facts.slice(0, mostFacts)
}

type GalleryRecords = ReturnType<typeof galleryRecords>

/** What the card of each record shows. */
export const galleryRecords = (entity: Entity, {picture, facts}: Pick<Gallery, 'picture' | 'facts'>) =>
  records(entity, {
    name: recordName,
    href: recordHref,
    picture: cell(picture),
    // A field that alone is the name has the colour and icon of the record.
    named: cell(namingPaths(entity)[0] ?? null),
    state: stateCell,
    facts: cells(facts),
  })

export async function galleryData(
  reader: ReadContext,
  gallery: Gallery,
  {
    visit,
    problems,
    narrowed,
    context,
  }: GalleryVisit & {readonly narrowed: readonly Narrowing[]; readonly context: RecordContext},
): Promise<Omit<GalleryData, 'heading' | 'back'>> {
  const {screen, entity, shown, facts} = gallery
  const locale = localeOf(reader.moment)
  const {asked} = readListQuery(visit.query, {screen: shown, visibility: reader.visibility, locale})
  const state = stateFieldOf(entity)
  const result = await gallery.cards.page(reader, {list: gallery.list, asked, narrowed})
  const bar = await filterBar(reader, shown, {asked, visit, context})
  const {bulk, buttons} = gallery.offers.get(visit.actor, () =>
    bulkData(reader, entity, {removing: null, context, named: gallery.actions}),
  )
  const ids = result.rows.map(({id}) => id)
  const fitting = await fittingFor(reader, entity.name, {ids, buttons})
  const drawing: CardContext = {
    gallery,
    bulk,
    fitting,
    offer: offeredTo({shown, filters: bar.filters, visit}, context),
  }
  const nouns = entityNouns(context.specification, entity.name)
  const form = formMaking(context, entity.name, visit.actor)
  const pageLink = (side: 'after' | 'before', cursor: string | null) =>
    cursor === null ? null : `${visit.path}?${writeListQuery({...asked, place: {side, cursor}})}`
  const isEmpty = result.rows.length === 0
  const limits = isEmpty ? filteredBy(bar.filters, asked.search, context) : []
  return {
    filterBar: bar,
    ...(visit.query.has(suggestKey)
      ? {suggested: await suggestedFilters(reader, {shown, list: gallery.list, narrowed, visit})}
      : {}),
    ...(limits.length > 0 ? {filteredBy: limits} : {}),
    state: state && context.display.field(entity.name, [state.name]),
    fields: facts.flatMap(path => context.display.field(entity.name, path) ?? []),
    cards: result.rows.map(row => cardData(row, drawing)),
    count: result.count,
    entityName: nouns,
    page: {next: pageLink('after', result.next), previous: pageLink('before', result.previous)},
    problems,
    empty: isEmpty ? await emptyText(reader, screen, context.words.lists.noneYet(nouns.several)) : '',
    create: form && {label: form.name, href: form.route.path},
  }
}

interface CardContext {
  readonly gallery: Gallery
  readonly bulk: BulkOffer['bulk']
  readonly fitting: ReadonlyMap<string, AvailableActions>
  readonly offer: ((id: string) => LinkData) | null
}

function cardData(record: RecordIn<GalleryRecords>, drawing: CardContext): GalleryCard {
  const {gallery, offer} = drawing
  const {entity, picture} = gallery
  const {id, version, name, href, state} = record
  const [file] = record.picture.files ?? []
  return {
    id,
    version,
    name,
    href,
    picture:
      picture && file ? fileHref({entity: entity.name, record: id, field: picture.join('.'), file: file.id}) : null,
    mark: record.named.mark ?? null,
    state: state.text === '' ? null : state,
    cells: record.facts,
    actions: cardActions(id, href, drawing),
    offer: offer ? offer(id) : null,
  }
}

/** More would hide the card. */
const mostActions = 2

/** Those that ask for more lead to the page of the record, if the document names them for the cards. */
function cardActions(id: string, record: string | null, {gallery, bulk, fitting}: CardContext): CardAction[] {
  const fits = new Set(fitting.get(id)?.actions)
  return bulk
    .filter(({name, asks}) => fits.has(name) && (!asks || (gallery.actions.length > 0 && record !== null)))
    .slice(0, mostActions)
    .map(({name, label, tone, asks, to = null}) => ({
      ...{name, label, tone, to},
      href: asks && record !== null ? actionHref(record, name) : null,
    }))
}
