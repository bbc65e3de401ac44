/** Files: existing ones, which can be removed, and a place to choose or drop new ones. */

import {type DragEvent, type RefObject, useLayoutEffect, useRef, useState} from 'react'
import {Icon, IconPath} from '../../../web/components/icon.tsx'
import {FilePreview, Thumbnail} from '../../../web/components/thumbnail.tsx'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'
import {useSubmitting} from '../../../web/router/action-form.tsx'
import {useLocale, useMessages} from '../../../web/router/router-provider.tsx'
import type {StoredFileData} from '../data.ts'
import type {EditorProps} from './control.ts'

const uploadIcon = 'M12 3v12M17 8l-5-5-5 5M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4'
const undoIcon = 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11'

export function FileField({field, attributes, onEdit}: EditorProps) {
  const {forms} = useMessages()
  const {progress} = useSubmitting()
  const {multiple, accept} = field.attributes
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const nextKey = useRef(0)
  const [over, setOver] = useState(false)
  // Files chosen before hydration are listed too.
  useLayoutEffect(() => {
    if (input.current?.files?.length) setFiles(chosenFiles([...input.current.files], nextKey))
  }, [])

  /** The input submits its files. */
  const hold = (next: readonly ChosenFile[]) => {
    setFiles(next)
    if (!input.current) return
    const transfer = new DataTransfer()
    for (const {file} of next) transfer.items.add(file)
    input.current.files = transfer.files
  }
  const add = (added: readonly File[]) => {
    const chosen = chosenFiles(added, nextKey)
    hold(multiple === true ? [...files, ...chosen] : chosen.slice(0, 1))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
    onEdit()
  }
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const remove = (key: number) => {
    hold(files.filter(each => each.key !== key))
    onEdit()
    input.current?.focus()
  }
  return (
    <div className="files">
      <input type="hidden" name={field.name} value="_none" />
      {field.files?.map(file => (
        <StoredFile
          key={file.id}
          name={field.name}
          file={file}
          // As sent and refused, or stored in a draft.
          initiallyRemoved={field.values.includes('_none') && !field.values.includes(file.id)}
          onEdit={onEdit}
        />
      ))}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen with the input inside as well */}
      <div
        className={over ? 'drop over' : 'drop'}
        onDragEnter={dragOver}
        onDragOver={dragOver}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconPath path={uploadIcon} />
        <span aria-hidden="true">{forms.dropFiles(multiple === true)}</span>
        <input
          {...attributes}
          ref={input}
          type="file"
          multiple={multiple === true}
          accept={typeof accept === 'string' ? accept : undefined}
          onChange={event => add([...(event.currentTarget.files ?? [])])}
        />
        <label className="button" htmlFor={attributes.id} aria-hidden="true">
          {forms.chooseFiles(multiple === true)}
        </label>
      </div>
      {files.length > 0 && (
        <ul className="chosen-files" aria-label={forms.chosenFiles}>
          {files.map(({key, file}) => (
            <li key={key} className="file-row">
              {file.type.startsWith('image/') ? <FilePreview file={file} /> : <Icon name="file" />}
              <FileName text={file.name} bytes={file.size} />
              <button
                type="button"
                className="toggle"
                aria-label={forms.removeFile(file.name)}
                onClick={() => remove(key)}
              >
                <Icon name="remove" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {progress !== null && <progress className="sending" max={100} value={progress} aria-label={field.label} />}
    </div>
  )
}

/** A file may be chosen twice, so it has its own key. */
interface ChosenFile {
  readonly key: number
  readonly file: File
}

function chosenFiles(files: readonly File[], nextKey: RefObject<number>): readonly ChosenFile[] {
  return files.map(file => {
    nextKey.current += 1
    return {key: nextKey.current, file}
  })
}

interface StoredFileProps {
  readonly name: string
  readonly file: StoredFileData
  readonly initiallyRemoved: boolean
  readonly onEdit: () => void
}

/** Without JavaScript a checkbox decides whether it stays; otherwise a button removes it and can undo that. */
function StoredFile({name, file, initiallyRemoved, onEdit}: StoredFileProps) {
  const {forms} = useMessages()
  const hydrated = useHydrated()
  const checkbox = useRef<HTMLInputElement>(null)
  const [removed, setRemoved] = useState(initiallyRemoved)
  useLayoutEffect(() => {
    if (checkbox.current) setRemoved(!checkbox.current.checked)
  }, [])
  const toggle = () => {
    setRemoved(!removed)
    onEdit()
  }
  return (
    <div className={removed ? 'file-row removed' : 'file-row'}>
      {hydrated ? (
        <>
          {!removed && <input type="hidden" name={name} value={file.id} />}
          <Icon name={file.thumbnail === undefined ? 'file' : 'image'} />
        </>
      ) : (
        <input
          ref={checkbox}
          type="checkbox"
          name={name}
          value={file.id}
          defaultChecked={!initiallyRemoved}
          aria-label={forms.keepFile(file.text)}
        />
      )}
      {file.thumbnail !== undefined && <Thumbnail src={file.thumbnail} />}
      <span className="file-name">
        <span>{file.text}</span> <span className="muted small">{file.size}</span>
      </span>
      {hydrated && <FileButton removed={removed} name={file.text} onToggle={toggle} />}
    </div>
  )
}

function FileButton({removed, name, onToggle}: {removed: boolean; name: string; onToggle: () => void}) {
  const {forms} = useMessages()
  return (
    <button
      type="button"
      className="toggle"
      aria-label={removed ? forms.keepFile(name) : forms.removeFile(name)}
      onClick={onToggle}
    >
      {removed ? <IconPath path={undoIcon} /> : <Icon name="remove" />}
    </button>
  )
}

function FileName({text, bytes}: {text: string; bytes: number}) {
  const locale = useLocale()
  return (
    <span className="file-name">
      <span>{text}</span> <span className="muted small">{sizeText(bytes, locale)}</span>
    </span>
  )
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function sizeText(bytes: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  const digits = power > 1 && value < 10 ? 1 : 0
  const unit = units[power] ?? 'byte'
  return new Intl.NumberFormat(locale, {style: 'unit', unit, maximumFractionDigits: digits}).format(value)
}
