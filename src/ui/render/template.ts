/**
 * An element whose tags were written when the server was built (`scripts/templates.ts`): texts, with contents between them. While templates
 * are off, the same code makes React's elements.
 */
import {attributeNamed} from './attribute.ts'
import {Unusual} from './unusual.ts'

export class Template {
  /** One more than there are contents. */
  readonly texts: readonly string[]
  readonly contents: readonly unknown[]

  constructor(texts: readonly string[], contents: readonly unknown[]) {
    this.texts = texts
    this.contents = contents
  }
}

/** Whether elements are templates now. A page is drawn from beginning to end at once, so that there is one answer. */
export const templates = {on: false}

/** An empty address leads to the page itself, and React has a rule of its own for it. */
export function linkOf(value: unknown): string {
  if (value === '') throw new Unusual('a')
  return href(value)
}

const href = attributeNamed('href')

export {attributeNamed}

export function checkedOf(value: unknown): string {
  return value ? ' checked=""' : ''
}
