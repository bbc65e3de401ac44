/** Cells of a list that are edited in place: by a double click, or by Enter or F2 on a cell that has the focus. Without JavaScript the form of the record does the same. */
import {type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState} from 'react'
import type {ListData, ListedRecord} from '../../../contract/list.ts'
import type {ShownField} from '../../../contract/record.ts'
import {loadListParts} from '../../../messages/load.ts'
import type {DataTableProps} from '../../components/data-table.tsx'
import {useHydrated} from '../../hooks/use-hydrated.ts'
import {useLoaded} from '../../hooks/use-loaded.ts'
import type {SidePanelControl} from '../../hooks/use-side-panel.ts'
import {useLocale, useRouter} from '../../router/router-provider.tsx'
import type {RetriedEdit} from './cell-editor.tsx'
import type {ListChanges} from './list-changes.ts'

/** How long a click waits for a second one. */
const doubleClickMillis = 220

/** Cells can have the focus, for keys. */
export const cellId = (id: string, key: string): string => `cell-${id}-${key}`

interface CellInEdit {
  readonly id: string
  readonly key: string
  /** What was typed and refused. */
  readonly retried: RetriedEdit | null
}

export interface CellsOptions {
  readonly changes: ListChanges
  /** What a click on the row does. */
  readonly open: SidePanelControl['open']
}

export function useCells(data: ListData, {changes, open}: CellsOptions): DataTableProps['cell'] {
  const hydrated = useHydrated()
  const router = useRouter()
  const [edited, setEdited] = useState<CellInEdit | null>(null)
  const parts = useEditor(edited !== null)
  const click = useDelayedClick()
  if (!hydrated || !router.enabled || !data.records.some(({edits}) => edits)) return undefined
  const records = new Map(data.records.map(record => [record.id, record]))
  const edit = (id: string, key: string) => {
    click.cancel()
    setEdited({id, key, retried: null})
  }
  const close = (id: string, key: string) => {
    setEdited(null)
    document.getElementById(cellId(id, key))?.focus()
  }
  const editorOf = (record: ListedRecord, column: ShownField, {retried}: CellInEdit) => {
    if (!parts) return null
    const {CellEditor, messages} = parts
    const {id} = record
    return (
      <CellEditor
        record={record}
        column={column}
        anchorId={cellId(id, column.key)}
        messages={messages}
        retried={retried}
        onClose={() => close(id, column.key)}
        onSave={async sent => {
          close(id, column.key)
          const problems = await changes.saveCell({record, key: column.key, ...sent})
          if (problems.length > 0) setEdited({id, key: column.key, retried: {...sent, problems}})
        }}
      />
    )
  }
  return ({id}, column, isName) => {
    const record = records.get(id)
    if (!record?.edits?.includes(column.key)) return null
    const isEdited = edited?.id === id && edited.key === column.key
    return {
      props: {
        id: cellId(id, column.key),
        tabIndex: -1,
        className: isName ? 'editable' : 'editable above',
        'aria-busy': (isEdited && !parts) || undefined,
        onDoubleClick: () => isByMouse() && edit(id, column.key),
        onKeyDown: (event: KeyboardEvent) => {
          const isKey = event.key === 'F2' || (event.key === 'Enter' && event.target === event.currentTarget)
          if (!isKey || isEdited) return
          event.preventDefault()
          edit(id, column.key)
        },
        ...(!isName && {
          // What is under the pointer is opened when no second click follows.
          onClickCapture: (event: MouseEvent) => {
            if (isEdited || !isPlain(event) || !isByMouse()) return
            const link = event.target instanceof Element ? event.target.closest('a') : null
            event.preventDefault()
            event.stopPropagation()
            if (link) router.prefetch(link.href)
            click.later(() => (link ? router.navigate(link.href) : open(id, record.href)))
          },
        }),
      },
      inside: isEdited && edited ? editorOf(record, column, edited) : null,
    }
  }
}

type EditorParts = typeof import('./cell-editor.tsx') & {readonly messages: Awaited<ReturnType<typeof loadListParts>>}

function useEditor(wanted: boolean): EditorParts | null {
  const language = useLocale()
  const load = useCallback(async (): Promise<EditorParts> => {
    const [editor, messages] = await Promise.all([import('./cell-editor.tsx'), loadListParts(language)])
    return {...editor, messages}
  }, [language])
  return useLoaded(load, wanted)
}

function useDelayedClick() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    cancel,
    later: (run: () => void) => {
      cancel()
      timer.current = setTimeout(run, doubleClickMillis)
    },
  }
}

/** A finger opens records; they are edited on their pages. */
const isByMouse = (): boolean => matchMedia('(pointer: fine)').matches

const isPlain = ({button, metaKey, ctrlKey, shiftKey, altKey}: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
