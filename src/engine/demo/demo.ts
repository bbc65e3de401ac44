/** Loads the demo data of a document into an empty database: people, records, their history, and recent notifications. */
import {sql} from 'kysely'
import {type CalendarDate, toMillis} from '../../feel/calendar.ts'
import type {Core} from '../../feel/core.ts'
import {isReference} from '../../feel/value.ts'
import type {Entities} from '../../points/entities/model.ts'
import {tableName} from '../../points/entities/table-names.ts'
import type {Specification} from '../../points/specification.ts'
import type {Effect, NotifyEffect, Transition} from '../../points/states/model.ts'
import {instantAt, millisOf} from '../../store/sql.ts'
import {operator} from '../base/actor.ts'
import {compared, fieldCore, thisCore, valueCore} from '../base/core-build.ts'
import {localDateOf, type RequestTime} from '../base/request-time.ts'
import {leadsTo} from '../base/sentence-templates.ts'
import type {CsvRow} from '../csv/csv-format.ts'
import {type ImportedRow, RowImporter} from '../csv/import-batches.ts'
import {cellIn, type ImportProblem, inputOf, KnownRecords, ProblemList} from '../csv/import-rows.ts'
import type {Engine} from '../engine.ts'
import type {FileStore} from '../files/file-store.ts'
import {keyFields} from '../query/lookup.ts'
import {allSeeing} from '../query/read-context.ts'
import {select} from '../query/select.ts'
import {
  type ChangedRecord,
  ChangeRejected,
  type ChangeRequest,
  type Input,
  type StepResult,
} from '../transaction/change.ts'
import type {WriteContext} from '../transaction/context.ts'
import type {FieldChange} from '../transaction/history.ts'
import {writeOne} from '../write/write.ts'
import {
  alternativesIn,
  type DemoFile,
  dividedAt,
  eventsOn,
  freshCell,
  type Loading,
  readDemoFiles,
  readDemoHistory,
  recordKey,
  type ToldEvent,
  type WrittenHistory,
  writeDemoHistory,
} from './demo-files.ts'
import {type DemoUploads, isOfFiles, uploadsOf} from './demo-uploads.ts'

// Notifications of the last weeks, so that the list is not empty.

const day = 86_400_000
const toldFor = 42 * day
/** Older ones are marked as read. */
const unreadFor = 3 * day

interface Happened {
  readonly entity: string
  readonly record: string
  readonly action: string
  readonly at: number
  readonly by: string
  readonly changes: readonly FieldChange[]
}

async function writeDemoNotices(writing: WriteContext): Promise<void> {
  const {specification} = writing
  for (const event of await lately(writing)) {
    const row = rowOfEvent(specification, event)
    const notices = row?.effects.flatMap(noticeOf) ?? []
    const told = new Set([event.by])
    const people = await whom(
      writing,
      event,
      notices.map(({people: person}) => person),
    )
    const id = writing.newId()
    for (const [index, person] of people.entries()) {
      if (person === null || told.has(person)) continue
      told.add(person)
      const text = notices[index]?.text?.text ?? null
      await insert(writing, {event, id, person, text, says: row?.says?.text ?? null})
    }
  }
}

/** An action may have several rows: picks the one that leads to the state of the record. */
function rowOfEvent({actions, states}: Specification, {entity, action, changes}: Happened): Transition | undefined {
  const rows = actions.actions.get(entity)?.get(action)?.rows ?? []
  const moved = changes.find(({field}) => field === states.machines.get(entity)?.field)
  const state = (value: unknown) => (typeof value === 'string' ? value : null)
  return rows.find(row => leadsTo(row, {from: state(moved?.before), to: state(moved?.after)})) ?? rows[0]
}

async function lately({db, moment}: WriteContext): Promise<Happened[]> {
  const now = toMillis(moment.now)
  const {rows} = await sql<
    Record<string, unknown>
  >`select entity, record, action, at, person, changes from nonet_history
    where person is not null and at >= ${instantAt(now - toldFor)} and at <= ${instantAt(now)} order by at`.execute(db)
  return rows.map(row => ({
    entity: String(row['entity']),
    record: String(row['record']),
    action: String(row['action']),
    at: millisOf(row['at']),
    by: String(row['person']),
    changes: JSON.parse(String(row['changes'])) as readonly FieldChange[],
  }))
}

/** Only single people; notifications to lists of people are left out. */
function noticeOf(effect: Effect): NotifyEffect[] {
  return effect.kind === 'notify' && effect.people.type.kind === 'reference' ? [effect] : []
}

