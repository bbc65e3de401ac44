/** A card that shows shares of a whole as a ring: the largest few by name, the rest as one. */
import {arc, pie} from 'd3-shape'
import type {SliceData} from '../../../ui/dashboard.ts'
import {withFigure} from './card-kind.ts'
import {type Group, readGroups, tonesOfGroups} from './groups.ts'

const mostSlices = 6
const radius = 50
const hole = 33

export const loadDonut = withFigure(async (reader, place, figure) => {
  const {groups} = await readGroups(reader, place, figure)
  const {language} = reader.moment
  const {others} = place.world.words.dashboards
  const shown = largest(groups, {others, language})
  const total = shown.reduce((sum, {value}) => sum + value, 0)
  const tones = tonesOfGroups(place)
  const percent = new Intl.NumberFormat(language, {style: 'percent'})
  const ring = arc<{startAngle: number; endAngle: number}>()
    .innerRadius(hole)
    .outerRadius(radius)
    .padAngle(0.025)
    .cornerRadius(2)
  const angles = pie<Group>()
    .sort(null)
    .value(({value}) => value)([...shown])
  const slices: SliceData[] = shown.map(({key, ...group}, index) => {
    const angle = angles[index]
    const path = (angle && ring(angle)) || ''
    return {
      ...group,
      percent: percent.format(total === 0 ? 0 : group.value / total),
      path: rounded(path),
      tone: tones[String(key)] ?? null,
    }
  })
  return {as: 'donut', groups: slices, total: new Intl.NumberFormat(language, {maximumFractionDigits: 1}).format(total)}
})

/** Nothing and less than nothing have no share. */
function largest(groups: readonly Group[], {others, language}: {others: string; language: string}): Group[] {
  const sorted = groups.filter(({value}) => value > 0).toSorted((a, b) => b.value - a.value)
  if (sorted.length <= mostSlices) return sorted
  const rest = sorted.slice(mostSlices - 1)
  const value = rest.reduce((sum, group) => sum + group.value, 0)
  const text = new Intl.NumberFormat(language, {maximumFractionDigits: 2}).format(value)
  return [...sorted.slice(0, mostSlices - 1), {key: null, label: others, text, value, href: null}]
}

function rounded(path: string): string {
  return path.replace(/\d+\.\d+/g, number => String(Math.round(Number(number) * 100) / 100))
}
