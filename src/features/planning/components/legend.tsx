/** What the colours of a calendar or timeline mean. */
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {PeriodData} from '../period-data.ts'

export function Legend({legend}: Pick<PeriodData, 'legend'>) {
  const {calendars} = useMessages()
  if (legend.length === 0) return null
  return (
    <ul className="plan-legend" aria-label={calendars.legend}>
      {legend.map(({kind, text, tone}) => (
        <li key={`${kind} ${text}`}>
          <i className={kind === 'colour' ? `tint ${tone}` : `tint tint-${kind}`} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  )
}
