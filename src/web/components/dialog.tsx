/** A native modal dialog: Escape or a click outside closes it, and the focus returns. */
import {type MouseEvent, type ReactNode, useLayoutEffect, useRef} from 'react'
import {useHydrated} from '../hooks/use-hydrated.ts'
import {useRootClass} from '../hooks/use-root-class.ts'

export interface DialogProps {
  readonly label: string
  readonly className?: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Open while it is rendered; without JavaScript it is part of the page. */
export function Dialog({label, className, onClose, children}: DialogProps) {
  const hydrated = useHydrated()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!hydrated || !element) return
    if (!element.open) element.showModal()
    return () => element.close()
  }, [hydrated])
  useRootClass('modal', hydrated)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      // Once React runs, the attribute belongs to `showModal`.
      open={hydrated ? undefined : true}
      onClose={onClose}
      onClick={event => isBeside(event) && onClose()}
    >
      {children}
    </dialog>
  )
}

/** A click on the backdrop targets the dialog itself, outside its box. */
function isBeside({target, currentTarget, clientX: x, clientY: y}: MouseEvent): boolean {
  const {left, right, top, bottom} = currentTarget.getBoundingClientRect()
  return target === currentTarget && (x < left || x > right || y < top || y > bottom)
}
