/** A modal dialog of the platform: Escape and a click beside it close it, and the focus returns to where it was. */
import {type ReactNode, useEffect, useRef} from 'react'

export interface DialogProps {
  readonly label: string
  readonly className?: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Open while it is rendered. */
export function Dialog({label, className, onClose, children}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      onClose={onClose}
      onClick={event => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  )
}
