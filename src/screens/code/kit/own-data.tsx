/** The data of the screen around own code, for the components that it uses. */
import {createContext, type ReactNode, useContext, useMemo} from 'react'
import {rowsIn, shownAt} from '../cells.ts'
import type {CodeData, CodeRow, CodeTable} from '../data.ts'

interface ScreenAround {
  readonly screen: CodeData
  /** The table that a row belongs to. */
  readonly tableOf: (row: CodeRow) => CodeTable | null
}

const OwnDataContext = createContext<ScreenAround | null>(null)

export function OwnDataProvider({data, children}: {data: CodeData; children: ReactNode}) {
  const own = useMemo(() => ownData(data), [data])
  return <OwnDataContext value={own}>{children}</OwnDataContext>
}

export function useOwnData(): ScreenAround {
  const own = useContext(OwnDataContext)
  if (!own) throw new Error('This can be used in own screens only.')
  return own
}

function ownData(screen: CodeData): ScreenAround {
  const tables = new Map<CodeRow, CodeTable>()
  for (const table of screen.tables)
    for (const row of shownAt(screen, table.name).flatMap(rowsIn)) tables.set(row, table)
  return {screen, tableOf: row => tables.get(row) ?? null}
}
