/** The filters of a list as controls of a form: what can be chosen, and what is chosen. */

import type {FilterData} from '../../contract/list.ts'
import {DateTime, inZone} from '../../feel/calendar.ts'
import {formatDate} from '../../feel/format.ts'
import {encode} from '../../feel/json.ts'
import type {Value} from '../../feel/value.ts'
import type {Control} from '../../points/entities/field-type.ts'
import {spokenField, yesOrNo} from '../../points/entities/spoken.ts'
import type {Reader} from '../engine.ts'
import {filterKey} from '../list/address.ts'
import {writeFilter} from '../list/filter-text.ts'
import type {Asked, FilterBy, ListScreen, Path} from '../list/request.ts'
import {recordOptions, wordLabel} from './form-fields.ts'
import {fieldAt} from './shown-field.ts'

export async function listFilters(reader: Reader, screen: ListScreen, asked: Asked): Promise<FilterData[]> {
  const filters: FilterData[] = []
  for (const path of screen.filters) {
    const filter = await filterData(reader, screen.entity, {path, asked})
    if (filter) filters.push(filter)
  }
  return filters
}

async function filterData(
  reader: Reader,
  entity: string,
  {path, asked}: {path: Path; asked: Asked},
): Promise<FilterData | null> {
  const found = fieldAt(reader.entities, entity, path)
  if (!found) return null
  const {language} = reader.moment
  const {filter} = found.field.type
  const by = asked.filters.find(each => each.path.join('.') === path.join('.'))?.by
  const value = by ? writeFilter(by) : ''
  const shown = {key: filterKey(path), label: spokenField(found.field, language).label, value}
  switch (filter.filter) {
    case 'choice':
      return chosenAmong(
        shown,
        filter.words.map(word => ({value: word, label: wordLabel(word)})),
      )
    case 'record':
      return chosenAmong(shown, (await recordOptions(reader, filter.entity)) ?? [])
    case 'yes/no':
    case 'empty or not':
      return chosenAmong(shown, [
        {value: 'yes', label: yesOrNo(true, language)},
        {value: 'no', label: yesOrNo(false, language)},
      ])
    case 'range':
      return {...shown, ...rangeData(filter.control, by, reader.moment.zone)}
    case 'text':
      return {...shown, control: 'text', options: []}
    case 'none':
      return null
  }
}

/** An address may ask for several at once: they are one more to choose, so that they are seen and stay when something else is asked. */
function chosenAmong(shown: Pick<FilterData, 'key' | 'label' | 'value'>, options: FilterData['options']): FilterData {
  const {value} = shown
  if (value === '' || options.some(option => option.value === value)) return {...shown, control: 'select', options}
  const labels = value.split(',').map(each => options.find(option => option.value === each)?.label ?? '…')
  return {...shown, control: 'select', options: [{value, label: labels.join(', ')}, ...options]}
}

/** What happens at a time is looked for by days. */
function rangeData(
  {control}: Control,
  by: FilterBy | undefined,
  zone: string,
): Pick<FilterData, 'control' | 'options' | 'low' | 'high'> {
  const ends = by?.filter === 'range' ? by : {low: null, high: null}
  const days = control === 'date' || control === 'date and time'
  return {control: days ? 'dates' : 'range', options: [], low: endText(ends.low, zone), high: endText(ends.high, zone)}
}

function endText(end: Value, zone: string): string {
  if (end === null) return ''
  return end instanceof DateTime ? formatDate((inZone(end, zone) ?? end).date) : String(encode(end))
}
