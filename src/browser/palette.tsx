/** The palette: go to a screen, do what this page offers, open a record again or find one. And the list of keys. Loaded on demand. */
import type {ReactNode} from 'react'
import {flushSync} from 'react-dom'
import {createRoot} from 'react-dom/client'
import type {Page} from '../contract/page.ts'
import {wordsFor} from '../messages/index.ts'
import {entriesFor} from './palette-entries.ts'
import {PaletteList} from './palette-list.tsx'

export function showPalette(page: Page): void {
  const entries = entriesFor(page)
  over(page, 'palette', close => <PaletteList page={page} entries={entries} close={close} />)
}

export function showKeys(page: Page): void {
  const {keys: words, shell} = wordsFor(page.shell.language)
  const rows = [
    ['/', words.find],
    ['Ctrl K', words.palette],
    ['j', words.next],
    ['k', words.previous],
    ['Enter', words.open],
    ['?', words.help],
    ['Esc', words.close],
  ]
  over(page, 'keys', close => (
    <>
      <h2>{words.heading}</h2>
      <dl>
        {rows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button className="button" type="button" onClick={close}>
        {shell.close}
      </button>
    </>
  ))
}

/** A dialog of its own, gone when it closes; the focus goes back to where it was. */
function over(page: Page, name: 'palette' | 'keys', draw: (close: () => void) => ReactNode): void {
  const dialog = document.createElement('dialog')
  dialog.className = name
  dialog.setAttribute('aria-label', wordsFor(page.shell.language).keys[name === 'keys' ? 'heading' : 'palette'])
  document.body.append(dialog)
  const root = createRoot(dialog)
  dialog.addEventListener('close', () => {
    root.unmount()
    dialog.remove()
  })
  dialog.addEventListener('click', event => event.target === dialog && dialog.close())
  // Drawn before it opens, so that the focus finds its place.
  flushSync(() => root.render(draw(() => dialog.close())))
  dialog.showModal()
}
