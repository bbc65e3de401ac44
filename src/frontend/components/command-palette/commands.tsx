/** What can be done on the page that is shown. Components register it; the command palette offers it. */
import {createContext, type ReactNode, useContext, useEffect, useEffectEvent, useId, useRef} from 'react'

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
