/** The types of parts of built-in screens: what shows and edits a field, and what draws a card. */
import type {Field} from '../../points/entities/model.ts'
import type {Card} from '../../points/screens/model.ts'
import type {Specification} from '../../points/specification.ts'

const kit = `  /** What shows the values of a field, by \`Entity.field\`. A value that is empty, or may not be read, is null; of a record it is the id. */
  type FieldDisplayProps<Name extends keyof Fields> = FieldDisplay<Fields[Name]['value']>
  interface FieldDisplay<Value> {
    readonly value: Value | null
    /** As people read it. */
    readonly text: string
  }
  /** The attributes of the input that an editor contains. */
  interface EditorInput {
    readonly id: string
    readonly name: string
    readonly className: string
    readonly defaultValue: string
    readonly ref: (input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null) => void
  }
  type FieldEditorProps<Name extends keyof Fields> = FieldEditor<Fields[Name]['written']>
  interface FieldEditor<Written> {
    /** For one \`input\`, \`select\` or \`textarea\`: \`<input type="color" {...input} />\`. */
    readonly input: EditorInput
    /** As it is typed now; empty without a value. */
    readonly value: Written | ''
    readonly change: (value: Written | '') => void
    readonly label: string
    readonly required: boolean
    /** Of one of several words. */
    readonly options: readonly {readonly value: Written; readonly label: string}[]
  }
  /** What draws a card, by the name of the card. */
  type CardProps<Name extends keyof Cards> = CardOf<Cards[Name]>
  interface CardOf<Data> {
    readonly title: string
    /** The records behind it. */
    readonly href: string
    readonly data: Data
  }
  interface CardGroups {
    readonly groups: readonly {
      readonly label: string
      readonly value: number
      readonly text: string
      /** Its records. */
      readonly href: string | null
    }[]
  }
  interface CardRows<Values> {
    readonly rows: readonly {
      readonly id: string
      readonly href: string | null
      readonly values: Values
      readonly texts: {readonly [Column in keyof Values]: string}
    }[]
    readonly more: boolean
  }
`

interface PartTypes {
  readonly specification: Specification
  /** The type of a value of a field. */
  readonly valueType: (field: Field) => string
  readonly fieldAt: (entity: string, path: readonly string[]) => Field | null
}

/** Nothing where no field and no card has own code. */
export function partTypes({specification, valueType, fieldAt}: PartTypes): string {
  const {entities, screens} = specification
  const fields = [...entities.entities.values()].flatMap(entity =>
    [...entity.fields.values()].flatMap(field =>
      field.shownBy || field.editedBy ? [`    '${entity.name}.${field.name}': ${fieldTypes(field, valueType)}`] : [],
    ),
  )
  const cards = screens.screens.flatMap(screen => screen.cards.filter(({shownBy}) => shownBy))
  if (fields.length + cards.length === 0) return ''
  const named = cards.map(card => `    ${JSON.stringify(card.name)}: ${cardType(card, {valueType, fieldAt})}`)
  return `${kit}  interface Fields {\n${fields.join('\n')}\n  }\n  interface Cards {\n${named.join('\n')}\n  }\n`
}

function fieldTypes(field: Field, valueType: PartTypes['valueType']): string {
  const {type} = field.type
  const written = type.kind === 'choice' ? type.words.map(word => JSON.stringify(word)).join(' | ') : 'string'
  return `{readonly value: ${type.kind === 'reference' ? 'string' : valueType(field)}; readonly written: ${written}}`
}

function cardType({shows}: Card, {valueType, fieldAt}: Pick<PartTypes, 'valueType' | 'fieldAt'>): string {
  if (shows.kind === 'figure') return shows.by ? 'CardGroups' : 'number'
  const values = shows.columns.flatMap(path => {
    const field = fieldAt(shows.entity, path)
    if (!field) return []
    const value = field.type.type.kind === 'reference' ? 'string' : valueType(field)
    return [`readonly ${JSON.stringify(path.join('.'))}: (${value}) | null`]
  })
  return `CardRows<{${values.join('; ')}}>`
}
