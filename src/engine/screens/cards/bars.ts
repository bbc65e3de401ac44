/** A card of bars: along time they stand as columns, otherwise they lie, each with its name. */
import type {CardBody} from '../../../contract/dashboard.ts'
import {withFigure} from './card-kind.ts'
import {drawColumns} from './drawing.ts'
import {readGroups, speakingOf, tonesOfGroups} from './groups.ts'
import {alongTime} from './periods.ts'

const mostBars = 12
const mostColumns = 24

export const loadBars = withFigure(async (reader, place, figure): Promise<CardBody> => {
  const {groups, more} = await readGroups(reader, place, figure)
  if (figure.by?.period) {
    const points = alongTime(groups, {period: figure.by.period, most: mostColumns, place, moment: reader.moment})
    return {
      as: 'columns',
      groups: points.map(({group}) => group),
      drawing: drawColumns(points, speakingOf(reader, figure)),
    }
  }
  const shown = groups.slice(0, mostBars)
  const longest = Math.max(...shown.map(({value}) => Math.abs(value)), 0)
  const tones = tonesOfGroups(place)
  return {
    as: 'bars',
    groups: shown.map(({key, ...group}) => ({
      ...group,
      share: longest === 0 ? 0 : Math.round((Math.abs(group.value) / longest) * 1000) / 10,
      tone: tones[String(key)] ?? null,
    })),
    more: more || groups.length > mostBars,
  }
})
