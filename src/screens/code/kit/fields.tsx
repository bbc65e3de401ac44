/** Fields of the product, for forms that are not those of an action, such as `AddressForm`. */
import {useId} from 'react'
import type {OptionData} from '../../../engine/page/common.ts'
import {Control} from '../../../features/forms/components/field-control.tsx'
import {FormStateProvider} from '../../../features/forms/components/form-state.tsx'
import type {FormControl, FormFieldData} from '../../../features/forms/data.ts'
import {usePicked} from './address-form.tsx'

export interface OwnFieldProps {
  readonly label: string
  readonly name: string
  /** What it begins with. */
  readonly value?: string | number | null
  readonly help?: string
  readonly min?: string | number
  readonly max?: string | number
}

export interface OwnSelectProps extends Pick<OwnFieldProps, 'label' | 'name' | 'help'> {
  readonly value?: string | null
  readonly options: readonly Pick<OptionData, 'value' | 'label'>[]
  /** The option without a value. By default there is none, and the first one is chosen. */
  readonly none?: string
}

const nothing: FormFieldData['values'] = []

export function TextField(props: OwnFieldProps) {
  return <OwnField field={fieldOf(props, 'line')} />
}

export function NumberField(props: OwnFieldProps) {
  return <OwnField field={fieldOf(props, 'number')} />
}

/** Typed, or chosen in a calendar. */
export function DateField(props: OwnFieldProps) {
  return <OwnField field={fieldOf(props, 'date')} />
}

export function TimeField({value, ...props}: OwnFieldProps) {
  // Without seconds, as people write it.
  return <OwnField field={fieldOf({...props, value: value?.toString().slice(0, 5) ?? null}, 'time')} />
}

/** One of several: words, or records with their ids as values. */
export function SelectField({options, none, ...props}: OwnSelectProps) {
  return <OwnField field={{...fieldOf(props, 'choice'), options, none: none ?? null}} />
}

function OwnField({field}: {field: FormFieldData}) {
  const picked = usePicked()
  return (
    <FormStateProvider problems={[]} prefix={useId()}>
      <Control field={field} {...(field.control === 'date' && {onEdit: picked})} />
    </FormStateProvider>
  )
}

function fieldOf({label, name, value, help = '', min, max}: OwnFieldProps, control: FormControl): FormFieldData {
  return {
    label,
    name,
    help,
    control,
    required: true,
    attributes: {...(min !== undefined && {min}), ...(max !== undefined && {max})},
    options: null,
    values: value === undefined || value === null ? nothing : [String(value)],
  }
}
