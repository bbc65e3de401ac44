/** Search across all entities that a person may read. */

import {drawingOf, iconOf} from '../../engine/application/menu.ts'
import {type Actor, personOf} from '../../engine/base/actor.ts'
import {compared, conjunction, fieldCore, thisCore, valueCore} from '../../engine/base/core-build.ts'
import {screenThat} from '../../engine/base/screens-that.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {viewerNamingPaths} from '../../engine/display/record-names.ts'
import {type AcrossList, acrossLists} from '../../engine/lists/search-across.ts'
import {typedWords} from '../../engine/lists/search-index.ts'
import type {FoundGroup, FoundRecordData, SearchData} from '../../engine/page/search.ts'
import {markOf} from '../../engine/query/cells.ts'
import {emptyQuery, type ListDefinition, type Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {ownName, recordHref, recordName, stateCell, text, texts, value} from '../../engine/records/properties.ts'
import {type RecordLink, recordLink} from '../../engine/records/record-links.ts'
import {type RecordIn, records} from '../../engine/records/records.ts'
import type {OpenScreen} from '../../engine/reply.ts'
import {noActions, type RecordContext} from '../../engine/screen-context.ts'
import type {Core, Json} from '../../feel/core.ts'
import {parseNum} from '../../feel/decimal.ts'
import {isSerial, readableField, stateFieldOf} from '../../points/entities/lookup.ts'
import type {Entities, Entity, Field} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {columns as columnsOfList, sort, where as whereOfList} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import {mayOpen} from '../../points/screens/run.ts'
import {languageChoices} from '../../points/translations.ts'

export const searchPath = '/search'

/** Longer search texts are cut. */
const longest = 200

export interface Across {
  /** The placeholder; null if this person can search nothing. */
  readonly hint: (actor: Actor) => string | null
  readonly screen: OpenScreen
}

export function compileSearch(context: RecordContext): Across {
  const hint = (actor: Actor) => hintFor(listsFor(context, actor), context)
  return {
    hint,
    screen: {
      actions: noActions,
      async load(visit) {
        const sought = (visit.query.get('q') ?? '').trim().slice(0, longest)
        const only = visit.query.get('in')
        // Punctuation alone contains no words and would match everything.
        const all = typedWords(sought).length === 0 ? [] : listsFor(context, visit.actor)
        const some = all.filter(({entity}) => entity === only).map(each => ({...each, size: many}))
        const lists = some.length > 0 ? some : all
        const groups = await context.engine.read(visit.actor, reader => findAcross(reader, {lists, sought}, context))
        const data: SearchData = {
          query: sought,
          hint: hint(visit.actor) ?? '',
          groups,
          all: some.length > 0 ? searchHref(sought) : null,
          ...(sought === '' ? beginnings(context, visit.actor) : {create: [], languages: []}),
        }
        return {kind: 'page', status: 200, title: context.words.search.title(sought), screen: 'search', data}
      },
    },
  }
}

/** The limit if the search is restricted to one entity. */
const many = 50

function listsFor({specification, screens, engine}: RecordContext, actor: Actor): AcrossList[] {
  const open = screens.filter(screen => mayOpen(screen, personOf(actor)) && screen.shows.kind !== 'form')
  const finds = ({entity, search, searchValues = []}: AcrossList) =>
    [...search, ...searchValues].some(path => engine.abilities(actor, entity).sees(path))
  return acrossLists({entities: specification.entities, screens: open})
    .filter(finds)
    .toSorted((a, b) => Number(b.entity === userEntity) - Number(a.entity === userEntity))
}

const fewNames = 2

/** Names only entities that this person can find; there may be more than it names. */
function hintFor(lists: readonly AcrossList[], {specification, words}: RecordContext): string | null {
  if (lists.length === 0) return null
  const names = lists.slice(0, fewNames).map(({entity}) => {
    const plural = specification.entities.entities.get(entity)?.plural ?? entity
    return entity === userEntity ? words.search.people : words.search.inside(plural)
  })
  return words.search.hint(names, lists.length > fewNames)
}

/** Commands offered without a search: new records, and switching the language. */
function beginnings(
  {specification, screens, engine}: RecordContext,
  actor: Actor,
): Pick<SearchData, 'create' | 'languages'> {
  const create = screens.flatMap(screen => {
    const {shows, route, name} = screen
    const isForm = shows.kind === 'form' && route.segments.every(segment => segment.kind === 'word')
    if (!isForm || !mayOpen(screen, personOf(actor)) || !engine.abilities(actor, shows.entity).ever('create')) return []
    return [{label: name, href: route.path}]
  })
  return {create, languages: personOf(actor) ? languageChoices(specification) : []}
}

interface Looking {
  readonly lists: readonly AcrossList[]
  readonly sought: string
}

async function findAcross(
  reader: ReadContext,
  {lists, sought}: Looking,
  context: RecordContext,
): Promise<FoundGroup[]> {
  const groups: FoundGroup[] = []
  for (const screen of lists) {
    const entity = context.specification.entities.entities.get(screen.entity)
    const group = entity && (await findIn(reader, {entity, screen, sought}, context))
    if (group && group.records.length > 0) groups.push(group)
  }
  return groups
}

interface LookingIn {
  readonly entity: Entity
  readonly screen: AcrossList
  readonly sought: string
}

/** Records whose name matches come before those that match elsewhere. */
async function findIn(
  reader: ReadContext,
  {entity, screen, sought}: LookingIn,
  context: RecordContext,
): Promise<FoundGroup> {
  const {actor} = reader.visibility
  const listed = screenThat(context.screens, 'browse', {entity: entity.name, actor})
  const {entities} = context.specification
  const plan = planOf({entities, entity, screen, listed}, recordLink(context.screens, entity.name, actor))
  const where = openable(reader, {entity, screen}, plan)
  const shown = {...screen, where, sort: bulletOf(listed, sort)}
  const asked = {...emptyQuery, search: sought}
  const found = await plan.records.page(reader, {list: shown, asked})
  const named = {...shown, search: screen.names, searchValues: []}
  const first = found.rows.length > 1 ? await plan.records.page(reader, {list: named, asked}) : null
  const exact = await byNumber(reader, plan, {list: shown, sought})
  // A typed number finds the record with that number before records that mention it.
  const all = [...new Map([exact, first, found].flatMap(page => page?.rows ?? []).map(row => [row.id, row])).values()]
  const rows = all.slice(0, shown.size)
  const tones = context.display.states.get(entity.name)?.tones ?? {}
  return {
    heading: entity.name === userEntity ? context.words.search.peopleHeading : entity.plural,
    icon: drawingOf(listed ? iconOf(listed, context.specification.entities) : 'file-text'),
    records: rows.map(row => foundRecord(row, plan, tones)),
    count: found.next === null ? {exact: all.length} : found.count,
    more: all.length > rows.length || found.next !== null ? searchHref(sought, entity.name) : null,
  }
}

/**
 * A result leads to the page of the record or, for people who do not see the number in its address, to the list. If that is
 * a list of some records only, such as a person's own, the others are not found: that a colleague was away is no result.
 */
function openable(
  {visibility}: ReadContext,
  {entity, screen}: Pick<LookingIn, 'entity' | 'screen'>,
  {link, listed}: SearchPlan,
): Core | null {
  if (!link || link.key === 'id' || !bulletOf(listed, whereOfList)) return screen.where
  const sees = visibility.seesField(entity.name, link.key)
  return screen.where === null ? sees : conjunction([screen.where, sees])
}

function searchHref(sought: string, entity?: string): string {
  return `${searchPath}?${new URLSearchParams({q: sought, ...(entity === undefined ? {} : {in: entity})})}`
}

/** What is read of each record. */
interface SearchPlan {
  readonly entity: Entity
  readonly records: FoundRecords
  readonly about: readonly Path[]
  /** The date, unless the name contains it. */
  readonly date: Path | undefined
  readonly number: Field | undefined
  readonly link: RecordLink | null
  readonly listed: Screen | null
}

const fewAbout = 3

function planOf({entity, screen, listed, entities}: PlanOf, link: RecordLink | null): SearchPlan {
  const state = stateFieldOf(entity)
  // The number that identifies a record to people.
  const number = [...entity.fields.values()].find(isSerial)
  const named = screen.columns
  const known = new Set([...named.map(keyOf), state?.name])
  const shown = bulletOf(listed, columnsOfList).filter(
    path => !known.has(keyOf(path)) && path[0] !== number?.name && saysByItself(entities, entity, path),
  )
  const date = named.some(path => isDate(entity, path)) ? undefined : shown.find(path => isDate(entity, path))
  const others = shown.filter(path => path !== date)
  const about = [...(number && !known.has(number.name) ? [[number.name]] : []), ...others].slice(0, fewAbout)
  return {entity, records: foundRecords(entity, {about, date: date ?? null}), about, date, number, link, listed}
}

type FoundRecords = ReturnType<typeof foundRecords>

const foundRecords = (entity: Entity, {about, date}: {readonly about: readonly Path[]; readonly date: Path | null}) =>
  records(entity, {
    name: recordName,
    ownName,
    href: recordHref,
    about: texts(about),
    date: text(date),
    state: stateCell,
    colour: value(entity.colour === null ? null : [entity.colour]),
    icon: value(entity.icon === null ? null : [entity.icon]),
  })

function isDate(entity: Entity, [name = '', ...rest]: Path): boolean {
  const kind = rest.length === 0 ? readableField(entity, name)?.type.type.kind : undefined
  return kind === 'date' || kind === 'date and time'
}

/** A date that every record has, such as the day of a public holiday, needs no label; a start date of a person does. */
function dateText(entity: Entity, path: Path | undefined, text: string): string {
  const field = path && entity.fields.get(path.join('.'))
  return text === '' || !field || field.required ? text : `${field.label}: ${text}`
}

interface PlanOf {
  readonly entities: Entities
  readonly entity: Entity
  readonly screen: AcrossList
  readonly listed: Screen | null
}

/** A number or a boolean is meaningless without its label, and so is a choice of another record, such as its unit. */
function saysByItself(entities: Entities, entity: Entity, path: Path): boolean {
  const kind = fieldAtPath(entities, entity.name, path)?.field.type.type.kind
  return path.length > 1 ? kind === 'reference' : kind !== 'number' && kind !== 'boolean'
}

const keyOf = (path: Path): string => path.join('.')

interface ByNumber {
  readonly list: ListDefinition
  readonly sought: string
}

/** Only if the number itself is visible, so that it cannot be found out by guessing. */
async function byNumber(reader: ReadContext, {number, records}: SearchPlan, {list, sought}: ByNumber) {
  const typed = /^#?(\d{1,15})$/.exec(sought)?.[1]
  if (typed === undefined || !number) return null
  const {type} = number.type
  const itself = fieldCore(thisCore(list.entity), list.entity, {name: number.name, type})
  const where: Core = conjunction([
    reader.visibility.seesField(list.entity, number.name),
    compared(itself, '=', valueCore(type, parseNum(typed))),
  ])
  return records.page(reader, {list: {...list, where, search: []}})
}

function foundRecord(
  record: RecordIn<FoundRecords>,
  plan: SearchPlan,
  tones: Readonly<Record<string, string>>,
): FoundRecordData {
  const {entity, about, date, listed} = plan
  const {id, name, ownName, href, state} = record
  const naming = new Set(viewerNamingPaths(entity).map(keyOf))
  // What the name for the owner says is not repeated beside it.
  const isSaid = (path: Path) => ownName !== '' && naming.has(keyOf(path))
  const textIn = (value: Json) => String(value ?? '') || null
  const mark = markOf({colour: textIn(record.colour), icon: textIn(record.icon)})
  return {
    id,
    name: name || entity.label,
    href: href ?? listed?.route.path ?? null,
    about: record.about
      .map((text, at) => (isSaid(about[at] ?? []) ? '' : aboutText(plan, about[at] ?? [], text)))
      .filter(text => text !== '')
      .join(' · '),
    date: dateText(entity, date, record.date),
    state: state.text === '' ? null : {text: state.text, tone: tones[String(state.value)] ?? 'idle'},
    person: entity.name === userEntity,
    ...(Object.keys(mark).length > 0 ? {mark} : {}),
  }
}

/** A bare number that is not the number of the record has its label: `Floor: 4`. */
function aboutText({entity, number}: SearchPlan, path: Path, text: string): string {
  if (isDate(entity, path)) return dateText(entity, path, text)
  const label = keyOf(path) === number?.name ? undefined : readableField(entity, keyOf(path))?.label
  return label !== undefined && /^-?\d+$/.test(text) ? `${label}: ${text}` : text
}
