/**
 * Imports a CSV file through the write path: all records, or none and a list of problems. Uses constant memory for any
 * number of rows.
 */

import {setImmediate as othersToo} from 'node:timers/promises'
import {nearest} from '../../document/spelling.ts'
import type {Json} from '../../feel/core.ts'
import type {Entity} from '../../points/entities/model.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {Actor} from '../base/actor.ts'
import {yes} from '../base/core-build.ts'
import type {Engine} from '../engine.ts'
import type {Repeatable} from '../idempotency.ts'
import {keyTexts} from '../query/lookup.ts'
import type {ReadContext} from '../query/read-context.ts'
import {holdsFor} from '../query/row-questions.ts'
import type {FieldValues} from '../query/stored.ts'
import {
  type ChangedRecord,
  ChangeRejected,
  type ChangeRequest,
  type Input,
  problem,
  refusedWrite,
  type StepResult,
} from '../transaction/change.ts'
import {isTrusted, type WriteContext} from '../transaction/context.ts'
import type {ConfirmedPerson} from '../write/undo.ts'
import {validateInput} from '../write/validate-input.ts'
import {writeOne} from '../write/write.ts'
import {CsvError, type CsvRow, csvRows} from './csv-format.ts'
import {type ExistingChoice, ExistingRecords} from './existing-records.ts'
import {type ImportedRow, ImportPreview, RowBatches, RowImporter, type RowProblems} from './import-batches.ts'
import {
  type CsvColumn,
  cellIn,
  type ImportProblem,
  inputOf,
  KnownRecords,
  ProblemList,
  readHeader,
} from './import-rows.ts'

/* Suggests the record that a cell probably means, if no record has that name. */

class NearRecords {
  private readonly reader: ReadContext
  /** The names of records, by entity. */
  private readonly known = new Map<string, readonly string[]>()

  constructor(reader: ReadContext) {
    this.reader = reader
  }

  /** Searches the records that the actor may see; null if nothing is similar. */
  async to(entity: string, text: string): Promise<string | null> {
    const names = this.known.get(entity) ?? (await keyTexts(this.reader, this.reader.visibility, entity))
    this.known.set(entity, names)
    return nearest(text, names)
  }
}

interface ImportRequest {
  readonly entity: string
  /** Called again whenever the transaction is retried. */
  readonly open: () => AsyncIterable<Uint8Array>
  /** Reports problems and writes nothing: each row is validated against the existing records. */
  readonly dryRun?: boolean
  /** The maximum number of rows, if others wait. */
  readonly most?: number
  readonly repeatable?: Repeatable
  /** The person is told how many records came in; an import cannot be undone. */
  readonly told?: {readonly text: (counts: ImportCounts) => string; readonly done: ConfirmedPerson['done']}
  /** Values for fields missing in a row. */
  readonly defaults?: ReadonlyMap<string, Input>
  /** What to do with rows about existing records; without it, they are problems. */
  readonly existing?: ExistingChoice
}

export interface ImportCounts {
  readonly added: number
  /** Rows about existing records: changed or skipped, as the request says. */
  readonly existing: number
}

export interface ImportReport {
  readonly ok: boolean
  /** Records imported, or that would have been. */
  readonly count: number
  /** The first problems, in the order of their lines. */
  readonly problems: readonly ImportProblem[]
  readonly total: number
  /** Rows about existing records, if the request specifies how to handle them. */
  readonly existing: {readonly total: number; readonly rows: readonly {readonly line: number; readonly name: string}[]}
  /** The first rows as they would be stored; none where they are stored. */
  readonly first: readonly PreviewedRow[]
}

export interface PreviewedRow {
  readonly line: number
  readonly isExisting: boolean
  readonly cells: readonly {
    readonly field: string
    readonly header: string
    /** What the file says. */
    readonly text: string
    /** What would be stored, as history keeps values; undefined where it is refused. */
    readonly value?: Json
  }[]
}

/** So many rows are shown before they are stored. */
const mostPreviewed = 10

const noneExisting: ImportReport['existing'] = {total: 0, rows: []}

