/** The table `Data` of own code: `list of Room where floor = address.floor sort name limit 200 columns name, x, y`. */
import {placedNames, splitOnce, splitText} from '../../../document/bullets.ts'
import {finding} from '../../../document/finding.ts'
import {sliceOf, type Text} from '../../../document/raw.ts'
import type {TableRow} from '../../../document/table.ts'
import {type as typeText} from '../../../feel/index.ts'
import type {Kind} from '../../../feel/type.ts'
import {findingsOf} from '../../entities/expression.ts'
import {fieldOf, unknownEntity} from '../../entities/lookup.ts'
import type {Entity} from '../../entities/model.ts'
import {canonicalName, isFieldName, labelOfName} from '../../entities/names.ts'
import {type ClauseSource, readClauses, readFigure, readNumber, summedIn} from '../clauses.ts'
import {type PathContext, readScreenPath, readSorting, readWhere} from '../paths.ts'
import {
  type dataTable,
  isOwnList,
  isOwnName,
  type NestedList,
  type OwnColumn,
  type OwnContext,
  type OwnData,
  type OwnList,
} from './model.ts'

/** The scope of `context` has the values of the address. */
interface DataContext extends Pick<OwnContext, 'named' | 'findings'> {
  readonly context: PathContext
}

type DataRow = TableRow<(typeof dataTable)['required'][number]>

const words = ['where', 'by', 'sort', 'limit', 'pages of', 'columns'] as const
type Word = (typeof words)[number]
const listWords = ['sort', 'limit', 'pages of', 'columns'] as const
const written =
  'Write `list of Room where … sort … limit 50 columns …`, `one Room where … columns …`, `count of Room by kind` or `sum of Order.total`.'
const nestedWritten = 'Write `list where … sort … limit 20 columns …`.'

/** Without a limit. */
const usualLimit = 200
const mostRows = 200
const mostOnPage = 200
const mostNested = 100

export function readData(rows: readonly DataRow[], at: DataContext): OwnData[] {
  const found: OwnData[] = []
  for (const {cells} of rows) {
    const {Data: name, Shows: shows} = cells
    const [before, ...rest] = name.text.split('.')
    const nested = rest.length === 0 ? undefined : rest.join('.')
    if (nested === undefined) {
      const data = readRow(name, shows, found, at)
      if (data) found.push(data)
      continue
    }
    const place = found.findIndex(each => each.name === before)
    const within = found[place]
    const list = within && isOwnList(within) ? readNested({name, shows, field: nested, within}, at) : null
    if (!within || !isOwnList(within)) {
      const lists = found.filter(isOwnList).map(each => each.name)
      const hint = `Write it below a list: ${lists.map(each => `\`${each}.${nested}\``).join(', ') || '`rooms.bookings`'}.`
      refuse(at, name, `There is no list \`${before}\` above.`, hint)
    } else if (list) found[place] = {...within, nested: [...within.nested, list]} as OwnList
  }
  const paged = found.filter(({kind}) => kind === 'pages')
  if (paged[1]) {
    const message = 'A screen has one list in pages: `?page=` is its page.'
    at.findings.push(finding('N250', paged[1], {message, hint: 'Write `limit` in place of `pages of`.'}))
  }
  return found
}

