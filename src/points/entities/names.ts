/** Names in documents: one form for each, what it was called before, and how people read it. */

export interface Named {
  readonly name: string
  /** From `(was old_name)`. */
  readonly was: string | null
}

/** `ask back` and `ask_back` are one name. */
export function canonicalName(written: string): string {
  return written.trim().replace(/[\s_]+/g, '_')
}

/** `first day (was start)` → the text before, and the earlier name; null for a `was` that is not closed or empty. */
export function splitWas(written: string): Named | null {
  const match = /^(.*?)\s*\(was\s+([^()]+?)\s*\)$/.exec(written)
  if (match) return {name: match[1] ?? '', was: match[2] ?? ''}
  return /\(\s*was\b/.test(written) ? null : {name: written, was: null}
}

export const longestName = 50

export function isEntityName(name: string): boolean {
  return /^[A-Z][A-Za-z0-9_]*$/.test(name) && name.length <= longestName
}

export function isFieldName(name: string): boolean {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) && name.length <= longestName
}

/** What an author probably meant to write. */
export function asEntityName(written: string): string {
  const words = written.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return name.replace(/^\d+/, '').slice(0, longestName) || 'Ticket'
}

export function asFieldName(written: string): string {
  const words = written
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  return (
    words
      .join('_')
      .replace(/^[\d_]+/, '')
      .slice(0, longestName)
      .replace(/_$/, '') || 'first_day'
  )
}

/** `first_day` → `First day`; `LeaveKind` → `Leave kind`. Abbreviations stay as they are: `VAT_rate` → `VAT rate`. */
export function labelOfName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_]+/)
    .filter(Boolean)
  const spoken = words.map((word, index) => (index > 0 && /^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word))
  const label = spoken.join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** "an Order", "a User": as the name is spoken, as far as its letters tell. */
export function withArticle(name: string): string {
  return `${/^(?:[aeio]|u(?!s|ni|ti|r[iou]))/i.test(name) ? 'an' : 'a'} ${name}`
}
