/** A card that is one number. */
import {calledOf} from '../called.ts'
import type {RecordWorld} from '../world.ts'
import {withFigure} from './card-kind.ts'
import {readGroups} from './groups.ts'

export const loadNumber = withFigure(async (reader, place, figure) => {
  const {groups} = await readGroups(reader, place, figure)
  const [whole] = groups
  const unit = figure.sum === null ? countedAs(place.world, figure.entity, whole?.value ?? 0) : ''
  return {as: 'number', text: whole?.text || '0', unit}
})

function countedAs({specification}: RecordWorld, name: string, count: number): string {
  return calledOf(specification, name)[count === 1 ? 'one' : 'several']
}
