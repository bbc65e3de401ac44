/** Dragging the cards of a board between columns, by mouse or touch. */

import {draggable, dropTargetForElements, monitorForElements} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import {type RefObject, useEffect, useEffectEvent, useRef, useState} from 'react'

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
  useEffect(() => {
    if (!ref.current || !movable) return
    return draggable({
      element: ref.current,
      getInitialData: () => data(),
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    })
  }, [movable])
  return {ref, dragging}
}

/** While a card is dragged: whether it may be dropped here. */
export function useColumnDrop(column: string): {
  readonly ref: RefObject<HTMLElement | null>
  readonly state: 'open' | 'closed' | null
} {
  const ref = useRef<HTMLElement>(null)
  const [state, setState] = useState<'open' | 'closed' | null>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const takes = (data: Record<string, unknown>) => isDragged(data) && data.columns.includes(column)
    const stopMonitor = monitorForElements({
      onDragStart({source}) {
        if (!element.contains(source.element)) setState(takes(source.data) ? 'open' : 'closed')
      },
      onDrop: () => setState(null),
    })
    const stopTarget = dropTargetForElements({
      element,
      canDrop: ({source}) => takes(source.data),
      onDrop: ({source}) => isDragged(source.data) && source.data.drop(column),
    })
    return () => {
      stopMonitor()
      stopTarget()
    }
  }, [column])
  return {ref, state}
}

function isDragged(data: Record<string, unknown>): data is Dragged & Record<string, unknown> {
  return Array.isArray(data['columns']) && typeof data['drop'] === 'function'
}
