/** Keyboard shortcuts of every page, and what they open. */
import {lazy, type RefObject, Suspense, useRef, useState} from 'react'
import {catchTyped, useHotkeys, useRowKeys} from '../hooks/use-hotkeys.ts'

const loadPalette = () => import('./command-palette/command-palette.tsx')
const loadShortcuts = () => import('./command-palette/shortcuts.tsx')
const CommandPalette = lazy(async () => ({default: (await loadPalette()).CommandPalette}))
const Shortcuts = lazy(async () => ({default: (await loadShortcuts()).Shortcuts}))

/** `main` contains the rows for j and k, `searchField` is the target of `/`. */
export function Keyboard({
  main,
  searchField,
}: {
  main: RefObject<HTMLElement | null>
  searchField: RefObject<HTMLInputElement | null>
}) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const typed = useRef<() => string>(() => '')
  const rows = useRowKeys(main)
  useHotkeys({
    'mod+k': () => {
      typed.current = catchTyped()
      loadPalette().catch(typed.current)
      setOpen('palette')
    },
    '/': () => searchField.current?.focus(),
    j: rows.next,
    k: rows.previous,
    '?': () => setOpen('shortcuts'),
  })
  const close = () => setOpen(null)
  return (
    <Suspense>
      {open === 'palette' && <CommandPalette typedBefore={typed.current} onClose={close} />}
      {open === 'shortcuts' && <Shortcuts onClose={close} />}
    </Suspense>
  )
}
