/**
 * Cells edited in place: by their pencil, a double click, or Enter or F2 on a focused cell. A click opens the record, as on the rest of the row.
 * Without JavaScript the record's form does the same.
 */
import {type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useState} from 'react'
import type {ShownField} from '../../engine/page/cells.ts'
import type {SidePanelControl} from '../../features/collections/components/use-side-panel.ts'
import type {ListData, ListedRecord} from '../../features/collections/data.ts'
import type {ActiveCellOf, TableRecord} from '../../web/components/data-row.tsx'
import {IconPath} from '../../web/components/icon.tsx'
import {useHandler} from '../../web/hooks/use-handler.ts'
import {useKept} from '../../web/hooks/use-kept.ts'
import {LazyPart, lazyWithPreload} from '../../web/lazy.tsx'
import {isPlainClick, usePrefetch} from '../../web/router/link.tsx'
import {useMessages, useRouter} from '../../web/router/router-provider.tsx'
import type {RetriedEdit} from './cell-editor.tsx'
import type {ListChanges} from './list-changes.ts'
import {useSecondClick} from './use-second-click.ts'

/** Cells are focusable, for keys. */
const cellId = (id: string, key: string): string => `cell-${id}-${key}`

interface CellInEdit {
  readonly id: string
  readonly key: string
  /** The focus returns to it. */
  readonly element: HTMLElement
  /** Refused input. */
  readonly retried: RetriedEdit | null
}

export interface CellsOptions {
  /** False until the table handles keys and the mouse. */
  readonly enabled: boolean
  readonly changes: ListChanges
  /** What a click on the row does, and its target. */
  readonly open: SidePanelControl['open']
  readonly placeOf: SidePanelControl['placeOf']
}

export interface EditableCells {
  /** The same in each render. */
  readonly cell: ActiveCellOf | undefined
  /** Over the edited cell; beside the table, so that what is typed is not for its keys. */
  readonly editor: ReactNode
}

export function useCells(data: ListData, {enabled, changes, open, placeOf}: CellsOptions): EditableCells {
  const router = useRouter()
  const [edited, setEdited] = useState<CellInEdit | null>(null)
  const onSecondClick = useSecondClick()
  const prefetchOf = usePrefetch()
  const isEnabled = enabled && router.enabled && data.records.some(({edits}) => edits)
  const editable = useKept(Object.fromEntries(data.records.map(({id, edits}) => [id, edits])))
  const onClick = useHandler((event: MouseEvent<HTMLElement>, {id, href}: TableRecord, cell: ClickedCell) => {
    const {currentTarget: element} = event
    if (!isPlainClick(event) || !isOn(event, cell.isName)) return
    // The row's link opens its record itself.
    if (!cell.isName) open(id, href)
    onSecondClick(() => setEdited({id, key: cell.key, element, retried: null}))
  })
  const targetOf = useHandler(placeOf)
  const cell: ActiveCellOf = useCallback(
    ({id, ...record}, {key, label}, {isName, hovered}) => {
      if (!editable[id]?.includes(key)) return null
      const edit = (element: HTMLElement) => setEdited({id, key, element, retried: null})
      return {
        props: {
          id: cellId(id, key),
          tabIndex: -1,
          className: isName ? 'editable' : 'editable above',
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
            const isKey = event.key === 'F2' || (event.key === 'Enter' && event.target === event.currentTarget)
            if (!isKey) return
            event.preventDefault()
            edit(event.currentTarget)
          },
          ...(!isName && prefetchOf(() => targetOf(id, record.href ?? ''))),
          onClick: event => onClick(event, {id, ...record}, {key, isName}),
        },
        inside: hovered && <EditButton label={label} onEdit={edit} />,
      }
    },
    [editable, prefetchOf, onClick, targetOf],
  )
  const record = data.records.find(({id}) => id === edited?.id)
  const column = data.columns.find(({key}) => key === edited?.key)
  const isEditing = isEnabled && edited && record && column
  return {
    cell: isEnabled ? cell : undefined,
    editor: isEditing && <Editor cell={edited} record={record} column={column} changes={changes} onEdit={setEdited} />,
  }
}

interface ClickedCell {
  readonly key: string
  readonly isName: boolean
}

interface CellEditorFrameProps {
  readonly cell: CellInEdit
  readonly record: ListedRecord
  readonly column: ShownField
  readonly changes: ListChanges
  readonly onEdit: (cell: CellInEdit | null) => void
}

function Editor({cell, record, column, changes, onEdit}: CellEditorFrameProps) {
  const close = () => {
    onEdit(null)
    cell.element.focus()
  }
  return (
    <LazyPart key={cellId(cell.id, cell.key)}>
      <CellEditor
        record={record}
        column={column}
        anchor={cell.element}
        retried={cell.retried}
        onClose={close}
        onSave={async sent => {
          close()
          const problems = await changes.saveCell({record, key: column.key, ...sent})
          if (problems.length > 0) onEdit({...cell, retried: {...sent, problems}})
        }}
      />
    </LazyPart>
  )
}

/** For the mouse, at the end of the hovered cell; the keyboard uses the cell itself. */
function EditButton({label, onEdit}: {label: string; onEdit: (cell: HTMLElement) => void}) {
  const {forms} = useMessages()
  return (
    <button
      type="button"
      className="edit-cell"
      tabIndex={-1}
      aria-label={`${forms.edit}: ${label}`}
      onClick={event => {
        event.stopPropagation()
        if (event.currentTarget.parentElement) onEdit(event.currentTarget.parentElement)
      }}
    >
      <IconPath path={pencil} />
    </button>
  )
}

const pencil =
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z'

/** Whether the click is on the cell itself: not on a link or control in it, and not on the rest of the row, which the name's link covers. */
function isOn({target, currentTarget, clientX}: MouseEvent<HTMLElement>, isName: boolean): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  if (!isName) return target.closest('a, button, input, label') === null
  const {left, right} = currentTarget.getBoundingClientRect()
  return clientX >= left && clientX <= right
}

const CellEditor = lazyWithPreload(async () => (await import('./cell-editor.tsx')).CellEditor)
