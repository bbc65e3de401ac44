/**
 * Tags with a field for the next ones. Each tag is a box that is ticked: without JavaScript, those that are not ticked any more are removed,
 * and what is typed is added when the form is sent.
 */
import {type KeyboardEvent, useState} from 'react'

interface TagInputProps {
  readonly name: string
  /** Separated by commas. */
  readonly value: string
}

const tagsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '')

export function TagInput({name, value}: TagInputProps) {
  const [tags, setTags] = useState(() => tagsIn(value))
  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const added = tagsIn(event.currentTarget.value)
    event.currentTarget.value = ''
    setTags([...new Set([...tags, ...added])])
  }
  return (
    <div className="tag-input">
      <input
        className="form-control"
        name={name}
        aria-label="Tags, separated by commas"
        placeholder="Enter tags"
        onKeyDown={add}
      />
      <div className="tag-list">
        {tags.map(tag => (
          <label key={tag} className="tag-default tag-pill">
            <input
              type="checkbox"
              name={name}
              value={tag}
              defaultChecked
              onChange={() => setTags(tags.filter(each => each !== tag))}
            />
            <i className="ion-close-round" aria-hidden>
              ×
            </i>{' '}
            {tag}
          </label>
        ))}
      </div>
    </div>
  )
}