/** In the given order; null for none. */
async function whom(
  writing: WriteContext,
  {entity, record}: Happened,
  people: readonly Core[],
): Promise<(string | null)[]> {
  if (people.length === 0) return []
  const id = fieldCore(thisCore(entity), entity, {name: 'id', type: {kind: 'text'}})
  const [found = []] = await select(writing, {
    from: allSeeing(writing).records(entity),
    where: [compared(id, '=', valueCore({kind: 'text'}, record))],
    columns: people,
  })
  return found.map(person => (person !== null && isReference(person) ? person.id : null))
}

interface DemoNotice {
  readonly event: Happened
  readonly id: string
  readonly person: string
  /** The sentence for this recipient, and the text of the action. */
  readonly text: string | null
  readonly says: string | null
}

async function insert({db, newId, moment}: WriteContext, {event, id, person, text, says}: DemoNotice): Promise<void> {
  const {entity, record, action, at, by} = event
  const seen = toMillis(moment.now) - at > unreadFor ? instantAt(at + day / 2) : null
  await sql`insert into nonet_notification (id, person, event, at, entity, record, action, by, seen, text, says)
    values (${newId()}, ${person}, ${id}, ${instantAt(at)}, ${entity}, ${record}, ${action}, ${by}, ${seen}, ${text}, ${says})`.execute(
    db,
  )
}

// Loading. If the rules reject a row today, its alternatives are tried in turn; a row without a valid one is left out
// and counted.

export interface DemoReport {
  /** False if there were records already: then nothing was loaded. */
  readonly loaded: boolean
  readonly records: number
  readonly events: number
  /** Rejected rows and up to a hundred reasons; the column starts with the file name. */
  readonly leftOut: number
  readonly problems: readonly ImportProblem[]
  /** The number of reasons. */
  readonly total: number
}

const nothing: DemoReport = {loaded: false, records: 0, events: 0, leftOut: 0, problems: [], total: 0}

/** Without a store, fields of files stay empty. */
export async function loadDemo(
  engine: Engine,
  folder: string,
  moment: RequestTime,
  store: FileStore | null = null,
): Promise<DemoReport> {
  const {specification} = engine
  const {entities} = specification
  const today = localDateOf(moment)
  let report = nothing
  const outcome = await engine.unitOfWork(operator, async writing => {
    report = nothing
    if (!(await isEmpty(writing, entities))) return []
    const files = await readDemoFiles(folder, entities)
    const history = await readDemoHistory(folder, entities)
    const problems = new ProblemList(specification)
    report = await load({...writing, moment}, {files, history, today, problems, uploads: {folder, store}})
    return []
  })
  if (!outcome.ok) throw new ChangeRejected(outcome.code, outcome.problems)
  return report
}

