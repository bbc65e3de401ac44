/** The values of an own screen, found by their names, and as texts. */
import type {ShownCell, ShownField} from '../../engine/page/cells.ts'
import type {CodeData, CodeGroups, CodePage, CodeRow, CodeShown, CodeValue} from './data.ts'

/** The values at a name such as `rooms.bookings`: one for each record that has such a list. */
export function shownAt(data: CodeData, name: string): readonly CodeShown[] {
  const [first = '', nested] = name.split('.')
  const shown = data.data[first] ?? null
  if (nested === undefined) return [shown]
  return rowsIn(shown).flatMap(row => {
    const found = row[nested]
    return isRows(found) ? [found] : []
  })
}

const isRows = (value: unknown): value is Pick<CodePage, 'rows'> =>
  typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows)

export const isGroups = (shown: CodeShown): shown is CodeGroups =>
  shown !== null && typeof shown === 'object' && 'groups' in shown && Array.isArray(shown.groups)

export function rowsIn(shown: CodeShown): readonly CodeRow[] {
  if (shown === null || typeof shown === 'number' || isGroups(shown)) return []
  return isRows(shown) ? shown.rows : [shown as CodeRow]
}

/** The value at a path, and its text. */
export function cellOf(row: CodeRow, {key}: ShownField): ShownCell {
  const value = key.split('.').reduce<unknown>((at, name) => (isNested(at) ? at[name] : null), row) as CodeValue
  return {text: row.shown[key] ?? codeCellText(value), value: isNested(value) ? value.id : value}
}

const isNested = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function codeCellText(value: CodeValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (isNested(value)) return String(value.name ?? '')
  return Array.isArray(value) ? value.map(codeCellText).join(', ') : String(value)
}
