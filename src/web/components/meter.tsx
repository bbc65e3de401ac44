/** A part of a whole as a bar: what remains, and what is about to change. The numbers are always beside it. */
import {useId} from 'react'
import type {CheckData, FigureData, IconName} from '../../engine/page/common.ts'

export function Meter({meter}: {meter: NonNullable<FigureData['meter']>}) {
  const hatch = useId()
  return (
    <svg className="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <pattern id={hatch} width="2" height="6" patternUnits="userSpaceOnUse" patternTransform="skewX(-24)">
        <rect width="1" height="6" />
      </pattern>
      <rect className="whole" width="100" height="6" />
      <rect className="stays" width={meter.stays} height="6" />
      <rect className="changes" x={meter.stays} width={meter.changes} height="6" />
      <rect x={meter.stays} width={meter.changes} height="6" fill={`url(#${hatch})`} />
    </svg>
  )
}

/** The icon of a rule by its outcome. */
export const checkSigns: Readonly<Record<CheckData['outcome'], IconName>> = {
  holds: 'check',
  warns: 'about',
  blocks: 'remove',
  follows: 'later',
}
