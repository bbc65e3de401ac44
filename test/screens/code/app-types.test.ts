/** The types of own screens: code that does not fit its document is an error at its place. */
import {readFile, stat, utimes, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import ts from 'typescript-5'
import {expect, test} from 'vitest'
import {types} from '../../../src/cli/types.ts'
import {kitTypes} from '../../../src/code/types/kit-types.ts'
import {appTypes} from '../../../src/code/types/screen-types.ts'
import * as kit from '../../../src/screens/code/kit/index.ts'
import {documentOf} from '../../kit/documents.ts'
import {floors} from '../../kit/floors.ts'
import {makeFolder} from '../../kit/store-databases.ts'

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  types: [],
  noEmit: true,
  // Those of a browser and of React: the types of an application are in a file that is checked.
  skipLibCheck: true,
}

/** The declarations of packages, parsed once. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** The problems of these files, as `file:line code`. */
function problemsIn(files: Readonly<Record<string, string>>): string[] {
  const host = ts.createCompilerHost(options)
  const {readFile, fileExists, getSourceFile} = host
  const at = (file: string) => files[file.split('/').at(-1) ?? '']
  host.readFile = file => at(file) ?? readFile(file)
  host.fileExists = file => at(file) !== undefined || fileExists(file)
  host.getSourceFile = (file, language) => {
    const text = at(file)
    if (text !== undefined) return ts.createSourceFile(file, text, language)
    const known = parsed.has(file) ? parsed.get(file) : getSourceFile(file, language)
    parsed.set(file, known)
    return known
  }
  const program = ts.createProgram(Object.keys(files), options, host)
  return ts.getPreEmitDiagnostics(program).map(({file, start = 0, messageText}) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

const typesOf = (document: string) => appTypes(documentOf(document).specification)

const screen = (
  lines: readonly string[],
) => `import {ActionForm, can, href, useAction, useAddress, Value, type RowOf, type ScreenProps} from 'nonet/screen'
export default function FloorPlan({data, actions, address}: ScreenProps<'Floor plan'>) {
  const book = useAction(actions.book)
  const [first] = data.rooms.rows
  const room: RowOf<'Floor plan', 'rooms'> | undefined = first
  const booking = room?.bookings.rows[0]
  if (!room || !booking) return null
  ${lines.join('\n  ')}
}
`

test('what a document declares can be used, and needs no more than that', () => {
  const fine = screen([
    'const taken: number = room.taken, tall: boolean = room.tall, name: string = room.name, free: number = data.free',
    "const status: 'draft' | 'booked' | 'cancelled' = booking.status",
    'const boss: string | undefined = room.keeper?.boss?.name',
    "const kinds: readonly ('office' | 'meeting' | null)[] = data.seats.groups.map(group => group.value)",
    'const next = data.next?.room?.name ?? address.day + address.building.name + address.floor.toFixed()',
    'void book.submit(null, {room: room.id, title: name, starts: address.day})',
    "const self = href('Floor plan', {building: address.building, floor: 2, day: address.day}) + href('Floor plan', {building: 'b', floor: 2})",
    "const [{day}, change] = useAddress<'Floor plan'>()",
    "useAddress<'Search'>()[1]({keeper: booking.person, kind: 'office'})",
    'change({day: null}), change({day})',
    'if (can(actions.cancel, booking)) return <ActionForm action={actions.cancel} record={booking}>{({Field}) => <Field name="notes" />}</ActionForm>',
    'return <p>{String([taken, tall, free, status, boss, kinds, next, self])}<Value of={booking} name="status" /><ActionForm action={actions.book} /></p>',
  ])
  const picture = "import plan from './plan.svg'\nexport const place: string = plan\n"
  expect(problemsIn({'app.ts': typesOf(floors), 'FloorPlan.tsx': fine, 'Picture.ts': picture})).toEqual([])
})

const mistakes = [
  ['a column that is not declared', 'return room.seats', "Property 'seats' does not exist"],
  ['a value that a role may not read', 'return room.x + 1', "'room.x' is possibly 'null'"],
  ['a record that a role may not read', 'return room.keeper.name', "'room.keeper' is possibly 'null'"],
  ['a row that may be missing', 'return data.next.starts', "'data.next' is possibly 'null'"],
  ['a word that is no choice', "return booking.status === 'open' ? 1 : 2", 'no overlap'],
  ['an action that is not declared', 'return String(actions.destroy)', "Property 'destroy' does not exist"],
  ['a field that an action does not take', 'void book.submit(null, {notes: "x"})', "'notes' does not exist"],
  ['the id of another entity', 'void book.submit(null, {room: booking.id})', 'is not assignable'],
  ['a record of another entity', 'return can(actions.cancel, room)', 'is not assignable'],
  ['an action without its record', 'return <ActionForm action={actions.cancel} />', "Property 'record' is missing"],
  [
    'a field that its form does not have',
    'return <ActionForm action={actions.book}>{({Field}) => <Field name="notes" />}</ActionForm>',
    'is not assignable',
  ],
  ['a value that the address does not have', 'return address.week', "Property 'week' does not exist"],
  [
    'a parameter of the route that is changed in place',
    "useAddress<'Floor plan'>()[1]({floor: 2})",
    "'floor' does not exist",
  ],
  ['a value of another type that is changed', "useAddress<'Floor plan'>()[1]({day: 2})", 'is not assignable'],
  ['a link to no screen', "return href('Floors')", 'is not assignable'],
  [
    'a link without a parameter of its route',
    "return href('Floor plan', {floor: 1})",
    "Property 'building' is missing",
  ],
  [
    'a link to the record of another entity',
    "return href('Floor plan', {building: room, floor: 1})",
    'is not assignable',
  ],
] as const

test('what a document does not declare is an error', () => {
  const files = Object.fromEntries(mistakes.map(([, line], index) => [`Mistake${index}.tsx`, screen([line])]))
  const problems = problemsIn({...files, 'app.ts': typesOf(floors)})
  expect(problems).toHaveLength(mistakes.length)
  for (const [index, [what, , message]] of mistakes.entries()) {
    const own = problems.filter(problem => problem.startsWith(`Mistake${index}.tsx:8 `))
    expect([what, own]).toEqual([what, [expect.stringContaining(message)]])
  }
})

test('a function has the types of its row', () => {
  const functions = `${floors.replace('### Building\n', '### Functions\n\n| Function | Takes | Gives |\n|---|---|---|\n| price | hours: number, kind: one of office, meeting | number |\n\n### Building\n')}`
  const code = (body: string) => `import type {Fn} from 'nonet/code'\nexport const price: Fn<'price'> = ${body}\n`
  const app = {'app.ts': typesOf(functions)}
  expect(problemsIn({...app, 'price.ts': code(`({hours, kind}) => kind === 'office' ? hours * 2 : null`)})).toEqual([])
  const mistakes = [
    `({hours}) => String(hours)`,
    `({seats}) => seats`,
    `({kind}) => kind === 'hall' ? 1 : 2`,
    `async ({hours}) => hours`,
  ]
  const files = Object.fromEntries(mistakes.map((body, index) => [`price${index}.ts`, code(body)]))
  expect(problemsIn({...app, ...files}).map(each => each.slice(0, 'price0.ts:2'.length))).toEqual(
    mistakes.map((_, index) => `price${index}.ts:2`),
  )
})

test('a changed document, or other roles, make an error of what was right', () => {
  const code = {'FloorPlan.tsx': screen(['return room.name.length + booking.title.length'])}
  expect(problemsIn({...code, 'app.ts': typesOf(floors)})).toEqual([])
  const renamed = floors.replace('columns title, person, notes, status', 'columns person, notes, status')
  expect(problemsIn({...code, 'app.ts': typesOf(renamed)})).toHaveLength(1)
  const hidden = floors
    .replace('all except x, keeper', 'all except x, keeper, name')
    .replace('sort name limit 3', 'limit 3')
  expect(problemsIn({...code, 'app.ts': typesOf(hidden)})).toEqual([
    expect.stringContaining("'room.name' is possibly 'null'"),
  ])
})

test('texts of the document are only texts in its types', () => {
  const hostile = floors
    .replace('| Search | /search', '| Search "} x | /search')
    .replace('### Search', '### Search "} x')
    .replace('one of office, meeting |', 'one of office, meeting, a"]}; declare var y: number |')
  expect(problemsIn({'app.ts': typesOf(hostile)})).toEqual([])
})

test('a link leads to a page of a list, and the person has the fields that the document names', () => {
  const named = floors.replace('## 2. Screens and routes\n', '## 2. Screens and routes\n\n- person: email\n')
  const uses = (lines: string) =>
    problemsIn({
      'uses.tsx': `import {href, usePerson} from 'nonet/screen'\nconst person = usePerson()\n${lines}`,
      'app.ts': typesOf(named),
    })
  expect(
    uses(`const to: string = href('Search', {page: 2})\nconst email: string | null | undefined = person?.email`),
  ).toEqual([])
  expect(uses(`href('Booked', {id: 'x', page: 2})`)).toHaveLength(1)
  expect(uses(`const email: string | undefined = person?.email`)).toHaveLength(1)
  expect(uses('person?.phone')).toHaveLength(1)
})

test('everything that own code can import from the kit has a type', () => {
  const typed = [...kitTypes.matchAll(/^ {2}function (\w+)/gm)].map(match => match[1])
  // A build makes `href` of it, for the screens of its document.
  const imported = Object.keys(kit).map(name => (name === 'hrefsOf' ? 'href' : name))
  expect(typed.toSorted()).toEqual(imported.toSorted())
})

test('nonet types writes them beside the document, and leaves the file alone where nothing has changed', async () => {
  const folder = await makeFolder()
  const path = join(folder, 'app.md')
  const said: string[] = []
  const io = {
    out: (text: string) => said.push(text),
    err: (text: string) => said.push(text),
    env: {},
    stdin: process.stdin,
    colour: false,
  }
  await writeFile(path, floors)
  expect(await types.run([path], io)).toBe(0)
  const file = join(folder, '.nonet', 'app.d.ts')
  expect(said.at(-1)).toBe(`Wrote ${file}.\n`)
  expect(await readFile(file, 'utf8')).toBe(typesOf(floors))
  await utimes(file, 1000, 1000)
  await types.run([path], io)
  expect((await stat(file)).mtimeMs).toBe(1_000_000)
  await writeFile(path, floors.replace('columns title, person, notes', 'columns title, notes'))
  const columns = async () => /interface FloorPlan_rooms_bookings .*/.exec(await readFile(file, 'utf8'))?.[0]
  expect(await columns()).toContain('person')
  await types.run([path], io)
  expect(await columns()).not.toContain('person')
  await writeFile(path, '# Nothing')
  expect(await types.run([path], io)).toBe(0)
  expect(said.at(-1)).toBe('No screen of the document has own code.\n')
})
