/** Beside the selection: its sum, “select all”, and “clear”. */

import {type EveryRecord, type ListData, type ListedRecord, mostAtOnce} from '../../features/collections/data.ts'
import {Icon} from '../../web/components/icon.tsx'
import type {RowSelection} from '../../web/hooks/use-selection.ts'
import {useLocale, useMessages} from '../../web/router/router-provider.tsx'
import {sumText} from './record-table.tsx'

interface SelectionSumProps {
  readonly data: ListData
  readonly chosen: readonly ListedRecord[]
  readonly every: EveryRecord | null
}

/** Of the first summable column. */
export function SelectionSum({data: {columns}, chosen, every}: SelectionSumProps) {
  const language = useLocale()
  const text = every && every.sum === null ? null : sumText(columns, every?.sum ?? chosen, language)
  return text !== null && <span className="sum">{text}</span>
}

interface SelectionToolsProps {
  readonly data: ListData
  readonly selection: RowSelection
}

/** Select all results if the page does not show all of them; or none. */
export function SelectionTools({data: {count, records}, selection}: SelectionToolsProps) {
  const {listScreen: messages} = useMessages()
  const language = useLocale()
  const whole = 'exact' in count ? count.exact : null
  const isMore = whole === null || whole > records.length
  return (
    <>
      {selection.state === 'all' && !selection.every && isMore && (
        <span>
          {whole !== null && whole <= mostAtOnce ? (
            <button type="button" className="button" onClick={selection.selectEvery}>
              {messages.selectEvery(whole.toLocaleString(language))}
            </button>
          ) : (
            <span className="small">{messages.tooMany(mostAtOnce.toLocaleString(language))}</span>
          )}
        </span>
      )}
      <button
        type="button"
        className="button ghost icon"
        aria-label={messages.clearSelection}
        onClick={selection.clear}
      >
        <Icon name="remove" />
      </button>
    </>
  )
}
