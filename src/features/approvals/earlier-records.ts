import {todayOf} from '../../engine/base/request-time.ts'
import {stateBadge} from '../../engine/base/state-display.ts'
import {namingPaths} from '../../engine/display/record-names.ts'
import {type Cell, emptyQuery, type Path, plainList} from '../../engine/query/list-query.ts'
import {cell, cells, nameWithout, recordHref, stateCell, text} from '../../engine/records/properties.ts'
import {type RecordIn, records} from '../../engine/records/records.ts'
import {toMillis} from '../../feel/calendar.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import {showDayCount} from '../../points/entities/values/spans.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {columns as columnsBullet} from '../../points/screens/bullets/shared.ts'
import {fieldPath} from '../../points/screens/field-paths.ts'
import {numberIn} from '../planning/strip.ts'
import type {OnRecord} from '../records/record-forms.ts'
import {earlier as earlierBullet} from './bullets.ts'
import type {CompiledDecision} from './compiled-decision.ts'
import type {DecisionData, EarlierRecord} from './data.ts'
import {newestFirst} from './lists.ts'

const mostRead = 24
const mostEarlier = 5

export async function earlierData(
  on: OnRecord,
  {screen, strip}: CompiledDecision,
  cellOf: (path: Path) => Cell,
): Promise<Pick<DecisionData, 'earlier' | 'coming'>> {
  const {reader, entity, record, context} = on
  const earlier = bulletOf(screen, earlierBullet)
  const shared = earlier && cellOf(earlier).value
  if (!earlier || typeof shared !== 'string') return {earlier: [], coming: []}
  const state = stateFieldOf(entity)
  const columns = bulletOf(screen, columnsBullet)
  const isNumber = (path: Path) => context.display.field(entity.name, path)?.display === 'number'
  const number = columns.find(isNumber) ?? null
  const span = strip && [...entity.spans.values()].find(each => each.from === strip.strip.from)
  // What it is called may leave out when it is.
  const isSaid = span && namingPaths(entity).some(([name = '']) => [span.name, span.from].includes(name))
  const others = records(entity, {
    href: recordHref,
    name: nameWithout,
    from: cell(strip ? fieldPath(strip.strip.from) : ['created']),
    when: text(span && !isSaid ? [span.name] : null),
    kinds: cells(columns.filter(path => !isNumber(path))),
    number: cell(number),
    state: stateCell,
  })
  const filters = [{path: earlier, by: {filter: 'record', ids: [shared], none: false}} as const]
  const {rows} = await others.page(reader, {
    list: plainList({entity: entity.name, size: mostRead, sort: newestFirst(screen)}),
    asked: {...emptyQuery, filters},
  })
  type Other = RecordIn<typeof others>
  const today = todayOf(reader.moment)
  const final = context.display.states.get(entity.name)?.machine.final ?? []
  const countsDays = number?.length === 1 && [...entity.spans.values()].some(({count}) => count === number[0])
  const numberText = (cell: Cell) => {
    const days = countsDays ? numberIn(cell) : null
    return days === null ? cell.text : showDayCount(days, reader.moment.language)
  }
  const data = ({id, href, name, from, when, ...row}: Other): EarlierRecord => ({
    id,
    href,
    text: [name([earlier]) || from.text, ...(when === '' ? [] : [when])].join(' · '),
    mark: markIn(row.kinds),
    number: numberText(row.number),
    state: stateBadge(context.display.states.get(entity.name), row.state.value),
  })
  const now = toMillis(reader.moment.now)
  const isLater = ({from}: Other) => {
    const value = String(from.value)
    return strip !== null && (value.includes('T') ? Date.parse(value) > now : value > today)
  }
  // What was declined or cancelled does not come up.
  const isOpen = (other: Other) => !state || !final.includes(String(other.state.value))
  const shown = rows.filter(({id}) => id !== record.id)
  return {
    earlier: shown
      .filter(other => !isLater(other))
      .slice(0, mostEarlier)
      .map(data),
    coming: shown
      .filter(other => isLater(other) && isOpen(other))
      .slice(-mostEarlier)
      .map(data)
      .toReversed(),
  }
}

function markIn(cells: readonly Cell[]): EarlierRecord['mark'] {
  const marked = cells.find(({mark}) => mark?.colour !== undefined)
  return marked?.mark ? {mark: marked.mark, text: marked.text} : null
}
