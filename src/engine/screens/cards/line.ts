/** A card with a line along time. */
import {withFigure} from './card-kind.ts'
import {drawLine} from './drawing.ts'
import {readGroups, speakingOf} from './groups.ts'
import {alongTime} from './periods.ts'

const mostPoints = 60

export const loadLine = withFigure(async (reader, place, figure) => {
  const {groups} = await readGroups(reader, place, figure)
  const period = figure.by?.period ?? 'month'
  const points = alongTime(groups, {period, most: mostPoints, place, moment: reader.moment})
  return {as: 'line', groups: points.map(({group}) => group), drawing: drawLine(points, speakingOf(reader, figure))}
})