export async function importCsv(engine: Engine, actor: Actor, request: ImportRequest): Promise<ImportReport> {
  const {specification} = engine
  const entity = specification.entities.entities.get(request.entity)
  if (!entity) throw new Error(`there is no entity ${request.entity}`)
  const attempt: Attempt = {problems: new ProblemList(specification), count: 0, existing: noneExisting, first: []}
  const begin = () => {
    attempt.problems = new ProblemList(specification)
    attempt.count = 0
    attempt.existing = noneExisting
    attempt.first = []
  }
  if (request.dryRun)
    await engine.read(
      actor,
      async reader => {
        begin()
        await previewRows(reader, entity, {request, attempt})
      },
      {long: true},
    )
  else {
    const work = async (writing: WriteContext) => {
      begin()
      await takeRows(writing, entity, {request, attempt})
      if (attempt.problems.total > 0) throw new ChangeRejected('BAD_INPUT', [])
      const details = {name: entity.name, records: String(attempt.count)}
      await writing.audit?.note(writing.db, {kind: 'import', by: actor, details})
      return []
    }
    const {repeatable, told} = request
    const describe = async () => {
      const {count: added, existing} = attempt
      return {text: told?.text({added, existing: existing.total}) ?? '', href: null, back: null}
    }
    const outcome = await engine.unitOfWork(actor, work, {
      ...(repeatable && {repeatable}),
      ...(told && {told: {describe, done: told.done, always: true, isFinal: true}}),
    })
    // Of no row: the database is busy, what follows from the rows is refused, or a function was stopped.
    if (!outcome.ok && (attempt.problems.total === 0 || outcome.code !== 'BAD_INPUT'))
      for (const {code, values} of outcome.problems.length > 0 ? outcome.problems : [{code: outcome.code, values: {}}])
        attempt.problems.add({line: 1, column: null, code, values})
  }
  const {problems, count, existing, first} = attempt
  const listed = problems.listed.toSorted((a, b) => a.line - b.line)
  return {ok: problems.total === 0, count, problems: listed, total: problems.total, existing, first}
}

interface Attempt {
  problems: ProblemList
  count: number
  existing: ImportReport['existing']
  first: readonly PreviewedRow[]
}

interface FileRow extends ImportedRow {
  readonly columns: readonly CsvColumn[]
}

interface ImportTask {
  readonly request: ImportRequest
  readonly attempt: Attempt
}

async function takeRows(writing: WriteContext, entity: Entity, {request, attempt}: ImportTask): Promise<void> {
  const {problems} = attempt
  const accepted = () => {
    attempt.count += 1
  }
  const report = {problems, near: new NearRecords(writing)}
  const intake = new RowImporter<FileRow>({
    coming: new Set([entity.name]),
    change: (_row, change) => changeOne(writing, entity, change),
    accepted,
    refused: (row, found) => addProblems(report, row, found),
  })
  const gathered = new RowBatches<FileRow>(writing, entity, {take: row => intake.take(row), accepted})
  const existing = existingIn(writing, entity, request)
  const add = async (row: FileRow) => {
    const record = await existing?.of(row)
    if (!existing || !record) return gathered.add(row)
    await gathered.settle()
    existing.note(row, record)
    if (existing.choice === 'skip') return
    const step = await writeOne(writing, existing.changeOf(row, record))
    if (!step.ok) await addProblems(report, row, step.problems)
  }
  await eachRow(writing, entity, {request, problems, rows: {add, settle: () => gathered.settle()}})
  await intake.finish()
  if (existing) attempt.existing = {total: existing.total, rows: await existing.listed()}
}

const existingIn = (
  context: ReadContext,
  entity: Entity,
  {existing: choice, defaults = new Map()}: ImportRequest,
): ExistingRecords | null => (choice ? new ExistingRecords(context, entity, {choice, defaults}) : null)

/** Only reads, so it blocks nobody. */
async function previewRows(reader: ReadContext, entity: Entity, {request, attempt}: ImportTask): Promise<void> {
  const {problems} = attempt
  const preview = new ImportPreview<FileRow>(reader, entity)
  const report = {problems, near: new NearRecords(reader)}
  const existing = existingIn(reader, entity, request)
  const add = async (row: FileRow) => {
    const record = await existing?.of(row)
    if (attempt.first.length < mostPreviewed)
      attempt.first = [...attempt.first, await previewedRow(reader, row, record?.before ?? null)]
    if (existing && record) {
      existing.note(row, record)
      await addProblems(report, row, await existing.problemsOf(row, record))
      return
    }
    const found = await preview.judge(row)
    if (found?.length === 0) attempt.count += 1
    await addProblems(report, row, found ?? [])
  }
  await eachRow(reader, entity, {request, problems, rows: {add, settle: async () => {}}})
  for (const {row, problems: found} of preview.finish()) {
    if (found.length === 0) attempt.count += 1
    await addProblems(report, row, found)
  }
  if (existing) attempt.existing = {total: existing.total, rows: await existing.listed()}
}

