/** A site of one's own: a document whose pages, also those for signing in, are drawn by an author. */
import {join} from 'node:path'
import {onTestFinished} from 'vitest'
import {ServedCode} from '../../src/cli/served-code.ts'
import {buildOwnCode} from '../../src/code/build/bundle.ts'
import {ownAddresses} from '../../src/screens/code/addresses.ts'
import {ownComponents} from '../../src/screens/code/components.ts'
import {documentOf} from './documents.ts'
import {authorFolder} from './own-code.ts'
import {type PeopleFixtureOptions, peopleFixture} from './people.ts'

export const siteDocument = `# Found things

## 1. What the product does and for whom

Things that were found, and whose they are.

## 2. Screens

- layout: Public
- missing page: Missing
- error page: Missing
- images: https

| Screen | Route | Shows | For |
|---|---|---|---|
| Home | / | code Home | everyone |
| Thing | /things/:slug | code Thing | everyone |
| Sign in | /login | code SignIn | everyone |
| Join | /join | code Join | everyone |
| Mine | /mine | code Mine | signed in |
| Things | /admin | list of Thing | Keeper |
| Rules | /rules | page | everyone |

### Home

- description: All that was found.

| Data | Shows |
|---|---|
| things | list of Thing sort name columns name, slug |

### Thing

- title: {thing.name}, found
- description: {thing.about} – {thing.name}
- image: {thing.picture}

| Data | Shows |
|---|---|
| thing | one Thing where slug = address.slug columns name, about, picture |

### Sign in

| Action | Does | Leads to |
|---|---|---|
| enter | sign in | Mine |

### Join

| Action | Does | Fields | Sets |
|---|---|---|---|
| join | sign up | handle, email, password | name = handle |

### Mine

| Data | Shows |
|---|---|
| mine | list of Thing where owner = me columns name |

| Action | Does | Fields | Sets | Leads to |
|---|---|---|---|---|
| add | create Thing | name, about | owner = me | Thing |
| leave | sign out | | | Home |

### Things

- layout: none

### Rules

Be kind.

## 3. Entities

### User

| Field | Type | Required | Unique |
|---|---|---|---|
| handle | text 1..40 | yes | yes |

### Thing

| Field | Type | Required | Unique | Set by |
|---|---|---|---|---|
| name | text 1..40 | yes | | |
| slug | text 1..60 | | yes | slug of name |
| about | text 0..200 | | | |
| picture | text 0..200 | | | |
| owner | User | | | |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Finder | finds | sign-up |
| Keeper | keeps | invitation |

| Role | May | On | Where |
|---|---|---|---|
| everyone | read | Thing | |
| Finder | create | Thing | owner = me |
| Keeper | create, read, update | Thing, User | |
`

export const siteFiles: Readonly<Record<string, string>> = {
  'layouts/Public.tsx': `import {Link, SignOut, type LayoutProps, useShell, usePerson} from 'nonet/screen'
export default function Public({children}: LayoutProps) {
  const {product, signIn} = useShell()
  const person = usePerson()
  return (
    <div className="site">
      <header className="side"><Link href="/">{product}</Link>
        {person ? <SignOut to="/">Leave, {person.name}</SignOut> : signIn && <Link href={signIn.href}>{signIn.label}</Link>}
      </header>
      {children}
      <footer>Below</footer>
    </div>
  )
}
`,
  'layouts/Public.css':
    ':root { --mine: 1 }\nbody { margin: 0; background: #fff; color: #111 }\n.side { padding: 1rem }\n',
  'screens/Home.tsx': `import {Link, type ScreenProps} from 'nonet/screen'
export default function Home({data}: ScreenProps<'Home'>) {
  return <><h1>Home</h1><ul>{data.things.rows.map(thing => <li key={thing.id}><Link href={\`/things/\${thing.slug}\`}>{thing.name}</Link></li>)}</ul></>
}
`,
  'screens/Thing.tsx': `import type {ScreenProps} from 'nonet/screen'
export default function Thing({data: {thing}}: ScreenProps<'Thing'>) {
  return <><h1>{thing.name}</h1><p>{thing.about}</p></>
}
`,
  'screens/SignIn.tsx': `import {ActionForm, type ScreenProps} from 'nonet/screen'
export default function SignIn({actions: {enter}}: ScreenProps<'Sign in'>) {
  return (
    <>
      <h1>Come in</h1>
      <ActionForm action={enter}>
        {({defaultOf, problems}) => (
          <>
            {problems.length > 0 && <ul className="wrong">{problems.map(({message}) => <li key={message}>{message}</li>)}</ul>}
            <input name="email" aria-label="Email" defaultValue={defaultOf('email')} />
            <input name="password" type="password" aria-label="Password" />
            <button>Enter</button>
          </>
        )}
      </ActionForm>
      <ul>{enter.links.map(({label, href}) => <li key={href}><a href={href}>{label}</a></li>)}</ul>
    </>
  )
}
`,
  'screens/Join.tsx': `import {ActionForm, type ScreenProps} from 'nonet/screen'
export default function Join({actions}: ScreenProps<'Join'>) {
  return <><h1>Join</h1><ActionForm action={actions.join} /></>
}
`,
  'screens/Mine.tsx': `import {ActionForm, type ScreenProps} from 'nonet/screen'
export default function Mine({data, actions}: ScreenProps<'Mine'>) {
  return (
    <>
      <h1>Mine</h1>
      {data.mine.rows.map(({id, name}) => <p key={id}>{name}</p>)}
      <ActionForm action={actions.add} />
      <ActionForm action={actions.leave} />
    </>
  )
}
`,
  'screens/Missing.tsx': `import type {ErrorPageProps} from 'nonet/screen'
export default function Missing({status, heading, message, reference}: ErrorPageProps) {
  return <><h1>{status}: {heading}</h1><p>{message} {reference}</p></>
}
`,
}

type SiteOptions = Omit<PeopleFixtureOptions, 'own' | 'records'> & {
  readonly code?: Readonly<Record<string, string>>
}

/** An application with these files beside its document, built and served. */
export async function siteFixture({code = {}, document = siteDocument, ...options}: SiteOptions) {
  const folder = authorFolder({...siteFiles, ...code})
  const {specification} = documentOf(document)
  const manifest = await buildOwnCode({
    folder,
    components: ownComponents(specification),
    addresses: ownAddresses(specification),
    engineFolder: 'dist/code',
  })
  const own = new ServedCode({folder: join(folder, '.nonet/build'), manifest})
  onTestFinished(() => own.stop())
  const fixture = await peopleFixture({records: true, document, own, ...options})
  return {...fixture, manifest, folder}
}
