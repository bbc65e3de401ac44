/** The data of the specification screen: a point of the document as written. Types only. */

export interface SpecificationData {
  readonly heading: string
  readonly html: string
  /** The language in which the document is written. */
  readonly language: string
  /** The nine points, in order. */
  readonly points: readonly SpecificationPoint[]
  /** Other parts of the document about the highlighted lines. */
  readonly also: readonly {readonly label: string; readonly href: string}[]
  /** What the settings of the highlighted screens mean. */
  readonly settings: readonly ExplainedSettings[]
}

export interface ExplainedSettings {
  readonly heading: string
  /** HTML, in English, as the keys are. */
  readonly settings: readonly {readonly key: string; readonly meaning: string}[]
}

export interface SpecificationPoint {
  readonly number: number
  readonly title: string
  readonly href: string
  readonly current: boolean
  /** It declares nothing. */
  readonly open: boolean
}
