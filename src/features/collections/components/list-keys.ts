/** Keys of a list: arrows move between rows and cells, X selects, Shift extends the selection. Inactive while typing. */
import type {KeyboardEvent} from 'react'
import {rowLinkId} from '../../../web/components/data-row.tsx'
import type {Hotkeys} from '../../../web/hooks/use-hotkeys.ts'
import type {RowSelection} from '../../../web/hooks/use-selection.ts'

/** `opened` is the record beside the list, to which X applies if no row has the focus. */
export function listHotkeys(opened: string | null, selection: RowSelection): Hotkeys {
  const select = (how: 'toggle' | 'extendTo') => () => {
    const id = recordOf(document.activeElement) ?? opened
    if (id !== null) selection[how](id)
  }
  const keys = new Map([
    ['x', select('toggle')],
    ['X', select('extendTo')],
    ['J', () => extend(selection, 1)],
    ['K', () => extend(selection, -1)],
  ])
  return Object.fromEntries(keys)
}

/** For the table. */
export function onTableKey(event: KeyboardEvent<HTMLTableElement>, selection: RowSelection | null): void {
  const {key, target} = event
  if (!(target instanceof HTMLElement) || target.closest('input:not([type=checkbox]), select, textarea')) return
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step !== 0 && event.shiftKey && selection) extend(selection, step)
  else if (step !== 0) moveRow(target, step)
  else if (key === 'ArrowRight' || key === 'ArrowLeft') moveCell(target, key === 'ArrowRight' ? 1 : -1)
  else if (key === 'Escape' && target.matches('td')) linkIn(target.closest('tr'))?.focus()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Everything up to the next row, which gets the focus. */
function extend(selection: RowSelection, step: 1 | -1): void {
  const from = document.activeElement
  const ids = [recordOf(from), moveRow(from, step)].filter(id => id !== null)
  for (const id of ids.slice(-1)) selection.extendTo(id, ids[0])
}

const linkIn = (row: Element | null | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('.name a[href], a[href]') ?? null

/** According to its checkbox or its link. */
function recordOf(element: Element | null): string | null {
  const row = element?.closest('tbody tr')
  const box = row?.querySelector<HTMLInputElement>('input[name="_record"]')
  if (box) return box.value.slice(0, box.value.lastIndexOf(':'))
  const prefix = rowLinkId('')
  const id = linkIn(row)?.id ?? ''
  return id.startsWith(prefix) ? id.slice(prefix.length) : null
}

/** To the same column of the next row; returns its record. */
function moveRow(from: Element | null, step: 1 | -1): string | null {
  const row = from?.closest('tbody tr')
  const rows = [...(row?.parentElement?.children ?? [])].filter(each => linkIn(each))
  const next = row ? rows[rows.indexOf(row) + step] : undefined
  if (!next) return null
  const column = from?.matches('td') ? [...(row?.children ?? [])].indexOf(from) : -1
  const cell = next.children[column]
  const target = cell instanceof HTMLElement && cell.tabIndex === -1 && cell.matches('.editable') ? cell : linkIn(next)
  target?.focus()
  return recordOf(next)
}

/** Among the editable cells; before them is the link of the row. */
function moveCell(from: HTMLElement, step: 1 | -1): void {
  const row = from.closest('tr')
  const cells = [...(row?.querySelectorAll<HTMLElement>('td.editable') ?? [])]
  const at = cells.indexOf(from)
  const next = at + step
  if (next < 0) linkIn(row)?.focus()
  else cells[next]?.focus()
}
