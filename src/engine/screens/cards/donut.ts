/** A card that shows shares of a whole as a ring: the largest few by name, the rest as one. */
import {arc, pie} from 'd3-shape'
import type {SliceData} from '../../../contract/dashboard.ts'
import {withFigure} from './card-kind.ts'
import {type Group, readGroups, tonesOfGroups} from './groups.ts'

const mostSlices = 6
const radius = 50
const hole = 33

export const loadDonut = withFigure(async (reader, place, figure) => {
  const {groups, textOf} = await readGroups(reader, place, figure)
  const {language} = reader.moment
  const {others} = place.world.words.dashboards
  const shown = largest(groups, {others, textOf})
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
      path: shortened(path),
      tone: tones[String(key)] ?? null,
    }
  })
  return {as: 'donut', groups: slices, total: textOf(rounded(total))}
})

/** Nothing and less than nothing have no share. */
function largest(
  groups: readonly Group[],
  {others, textOf}: {others: string; textOf: (amount: number) => string},
): Group[] {
  const sorted = groups.filter(({value}) => value > 0).toSorted((a, b) => b.value - a.value)
  if (sorted.length <= mostSlices) return sorted
  const rest = sorted.slice(mostSlices - 1)
  const value = rest.reduce((sum, group) => sum + group.value, 0)
  return [
    ...sorted.slice(0, mostSlices - 1),
    {key: null, label: others, text: textOf(rounded(value)), value, href: null},
  ]
}

/** What floats add up to, without their dust. */
const rounded = (amount: number): number => Math.round(amount * 100) / 100

function shortened(path: string): string {
  return path.replace(/\d+\.\d+/g, number => String(Math.round(Number(number) * 100) / 100))
}
