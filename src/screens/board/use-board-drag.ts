/** Dragging the cards of a board between columns, by mouse or touch. The library is loaded once the board is shown. */
import {type RefObject, useEffect, useEffectEvent, useRef, useState} from 'react'
import {useLoaded} from '../../web/hooks/use-loaded.ts'

const loadLibrary = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter')

interface Dragged {
  readonly [key: string]: unknown
  readonly columns: readonly string[]
  readonly drop: (column: string) => void
}

export interface CardDrag {
  /** The columns the card may be moved to. */
  readonly columns: readonly string[]
  readonly drop: (column: string) => void
}

export function useCardDrag({columns, drop}: CardDrag): {
  readonly ref: RefObject<HTMLLIElement | null>
  readonly dragging: boolean
} {
  const ref = useRef<HTMLLIElement>(null)
  const [dragging, setDragging] = useState(false)
  const data = useEffectEvent((): Dragged => ({columns, drop}))
  const movable = columns.length > 0
  const library = useLoaded(loadLibrary, movable)
  useEffect(() => {
    if (!ref.current || !movable || !library) return
    return library.draggable({
      element: ref.current,
      getInitialData: () => data(),
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    })
  }, [movable, library])
  return {ref, dragging}
}

/** While a card is dragged: whether it may be dropped here. */
export function useColumnDrop(column: string): {
  readonly ref: RefObject<HTMLElement | null>
  readonly state: 'open' | 'closed' | null
} {
  const ref = useRef<HTMLElement>(null)
  const [state, setState] = useState<'open' | 'closed' | null>(null)
  const library = useLoaded(loadLibrary)
  useEffect(() => {
    const element = ref.current
    if (!element || !library) return
    const takes = (data: Record<string, unknown>) => isDragged(data) && data.columns.includes(column)
    const stopMonitor = library.monitorForElements({
      onDragStart({source}) {
        if (!element.contains(source.element)) setState(takes(source.data) ? 'open' : 'closed')
      },
      onDrop: () => setState(null),
    })
    const stopTarget = library.dropTargetForElements({
      element,
      canDrop: ({source}) => takes(source.data),
      onDrop: ({source}) => isDragged(source.data) && source.data.drop(column),
    })
    return () => {
      stopMonitor()
      stopTarget()
    }
  }, [column, library])
  return {ref, state}
}

function isDragged(data: Record<string, unknown>): data is Dragged & Record<string, unknown> {
  return Array.isArray(data['columns']) && typeof data['drop'] === 'function'
}