function readRow(name: Text, shows: Text, others: readonly OwnData[], at: DataContext): OwnData | null {
  const {context, findings} = at
  if (!isOwnName(name.text)) return notAName(name, at)
  if (others.some(each => each.name === name.text))
    return refuse(at, name, `\`${name.text}\` is there twice.`, 'Rename one of them.')
  const clauses = readClauses(shows, words)
  const head = clauses.of.text.trim()
  const [, kind, entityName = '', none] = /^(list of|one) ([A-Z]\w*)( or none)?$/.exec(head) ?? []
  const [, figure, counted = '', path] = /^(count|sum) of ([A-Z]\w*)(?:\.(.+))?$/.exec(head) ?? []
  const isWrong = !(kind ?? figure) || (kind === 'list of' && none) || (figure === 'sum') !== (path !== undefined)
  if (clauses.twice) return refuse(at, shows, `\`${clauses.twice}\` is there twice.`, 'Keep one of them.')
  if (isWrong) return refuse(at, clauses.of, `Own code cannot be given \`${head}\`.`, written)
  const wanted = entityName || counted
  const entity = context.entities.entities.get(wanted)
  if (!entity) {
    const from = shows.text.indexOf(wanted)
    findings.push(unknownEntity('N211', sliceOf(shows, from, from + wanted.length), context.entities))
    return null
  }
  const source = {entity, clauses, context, findings}
  const {file, line, column} = name
  const place = {name: name.text, label: labelOfName(name.text), file, line, column}
  if (figure) {
    for (const word of listWords) notWith(word, head, source, at)
    const read = readFigure(source, path === undefined ? [] : summedIn(clauses.of))
    if (read === null) return null
    if (read.parts.length > 1) return refuse(at, clauses.of, 'A sum is of one field.', 'Write a row for each of them.')
    note(read.where, [...read.parts, ...(read.by ? [read.by.path] : [])], entity, clauses.of, at)
    return {kind: read.by ? 'groups' : 'number', figure: read, ...place}
  }
  notWith('by', head, source, at)
  if (kind === 'one') for (const word of ['limit', 'pages of'] as const) notWith(word, head, source, at)
  const pages = clauses.clauses.get('pages of')
  if (pages && clauses.clauses.get('limit'))
    return refuse(at, pages, '`pages of` says how many, so there is no `limit`.', 'Remove one of them.')
  const list = readList(source, at)
  if (kind === 'one') return {...list, ...place, kind: none ? 'first' : 'one', size: 1, isBounded: true, nested: []}
  const size = pages
    ? readNumber(
        pages,
        {most: mostOnPage, message: text => `A page cannot have \`${text}\` records.`, code: 'N250'},
        findings,
      )
    : readLimit(clauses.clauses.get('limit'), mostRows, at)
  const isBounded = (pages ?? clauses.clauses.get('limit')) !== undefined
  return {...list, ...place, kind: pages ? 'pages' : 'rows', size: size ?? usualLimit, isBounded, nested: []}
}

const readLimit = (text: Text | undefined, most: number, {findings}: DataContext): number | null =>
  readNumber(text, {most, message: written => `A list cannot have \`${written}\` records.`, code: 'N250'}, findings)

interface NestedRow {
  readonly name: Text
  readonly shows: Text
  readonly field: string
  readonly within: OwnList
}

/** The records of a list field of the list above. */
function readNested({name, shows, field, within}: NestedRow, at: DataContext): NestedList | null {
  const {context} = at
  const owner = context.entities.entities.get(within.entity)
  const declared = owner && fieldOf(owner, canonicalName(field))
  const storage = declared?.type.storage
  const entity = storage?.kind === 'other side' ? context.entities.entities.get(storage.entity) : undefined
  if (!declared || storage?.kind !== 'other side' || !entity) {
    const lists = [...(owner?.fields.values() ?? [])].filter(each => each.type.storage.kind === 'other side')
    const hint =
      lists.length > 0
        ? `List fields: ${lists.map(each => each.name).join(', ')}.`
        : 'Declare one: `list of Booking by room`.'
    return refuse(at, name, `\`${field}\` is not a list field of ${within.entity}.`, hint)
  }
  if (keysOf(within).has(declared.name))
    return refuse(at, name, `\`${name.text}\` is there twice.`, `Remove \`${declared.name}\` from the columns.`)
  const clauses = readClauses(shows, words)
  if (clauses.of.text.trim() !== 'list' || clauses.twice)
    return refuse(at, clauses.of, `\`${shows.text}\` does not say which records \`${name.text}\` has.`, nestedWritten)
  const source = {entity, clauses, context, findings: at.findings}
  for (const word of ['by', 'pages of'] as const) notWith(word, 'list', source, at)
  const {file, line, column} = name
  const size = readLimit(clauses.clauses.get('limit'), mostNested, at) ?? mostNested
  at.named.fields.push({path: [declared.name], entity: within.entity, place: name, use: 'shown'})
  return {
    ...readList(source, at),
    name: declared.name,
    label: labelOfName(declared.name),
    kind: 'rows',
    by: storage.by,
    size,
    isBounded: clauses.clauses.get('limit') !== undefined,
    nested: [],
    file,
    line,
    column,
  }
}

/** The names that a row of a list has already. */
const keysOf = ({columns, nested}: Pick<OwnList, 'columns' | 'nested'>): ReadonlySet<string> =>
  new Set([
    ...columns.map(each => (each.kind === 'field' ? (each.path[0] ?? '') : each.name)),
    ...nested.map(({name}) => name),
  ])

