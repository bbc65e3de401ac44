/** What every control of a field has in common: its props, how much room it takes, and what it is in a cell. */
import type {FormControl, FormFieldData} from '../data.ts'

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

interface ControlLook {
  /** Half a row, so that two can be side by side; a row; or several controls, whose label is a legend. */
  readonly room: 'half' | 'row' | 'group'
  /** The type of its input in a cell of a list; without one it is a line, or picked from a list. */
  readonly input?: string
}

const looks: Readonly<Record<FormControl, ControlLook>> = {
  date: {room: 'half', input: 'date'},
  time: {room: 'half', input: 'time'},
  'date and time': {room: 'half', input: 'datetime-local'},
  number: {room: 'half', input: 'number'},
  'yes/no': {room: 'half'},
  choice: {room: 'half'},
  record: {room: 'half'},
  line: {room: 'row'},
  area: {room: 'row'},
  password: {room: 'row'},
  file: {room: 'row'},
  choices: {room: 'group'},
  records: {room: 'group'},
}

export const inputTypeOf = ({control, attributes}: FormFieldData): string =>
  looks[control].input ?? String(attributes['type'] ?? 'text')

export const isShort = ({control, cards}: FormFieldData): boolean =>
  looks[control].room === 'half' && cards === undefined

/** With a lookup, one control picks several records. */
export const isGroup = ({control, cards, lookup}: FormFieldData): boolean =>
  cards !== undefined || (looks[control].room === 'group' && lookup === undefined)
