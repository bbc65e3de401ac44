/** The data of the page that shows every component. Types only. */

import type {ShownField, ShownRecord} from '../../engine/page/cells.ts'
import type {Problem} from '../../engine/page/common.ts'
import type {BarsData, DonutData} from '../../features/charts/data.ts'
import type {ActionData, FormFieldData} from '../../features/forms/data.ts'
import type {HistoryData, StepData} from '../../features/records/data.ts'

export interface StyleGuideData {
  /** Its own texts, which no other page needs. */
  readonly texts: StyleGuideTexts
  readonly fields: readonly FormFieldData[]
  readonly problems: readonly Problem[]
  readonly states: readonly {readonly tone: string; readonly text: string}[]
  readonly people: readonly {readonly id: string; readonly name: string}[]
  readonly columns: readonly ShownField[]
  readonly records: readonly ShownRecord[]
  readonly actions: readonly ActionData[]
  readonly steps: readonly StepData[]
  readonly history: readonly HistoryData[]
  readonly bars: BarsData
  readonly donut: DonutData
}

export interface StyleGuideTexts {
  readonly heading: string
  readonly intro: string
  readonly sections: Readonly<
    Record<
      'buttons' | 'fields' | 'states' | 'people' | 'table' | 'notices' | 'dialog' | 'empty' | 'path' | 'charts',
      string
    >
  >
  readonly buttons: Readonly<Record<'primary' | 'plain' | 'danger' | 'ghost' | 'busy', string>>
  readonly said: string
  readonly nothing: string
}
