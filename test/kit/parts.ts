/** Built-in screens with parts of own code: a field that an author shows and edits, and cards. */
import {join} from 'node:path'
import {onTestFinished} from 'vitest'
import {ServedCode} from '../../src/cli/served-code.ts'
import {buildOwnCode} from '../../src/code/build/bundle.ts'
import {ownAddresses} from '../../src/screens/code/addresses.ts'
import {ownComponents} from '../../src/screens/code/components.ts'
import {documentRules} from '../../src/screens/testing.ts'
import {documentOf} from './documents.ts'
import {authorFolder} from './own-code.ts'
import {type PeopleFixtureOptions, peopleFixture} from './people.ts'

export const partsDocument = `# Rooms

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Overview | / | dashboard | signed in |
| Rooms | /rooms | list of Room | signed in |
| Room | /rooms/:id | record of Room | signed in |
| New room | /rooms/new | form for Room | Keeper |
| Plain | /plain | list of Task | signed in |

### Overview

| Card | Shows | As |
|---|---|---|
| Rooms by size | count of Room by size | code SizeMap |
| All rooms | count of Room | code Total |
| Largest | list of Room sort name columns name, size | code Largest |
| As usual | count of Room | number |

### Rooms

- columns: name, colour, size
- actions: paint

## 3. Entities

### Room

- named by: name

| Field | Type | Required | Shown by | Edited by |
|---|---|---|---|---|
| name | text 1..40 | yes | | |
| colour | text 3..20 | yes | Colour | ColourPicker |
| size | one of small, large | yes | | SizeToggle |
| secret | text 0..40 | | Colour | |

### Task

| Field | Type | Required |
|---|---|---|
| title | text 1..40 | yes |

## 4. States and actions

### Room

| Action | Who | Asks |
|---|---|---|
| paint | Keeper | colour |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| no mud | Room | colour != "mud" | MUD |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Keeper | keeps | sign-up |
| Guest | looks | sign-up |

| Role | May | On | Fields |
|---|---|---|---|
| Keeper | create, read, update | Room, Task | |
| Guest | read | Room | name, colour, size |

## 8. Errors

| Code | Message |
|---|---|
| MUD | Not mud. |
`

export const partsFiles: Readonly<Record<string, string>> = {
  'fields/Colour.tsx': `import type {FieldDisplayProps} from 'nonet/screen'
export default function Colour({value, text}: FieldDisplayProps<'Room.colour'>) {
  return <b className="swatch">{value === null ? 'none' : \`\${value}|\${text}\`}</b>
}
`,
  'fields/Colour.css': '.swatch { color: teal }\n',
  'fields/ColourPicker.tsx': `import type {FieldEditorProps} from 'nonet/screen'
export default function ColourPicker({input, value, change}: FieldEditorProps<'Room.colour'>) {
  return (
    <span>
      <input {...input} />
      <button type="button" onClick={() => change('teal')}>Teal</button>
      <i>Now {value}</i>
    </span>
  )
}
`,
  'fields/SizeToggle.tsx': `import type {FieldEditorProps} from 'nonet/screen'
export default function SizeToggle({input, options}: FieldEditorProps<'Room.size'>) {
  return (
    <select {...input} data-toggle="">
      <option value="">Which?</option>
      {options.map(({value, label}) => <option key={value} value={value}>{label}</option>)}
    </select>
  )
}
`,
  'cards/SizeMap.tsx': `import type {CardProps} from 'nonet/screen'
export default function SizeMap({title, data}: CardProps<'Rooms by size'>) {
  return <p className="map">{title}: {data.groups.map(({label, value}) => \`\${label}=\${value}\`).join(' ')}</p>
}
`,
  'cards/Total.tsx': `import type {CardProps} from 'nonet/screen'
export default function Total({data}: CardProps<'All rooms'>) {
  return <p className="total">{data + 1000}</p>
}
`,
  'cards/Largest.tsx': `import type {CardProps} from 'nonet/screen'
export default function Largest({data}: CardProps<'Largest'>) {
  return <ol className="largest">{data.rows.map(({id, values, texts}) => <li key={id}>{values.name} {texts.size}</li>)}</ol>
}
`,
}

type PartsOptions = Omit<PeopleFixtureOptions, 'own' | 'records'> & {
  readonly code?: Readonly<Record<string, string>>
  /** Without these files. */
  readonly without?: readonly string[]
  readonly noCode?: boolean
}

export async function partsFixture({
  code = {},
  without = [],
  noCode = false,
  document = partsDocument,
  ...options
}: PartsOptions) {
  const files = Object.entries({...partsFiles, ...code}).filter(([name]) => !without.includes(name))
  const folder = authorFolder(Object.fromEntries(files))
  const {specification} = documentOf(document)
  const manifest = await buildOwnCode({
    folder,
    components: ownComponents(specification),
    addresses: ownAddresses(specification),
    engineFolder: 'dist/code',
  })
  const own = noCode ? undefined : new ServedCode({manifest, folder: join(folder, '.nonet/build')})
  onTestFinished(() => own?.stop())
  const fixture = await peopleFixture({
    ...options,
    ...(own && {own}),
    document,
    records: true,
    rules: documentRules(specification),
  })
  return {...fixture, manifest}
}

export const keeper = {
  _action: 'sign up',
  name: 'Kim',
  email: 'kim@example.com',
  password: 'staple-horse-lamp',
  role: 'Keeper',
}
export const guest = {
  _action: 'sign up',
  name: 'Gus',
  email: 'gus@example.com',
  password: 'staple-horse-lamp',
  role: 'Guest',
}
