/**
 * The dashboard screen. All cards are read at once; if one fails, each is read alone, so that the others are shown. A
 * card links to the records behind it.
 */

import {sourceOf} from '../../document/raw.ts'
import {personOf} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import {lastingProse} from '../../engine/base/prose.ts'
import {dayNumberOf, hourOf} from '../../engine/base/request-time.ts'
import {dateText, isoOf} from '../../engine/display/dates.ts'
import {firstSteps} from '../../engine/links/first-run.ts'
import {inGroup} from '../../engine/lists/figures.ts'
import {CompiledList, type Narrowing} from '../../engine/lists/list-plan.ts'
import {cardPart} from '../../engine/page/own.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {type PageReply, Refused, type Reply, type Visit} from '../../engine/reply.ts'
import {noActions, PerRoles, type RecordContext, withRecords} from '../../engine/screen-context.ts'
import {loadList} from '../../features/collections/list-data.ts'
import type {Json} from '../../feel/core.ts'
import type {Card, Screen} from '../../points/screens/model.ts'
import {figureOf} from './card-groups.ts'
import {loadCardBy} from './card-loaders.ts'
import {behind, nowCondition} from './card-records.ts'
import type {CardData, DashboardData} from './data.ts'

export const compileDashboard = withRecords((screen, context) => {
  const {document, limits, translation} = context.specification
  const cards = namedCards(screen.cards)
  const prose = lastingProse(translation.prose(sourceOf(document, screen.prose)), limits.constants)
  return {
    actions: noActions,
    load(visit): Promise<Reply> {
      const asked = visit.query.get('card')
      return asked === null
        ? loadCards({screen, cards, prose}, context, visit)
        : loadBehind({screen, cards, asked}, context, visit)
    },
  }
})

/** Keyed by the name of the card in an address. */
type NamedCards = ReadonlyMap<string, Card>

function namedCards(cards: readonly Card[]): NamedCards {
  const named = new Map<string, Card>()
  for (const card of cards) {
    const word = card.name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
    named.set(named.has(word) || word === '' ? `${word}-${named.size + 1}` : word, card)
  }
  return named
}

interface Dashboard {
  readonly screen: Screen
  readonly cards: NamedCards
}

async function loadCards(
  {screen, cards, prose}: Dashboard & {prose: () => string},
  context: RecordContext,
  visit: Visit,
): Promise<PageReply> {
  const isHome = screen.route.path === '/'
  const read = <T>(work: (reader: ReadContext) => Promise<T>) => context.engine.read(visit.actor, work)
  const named = [...cards].map(([word, card]): NamedCard => ({word, card}))
  const stepsIn = (reader: ReadContext) => (isHome ? firstSteps(reader, context) : null)
  const {found, steps} = await read(async reader => {
    const all = atOnce(named.map(each => cardData(reader, each, context, visit)))
    const [found, steps] = await atOnce([all, stepsIn(reader)])
    return {found, steps}
  }).catch(async () => {
    // A statement that fails fails all of its read: each card alone, so that the others are shown.
    const found: CardData[] = []
    for (const each of named)
      found.push(
        await read(reader => cardData(reader, each, context, visit)).catch(cause =>
          failedCard(each, visit, visit.failed(cause)),
        ),
      )
    return {found, steps: await read(async reader => stepsIn(reader))}
  })
  const data: DashboardData = {
    ...headOf(screen, context, visit),
    html: prose(),
    cards: found.filter(({body}, index) => !named[index]?.card.ifAny || !isEmptyCard(body)),
    ...(steps ? {firstSteps: steps} : {}),
  }
  return {kind: 'page', status: 200, title: screen.name, screen: 'dashboard', data}
}

function isEmptyCard(body: CardData['body']): boolean {
  switch (body.as) {
    case 'meters':
      return body.meters.length === 0
    case 'rows':
      return body.rows.length === 0
    case 'table':
      return body.records.length === 0
    case 'people':
      return body.people.length === 0
    case 'next':
      return body.next === null
    case 'bars':
    case 'columns':
    case 'line':
    case 'donut':
      return body.groups.length === 0
    default:
      return false
  }
}

interface NamedCard {
  /** In an address. */
  readonly word: string
  readonly card: Card
}

const behindCard = ({word}: NamedCard, visit: Visit): string => `${visit.path}?card=${encodeURIComponent(word)}`

async function cardData(
  reader: ReadContext,
  named: NamedCard,
  context: RecordContext,
  visit: Visit,
): Promise<CardData> {
  const {card} = named
  const href = behindCard(named, visit)
  const body = await loadCardBy[card.as](reader, {card, context, visit, href})
  // One line per person, as on the card: the records behind it may be more.
  const all = body.as === 'people' && body.timeline ? body.timeline.href : href
  return {name: card.name, href: all, body, ...(card.shownBy && {shownBy: cardPart(card.shownBy.text)})}
}

const failedCard = (named: NamedCard, visit: Visit, reference: string): CardData => ({
  name: named.card.name,
  href: behindCard(named, visit),
  body: {as: 'failed', reference},
})

/** The start page shows a greeting and the date. */
function headOf({name, route}: Screen, {engine, words}: RecordContext, {actor}: Visit): {heading: string; day: string} {
  const person = personOf(actor)
  if (route.path !== '/' || !person) return {heading: name, day: ''}
  const moment = engine.moment()
  const hour = hourOf(moment)
  const {morning, afternoon, evening} = words.dashboards
  const greet = hour < 12 ? morning : hour < 18 ? afternoon : evening
  return {heading: greet(person.name.split(' ')[0] ?? ''), day: dateText(isoOf(dayNumberOf(moment)), moment)}
}

async function loadBehind(
  {screen, cards, asked}: Dashboard & {asked: string},
  context: RecordContext,
  visit: Visit,
): Promise<Reply> {
  const card = cards.get(asked)
  if (!card) throw new Refused('NOT_FOUND')
  const is = visit.query.get('is')
  const group =
    is === null
      ? await context.engine.read(visit.actor, async reader => nowCondition(reader, card))
      : await groupCondition(card, is, {context, visit})
  const shown = behind(card, context, visit.actor)
  const keep = [{name: 'card', value: asked}, ...(is === null ? [] : [{name: 'is', value: is}])]
  const back = {label: screen.name, href: screen.route.path}
  return loadList(
    {
      name: card.name,
      empty: context.words.dashboards.nothingNow,
      shown,
      list: new CompiledList(shown),
      narrowed: group ? [group] : [],
      offered: new PerRoles(),
      offers: new PerRoles(),
      keep,
      back,
      whole: false,
      actions: [],
      panels: [],
    },
    context,
    {visit},
  )
}

async function groupCondition(
  card: Card,
  is: string,
  {context, visit}: {context: RecordContext; visit: Visit},
): Promise<Narrowing> {
  const {shows} = card
  const found = await context.engine.read(visit.actor, async ({visibility}) =>
    shows.kind === 'figure' ? inGroup(visibility, figureOf(shows), keyIn(is)) : null,
  )
  if (!found) throw new Refused('NOT_FOUND')
  return {shape: `group ${is}`, where: found}
}

/** Numbers and booleans are written as JSON, other values as plain text. */
function keyIn(text: string): Json {
  if (text === '') return null
  return /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(text) ? (JSON.parse(text) as Json) : text
}