function readList(source: ClauseSource<Word>, at: DataContext): Pick<OwnList, 'entity' | 'where' | 'sort' | 'columns'> {
  const {entity, clauses, context, findings} = source
  const where = readWhere(clauses.clauses.get('where') ?? null, entity, context, findings)
  const sorts = clauses.clauses.get('sort')
  const sort = sorts ? placedNames(sorts).flatMap(name => readSorting(name, entity, context, findings)) : []
  const listed = clauses.clauses.get('columns')
  const columns = listed ? readColumns(listed, entity, at) : []
  if (sorts)
    note(
      where,
      sort.map(({path}) => path),
      entity,
      sorts,
      at,
    )
  else note(where, [], entity, clauses.of, at)
  return {entity: entity.name, where, sort, columns}
}

/** For the checks against the rest of the document. */
function note(
  condition: OwnList['where'],
  paths: readonly (readonly string[])[],
  {name: entity}: Entity,
  place: Text,
  {named}: DataContext,
): void {
  if (condition) named.conditions.push({condition, entity})
  for (const path of paths) named.fields.push({path, entity, place, use: 'shown'})
}

/** Names that each row has for something else. */
const reserved: ReadonlySet<string> = new Set(['can', 'shown'])
const computedKinds: ReadonlySet<Kind> = new Set<Kind>([
  'boolean',
  'number',
  'text',
  'choice',
  'date',
  'time',
  'date and time',
  'days duration',
  'months duration',
])

function readColumns(text: Text, entity: Entity, at: DataContext): OwnColumn[] {
  const columns: OwnColumn[] = []
  for (const part of splitText(text, ',')) {
    const column = readColumn(part, entity, at)
    if (column === null) continue
    const key = column.kind === 'field' ? column.path.join('.') : column.name
    const first = key.split('.')[0] ?? ''
    const isComputed = (each: OwnColumn) => each.kind === 'computed' && each.name === first
    const isTwice = columns.some(each => (each.kind === 'field' ? each.path.join('.') === key : isComputed(each)))
    const clashes = column.kind === 'computed' && columns.some(each => each.kind === 'field' && each.path[0] === key)
    if (reserved.has(first))
      refuse(at, part, `Rows have \`${first}\` for something else.`, `Give it a name: \`its_${first} = ${first}\`.`)
    else if (isTwice || clashes) refuse(at, part, `\`${key}\` is there twice.`, 'Remove one of them.')
    else columns.push(column)
  }
  return columns
}

function readColumn(part: Text, entity: Entity, at: DataContext): OwnColumn | null {
  const {context, findings, named} = at
  const [name, expression] = splitOnce(part, '=') ?? []
  if (!name || !expression) {
    const at = part.text.length - part.text.trimStart().length
    const place = sliceOf(part, at, at + part.text.trim().length)
    if (place.text.includes('..'))
      return refuse({findings}, place, 'Two dates are two columns.', 'Write `starts, ends`.')
    const path = readScreenPath({name: place.text, place}, entity, context, findings)
    if (path) named.fields.push({path, entity: entity.name, place, use: 'shown'})
    return path && {kind: 'field', path}
  }
  const called = canonicalName(name.text)
  if (!isFieldName(called)) return notAName(name, at)
  const typing = typeText(expression.text, {...context.scope, entity: entity.name})
  if (!typing.ok) {
    findings.push(...findingsOf(expression, typing.problems))
    return null
  }
  if (!computedKinds.has(typing.type.kind)) {
    const message = `\`${called}\` is not one value.`
    return refuse(at, expression, message, 'Count it, join it, or name the field of a record: `person.name`.')
  }
  return {kind: 'computed', name: called, core: typing.core, type: typing.type, text: expression}
}

function notWith(word: Word, head: string, {clauses}: ClauseSource<Word>, at: DataContext): void {
  const odd = clauses.clauses.get(word)
  if (odd) refuse(at, odd, `\`${word}\` cannot be used with \`${head}\`.`, written)
}

function notAName(name: Text, at: DataContext): null {
  const message = name.text === '' ? 'This row has no name.' : `\`${name.text}\` cannot be a name in own code.`
  return refuse(at, name, message, 'Begin with a lower-case letter, and use only letters and digits.')
}

function refuse({findings}: Pick<DataContext, 'findings'>, place: Text, message: string, hint: string): null {
  findings.push(finding('N250', place, {message, hint}))
  return null
}
