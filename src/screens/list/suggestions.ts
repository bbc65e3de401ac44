/**
 * Suggests complete filters for the text typed into the filter menu of a list: choices, records, booleans and months,
 * each with the number of matching records.
 */

import {personOf} from '../../engine/base/actor.ts'
import {fieldAt} from '../../engine/display/field-display.ts'
import {list} from '../../engine/lists/list.ts'
import {filterKey} from '../../engine/lists/list-address.ts'
import type {Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {PageReply, Visit} from '../../engine/reply.ts'
import {type SuggestedFilter, suggestKey} from '../../features/collections/data.ts'
import {askedOf, type ListPlace, loadList} from '../../features/collections/list-data.ts'
import {findOptions} from '../../features/forms/fields.ts'
import {spokenField, yesOrNo} from '../../points/entities/names.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {wordText} from '../../points/entities/values/choices.ts'

/** Each suggestion needs a statement to count its records. */
const mostSuggested = 6
const mostOfField = 3

export async function suggestedFilters(place: ListPlace, visit: Visit): Promise<PageReply> {
  const {named, context} = place
  const text = (visit.query.get(suggestKey) ?? '').trim().toLowerCase()
  const page = await loadList(named, context, {visit})
  if (page.screen !== 'list') return page
  const suggested = await context.engine.read(visit.actor, async reader => {
    const open = named.shown.filters.filter(path => isOpen(reader, path, {place, visit}))
    const found: FilterCandidate[] = []
    for (const path of open) found.push(...(await candidatesFor(reader, path, {place, text})))
    const suggested: SuggestedFilter[] = []
    for (const each of found.slice(0, mostSuggested)) suggested.push(await counted(reader, each, {place, visit}))
    return suggested
  })
  return {...page, data: {...page.data, suggested}}
}

interface SuggestionPlace {
  readonly place: ListPlace
  readonly visit: Visit
}

/** A filter that the person may use and has not set. */
function isOpen({visibility}: ReadContext, path: Path, {place, visit}: SuggestionPlace): boolean {
  const key = filterKey(path)
  const isSet = [key, `${key}.from`, `${key}.to`].some(name => (visit.query.get(name) ?? '') !== '')
  return !isSet && visibility.visibleField(place.named.shown.entity, path) !== null
}

type FilterCandidate = Omit<SuggestedFilter, 'count'>

async function candidatesFor(
  reader: ReadContext,
  path: Path,
  {place, text}: {readonly place: ListPlace; readonly text: string},
): Promise<readonly FilterCandidate[]> {
  const found = fieldAt(reader.entities, place.named.shown.entity, path)
  if (!found) return []
  const {language} = reader.moment
  const {label} = spokenField(found.field, language)
  const frame = {key: filterKey(path), label}
  const {filter, control} = found.field.type
  const isNamed = text !== '' && label.toLowerCase().includes(text)
  const matching = (some: readonly {value: string; text: string}[]) =>
    some
      .filter(each => isNamed || text === '' || each.text.toLowerCase().includes(text))
      .slice(0, mostOfField)
      .map(each => ({...frame, ...each}))
  switch (filter.filter) {
    case 'choice':
      return matching(filter.words.map(word => ({value: word, text: wordText(word, control.labels)})))
    case 'yes/no':
      return isNamed
        ? matching([true, false].map(yes => ({value: yes ? 'yes' : 'no', text: yesOrNo(yes, language)})))
        : []
    case 'record':
      return recordsFor(reader, filter.entity, {frame, text: isNamed ? '' : text})
    case 'range':
      return control.control === 'date' || found.field.span ? matching(monthsFrom(reader)) : []
    default:
      return []
  }
}

interface RecordCandidates {
  readonly frame: Pick<FilterCandidate, 'key' | 'label'>
  readonly text: string
}

/** Without a text, only the current person is suggested. */
async function recordsFor(
  reader: ReadContext,
  entity: string,
  {frame, text}: RecordCandidates,
): Promise<readonly FilterCandidate[]> {
  const isPerson = entity === userEntity
  const me = personOf(reader.actor)
  if (text === '') return isPerson && me ? [{...frame, value: me.id, text: me.name, person: me.id}] : []
  const options = await findOptions(reader, {entity, offers: null}, text)
  return options
    .slice(0, mostOfField)
    .map(({value, label}) => ({...frame, value, text: label, ...(isPerson ? {person: value} : {})}))
}

/** This month and the eleven that follow. */
function monthsFrom({moment}: ReadContext): {value: string; text: string}[] {
  const {year, month} = moment.local.date
  return Array.from({length: 12}, (_, after) => {
    const at = new Date(Date.UTC(year, month - 1 + after, 1))
    const last = new Date(Date.UTC(year, month + after, 0))
    const written = (date: Date) => date.toISOString().slice(0, 10)
    const withYear = at.getUTCFullYear() === year ? {} : ({year: 'numeric'} as const)
    const text = at.toLocaleDateString(moment.language, {month: 'long', timeZone: 'UTC', ...withYear})
    return {value: `${written(at)}..${written(last)}`, text}
  })
}

async function counted(
  reader: ReadContext,
  candidate: FilterCandidate,
  {place: {named, context}, visit}: SuggestionPlace,
): Promise<SuggestedFilter> {
  const query = new URLSearchParams([...visit.query].filter(([name]) => !placeKeys.has(name)))
  query.set(candidate.key, candidate.value)
  const {choices, asked} = askedOf(reader, named, {visit: {...visit, query}, context})
  const screen = named.list.view({...choices.shown, size: 1})
  const {count} = await list(reader, reader.visibility, {
    screen,
    asked: {...asked, place: null},
    narrowed: named.narrowed,
  })
  return {...candidate, count}
}

const placeKeys: ReadonlySet<string> = new Set(['after', 'before', suggestKey])
