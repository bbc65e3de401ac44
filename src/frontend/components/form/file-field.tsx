/** A control for files: those that are there and may stay, and a place to choose or drop new ones. */

import {useMessages} from '../../router/router-provider.tsx'
import {Icon} from '../icon.tsx'
import type {ChoosingProps} from './choices.tsx'

/** What was chosen cannot be shown again: browsers let nobody fill in a file. */
export function Files({field, shared}: ChoosingProps) {
  const words = useMessages()
  const {multiple, accept} = field.attributes
  return (
    <>
      <input type="hidden" name={field.name} value="_none" />
      {field.files?.map(file => (
        <label key={file.id} className="check">
          <input
            type="checkbox"
            name={field.name}
            value={file.id}
            defaultChecked
            aria-label={words.forms.keepFile(file.text)}
          />
          <span>
            {file.text} <span className="quiet small">{file.size}</span>
          </span>
        </label>
      ))}
      <div className="drop" data-drop="">
        <Icon name="file" />
        <span aria-hidden="true">{words.forms.dropFiles}</span>
        <input
          {...shared}
          type="file"
          multiple={multiple === true}
          accept={typeof accept === 'string' ? accept : undefined}
        />
      </div>
      <progress className="sending" max={100} value={0} hidden aria-label={field.label} />
    </>
  )
}
