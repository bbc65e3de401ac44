/** The fields of a form with the content of its draft, and whether the draft differs from what they show anyway. */
import type {OptionData} from '../../../engine/page/common.ts'
import type {FormValues} from '../../../web/hooks/draft-storage.ts'
import type {FormFieldData} from '../data.ts'

export const isCheckbox = ({control, required}: FormFieldData): boolean => control === 'yes/no' && required

/** The fields with the values of the draft. */
export function withDraft(fields: readonly FormFieldData[], draft: FormValues | null): readonly FormFieldData[] {
  return draft ? fields.map(field => fieldWithDraft(field, draft)) : fields
}

function fieldWithDraft(field: FormFieldData, draft: FormValues): FormFieldData {
  const values = draft.get(field.name)
  if (values === undefined) return field
  if (field.lookup === undefined) return {...field, values}
  if (field.control === 'records') {
    const named = [...(field.options ?? []), ...optionsIn(draft.get(`_label.${field.name}`))]
    const options = new Map(named.map(option => [option.value, option]))
    return {...field, values, options: values.flatMap(value => options.get(value) ?? [])}
  }
  const [picked] = optionsIn(draft.get(`_picked.${field.name}`))
  const {chosen: _, ...rest} = field
  return {...rest, options: null, values, ...(picked && picked.label === values.at(-1) ? {chosen: picked} : {})}
}

/** As pickers write them: id, space, name. */
function optionsIn(texts: readonly string[] = []): readonly OptionData[] {
  return texts.flatMap(text => {
    const at = text.indexOf(' ')
    return at < 1 ? [] : [{value: text.slice(0, at), label: text.slice(at + 1)}]
  })
}

/** Whether the draft equals what the fields show anyway. */
export function isSameAs(fields: readonly FormFieldData[], draft: FormValues): boolean {
  return fields.every(field => {
    const values = draft.get(field.name)
    if (values === undefined || field.control === 'file') return true
    const shown = field.chosen && values.at(-1) === field.chosen.label ? [field.chosen.label] : field.values
    return written(field, values) === written(field, shown)
  })
}

/** An unticked checkbox sends `no`, a ticked one `no` and `yes`; line endings are the browser's. */
function written(field: FormFieldData, values: readonly string[]): string {
  if (isCheckbox(field)) return values.at(-1) === 'yes' ? 'yes' : 'no'
  const texts = values.filter(text => text !== '').map(text => text.replaceAll('\r\n', '\n'))
  return texts.join('\n')
}
