/** What the plain control for a record and the picker that takes its place have in common. */
import type {FormFieldData, OptionData} from '../../../contract/form.ts'

/** What was in the plain control at the moment when the picker takes its place. */
export interface HandedOver {
  readonly value: string
  readonly focused: boolean
}

/** People have avatars; room for them is kept from the start. */
export const isPerson = ({entity}: FormFieldData): boolean => entity === 'User'

/** Beside a name: which record it means, because two may have the same name. */
export function PickedRecord({field, picked}: {field: FormFieldData; picked: OptionData | null}) {
  return <input type="hidden" name={`_picked.${field.name}`} value={picked ? `${picked.value} ${picked.label}` : ''} />
}
