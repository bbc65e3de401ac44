/**
 * Suggests complete filters for the text typed into the filter menu of a list: choices, records, booleans and months,
 * each with the number of matching records.
 */

import {personOf} from '../../engine/base/actor.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {countRecords} from '../../engine/lists/list.ts'
import {filterKey, readListQuery} from '../../engine/lists/list-address.ts'
import type {Path} from '../../engine/query/list-query.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Visit} from '../../engine/reply.ts'
import {spokenField, yesOrNo} from '../../points/entities/names.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {wordText} from '../../points/entities/values/choices.ts'
import {findOptions} from '../forms/fields.ts'
import {type SuggestedFilter, suggestKey} from './data.ts'
import type {ListPlace} from './list-data.ts'

/** Each suggestion needs a statement to count its records. */
const mostSuggested = 6
const mostOfField = 3

export interface SuggestionPlace extends Pick<ListPlace['named'], 'shown' | 'list' | 'narrowed'> {
  readonly visit: Visit
}

export async function suggestedFilters(reader: ReadContext, place: SuggestionPlace): Promise<SuggestedFilter[]> {
  const text = (place.visit.query.get(suggestKey) ?? '').trim().toLowerCase()
  const open = place.shown.filters.filter(path => isOpen(reader, path, place))
  const found: FilterCandidate[] = []
  for (const path of open) found.push(...(await candidatesFor(reader, path, {place, text})))
  const suggested: SuggestedFilter[] = []
  for (const each of found.slice(0, mostSuggested)) suggested.push(await counted(reader, each, place))
  return suggested
}

/** A filter that the person may use and has not set. */
function isOpen({visibility}: ReadContext, path: Path, {shown, visit}: SuggestionPlace): boolean {
  const key = filterKey(path)
  const isSet = [key, `${key}.from`, `${key}.to`].some(name => (visit.query.get(name) ?? '') !== '')
  return !isSet && visibility.visibleField(shown.entity, path) !== null
}

type FilterCandidate = Omit<SuggestedFilter, 'count'>

async function candidatesFor(
  reader: ReadContext,
  path: Path,
  {place, text}: {readonly place: SuggestionPlace; readonly text: string},
): Promise<readonly FilterCandidate[]> {
  const found = fieldAtPath(reader.entities, place.shown.entity, path)
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
  {shown, list: compiled, narrowed, visit}: SuggestionPlace,
): Promise<SuggestedFilter> {
  const query = new URLSearchParams([...visit.query].filter(([name]) => !placeKeys.has(name)))
  query.set(candidate.key, candidate.value)
  const {visibility, moment} = reader
  const {asked} = readListQuery(query, {screen: shown, visibility, locale: localeOf(moment)})
  return {...candidate, count: await countRecords(reader, visibility, {screen: compiled, asked, narrowed})}
}

const placeKeys: ReadonlySet<string> = new Set(['after', 'before', suggestKey])
