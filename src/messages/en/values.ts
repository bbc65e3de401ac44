/** Values in English: built-in fields, yes and no, half days, colours and icons. */

export interface FieldLabel {
  readonly label: string
  readonly meaning?: string
}

type FieldName =
  | 'id'
  | 'created'
  | 'created_by'
  | 'updated'
  | 'updated_by'
  | 'version'
  | 'position'
  | 'name'
  | 'email'
  | 'roles'
  | 'active'

/** The fields that the application declares. */
const fields: Readonly<Record<FieldName, FieldLabel>> = {
  id: {label: 'Id'},
  created: {label: 'Created'},
  created_by: {label: 'Created by'},
  updated: {label: 'Updated'},
  updated_by: {label: 'Updated by'},
  version: {label: 'Version'},
  position: {label: 'Position'},
  name: {label: 'Name'},
  email: {label: 'Email'},
  roles: {label: 'Roles'},
  active: {label: 'Active', meaning: 'can sign in'},
}

const colours = {
  teal: 'Teal',
  green: 'Green',
  olive: 'Olive',
  amber: 'Amber',
  orange: 'Orange',
  red: 'Red',
  pink: 'Pink',
  purple: 'Purple',
  violet: 'Violet',
  blue: 'Blue',
  sky: 'Sky',
  cyan: 'Cyan',
}

export const values = {
  yes: 'Yes',
  no: 'No',
  noon: {
    morning: 'morning',
    afternoon: 'afternoon',
    from: 'from noon',
    until: 'until noon',
    both: 'noon to noon',
  },
  fields,
  colours,
  /** Of https://lucide.dev/icons; without a text, an icon has its own name. */
  icons: {} as Readonly<Record<string, string>>,
}
