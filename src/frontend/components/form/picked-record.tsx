/** Shared by the plain control for a record and the picker that replaces it. */
import type {FormFieldData, OptionData} from '../../../contract/form.ts'

/** The content of the plain control when the picker replaces it. */
export interface HandedOver {
  readonly value: string
  readonly focused: boolean
}

/** People have avatars; space for them is reserved from the start. */
export const isPerson = ({entity}: FormFieldData): boolean => entity === 'User'

/** Beside a name: which record it is, because two may have the same name. */
export function PickedRecord({field, picked}: {field: FormFieldData; picked: OptionData | null}) {
  return <input type="hidden" name={`_picked.${field.name}`} value={picked ? `${picked.value} ${picked.label}` : ''} />
}
