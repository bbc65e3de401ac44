/** What every control of a field has in common: its props, and how much room it takes. */
import type {FormControl, FormFieldData} from '../data.ts'

export interface ControlAttributes {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
  /** The server reports what is missing, all together and in the document's words. */
  readonly 'aria-required': true | undefined
}

declare module '../../../web/screen.tsx' {
  interface OwnPartsByKind {
    readonly editor: EditorProps
  }
}

export interface EditorProps {
  readonly field: FormFieldData
  readonly attributes: ControlAttributes
  /** For changes without an input event: a dropped file, a chosen day or record. */
  readonly onEdit: () => void
}

/** Half a row, so that two can be side by side; a row; or several controls, whose label is a legend. */
const rooms: Readonly<Record<FormControl, 'half' | 'row' | 'group'>> = {
  date: 'half',
  time: 'half',
  'date and time': 'half',
  number: 'half',
  'yes/no': 'half',
  choice: 'half',
  record: 'half',
  line: 'row',
  area: 'row',
  password: 'row',
  file: 'row',
  choices: 'group',
  records: 'group',
}

export const isShort = ({control, cards}: FormFieldData): boolean => rooms[control] === 'half' && cards === undefined

/** With a lookup, one control picks several records. */
export const isGroup = ({control, cards, lookup}: FormFieldData): boolean =>
  cards !== undefined || (rooms[control] === 'group' && lookup === undefined)
