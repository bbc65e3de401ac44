/** Commands of the current page. Components register them; the command palette offers them. */

import {createContext, type ReactNode, useContext, useEffect, useEffectEvent, useId, useRef} from 'react'
import {Link, type LinkProps} from '../../router/link.tsx'
import {useRouter} from '../../router/router-provider.tsx'

export interface PaletteCommand {
  readonly id: string
  readonly label: string
  readonly run: () => void
}

export type Commands = Map<string, PaletteCommand>

const CommandsContext = createContext<{readonly current: Commands} | null>(null)

export function CommandsProvider({children}: {children: ReactNode}) {
  const commands = useRef<Commands>(new Map())
  return <CommandsContext value={commands}>{children}</CommandsContext>
}

/** Offers `run` in the palette while the component is shown. */
export function useCommand(label: string, run: () => void): void {
  const commands = useContext(CommandsContext)
  const id = useId()
  const runNow = useEffectEvent(run)
  useEffect(() => {
    const all = commands?.current
    all?.set(id, {id, label, run: () => runNow()})
    return () => void all?.delete(id)
  }, [commands, id, label])
}

/** Read when the palette opens. */
export function useCommands(): () => readonly PaletteCommand[] {
  const commands = useContext(CommandsContext)
  return () => [...(commands?.current.values() ?? [])]
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
