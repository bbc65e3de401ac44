/** Search across all entities that a person may read. */
import type {FoundGroup, FoundRecordData, SearchData} from '../../../contract/search.ts'
import type {Core} from '../../../feel/core.ts'
import {parseNum} from '../../../feel/decimal.ts'
import type {Entity, Field} from '../../../points/entities/model.ts'
import {userEntity} from '../../../points/entities/own-fields.ts'
import {nameOfRecord} from '../../../points/entities/run.ts'
import type {Screen} from '../../../points/screens/model.ts'
import {mayOpen} from '../../../points/screens/run.ts'
import {type Actor, personOf} from '../../actor.ts'
import {both, compared, fieldCore, thisCore, valueCore} from '../../core-build.ts'
import {list} from '../../query/list.ts'
import {emptyQuery, type ListDefinition, type ListResult, type ListRow, type Path} from '../../query/list-query.ts'
import type {ReadContext} from '../../read-context.ts'
import type {OpenScreen} from '../../reply.ts'
import {acrossLists} from '../../search/across.ts'
import {typedWords} from '../../search/search-index.ts'
import {type RecordLink, recordLink, screenOf} from '../record/record-address.ts'
import {noActions, type RecordContext} from '../screen-context.ts'

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
        // Signs alone are no words, and would find everything.
        const lists = typedWords(sought).length === 0 ? [] : listsFor(context, visit.actor)
        const groups = await context.engine.read(visit.actor, reader => findAcross(reader, {lists, sought}, context))
        const data: SearchData = {query: sought, hint: hint(visit.actor) ?? '', groups}
        return {kind: 'page', status: 200, title: context.words.search.title(sought), screen: 'search', data}
      },
    },
  }
}

function listsFor({specification, screens}: RecordContext, actor: Actor): ListDefinition[] {
  const open = screens.filter(screen => mayOpen(screen, personOf(actor)) && screen.shows.kind !== 'form')
  return acrossLists({entities: specification.entities, screens: open})
}

const fewNames = 2

function hintFor(lists: readonly ListDefinition[], {specification, words}: RecordContext): string | null {
  if (lists.length === 0) return null
  // People look for people first.
  const named = lists.toSorted((a, b) => Number(b.entity === userEntity) - Number(a.entity === userEntity))
  const names = named.slice(0, fewNames).map(({entity}) => {
    const plural = specification.entities.entities.get(entity)?.plural ?? entity
    return entity === userEntity ? words.search.people : words.search.inside(plural)
  })
  return words.search.hint(names)
}

interface Looking {
  readonly lists: readonly ListDefinition[]
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
  readonly screen: ListDefinition
  readonly sought: string
}

async function findIn(
  reader: ReadContext,
  {entity, screen, sought}: LookingIn,
  context: RecordContext,
): Promise<FoundGroup> {
  const {actor} = reader.visibility
  const listed = screenOf(context.screens, 'list', {entity: entity.name, actor})
  const plan = planOf({entity, screen, listed}, recordLink(context.screens, entity.name, actor))
  const shown = {...screen, columns: plan.columns, sort: listed?.details.sort ?? []}
  const found = await list(reader, reader.visibility, {screen: shown, asked: {...emptyQuery, search: sought}})
  const rows = together(await byNumber(reader, {screen: shown, number: plan.number, sought}), found)
  const tones = context.display.states.get(entity.name)?.tones ?? {}
  return {
    heading: entity.name === userEntity ? context.words.search.peopleHeading : entity.plural,
    records: rows.map(row => foundRecord(row, plan, tones)),
    count: rows.length > found.rows.length ? {exact: rows.length} : found.count,
    more: found.next !== null && listed ? moreAt(listed, sought) : null,
  }
}

/** Only where that list can be searched too. */
function moreAt({route, details}: Screen, sought: string): string | null {
  return details.search.length > 0 ? `${route.path}?q=${encodeURIComponent(sought)}` : null
}

/** What is read of each record, and at which place. */
interface SearchPlan {
  readonly entity: Entity
  readonly columns: readonly Path[]
  readonly naming: readonly Path[]
  readonly about: readonly Path[]
  readonly state: Field | undefined
  readonly number: Field | undefined
  readonly link: RecordLink | null
  readonly listed: Screen | null
}

const fewAbout = 3

function planOf({entity, screen, listed}: PlanOf, link: RecordLink | null): SearchPlan {
  const state = [...entity.fields.values()].find(field => field.state)
  const number = numberOf(entity)
  const naming = screen.columns
  const known = new Set([...naming.map(keyOf), state?.name])
  const shown = (listed?.details.columns ?? []).filter(
    path => !known.has(keyOf(path)) && path[0] !== number?.name && saysByItself(entity, path),
  )
  const about = [...(number && !known.has(number.name) ? [[number.name]] : []), ...shown].slice(0, fewAbout)
  const columns = [...naming, ...about, ...(state ? [[state.name]] : []), ...(link ? [[link.key]] : [])]
  return {entity, columns, naming, about, state, number, link, listed}
}

interface PlanOf {
  readonly entity: Entity
  readonly screen: ListDefinition
  readonly listed: Screen | null
}

/** A number or a yes means nothing without its label. */
function saysByItself({fields}: Entity, [name = '', ...further]: Path): boolean {
  const kind = fields.get(name)?.type.type.kind
  return further.length > 0 || (kind !== 'number' && kind !== 'boolean')
}

const keyOf = (path: Path): string => path.join('.')

/** A typed number finds the record with that number before records that mention it. */
function together(exact: ListResult | null, found: ListResult): ListRow[] {
  return [...new Map([...(exact?.rows ?? []), ...found.rows].map(row => [row.id, row])).values()]
}

/** The number that people quote a record by. */
function numberOf({fields}: Entity): Field | undefined {
  return [...fields.values()].find(({type}) => type.keeps.kind === 'column' && type.keeps.counter !== null)
}

interface ByNumber {
  readonly screen: ListDefinition
  readonly number: Field | undefined
  readonly sought: string
}

/** Only if the number itself is visible, so that it cannot be found out by guessing. */
async function byNumber(reader: ReadContext, {screen, number, sought}: ByNumber): Promise<ListResult | null> {
  const typed = /^#?(\d{1,15})$/.exec(sought)?.[1]
  if (typed === undefined || !number) return null
  const {type} = number.type
  const itself = fieldCore(thisCore(screen.entity), screen.entity, {name: number.name, type})
  const where: Core = both([
    reader.visibility.seesField(screen.entity, number.name),
    compared(itself, '=', valueCore(type, parseNum(typed))),
  ])
  return list(reader, reader.visibility, {screen: {...screen, where, search: []}, asked: emptyQuery})
}

function foundRecord({id, cells}: ListRow, plan: SearchPlan, tones: Readonly<Record<string, string>>): FoundRecordData {
  const {entity, naming, about, state, link, listed} = plan
  const texts = new Map(naming.map((path, index) => [keyOf(path), cells[index]?.text ?? '']))
  const after = naming.length + about.length
  const standing = state && cells[after]
  const key = String((link && cells[after + (state ? 1 : 0)]?.value) ?? '')
  return {
    id,
    name: nameOfRecord(entity, path => texts.get(keyOf(path)) ?? '') || entity.label,
    href: link && key !== '' ? link.href(key) : (listed?.route.path ?? null),
    about: cells
      .slice(naming.length, after)
      .flatMap(({text}) => (text === '' ? [] : [text]))
      .join(' · '),
    state:
      standing && standing.text !== '' ? {text: standing.text, tone: tones[String(standing.value)] ?? 'idle'} : null,
    person: entity.name === userEntity,
  }
}
