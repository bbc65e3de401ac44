/** The props of every field control. */
import type {FormFieldData} from '../data.ts'

export interface ControlAttributes {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
  /** The server reports what is missing, all together and in the document's words. */
  readonly 'aria-required': true | undefined
}

export interface EditorProps {
  readonly field: FormFieldData
  readonly attributes: ControlAttributes
  /** For changes without an input event: a dropped file, a chosen day or record. */
  readonly onEdit: () => void
}
