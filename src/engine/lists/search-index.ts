/** The search index: the words of records, updated in the transaction that changes them. */
import {sql} from 'kysely'
import {columnName} from '../../points/entities/table-names.ts'
import {limitTo} from '../../store/sql.ts'
import {type QueryContext, runNamed, tableOfEntity} from '../query/statement.ts'

// Folds accents and case of stored and typed words, so that both databases find the same.

/** Longer words are cut, in the index and in searches. */
const longestWord = 40
/** Per field; a longer text is found by its first words. */
export const mostWords = 5000
/** Further words of a search are ignored. */
const mostTyped = 8
const longestTyped = 200

/** Letters that do not decompose into a plain letter and a mark, but are typed as plain ones. */
const plain = new Map(
  Object.entries({ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd', ς: 'σ'}),
)
const special = new RegExp(`[${[...plain.keys()].join('')}]`, 'g')

/** `Straße` → `strasse`, `Ærøskøbing` → `aeroskobing`. */
export function fold(text: string): string {
  // By way of upper case, which turns ß into two letters; ẞ has to be ß before.
  const small = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().normalize('NFKD')
  return small.replace(/\p{M}+/gu, '').replace(special, letter => plain.get(letter) ?? letter)
}

/** The distinct words of a text, in the order of their first occurrence. */
export function searchWords(text: string): string[] {
  const words = new Set<string>()
  for (const [word] of fold(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add(cut(word))
    if (words.size === mostWords) break
  }
  return [...words]
}

function cut(word: string): string {
  return word.length <= longestWord ? word : Array.from(word).slice(0, longestWord).join('')
}

/** The words of a search; words that are the beginning of another one are dropped. */
export function typedWords(text: string): string[] {
  if (text === '') return []
  const words = searchWords(text.slice(0, longestTyped)).slice(0, mostTyped)
  return words.filter(word => !words.some(other => other !== word && other.startsWith(word)))
}

// The index.

/** Maps entities to their indexed fields. */
export type Searched = ReadonlyMap<string, ReadonlySet<string>>

interface SearchedRecord {
  readonly entity: {readonly name: string}
  readonly id: string
  /** All of its values; null if the record did not exist, or was deleted. Undefined if unknown. */
  readonly before?: ReadonlyMap<string, unknown> | null
  readonly values: ReadonlyMap<string, unknown> | null
}

/** The write path calls it with every changed record; records that are created together are of one entity. */
export function searchIndex(
  searched: Searched,
): (reading: QueryContext, records: readonly SearchedRecord[]) => Promise<void> {
  return async (reading, records) => {
    const kept = records.filter(({entity}) => searched.has(entity.name))
    const [fresh, known] = [kept.filter(isNew), kept.filter(record => !isNew(record))]
    for (const [entity, some] of Map.groupBy(fresh, each => each.entity.name))
      await insertWords(reading, {entity, rows: some.flatMap(each => wordsIn(each, searched.get(entity)))})
    for (const each of known) await followChange(reading, each, searched.get(each.entity.name))
  }
}

/** A new record has no words in the index yet. */
const isNew = ({before, values}: SearchedRecord): boolean => before === null && values !== null

function wordsIn({id, values}: SearchedRecord, fields: ReadonlySet<string> = new Set()): NewWords['rows'] {
  return [...fields].flatMap(field => searchWords(textOf(values?.get(field))).map(word => ({id, field, word})))
}

async function followChange(
  reading: QueryContext,
  {entity, id, before, values}: SearchedRecord,
  fields: ReadonlySet<string> = new Set(),
): Promise<void> {
  const changed = [...fields].filter(field => !before || before.get(field) !== values?.get(field))
  const texts = changed.map((field): [string, string] => [field, textOf(values?.get(field))])
  await updateSearch(reading, {entity: entity.name, id}, new Map(texts))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

type IndexContext = Pick<QueryContext, 'db' | 'database' | 'tables' | 'statements'>

interface IndexedWord {
  readonly field: string
  readonly word: string
}

/** Replaces the words of these fields of a record; other fields keep theirs. */
async function updateSearch(
  reading: IndexContext,
  {entity, id}: {readonly entity: string; readonly id: string},
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  if (texts.size === 0) return
  const {db} = reading
  const before = new Set((await wordsAt(reading, {entity, id, fields: [...texts.keys()]})).map(keyOf))
  const entries = [...texts].flatMap(([field, text]) => searchWords(text).map(word => ({field, word})))
  const after = new Set(entries.map(keyOf))
  const gone = [...before].filter(key => !after.has(key)).map(entryOf)
  for (const some of chunks(gone)) {
    const each = some.map(({field, word}) => sql`(${field}, ${word})`)
    await sql`delete from nonet_search where record = ${id} and entity = ${entity}
      and (field, word) in (values ${sql.join(each)})`.execute(db)
  }
  await insertWords(reading, {
    entity,
    rows: entries.filter(entry => !before.has(keyOf(entry))).map(entry => ({id, ...entry})),
  })
}

async function wordsAt(
  reading: IndexContext,
  {entity, id, fields}: {entity: string; id: string; fields: readonly string[]},
): Promise<IndexedWord[]> {
  const rows = await runNamed(reading, {
    key: `words of ${fields.length}`,
    values: [id, entity, ...fields],
    written: ([record, of, ...some]) =>
      sql`select field, word from nonet_search where record = ${record} and entity = ${of} and field in (${sql.join(some)})`,
  })
  return rows.map(([field, word]) => ({field: String(field), word: String(word)}))
}

/** Words contain no spaces. */
const keyOf = ({field, word}: IndexedWord): string => `${word} ${field}`

function entryOf(key: string): IndexedWord {
  const end = key.indexOf(' ')
  return {word: key.slice(0, end), field: key.slice(end + 1)}
}

interface NewWords {
  readonly entity: string
  readonly rows: readonly (IndexedWord & {readonly id: string})[]
}

async function insertWords(reading: IndexContext, {entity, rows}: NewWords): Promise<void> {
  for (const some of piecesOf(rows)) await insertPiece(reading, {entity, rows: some})
}

/** As many as most records have. */
const fewWords = 20
const mostWordsAtOnce = 512

/**
 * Few different lengths, because a statement is compiled for each: all at once if there are few, otherwise powers of
 * two.
 */
function piecesOf<T>(rows: readonly T[]): T[][] {
  const pieces: T[][] = []
  for (let start = 0; start < rows.length; ) {
    const left = rows.length - start
    const length = left <= fewWords ? left : Math.min(mostWordsAtOnce, 2 ** Math.floor(Math.log2(left)))
    pieces.push(rows.slice(start, start + length))
    start += length
  }
  return pieces
}

async function insertPiece(reading: IndexContext, {entity, rows}: NewWords): Promise<void> {
  await runNamed(reading, {
    key: `words ${rows.length}`,
    values: rows.flatMap(({id, field, word}) => [id, entity, field, word]),
    written(values) {
      const each = rows.map((_, index) => sql`(${sql.join(values.slice(index * 4, index * 4 + 4))})`)
      return sql`insert into nonet_search (record, entity, field, word) values ${sql.join(each)}`
    },
  })
}

/** Each row binds four values, and databases limit the number of parameters. */
const size = 2000

function chunks<T>(items: readonly T[]): T[][] {
  return Array.from({length: Math.ceil(items.length / size)}, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

const recordsAtOnce = 500

/**
 * Rebuilds the words of an entity after a migration or an import: of all its records and exactly these fields, in
 * constant memory.
 */
export async function fillSearch(reading: IndexContext, entity: string, fields: ReadonlySet<string>): Promise<void> {
  await sql`delete from nonet_search where entity = ${entity}`.execute(reading.db)
  if (fields.size === 0) return
  const names = [...fields]
  for (let rows = await textsAfter(reading, {entity, names}); ; ) {
    const words = rows.flatMap(row => names.flatMap(field => entriesOf(row, field)))
    await insertWords(reading, {entity, rows: words})
    const last = rows[recordsAtOnce - 1]
    if (last === undefined) return
    rows = await textsAfter(reading, {entity, names, after: String(last.id)})
  }
}

type SearchedRow = Readonly<Record<string, unknown>>

function entriesOf(row: SearchedRow, field: string): (IndexedWord & {id: string})[] {
  return searchWords(textOf(row[columnName(field)])).map(word => ({id: String(row.id), field, word}))
}

async function textsAfter(
  reading: IndexContext,
  {entity, names, after}: {entity: string; names: readonly string[]; after?: string},
): Promise<readonly SearchedRow[]> {
  const columns = names.map(name => sql.ref(columnName(name)))
  const statement = sql<SearchedRow>`select id, ${sql.join(columns)} from ${sql.table(tableOfEntity(reading, entity))}
    ${after === undefined ? sql`` : sql`where id > ${after}`} order by id ${limitTo(recordsAtOnce)}`
  return (await statement.execute(reading.db)).rows
}
