/** Components in jsdom, with platform features that jsdom lacks. Test files declare `@vitest-environment jsdom`. */
import {cleanup, configure, render, waitFor} from '@testing-library/react'
import {userEvent} from '@testing-library/user-event'
import type {ReactNode} from 'react'
import {expect, onTestFinished} from 'vitest'
import {addMissing} from '../../src/testing/missing-in-dom.ts'
import {Frame, type FrameOptions} from './render.tsx'

// Lazy loading takes longer on a busy machine.
configure({asyncUtilTimeout: 15_000})

/** A form that the page left to the browser navigates, which jsdom cannot. */
function stayHere(): void {
  window.addEventListener('submit', event => event.preventDefault())
}

const styling = ['hidden', 'open', 'popover', 'type']

/**
 * Accessible names depend on what is displayed. jsdom matches every rule of its stylesheet for every element to find
 * out; without other stylesheets, the name and some attributes of an element decide.
 */
function rememberStyles(): void {
  const compute = window.getComputedStyle.bind(window)
  const known = new Map<string, CSSStyleDeclaration>()
  const isPlain = (element: Element | null): boolean =>
    element === null || (!element.hasAttribute('style') && isPlain(element.parentElement))
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || document.styleSheets.length > 0 || !isPlain(element)) return compute(element, pseudo)
    const key = [element.localName, ...styling.map(name => String(element.getAttribute(name)))].join()
    const style = known.get(key) ?? commonOf(compute(element))
    known.set(key, style)
    return style
  }
}

function commonOf({display, visibility, pointerEvents}: CSSStyleDeclaration): CSSStyleDeclaration {
  return Object.assign(document.createElement('i').style, {display, visibility, pointerEvents})
}

let preparedWindow: Window | null = null

export function renderIn(content: ReactNode, options: FrameOptions = {}) {
  // Every test file has its own window, while modules are shared.
  addMissing()
  if (preparedWindow !== window) {
    rememberStyles()
    stayHere()
  }
  preparedWindow = window
  onTestFinished(cleanup)
  const view = render(<Frame {...options}>{content}</Frame>)
  return {...view, user: userEvent.setup()}
}

/**
 * Waits for the focus, which effects move. Elements are compared here: a failed `expect(element).toBe(other)` prints
 * both with React's internals, which takes minutes.
 */
export async function hasFocus(find: () => Element | null): Promise<void> {
  await waitFor(() => expect(find() === document.activeElement).toBe(true))
}
