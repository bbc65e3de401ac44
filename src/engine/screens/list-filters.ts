/** The filters of a list as controls of a form: what can be chosen, and what is chosen. */
import {spokenField, yesOrNo} from '../../points/entities/spoken.ts'
import type {FilterData} from '../../ui/records.ts'
import type {Reader} from '../engine.ts'
import {filterKey} from '../list/address.ts'
import {writeFilter} from '../list/filter-text.ts'
import type {Asked, ListScreen, Path} from '../list/request.ts'
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
      return {...shown, control: 'select', options: filter.words.map(word => ({value: word, label: wordLabel(word)}))}
    case 'record':
      return {...shown, control: 'select', options: (await recordOptions(reader, filter.entity)) ?? []}
    case 'yes/no':
    case 'empty or not':
      return {
        ...shown,
        control: 'select',
        options: [
          {value: 'yes', label: yesOrNo(true, language)},
          {value: 'no', label: yesOrNo(false, language)},
        ],
      }
    case 'range': {
      const [low = '', high = ''] = value.split('..')
      return {...shown, control: filter.control.control === 'date' ? 'dates' : 'range', options: [], low, high}
    }
    case 'text':
      return {...shown, control: 'text', options: []}
    case 'none':
      return null
  }
}
