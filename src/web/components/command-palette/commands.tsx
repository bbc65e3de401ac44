/** Commands of the current page. Components register them; the command palette offers them. */

import {createContext, type ReactNode, useContext, useEffect, useEffectEvent, useId, useState} from 'react'
import {Link, type LinkProps} from '../../router/link.tsx'
import {useRouter} from '../../router/router-provider.tsx'

export interface PaletteCommand {
  readonly id: string
  readonly label: string
  readonly run: () => void
}

/** A key, and what it does. */
export type ShownShortcut = readonly [key: string, does: string]

interface OffersOfPage {
  readonly commands: Map<string, PaletteCommand>
  readonly shortcuts: Map<string, readonly ShownShortcut[]>
}

const CommandsContext = createContext<OffersOfPage | null>(null)

export function CommandsProvider({children}: {children: ReactNode}) {
  const [offers] = useState<OffersOfPage>(() => ({commands: new Map(), shortcuts: new Map()}))
  return <CommandsContext value={offers}>{children}</CommandsContext>
}

/** Offers `run` in the palette while the component is shown. */
export function useCommand(label: string, run: () => void): void {
  const commands = useContext(CommandsContext)?.commands
  const id = useId()
  const runNow = useEffectEvent(run)
  useEffect(() => {
    commands?.set(id, {id, label, run: () => runNow()})
    return () => void commands?.delete(id)
  }, [commands, id, label])
}

/** Read when the palette opens. */
export function useCommands(): () => readonly PaletteCommand[] {
  const commands = useContext(CommandsContext)?.commands
  return () => [...(commands?.values() ?? [])]
}

/** Names the keys of a screen in the list of shortcuts while it is shown. */
export function useShortcuts(shown: readonly ShownShortcut[]): void {
  const all = useContext(CommandsContext)?.shortcuts
  const id = useId()
  useEffect(() => {
    all?.set(id, shown)
    return () => void all?.delete(id)
  }, [all, id, shown])
}

/** Read when the list opens. */
export function useShownShortcuts(): readonly ShownShortcut[] {
  const all = useContext(CommandsContext)?.shortcuts
  return [...(all?.values() ?? [])].flat()
}

/* A link that is also offered in the command palette. */

export interface CommandLinkProps extends LinkProps {
  readonly label: string
}

/** It shows its label, or its children. */
export function CommandLink({label, children, ...props}: CommandLinkProps) {
  const router = useRouter()
  useCommand(label, () => router.navigate(props.href))
  return <Link {...props}>{children ?? label}</Link>
}