async function isEmpty({db}: WriteContext, {entities}: Entities): Promise<boolean> {
  for (const {name} of entities.values()) {
    const {rows} = await sql`select 1 from ${sql.table(tableName(name))} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

interface Demo extends Pick<Fresh, 'uploads'> {
  readonly files: readonly DemoFile[]
  readonly history: WrittenHistory
  readonly today: CalendarDate
  readonly problems: ProblemList
}

interface DemoRow extends ImportedRow {
  readonly file: string
  readonly columns: DemoFile['columns']
  /** As written in the file. */
  readonly cells: readonly string[]
  /** Its keys in History.csv. */
  readonly keys: readonly string[]
}

async function load(writing: WriteContext, {files, history, today, problems, uploads}: Demo): Promise<DemoReport> {
  const ids = new Map<string, string>()
  /** The alternative used for a record, by its keys, if it is not the first. */
  const taken = new Map<string, number>()
  const refused = new Set<DemoRow>()
  const coming = new Set(files.map(({entity}) => entity.name))
  const known = new KnownRecords(writing, coming)
  let records = 0
  const intake = new RowImporter<DemoRow>({
    coming,
    change: async (row, request) => {
      const first = await attempt(writing, request)
      if (first.ok || request.kind !== 'create' || isMissing(first)) return first
      for (let alternative = 1; alternative < alternativesIn(row.cells, today); alternative++) {
        const fields = await fieldsOf(writing, row, {loading: {today, alternative}, history, known, uploads})
        const named = [...fields].filter(([name]) => request.fields.has(name))
        const step = await attempt(writing, {...request, fields: new Map(named)})
        if (!step.ok) continue
        for (const key of row.keys) taken.set(key, alternative)
        return step
      }
      return first
    },
    accepted: (row, id) => {
      records += 1
      for (const key of row.keys) ids.set(key, id)
    },
    refused: (row, found) => {
      refused.add(row)
      for (const {field, code, values} of found)
        problems.add({
          line: row.line,
          column: `${row.file} ${field ?? ''}`.trim(),
          code,
          values,
          value: cellIn(row.fields, field),
        })
    },
  })
  for (const file of files)
    for (const each of file.rows)
      await intake.take(await rowOf(writing, file, {row: each, today, history, known, uploads}))
  await intake.finish()
  await dateHistory(writing, files)
  const happened = [...history].map(([key, written]) => {
    const events = eventsOn(written, {today, alternative: taken.get(key) ?? 0})
    return [key, dividedAt(events, writing.moment).past] as const
  })
  const events = await writeDemoHistory(writing, {history: new Map(happened), ids})
  await writeDemoNotices(writing)
  return {loaded: true, records, events, leftOut: refused.size, problems: problems.listed, total: problems.total}
}

interface Fresh {
  readonly history: WrittenHistory
  readonly known: KnownRecords
  readonly uploads: DemoUploads
}

async function rowOf(
  writing: WriteContext,
  {file, entity, columns}: DemoFile,
  {row, today, ...fresh}: Fresh & {readonly row: CsvRow; readonly today: CalendarDate},
): Promise<DemoRow> {
  const loading = {today, alternative: 0}
  const names = new Set(keyFields(entity).map(({name}) => name))
  const keys = columns.flatMap(({field}, index) =>
    names.has(field.name) ? [recordKey(entity.name, freshCell(row.cells[index] ?? '', field, loading))] : [],
  )
  const written = {entity, columns, cells: row.cells, keys}
  const fields = await fieldsOf(writing, written, {loading, ...fresh})
  return {...written, line: row.line, file, fields}
}

type WrittenRow = Pick<DemoRow, 'columns' | 'cells' | 'keys'>

async function fieldsOf(
  writing: WriteContext,
  {columns, cells: written, keys}: WrittenRow,
  {loading, history, known, uploads}: Fresh & {readonly loading: Loading},
): Promise<Map<string, Input>> {
  const cells = columns.map(({field}, index) =>
    inWords(field.type.control.control, freshCell(written[index] ?? '', field, loading)),
  )
  const told = keys.map(key => history.get(key)).find(found => found !== undefined) ?? []
  const {past, still} = dividedAt(eventsOn(told, loading), writing.moment)
  const now = columns.map(({field}, index) => still.get(field.name) ?? cells[index] ?? '')
  const plain = columns.map(({field}, index) => (isOfFiles(field) ? '' : (now[index] ?? '')))
  return new Map([
    ...changedBy(past),
    ...(await inputOf(writing, {columns, cells: plain, known})),
    ...(await uploadsOf(writing, {columns, cells: now}, uploads)),
  ])
}

/** Whether it waits for records that may still come. */
const isMissing = (step: StepResult<ChangedRecord>): boolean =>
  !step.ok && step.problems.every(({code}) => code === 'NO_SUCH_RECORD')

/** Several values of a choice may be separated by semicolons, like several records. */
function inWords(control: string, cell: string): string {
  return control === 'choices' ? cell.replaceAll(';', ',') : cell
}

/** The version and last change of a record follow from its history. */
function changedBy(events: readonly ToldEvent[]): [string, Input][] {
  const last = events.at(-1)
  if (!last) return []
  return [
    ['version', {value: events.length}],
    ['updated', {csv: last.at}],
    ['updated_by', {csv: last.by}],
  ]
}

/** A rejected row is rolled back, and loading continues. */
async function attempt(writing: WriteContext, request: ChangeRequest): Promise<StepResult<ChangedRecord>> {
  await sql`savepoint demo_row`.execute(writing.db)
  const step = await writeOne(writing, request)
  if (!step.ok) await sql`rollback to savepoint demo_row`.execute(writing.db)
  await sql`release savepoint demo_row`.execute(writing.db)
  return step
}

/** Hides that the data was loaded just now; entries without a person are marked as demo data. */
async function dateHistory({db}: WriteContext, files: readonly DemoFile[]): Promise<void> {
  await sql`delete from nonet_history where action = 'update'`.execute(db)
  for (const {entity} of files) {
    const table = sql.table(tableName(entity.name))
    await sql`update nonet_history set at = t.created, person = cast(t.created_by as text), kind = case when t.created_by is null then 'demo' else 'person' end from ${table} as t where nonet_history.entity = ${entity.name} and nonet_history.record = cast(t.id as text)`.execute(
      db,
    )
  }
}
