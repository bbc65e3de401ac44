/** What every control of a field gets. */
import type {FormFieldData} from '../../../contract/form.ts'

export interface ControlAttributes {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
  /** The server says what is missing, all at once and in the document's words. */
  readonly 'aria-required': true | undefined
}

export interface EditorProps {
  readonly field: FormFieldData
  readonly attributes: ControlAttributes
  /** For changes that are no input events: a file that was dropped, a day or a record that was chosen. */
  readonly onEdit: () => void
}
