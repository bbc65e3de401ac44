/** Shared by the plain control for a record and the picker that replaces it. */
import type {ComponentProps, ReactNode} from 'react'
import type {OptionData} from '../../../engine/page/common.ts'
import {Avatar} from '../../../web/components/avatar.tsx'
import {Icon} from '../../../web/components/icon.tsx'
import type {FormFieldData} from '../data.ts'

/** The content of the plain control when the picker replaces it. */
export interface HandedOver {
  readonly value: string
  readonly focused: boolean
}

/** People have avatars; space for them is reserved from the start. */
export const picksPerson = ({entity}: FormFieldData): boolean => entity === 'User'

/** Beside a name: which record it is, because two may have the same name. */
export function PickedRecord({field, picked}: {field: FormFieldData; picked: OptionData | null}) {
  return <input type="hidden" name={`_picked.${field.name}`} value={picked ? `${picked.value} ${picked.label}` : ''} />
}

interface ChosenRecordProps {
  readonly field: FormFieldData
  readonly option: OptionData
  readonly ticked: boolean
  /** The attributes of its checkbox. */
  readonly box: ComponentProps<'input'>
  readonly children?: ReactNode
}

/** One of several chosen records: its box is ticked; unticked, it is crossed out and can be put back until the form is sent. */
export function ChosenRecord({field, option: {value, label}, ticked, box, children}: ChosenRecordProps) {
  return (
    <label>
      <input {...box} />
      {picksPerson(field) && <Avatar id={value} name={label} />}
      <span>{label}</span>
      <Icon name={ticked ? 'remove' : 'plus'} />
      {children}
    </label>
  )
}
