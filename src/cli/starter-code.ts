/** What `nonet new --code` adds to the starter: a screen, a function and their tests, as files of a project. */

import engine from '../../package.json' with {type: 'json'}

/** In the table of screens, and beside its headings. */
const additions: readonly (readonly [after: string, added: string])[] = [
  ['| Board | /board | board of Idea by status | Editor |\n', '| Wall | /wall | code IdeaWall | signed in |\n'],
  [
    '### How it works\n',
    `### Wall

- address: subject: one of tools, rooms, working together, something else

| Data | Shows |
|---|---|
| ideas | list of Idea where address.subject = null or subject = address.subject sort -heat limit 60 columns title, subject, author, status, heat |

| Action | Does | Fields |
|---|---|---|
| add | create Idea | title, subject |

### How it works
`,
  ],
  [
    '### Idea\n\n- named by: title\n',
    `### Functions

| Function | Takes | Gives | Meaning |
|---|---|---|---|
| heat | remarks: number, explained: yes/no | number | how much an idea is talked about |

### Idea

- named by: title
`,
  ],
  [
    '| remarks | list of Remark by idea | | | | | |\n',
    '| remarks | list of Remark by idea | | | | | |\n| heat | number | | | heat(count(remarks), text != null) | | |\n',
  ],
]

/** The document of the starter, with a screen of own code and a field that a function sets. */
export function withCode(document: string): string {
  return additions.reduce((text, [place, added]) => {
    const isReplaced = added.startsWith('###') || added.startsWith(place)
    return text.replace(place, () => (isReplaced ? added : place + added))
  }, document)
}

/** What is installed beside it. React is that of the engine. */
const codePackages = [
  ...(['@testing-library/dom', '@testing-library/user-event', '@types/react', 'jsdom', 'react', 'react-dom'] as const),
  ...(['rolldown', 'typescript', 'vitest'] as const),
]

/** `name` is that of the folder. */
export function codeFiles(name: string): Readonly<Record<string, string>> {
  const {version, devDependencies} = engine
  const packages = codePackages.map(each => {
    const range = each === 'react' || each === 'react-dom' ? '' : '^'
    return [each, `${range}${devDependencies[each]}`]
  })
  const project = {
    name,
    private: true,
    type: 'module',
    scripts: {
      prepare: 'nonet types .',
      dev: 'nonet dev . --demo',
      check: 'nonet check .',
      test: 'vitest run',
      build: 'nonet build .',
      start: 'nonet run .',
    },
    dependencies: {nonet: `^${version}`},
    devDependencies: Object.fromEntries(packages),
  }
  return {...sources, 'package.json': `${JSON.stringify(project, null, 2)}\n`}
}

const sources = {
  '.gitignore': 'node_modules/\n.nonet/\n',
  'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2023", "dom", "dom.iterable"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "react-jsx",
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "exactOptionalPropertyTypes": true,
    "skipLibCheck": true,
    "noEmit": true,
    "types": []
  },
  "include": ["screens", "layouts", "fields", "cards", "functions", "effects", "test", ".nonet/app.d.ts"]
}
`,
  'vitest.config.ts': `import nonet from 'nonet/vitest'
import {defineConfig} from 'vitest/config'

export default defineConfig({plugins: [nonet()]})
`,
  'functions/heat.ts': `import type {Fn} from 'nonet/code'

/** How much an idea is talked about: what it takes and gives is in point 3 of app.md. */
const heat: Fn<'heat'> = ({remarks, explained}) => remarks * 10 + (explained ? 5 : 0)

export default heat
`,
  'screens/IdeaWall.tsx': `import {ActionForm, AddressForm, PageHead, SelectField, type ScreenProps, Value, can} from 'nonet/screen'

const subjects = ['tools', 'rooms', 'working together', 'something else']

/** What it reads and does is in app.md, under "Wall". */
export default function IdeaWall({data, actions, address}: ScreenProps<'Wall'>) {
  return (
    <>
      <PageHead>
        <h1 tabIndex={-1}>Wall</h1>
      </PageHead>
      <AddressForm submitOnChange>
        <SelectField
          label="Subject"
          name="subject"
          value={address.subject}
          none="All"
          options={subjects.map(subject => ({value: subject, label: subject}))}
        />
      </AddressForm>
      {data.ideas.rows.length === 0 && <p>No ideas yet.</p>}
      <ul className="wall">
        {data.ideas.rows.map(idea => (
          <li key={idea.id}>
            <strong>{idea.title}</strong>
            <span>
              <Value of={idea} name="author" /> · <Value of={idea} name="status" /> · {idea.heat ?? 0}°
            </span>
          </li>
        ))}
      </ul>
      {can(actions.add) && <ActionForm action={actions.add} />}
    </>
  )
}
`,
  'screens/IdeaWall.css': `.wall {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr));
  gap: var(--s4);
  padding: 0;
  list-style: none;
}

.wall li {
  display: grid;
  gap: var(--s2);
  padding: var(--s4);
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--surface);
}
`,
  'test/heat.test.ts': `import {expect, test} from 'vitest'
import heat from '../functions/heat'

test('remarks make an idea warmer, and so does an explanation', () => {
  expect(heat({remarks: 0, explained: false})).toBe(0)
  expect(heat({remarks: 2, explained: true})).toBe(25)
})
`,
  'test/wall.test.tsx': `// @vitest-environment jsdom
import {screen} from '@testing-library/dom'
import {userEvent} from '@testing-library/user-event'
import {renderScreen} from 'nonet/testing'
import {expect, test} from 'vitest'

test('the wall shows ideas, and takes new ones', async () => {
  const user = userEvent.setup()
  const {sent, update} = await renderScreen('Wall', {data: {ideas: [{title: 'Plants', heat: 15}]}})
  expect(screen.getByText('Plants')).toBeTruthy()
  await user.type(screen.getByRole('textbox', {name: /^Title/}), 'A bell at the door')
  await user.click(screen.getByRole('button', {name: 'Add'}))
  expect(sent).toMatchObject([{action: 'add', input: {title: 'A bell at the door'}}])
  await update({data: {ideas: []}})
  expect(screen.getByText('No ideas yet.')).toBeTruthy()
})
`,
  'test/app.test.ts': `import {startApp} from 'nonet/testing'
import {expect, test} from 'vitest'

test('a member adds an idea on the wall, and remarks make it warmer', async () => {
  const app = await startApp()
  const tom = await app.person({name: 'Tom Weber', roles: ['Member']})
  const wall = await tom.open('Wall')
  const short = await wall.act('add', null, {title: 'Hm'})
  expect(short.problems).toMatchObject([{field: 'title'}])
  const added = await wall.act('add', null, {title: 'A bell at the side door', subject: 'rooms'})
  expect(added.page.data.ideas.rows).toMatchObject([{title: 'A bell at the side door', status: 'new', heat: 0}])
  const [idea] = await app.records.list('Idea')
  await app.records.create('Remark', {idea: idea?.id, author: tom.id, text: 'Yes, please.'})
  expect((await tom.open('Wall', {subject: 'rooms'})).data.ideas.rows).toMatchObject([{heat: 10}])
  expect(app.failures).toEqual([])
})
`,
}