async function previewedRow(reader: ReadContext, row: FileRow, before: FieldValues | null): Promise<PreviewedRow> {
  const {values, problems} = await validateInput(reader, row.entity, {fields: row.fields, before})
  const cells = row.columns.map(({field, header}) => {
    const value = values.get(field.name) ?? null
    const isRefused = problems.some(each => each.field === field.name)
    const shown = {field: field.name, header, text: cellIn(row.fields, field.name) ?? ''}
    return isRefused ? shown : {...shown, value: value === null ? null : field.type.toJson(value)}
  })
  return {line: row.line, isExisting: before !== null, cells}
}

interface RowReport {
  readonly problems: ProblemList
  readonly near: NearRecords
}

/** Suggests the intended record, for the problems that are listed. */
async function addProblems({problems, near}: RowReport, row: FileRow, found: RowProblems): Promise<void> {
  for (const {field, code, values} of found) {
    const value = cellIn(row.fields, field)
    const {entity} = values
    const looks = code === 'NO_SUCH_RECORD' && entity !== undefined && value !== null && problems.hasRoom
    const meant = looks ? await near.to(entity, value) : null
    problems.add({
      line: row.line,
      column: headerOf(row.columns, field),
      code,
      values: meant === null ? values : {...values, near: meant},
      value,
    })
  }
}

/** SQLite runs synchronously, so a long file would block other requests. */
const rowsAtOnce = 20

interface EachRow {
  readonly request: ImportRequest
  readonly problems: ProblemList
  readonly rows: Pick<RowBatches<FileRow>, 'add' | 'settle'>
}

async function eachRow(reader: ReadContext, entity: Entity, each: EachRow): Promise<void> {
  const {problems, rows} = each
  try {
    await readEach(reader, entity, each)
    await rows.settle()
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    await rows.settle()
    problems.addError(error)
  }
}

async function readEach(reader: ReadContext, entity: Entity, {request, problems, rows: taken}: EachRow): Promise<void> {
  const {open, most = Number.POSITIVE_INFINITY, defaults = new Map()} = request
  const rows = csvRows(open())
  const first = await rows.next()
  const header = readHeader(entity, first.done ? undefined : first.value)
  if (!header.ok) {
    for (const found of header.problems) problems.add(found)
    return
  }
  const {columns} = header
  const known = new KnownRecords(reader, new Set([entity.name]))
  let count = 0
  for await (const {line, cells} of rows) {
    count += 1
    if (count > most) throw new CsvError('CSV_ROWS', {line, values: {most: String(most)}})
    if (cells.length === columns.length)
      await taken.add({entity, line, columns, fields: await inputOf(reader, {columns, cells, known, defaults})})
    else {
      // Problems are listed in the order of the rows.
      await taken.settle()
      problems.add(unevenRow({line, cells}, columns))
    }
    if (count % rowsAtOnce === 0) await othersToo()
  }
}

function unevenRow({line, cells}: CsvRow, columns: readonly CsvColumn[]) {
  const values = {count: String(cells.length), columns: String(columns.length)}
  return {line, column: null, code: 'CSV_CELLS', values}
}

/** The database would reject a taken id and abort the transaction. */
async function changeOne(
  writing: WriteContext,
  entity: Entity,
  request: ChangeRequest,
): Promise<StepResult<ChangedRecord>> {
  const given = request.kind === 'create' && isTrusted(writing) ? request.fields.get('id') : undefined
  const id = given && 'csv' in given ? readId(given.csv) : null
  const [taken] = id === null ? [] : await holdsFor(writing, {entity: entity.name, id}, [yes])
  return taken ? refusedWrite(problem('NOT_UNIQUE', 'id')) : writeOne(writing, request)
}

function headerOf(columns: readonly CsvColumn[], field: string | null): string | null {
  return columns.find(column => column.field.name === field)?.header ?? field
}
