/** The page that every form answers with: of a record, of an action, of the settings or of a link in a mail. */

import type {Problem} from '../../engine/page/common.ts'
import type {Form, PageReply, ShownAgain, Visit} from '../../engine/reply.ts'
import type {FormFieldData, FormScreenData} from './data.ts'

declare module '../../engine/reply.ts' {
  interface PageAdditions {
    /** `sent`: what a rejected form has sent. */
    readonly toForm?: (data: FormScreenData, sent: Form | null) => FormScreenData
  }
}

export type FormReply = Extract<PageReply, {screen: 'form'}>

/** A form that was sent and is shown again, with what was typed. */
export interface SentForm extends ShownAgain {
  readonly form: Form
}

type PageContent = Pick<FormScreenData, 'heading' | 'actions' | 'cancel'> & Partial<FormScreenData>

const emptyForm: Omit<FormScreenData, 'heading' | 'actions' | 'cancel'> = {
  intro: '',
  back: null,
  about: [],
  version: null,
  fields: [],
  lineItems: [],
  problems: [],
  conflict: null,
  hints: null,
}

/** `again`: why it is shown again. An address that looks up a record gets only the field that it is about. */
export function formPage(
  visit: Visit,
  content: PageContent,
  again: ShownAgain | null = null,
  withAdditions = (data: FormScreenData): FormScreenData => data,
): FormReply {
  const data = withAdditions({...emptyForm, problems: again?.problems ?? [], ...content})
  const field = again === null || again.status === 200 ? soughtField(data, visit) : null
  return {
    kind: 'page',
    status: again?.status ?? 200,
    title: data.heading,
    screen: 'form',
    data: field
      ? {...data, fields: [field], lineItems: [], hints: null}
      : {...data, problems: inOrderOf(data.fields, data.problems)},
  }
}

/** As on the page: of the whole form first, then of its fields from top to bottom. */
function inOrderOf(fields: readonly FormFieldData[], problems: readonly Problem[]): readonly Problem[] {
  const place = new Map(fields.map(({name}, index) => [name, index]))
  const at = ({field}: Problem) => (field === null ? -1 : (place.get(field) ?? fields.length))
  return problems.toSorted((a, b) => at(a) - at(b))
}

// Lookups, for fields with too many options: the form's own page, with that field only.

/** The address of a form, and what is looked up at it. */
export interface LookupOptions {
  readonly address: string
  /** The text typed into one of its fields, for which matching records are offered. */
  readonly sought: {readonly name: string; readonly text: string} | null
}

export function lookupAt({query, path}: Visit, address = path): LookupOptions {
  const name = query.get('_lookup')
  return {address, sought: name === null ? null : {name, text: query.get('q') ?? ''}}
}

/** Only if the form has this field for the person, and it offers records. */
function soughtField({fields, lineItems}: FormScreenData, visit: Visit): FormFieldData | null {
  const {sought} = lookupAt(visit)
  if (sought === null) return null
  const field = fields.find(({name}) => name === sought.name) ?? fieldOfRows(lineItems, sought.name)
  return field?.entity === undefined ? null : field
}

/** `lines.product` is that field in every row. */
function fieldOfRows(lineItems: FormScreenData['lineItems'], name: string): FormFieldData | undefined {
  const [list = '', ...field] = name.split('.')
  const row = lineItems.find(each => each.name === list)?.rows[0]
  return row?.fields.find(each => each.name === `${row.key}.${field.join('.')}`)
}

/** The answer of an address that offers people to mention: one field, whose options they are. */
export function mentionsOf(options: FormFieldData['options']): readonly FormFieldData[] {
  const plain = {label: '', help: '', required: false, attributes: {}, values: []}
  return [{...plain, name: 'mentions', control: 'records', options}]
}
