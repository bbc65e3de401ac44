/** Moves the focus from record to record, so that Enter opens one and screen readers say its name. */
import type {RefObject} from 'react'

export interface RowKeys {
  readonly next: () => void
  readonly previous: () => void
}

/** For the rows of tables, and list items with `data-row`, inside `container`. */
export function useRowKeys(container: RefObject<HTMLElement | null>): RowKeys {
  const moveBy = (step: 1 | -1) => {
    const rows = [...(container.current?.querySelectorAll('tbody tr, [data-row]') ?? [])]
    const links = rows.flatMap(row => row.querySelector<HTMLElement>('.name a[href], a[href]') ?? [])
    const now = links.findIndex(link => link.closest('tr, [data-row]')?.contains(document.activeElement))
    links[now < 0 ? (step > 0 ? 0 : links.length - 1) : now + step]?.focus()
  }
  return {next: () => moveBy(1), previous: () => moveBy(-1)}
}
