/** Keyboard shortcuts of every page, and what they open. */
import {type ReactNode, type RefObject, useRef, useState} from 'react'
import {bufferKeys, useHotkeys, useRowKeys} from '../hooks/use-hotkeys.ts'
import {useReachedRow} from '../hooks/use-reached-row.ts'

const loadPalette = () => import('./command-palette/command-palette.tsx')
const loadShortcuts = () => import('./command-palette/shortcuts.tsx')

/** `main` contains the rows for j and k, `searchField` is the target of `/`. */
export function Keyboard({
  main,
  searchField,
}: {
  main: RefObject<HTMLElement | null>
  searchField: RefObject<HTMLInputElement | null>
}) {
  const [opened, setOpened] = useState<ReactNode>(null)
  const loading = useRef(false)
  const rows = useRowKeys(main)
  useReachedRow()
  const close = () => setOpened(null)
  const open = async (load: () => Promise<ReactNode>) => {
    if (loading.current) return
    loading.current = true
    setOpened(await load())
    loading.current = false
  }
  const palette = async () => {
    const typedBefore = bufferKeys()
    const loaded = await loadPalette().catch(() => null)
    if (loaded) return <loaded.CommandPalette typedBefore={typedBefore} onClose={close} />
    // Without a connection the field above the menu is what there is.
    typedBefore()
    searchField.current?.focus()
    return null
  }
  const shortcuts = async () => {
    const loaded = await loadShortcuts().catch(() => null)
    return loaded && <loaded.Shortcuts onClose={close} />
  }
  useHotkeys({
    'mod+k': () => void open(palette),
    '/': () => searchField.current?.focus(),
    j: rows.next,
    k: rows.previous,
    '?': () => void open(shortcuts),
  })
  return opened
}
