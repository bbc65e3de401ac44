/** A text to copy, such as a link that is shown once. */

import {useCopy} from '../hooks/use-copy.ts'
import {useHydrated} from '../hooks/use-hydrated.ts'

export interface CopyTextProps {
  readonly text: string
  /** The label of the button, and of the field. */
  readonly copy: string
  readonly copied: string
}

export function CopyText({text, copy, copied}: CopyTextProps) {
  const hydrated = useHydrated()
  const {field, done, copy: copyText} = useCopy(text)
  return (
    <span className="buttons">
      <input
        ref={field}
        className="input"
        readOnly
        aria-label={copy}
        value={text}
        onFocus={event => event.currentTarget.select()}
      />
      {hydrated && (
        <button type="button" className="button" onClick={() => void copyText()}>
          {done ? copied : copy}
        </button>
      )}
    </span>
  )
}
