/** Part of a whole as a bar: what stays, and what is about to change. The numbers are always beside it. */
import type {CheckData, FigureData, IconName} from '../../contract/common.ts'

export function Meter({meter}: {meter: NonNullable<FigureData['meter']>}) {
  return (
    <svg className="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="whole" width="100" height="6" />
      <rect className="stays" width={meter.stays} height="6" />
      <rect className="changes" x={meter.stays} width={meter.changes} height="6" />
    </svg>
  )
}

/** The icon of a rule by its outcome. */
export const checkSigns: Readonly<Record<CheckData['outcome'], IconName>> = {
  holds: 'check',
  warns: 'about',
  blocks: 'remove',
}
