/** The data of the specification screen: a point of the document as it is written. Types only. */

export interface SpecificationData {
  readonly heading: string
  readonly html: string
  /** The nine points, in order. */
  readonly points: readonly SpecificationPoint[]
  /** What else in the document is about the marked lines. */
  readonly also: readonly {readonly label: string; readonly href: string}[]
}

export interface SpecificationPoint {
  readonly number: number
  readonly title: string
  readonly href: string
  readonly current: boolean
  /** It declares nothing. */
  readonly open: boolean
}
