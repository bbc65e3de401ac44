/** Importing records from a CSV file: a check of the file first, then all of its rows or none. */
import type {ImportData} from '../../../contract/import.ts'
import type {Actor} from '../../actor.ts'
import {importCsv} from '../../csv/import.ts'
import type {Engine} from '../../engine.ts'
import {type Form, type PageReply, Refused, type Reply, type Visit} from '../../reply.ts'
import {repeatable} from '../../write/idempotency.ts'
import {editableFields} from '../form/fields.ts'
import type {ListPlace} from '../list/list-data.ts'
import {entityNouns} from '../record-names.ts'

/** Everybody else waits for the one who writes, so it is bounded; the command line is not. */
const mostRows = 5000
/** A checked file comes along in the page, so that it need not be chosen twice. */
const longestText = 500_000

type Report = ImportData['report']

export async function importPage(
  {named, entity, context}: ListPlace,
  visit: Visit,
  sent: {readonly report: Report; readonly text: string} | null,
): Promise<PageReply> {
  const may = await context.engine.read(
    visit.actor,
    async reader => reader.visibility.granted('create', entity.name).length > 0,
  )
  if (!may) throw new Refused('FORBIDDEN')
  const called = entityNouns(context.specification, entity.name)
  const data: ImportData = {
    heading: context.words.imports.heading(called.several),
    back: {label: named.name, href: visit.path},
    fields: editableFields(entity).map(field => ({
      name: field.name,
      label: field.label,
      help: field.meaning,
      required: field.required && field.default === null,
    })),
    report: sent?.report ?? null,
    text: sent && sent.text.length <= longestText ? sent.text : '',
    entityName: called,
    maxRows: mostRows,
  }
  const status = sent?.report && !sent.report.ok ? 422 : 200
  return {kind: 'page', status, title: data.heading, screen: 'import', data}
}

export async function importSent(
  place: ListPlace,
  visit: Visit,
  {form, dryRun}: {form: Form; dryRun: boolean},
): Promise<Reply> {
  const {context, entity} = place
  const bytes = await fileIn(form)
  if (bytes === null) {
    const problems = [
      {line: 1, column: null, value: null, code: 'REQUIRED', message: context.words.imports.chooseFirst},
    ]
    return importPage(place, visit, {report: {ok: false, count: 0, total: 1, problems}, text: ''})
  }
  const request = {entity: entity.name, open: () => oneByOne(bytes), dryRun, most: mostRows}
  const once = dryRun ? {} : repeatable(visit, visit.path)
  const report = await oneAtATime(context.engine, visit.actor, () =>
    importCsv(context.engine, visit.actor, {...request, ...once}),
  )
  if (report.ok && !dryRun) return {kind: 'redirect', to: visit.path}
  const text = new TextDecoder().decode(bytes)
  return importPage(place, visit, {report, text})
}

/** Strangers share one turn. */
async function oneAtATime<T>({importing}: Engine, actor: Actor, work: () => Promise<T>): Promise<T> {
  const key = actor.kind === 'person' ? actor.id : actor.kind
  if (importing.has(key)) throw new Refused('IMPORT_RUNNING')
  importing.add(key)
  try {
    return await work()
  } finally {
    importing.delete(key)
  }
}

async function* oneByOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A file that was chosen now, else the one that was checked before. */
async function fileIn(form: Form): Promise<Uint8Array | null> {
  const file = form.fields.find(({name, value}) => name === 'file' && typeof value !== 'string')?.value
  if (file !== undefined && typeof file !== 'string' && file.size > 0) {
    const chunks: Uint8Array[] = []
    for await (const chunk of form.open(file)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  const text = form.text('csv') ?? ''
  return text === '' ? null : new TextEncoder().encode(text)
}
