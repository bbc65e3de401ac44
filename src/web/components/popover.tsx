/** A button that opens a popover. The browser opens, closes and positions it, also without JavaScript. */
import {type ReactNode, useEffect, useId, useRef} from 'react'
import {usePageKey} from '../router/router-provider.tsx'

export interface PopoverProps {
  readonly button: ReactNode
  readonly buttonClass?: string
  readonly className?: string
  readonly label?: string
  readonly children: ReactNode
}

export function Popover({button, buttonClass = 'button', className = '', label, children}: PopoverProps) {
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const pageKey = usePageKey()
  // It belongs to the page it was opened on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the page has changed.
  useEffect(() => popover.current?.hidePopover?.(), [pageKey])
  return (
    <>
      <button type="button" className={buttonClass} popoverTarget={id} aria-label={label}>
        {button}
      </button>
      <div ref={popover} id={id} popover="auto" className={`popup ${className}`.trim()}>
        {children}
      </div>
    </>
  )
}
