/** An example in the words of a finding: `With status = "open" and days = 3 `. */
import {formatValue} from '../../feel/format.ts'
import type {Value} from '../../feel/value.ts'
import type {Example} from './example.ts'

const most = 4

/** Empty where nothing in particular is needed. */
export function shownExample({fields}: Example): string {
  const parts = [...fields].slice(0, most).map(([name, value]) => `${name} = ${shown(value)}`)
  if (parts.length === 0) return ''
  const last = parts.pop() ?? ''
  return `With ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`} `
}

function shown(value: Value): string {
  if (value === null) return 'nothing'
  return typeof value === 'string' ? `"${value}"` : formatValue(value)
}
