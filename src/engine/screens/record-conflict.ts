/** Two people changed one record: what it is now beside what somebody was about to write, field by field. */

import type {ConflictData, ConflictField} from '../../contract/form.ts'
import type {Field} from '../../points/entities/model.ts'
import {type HistoryEntry, readHistory} from '../history.ts'
import {namesOf} from '../list/names.ts'
import {localeOf} from '../lookup.ts'
import {hasId} from '../stored.ts'
import type {OnRecord} from './record-form.ts'
import {rowsOf} from './record-place.ts'
import {whenText} from './when.ts'

interface Standing {
  readonly at: OnRecord
  readonly fields: readonly Field[]
  /** What the fields are now, as the form writes them, and what was typed. */
  readonly now: ReadonlyMap<string, readonly string[]>
  readonly typed: ReadonlyMap<string, readonly string[]>
}

/** Null where nobody else was faster. */
export async function conflictData({at, fields, now, typed}: Standing): Promise<ConflictData | null> {
  const stale = at.tried?.stale ?? null
  if (stale === null) return null
  const {reader, entity, record} = at
  const history = await readHistory(reader, {entity: entity.name, id: record.id})
  const since = history.filter(({version}) => version > stale)
  const differing = fields.filter(({name}) => !isSame(now.get(name), typed.get(name)))
  const [row] = await rowsOf(reader, {
    entity: entity.name,
    where: hasId(entity.name, record.id),
    columns: differing.map(({name}) => [name]),
    size: 1,
  })
  const rows = differing.map((field, index): ConflictField => {
    const theirs = row?.cells[index]?.text ?? ''
    return {name: field.name, theirs, take: takes(at, field, {since, typed: typed.get(field.name)})}
  })
  return {...(await lastOf(at, since)), fields: rows}
}

async function lastOf({reader}: OnRecord, [last]: readonly HistoryEntry[]): Promise<{who: string; when: string}> {
  if (!last) return {who: '', when: ''}
  const id = last.by.id
  const names = id === null ? null : await namesOf(reader, reader.sight, {entity: 'User', ids: [id]})
  return {who: (id !== null && names?.get(id)) || '', when: whenText(last.at, reader.moment)}
}

/** What only they changed is theirs; what both changed, or only I, is mine until I say otherwise. */
function takes(
  {reader}: OnRecord,
  field: Field,
  {since, typed}: {since: readonly HistoryEntry[]; typed: readonly string[] | undefined},
): 'theirs' | 'mine' {
  // The oldest change since then knows what I saw.
  const first = since.flatMap(({changes}) => changes.filter(change => change.field === field.name)).at(-1)
  if (!first) return 'mine'
  const find = (entity: string, id: string) => ({entity, id})
  const locale = {...localeOf(reader.moment), find}
  const seen = field.type.fromJson(first.before, locale)
  if (!seen.ok) return 'mine'
  return isSame(seen.value === null ? [] : field.type.toForm(seen.value, locale), typed) ? 'theirs' : 'mine'
}

function isSame(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return written(one) === written(other)
}

/** A box that is not ticked sends `no` alone, a ticked one `no` and `yes`; line ends are the browser's own. */
function written(texts: readonly string[]): string {
  const filled = texts.filter(text => text !== '').map(text => text.replaceAll('\r\n', '\n'))
  return filled.length === 2 && filled[0] === 'no' && filled[1] === 'yes' ? 'yes' : filled.join('\n')
}
