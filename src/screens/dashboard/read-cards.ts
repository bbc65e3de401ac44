/** The cards of a dashboard: what each counts, sums or lists, and how it is drawn. */

import {placedNames} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {type RawSection, replacing, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {readTables, type TableKind, type TableRow} from '../../document/table.ts'
import {readComponentName} from '../../points/component-name.ts'
import {unknownEntity} from '../../points/entities/lookup.ts'
import {
  type ClauseSource,
  isDay,
  pathType,
  readClauses,
  readFigure,
  readNumber,
  summedIn,
} from '../../points/screens/clauses.ts'
import type {CardFigure} from '../../points/screens/figure.ts'
import {type Card, type CardDates, type CardList, type CardLook, cardLooks} from '../../points/screens/model.ts'
import {type PathContext, readScreenPath, readSorting, readWhere} from '../../points/screens/paths.ts'

type CardColumn = 'Card' | 'Shows' | 'As'
export const cardsTable: TableKind<CardColumn> = {called: 'cards', required: ['Card', 'Shows', 'As'], optional: []}
const written =
  'Write `count of Ticket by status`, `sum of Order.total where …`, or `list of Ticket where … sort … limit 5 columns …`.'
const datesWritten = 'Write `by day` or `by first_day..last_day`, and `per person` after it.'
/** `rows if any`. */
const anyWords = /\s+if any$/
const mostListed = 50
const mostWeeks = 8
const listWords = ['per', 'sort', 'limit', 'columns', 'actions', 'weeks'] as const
const clauseWords = ['where', 'by', ...listWords] as const

export function readCards(section: RawSection, context: PathContext, findings: Finding[]): Card[] {
  return readTables(section.blocks, cardsTable, findings).flatMap(row => readCard(row, context, findings) ?? [])
}

function readCard({cells}: TableRow<CardColumn>, context: PathContext, findings: Finding[]): Card | null {
  const {Card: name, Shows: text, As: look} = cells
  if (name.text === '')
    findings.push(
      finding('N209', name, {message: 'This card has no name.', hint: 'Write one: it is the heading of the card.'}),
    )
  const ifAny = anyWords.test(look.text)
  const written = sliceOf(look, 0, look.text.replace(anyWords, '').length)
  const [isOwn, component = ''] = /^code\s+(.*)$/.exec(written.text) ?? []
  const named = isOwn === undefined ? undefined : sliceOf(written, written.text.length - component.length)
  const shownBy =
    readComponentName(named, {code: 'N220', written: each => `code ${each}`, example: 'SalesMap'}, findings) ?? null
  const shows = readShows(text, context, findings)
  const as = named ? shows && lookWithoutCode(shows) : readLook(written, findings)
  if (name.text === '' || !as || !shows || (named && !shownBy)) return null
  const misfit = misfitOf(shows, as, shownBy)
  if (misfit)
    findings.push(
      finding('N222', look, {
        message: misfit.message,
        hint: misfit.hint,
        fix: misfit.look && replacing(look, misfit.look),
      }),
    )
  const {file, line, column} = name
  return {name: name.text, shows, as, shownBy, ifAny, file, line, column}
}

/** What a card of own code is without its code. */
function lookWithoutCode(shows: Card['shows']): CardLook {
  if (shows.kind === 'list') return 'table'
  if (shows.parts.length > 1) return shows.by ? 'meters' : 'ring'
  return shows.by ? 'bars' : 'number'
}

/** Looks by their names in other products. */
const elsewhere: ReadonlyMap<string, CardLook> = new Map([
  ['pie', 'donut'],
  ['doughnut', 'donut'],
  ['bar', 'bars'],
  ['histogram', 'bars'],
  ['gauge', 'ring'],
  ['figure', 'number'],
  ['kpi', 'number'],
])

const write = (text: Text, look: CardLook) => ({hint: `Write \`${look}\`.`, fix: replacing(text, look)})

function readLook(text: Text, findings: Finding[]): CardLook | null {
  const look = cardLooks.find(each => each === text.text)
  if (look) return look
  const message = text.text === '' ? 'The look of this card is missing.' : `Unknown look \`${text.text}\`.`
  const meant = elsewhere.get(text.text.toLowerCase().replace(/ (?:chart|graph)$/, ''))
  const hint = meant === undefined ? suggestFor(text, [...cardLooks]) : write(text, meant)
  findings.push(finding('N220', text, {message, ...hint}))
  return null
}

function readShows(text: Text, context: PathContext, findings: Finding[]): Card['shows'] | null {
  const clauses = readClauses(text, clauseWords)
  const head = /^(count|sum|list) of ([A-Z]\w*)(?:\.(.+))?$/.exec(clauses.of.text)
  const [, kind, name = '', path] = head ?? []
  if (!head || clauses.twice || (kind === 'sum') !== (path !== undefined)) {
    const message = clauses.twice ? `\`${clauses.twice}\` is there twice.` : `A card cannot show \`${text.text}\`.`
    const counted = /^(?:number|amount|how many)(?: of)? ([A-Z].*)$/i.exec(text.text)?.[1]
    const meant = clauses.twice || counted === undefined ? null : `count of ${counted}`
    findings.push(
      finding(
        'N220',
        text,
        meant === null ? {message, hint: written} : {message, hint: `Write \`${meant}\`.`, fix: replacing(text, meant)},
      ),
    )
    return null
  }
  const entity = context.entities.entities.get(name)
  if (!entity) {
    const at = text.text.indexOf(name)
    findings.push(unknownEntity('N211', sliceOf(text, at, at + name.length), context.entities))
    return null
  }
  const at = {entity, clauses, context, findings}
  for (const word of kind === 'list' ? [] : listWords) {
    const odd = clauses.clauses.get(word)
    if (odd)
      findings.push(finding('N220', odd, {message: `\`${word}\` cannot be used with \`${kind} of\`.`, hint: written}))
  }
  return kind === 'list' ? readList(at) : readFigure(at, path === undefined ? [] : summedIn(clauses.of))
}

type CardSource = ClauseSource<(typeof clauseWords)[number]>

function readList(at: CardSource): Card['shows'] {
  const {
    entity,
    clauses: {clauses},
    context,
    findings,
  } = at
  const listed = (word: 'sort' | 'columns') => {
    const text = clauses.get(word)
    return text ? placedNames(text) : []
  }
  return {
    kind: 'list',
    entity: entity.name,
    where: readWhere(clauses.get('where') ?? null, entity, context, findings),
    sort: listed('sort').flatMap(name => readSorting(name, entity, context, findings)),
    columns: listed('columns').flatMap(name => {
      const path = readScreenPath(name, entity, context, findings)
      return path ? [path] : []
    }),
    limit: readNumber(clauses.get('limit'), ofRecords, findings),
    dates: readDates(at),
    weeks: readNumber(clauses.get('weeks'), ofWeeks, findings),
    actions: placedNames(clauses.get('actions') ?? sliceOf(at.clauses.of, 0, 0)),
  }
}

/** `by first_day..last_day per person`. */
function readDates({entity, clauses: {clauses}, context, findings}: CardSource): CardDates | null {
  const by = clauses.get('by')
  const per = clauses.get('per')
  if (!by) {
    if (per) findings.push(finding('N220', per, {message: '`per` needs dates before it.', hint: datesWritten}))
    return null
  }
  const pathIn = (text: Text) => readScreenPath({name: text.text, place: text}, entity, context, findings)
  const cut = by.text.indexOf('..')
  const from = pathIn(cut < 0 ? by : sliceOf(by, 0, cut))
  const to = cut < 0 ? null : pathIn(sliceOf(by, cut + 2))
  const whose = per ? pathIn(per) : null
  if (!from || (cut >= 0 && !to) || (per && !whose)) return null
  const odd = [from, ...(to ? [to] : [])].find(path => !isDay(pathType(context.entities, entity, path)?.kind ?? ''))
  const noOne = whose && pathType(context.entities, entity, whose)?.kind !== 'reference'
  if (odd || noOne) {
    const message = odd ? `\`${odd.join('.')}\` is not a date.` : `\`${whose?.join('.')}\` leads to no record.`
    findings.push(finding('N220', odd ? by : (per ?? by), {message, hint: datesWritten}))
    return null
  }
  return {from, to, per: whose}
}

const ofRecords = {most: mostListed, message: (written: string) => `A card cannot list \`${written}\` records.`}
const ofWeeks = {most: mostWeeks, message: (written: string) => `A card cannot show \`${written}\` weeks.`}

interface Misfit {
  readonly message: string
  readonly hint: string
  readonly look?: CardLook
}

function misfitOf(shows: Card['shows'], as: CardLook, shownBy: Text | null): Misfit | null {
  if (shownBy && shows.kind === 'figure' && shows.parts.length > 1)
    return {message: 'Own code shows one sum.', hint: 'Keep one of the fields, or draw it as `ring`.'}
  if (shownBy && shows.kind === 'list' && shows.dates)
    return {
      message: 'A list that own code draws has no dates of its own.',
      hint: 'Remove `by`, and name them as columns.',
    }
  return shows.kind === 'list' ? listMisfit(shows, as) : figureMisfit(shows, as)
}

const listLooks: readonly CardLook[] = ['table', 'rows', 'next', 'people', 'strip']

function listMisfit({dates, actions, weeks}: CardList, as: CardLook): Misfit | null {
  if (!listLooks.includes(as))
    return {message: `A list cannot be drawn as \`${as}\`.`, hint: 'Draw it as `table` or `rows`.', look: 'table'}
  if (as === 'next' && !dates)
    return {message: '`next` needs the dates of the records.', hint: 'Add `by first_day..last_day`.'}
  if (weeks !== null && as !== 'strip')
    return {message: 'Only a strip shows weeks.', hint: 'Draw it as `strip`, or remove `weeks`.', look: 'strip'}
  if ((as === 'people' || as === 'strip') && !dates?.per)
    return {
      message: `\`${as}\` needs the dates of the records, and whose they are.`,
      hint: 'Add `by first_day..last_day per person`.',
    }
  if ((as === 'table' || as === 'rows') && dates)
    return {message: `\`${as}\` shows no dates of its own.`, hint: 'Remove `by`, or draw it as `next` or `people`.'}
  if (as !== 'rows' && actions.length > 0)
    return {message: 'Only rows offer actions.', hint: 'Draw it as `rows`, or remove `actions`.'}
  return null
}

function figureMisfit(shows: CardFigure, as: CardLook): Misfit | null {
  if (listLooks.includes(as)) {
    const look = shows.by ? 'bars' : 'number'
    return {
      message: `Only a list can be drawn as \`${as}\`.`,
      hint: `Draw it as \`${look}\`, or show \`list of …\`.`,
      look,
    }
  }
  const several = shows.parts.length > 1
  if (several !== (as === 'ring' || as === 'meters'))
    return several
      ? {message: `\`${as}\` shows one sum.`, hint: 'Draw it as `ring`, or as `meters` with `by`.', look: 'ring'}
      : {message: `\`${as}\` shows several parts of a whole.`, hint: 'Write `sum of Allowance.left, used`.'}
  if ((as === 'number' || as === 'ring') && shows.by) {
    const look = as === 'ring' ? 'meters' : 'bars'
    const message = as === 'ring' ? 'A ring cannot show groups.' : 'A single number cannot show groups.'
    return {message, hint: `Draw it as \`${look}\`, or remove \`by\`.`, look}
  }
  if (as !== 'number' && as !== 'ring' && !shows.by)
    return {
      message: `\`${as}\` needs groups.`,
      hint: `Add \`by status\`, or draw it as \`${several ? 'ring' : 'number'}\`.`,
      look: several ? 'ring' : 'number',
    }
  if (as === 'line' && !shows.by?.period)
    return {message: 'A line needs groups in time.', hint: 'Group by a period of a date: `by month(created)`.'}
  return null
}
