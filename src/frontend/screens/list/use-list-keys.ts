/** Keys of a list: arrows move between rows and cells, X selects, Shift extends the selection. They are off while a person types. */
import type {KeyboardEvent} from 'react'
import {rowLinkId} from '../../components/data-table.tsx'
import {useHotkeys} from '../../hooks/use-hotkeys.ts'
import type {RowSelection} from '../../hooks/use-selection.ts'

/** For the table. `opened` is the record beside the list, which X is about where no row has the focus. */
export function useListKeys(
  opened: string | null,
  selection: RowSelection | null,
): (event: KeyboardEvent<HTMLTableElement>) => void {
  const here = () => recordOf(document.activeElement) ?? opened
  const extend = (step: 1 | -1) => {
    const [from, to] = [here(), moveRow(document.activeElement, step)]
    if (from !== null) selection?.extendTo(from)
    const next = to ?? null
    if (next !== null) selection?.extendTo(next)
  }
  const select = (how: 'toggle' | 'extendTo') => () => {
    const id = here()
    if (id !== null) selection?.[how](id)
  }
  const keys = new Map([
    ['x', select('toggle')],
    ['X', select('extendTo')],
    ['J', () => extend(1)],
    ['K', () => extend(-1)],
  ])
  useHotkeys(selection ? Object.fromEntries(keys) : {}, {first: true})
  return event => {
    const {key, target} = event
    if (!(target instanceof HTMLElement) || target.closest('input:not([type=checkbox]), select, textarea')) return
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && event.shiftKey) extend(step)
    else if (step !== 0) moveRow(target, step)
    else if (key === 'ArrowRight' || key === 'ArrowLeft') moveCell(target, key === 'ArrowRight' ? 1 : -1)
    else if (key === 'Escape' && target.matches('td')) linkIn(target.closest('tr'))?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

const linkIn = (row: Element | null | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('.name a[href], a[href]') ?? null

/** As its checkbox says, or its link. */
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

/** Among the cells that can be edited; before them is the link of the row. */
function moveCell(from: HTMLElement, step: 1 | -1): void {
  const row = from.closest('tr')
  const cells = [...(row?.querySelectorAll<HTMLElement>('td.editable') ?? [])]
  const at = cells.indexOf(from)
  const next = at + step
  if (next < 0) linkIn(row)?.focus()
  else cells[next]?.focus()
}
