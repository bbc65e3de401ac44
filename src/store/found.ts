/** What counting found: how many, and a few of them. */

export interface Found {
  readonly count: number
  readonly examples: readonly string[]
}

export const mostExamples = 3
