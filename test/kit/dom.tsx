/** Components in jsdom, with the parts of the platform that jsdom lacks. Test files say `@vitest-environment jsdom`. */
import {cleanup, configure, render} from '@testing-library/react'
import {userEvent} from '@testing-library/user-event'
import type {ReactNode} from 'react'
import {onTestFinished} from 'vitest'
import {Frame, type FrameOptions} from './render.tsx'

const dialog = HTMLDialogElement.prototype
dialog.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
dialog.close ??= function (this: HTMLDialogElement) {
  if (!this.open) return
  this.open = false
  this.dispatchEvent(new Event('close'))
}
Element.prototype.scrollIntoView ??= () => {}

// What is loaded on demand takes its time on a busy machine.
configure({asyncUtilTimeout: 15_000})

export function renderIn(element: ReactNode, options: FrameOptions = {}) {
  // Test files share their modules, so that each rendering cleans up after itself.
  onTestFinished(cleanup)
  const view = render(<Frame {...options}>{element}</Frame>)
  return {...view, user: userEvent.setup()}
}
