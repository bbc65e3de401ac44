/** Tells the forms of one action on a page apart: by their record, and by what is fixed in them. */
import type {CodeAction, CodeRefusal} from '../data.ts'

type Fixed = Readonly<Record<string, string>>

/** Of its draft, its one-time token and the ids of its fields: short, whatever is fixed, and the same on each page view. */
export function formName({name}: CodeAction, record: string | null, fixed: Fixed): string {
  const entries = Object.entries(fixed)
  return [name, record ?? [], entries.length > 0 ? digest(JSON.stringify(entries)) : []].flat().join(' ')
}

/** What this form shows again: it was refused, or opened for its record, which says nothing of what is fixed. */
export function refusalOf({refused}: CodeAction, record: string | null, fixed: Fixed): CodeRefusal | null {
  if (refused?.record !== record) return null
  const {problems, fields} = refused
  const wasSent = ([name, value]: readonly [string, string]) => {
    const values = fields.find(field => field.name === name)?.values ?? []
    return values.length === 0 || values.some(each => comparable(each) === comparable(value))
  }
  return problems.length === 0 || Object.entries(fixed).every(wasSent) ? refused : null
}

/** Line endings are the browser's, and lists of names are shown again with spaces. */
const comparable = (text: string): string => String(text).replaceAll(/[\s,]+/g, '')

/** A prime below 2^36: products with the base are exact. */
const prime = 68_719_476_731
const base = 65_599

function digest(text: string): string {
  let sum = 0
  for (let index = 0; index < text.length; index += 1) sum = (sum * base + text.charCodeAt(index)) % prime
  return sum.toString(36)
}
