/** The audit log, for people with the roles that the document names: the newest entries first, with filters and exports. */
import {lineOf} from '../../../engine/audit/audit-entry.ts'
import {type AuditFilter, entriesInOrder, type ListedEntry, listEntries} from '../../../engine/audit/audit-query.ts'
import {type Actor, engineItself, type PersonActor, personOf} from '../../../engine/base/actor.ts'
import {compared, either, valueCore} from '../../../engine/base/core-build.ts'
import {csvLine} from '../../../engine/csv/csv-format.ts'
import {writeExportFile} from '../../../engine/csv/export.ts'
import type {Engine} from '../../../engine/engine.ts'
import {asksForExport, exportQuery} from '../../../engine/page/address.ts'
import type {LinkData} from '../../../engine/page/common.ts'
import type {ReadContext} from '../../../engine/query/read-context.ts'
import type {OpenScreen, Reply, Visit} from '../../../engine/reply.ts'
import {requireProof} from '../../../engine/transaction/proof.ts'
import {dateFormat} from '../../../points/entities/values/formats.ts'
import {readId} from '../../../points/entities/values/id.ts'
import {type Accounts, findPeople, userField} from '../../accounts.ts'
import type {AuditData} from '../../data.ts'
import {type AuditMessages, entryTexts, type PeopleNames} from './entry-text.ts'
import {chosenFilters, filterControls, filterOf} from './filters.ts'

export const auditPath = '/account/audit-log'

/** The page does not exist for others. */
export function auditScreen(accounts: Accounts, actor: Actor): OpenScreen | null {
  const self = personOf(actor)
  if (!self || !seesAuditLog(accounts, self)) return null
  return {
    load: visit => (asksForExport(visit.query) ? exported(accounts, visit) : page(accounts, visit)),
    actions: new Map(),
  }
}

function seesAuditLog(accounts: Accounts, {roles}: PersonActor): boolean {
  const named = accounts.engine().specification.roles.auditLog ?? []
  return named.some(role => roles.includes(role))
}

/** Null for people who may not see it. */
export function auditLink(accounts: Accounts, self: PersonActor): LinkData | null {
  return seesAuditLog(accounts, self) ? {label: wordsOf(accounts).heading, href: auditPath} : null
}

function wordsOf(accounts: Accounts): AuditMessages {
  return accounts.messages(accounts.engine().specification.limits.settings.LANGUAGE).audit
}

const pageSize = 50

async function page(accounts: Accounts, {query, url}: Visit): Promise<Reply> {
  const [engine, words] = [accounts.engine(), wordsOf(accounts)]
  const chosen = chosenFilters(query)
  const filter = await filterOf(engine, chosen)
  const {entries, previous, next} = await engine.read(engineItself, reader => pageAt(reader, filter, query))
  const names = await engine.read(engineItself, reader => namesIn(reader, entries))
  const moment = momentFormat(engine)
  const filters = filterControls(chosen, words)
  const isFiltered = filters.some(({value}) => value !== '')
  const at = (parameters: Readonly<Record<string, string>>) => addressWith(url, parameters)
  const data: AuditData = {
    heading: words.heading,
    intro: words.intro,
    none: isFiltered ? words.noneFound : words.none,
    exports: [
      {label: words.exportCsv, href: `${at({})}${exportQuery}`},
      {label: words.exportLines, href: `${at({format: 'jsonl'})}&${exportQuery}`},
    ],
    filters,
    filtered: isFiltered,
    columns: [words.when, words.event, words.outcome, words.who, words.about, words.address, words.details],
    entries: entries.map(({entry}) => {
      const {event, outcome, who, about, details} = entryTexts(entry, words, names)
      const isBad = entry.outcome !== 'done'
      return {
        id: entry.id,
        when: {text: moment(entry.at), at: entry.at},
        ...{event, outcome, isBad, who, about, address: entry.address ?? '', details},
      }
    }),
    page: {previous: previous && at({before: previous}), next: next && at({after: next})},
  }
  return {kind: 'page', status: 200, title: words.heading, screen: 'audit', data}
}

interface EntriesPage {
  readonly entries: readonly ListedEntry[]
  /** The ids beside which the pages of newer and of older entries begin. */
  readonly previous: string | null
  readonly next: string | null
}

async function pageAt(reader: ReadContext, filter: AuditFilter, query: URLSearchParams): Promise<EntriesPage> {
  const {db} = reader
  const [before, after] = [readId(query.get('before') ?? ''), readId(query.get('after') ?? '')]
  const most = pageSize + 1
  if (before !== null) {
    const newer = await listEntries(db, filter, {order: 'oldest first', after: before, most})
    const entries = newer.slice(0, pageSize).toReversed()
    // Too few for a page: then it is the first one.
    if (newer.length <= pageSize) return pageAt(reader, filter, new URLSearchParams())
    return {entries, previous: entries[0]?.entry.id ?? null, next: entries.at(-1)?.entry.id ?? null}
  }
  const found = await listEntries(db, filter, {order: 'newest first', after, most})
  const entries = found.slice(0, pageSize)
  const next = found.length > pageSize ? (entries.at(-1)?.entry.id ?? null) : null
  return {entries, previous: after === null ? null : (entries[0]?.entry.id ?? after), next}
}

/** The same list with its filters, at another page or in another form. Always with a query. */
function addressWith(url: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  for (const name of ['before', 'after']) query.delete(name)
  for (const [name, value] of Object.entries(parameters)) query.set(name, value)
  const text = query.toString()
  return `${auditPath}?${text}`
}

async function namesIn(reader: ReadContext, entries: readonly ListedEntry[]): Promise<PeopleNames> {
  const ids = [...new Set(entries.flatMap(({entry}) => [entry.person ?? [], entry.about ?? []].flat()))]
  if (ids.length === 0) return new Map()
  const own = userField(reader, 'id')
  const where = [either(ids.map(id => compared(own, '=', valueCore(own.type, id))))]
  const people = await findPeople(reader, {where, limit: ids.length})
  return new Map(people.map(({id, name}) => [id, name]))
}

function momentFormat({specification}: Engine): (iso: string) => string {
  const {LANGUAGE, TIME_ZONE} = specification.limits.settings
  const format = dateFormat(LANGUAGE, {dateStyle: 'medium', timeStyle: 'medium', timeZone: TIME_ZONE})
  return iso => format.format(Date.parse(iso))
}

/* Exports: all entries that fit the filters, the oldest first. */

async function exported(accounts: Accounts, visit: Visit): Promise<Reply> {
  const [engine, words] = [accounts.engine(), wordsOf(accounts)]
  const filter = await filterOf(engine, chosenFilters(visit.query))
  await engine.read(visit.actor, reader => requireProof(reader, 'exports'))
  const isLines = visit.query.get('format') === 'jsonl'
  const pieces = (reader: ReadContext) => (isLines ? asLines(reader, filter) : asCsv(reader, filter, words))
  const {size, bytes} = await writeExportFile(engine, visit, pieces, isLines ? {mark: ''} : {})
  const [end, type] = isLines ? ['jsonl', 'application/x-ndjson; charset=utf-8'] : ['csv', 'text/csv; charset=utf-8']
  return {kind: 'download', name: `${words.heading}.${end}`, type, size, bytes}
}

const inOrder = ({db}: ReadContext, filter: AuditFilter) =>
  entriesInOrder(work => work(db), filter, {order: 'oldest first'})

async function* asLines(reader: ReadContext, filter: AuditFilter): AsyncGenerator<string> {
  for await (const entries of inOrder(reader, filter)) yield `${entries.map(lineOf).join('\n')}\n`
}

async function* asCsv(reader: ReadContext, filter: AuditFilter, words: AuditMessages): AsyncGenerator<string> {
  const {number, when, event, outcome, who, personId, about, aboutId, address, details, digest} = words
  yield csvLine([number, when, event, outcome, who, personId, about, aboutId, address, details, 'ID', digest])
  for await (const entries of inOrder(reader, filter)) {
    const names = await namesIn(reader, entries)
    const lines = entries.map(({entry, number: at, digest: covered}) => {
      const text = entryTexts(entry, words, names)
      return csvLine([
        ...[String(at ?? ''), entry.at, text.event, text.outcome, text.who, entry.person ?? ''],
        ...[text.about, entry.about ?? '', entry.address ?? '', text.details, entry.id, covered ?? ''],
      ])
    })
    yield lines.join('')
  }
}
