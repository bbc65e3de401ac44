/** Views for the tests of the protocol: a form with all controls, and views that fail. */

import type {ReactNode} from 'react'
import type {Problem} from '../../src/engine/page/common.ts'
import {ErrorSummary} from '../../src/features/forms/components/error-summary.tsx'
import {screens} from '../../src/screens/screens.server.ts'
import {SectionBoundary} from '../../src/web/components/boundaries.tsx'
import {ActionForm, SubmitButton} from '../../src/web/router/action-form.tsx'
import {Link} from '../../src/web/router/link.tsx'
import {usePage} from '../../src/web/router/router-provider.tsx'
import type {ScreenComponents} from '../../src/web/screen.tsx'
import {Field} from './field.tsx'

interface Props<Data> {
  readonly data: Data
}

/** A value that tests read. */
function Output({name, children}: {name: string; children: ReactNode}) {
  return (
    <output aria-label={name}>
      <span>{children}</span>
    </output>
  )
}

export interface FormData {
  readonly heading: string
  readonly count: number
  readonly values: Readonly<Record<string, string>>
  readonly problems: readonly Problem[]
  readonly echo: string
}

function FormView({data}: Props<FormData>) {
  const page = usePage()
  const {problems, values} = data
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      <Output name="Count">{data.count}</Output>
      <Output name="Query">{data.echo}</Output>
      <ActionForm className="form" encType="multipart/form-data">
        <ErrorSummary problems={problems} />
        <input type="hidden" name="_once" value={page.once ?? ''} />
        <Field name="name" label="Name" value={values['name'] ?? ''} problems={problems} help="What to call it." />
        <Field name="note" label="Note" type="long text" value={values['note'] ?? ''} problems={problems} />
        <Field name="secret" label="Secret" type="password" />
        <Field name="upload" label="Upload" type="file" />
        <input type="hidden" name="action" value="harmless" />
        <input type="hidden" name="method" value="harmless" />
        <div className="buttons">
          {['save', 'stay', 'slow', 'throw', 'lost', 'chain', 'unheard of'].map(action => (
            <SubmitButton key={action} className="button" name="_action" value={action}>
              {action}
            </SubmitButton>
          ))}
          <button className="button" name="_action" value="stay" formAction="/other-form" type="submit">
            elsewhere
          </button>
          <button className="button" name="_action" value="stay" formAction="/plain" type="submit">
            nowhere
          </button>
          <button
            className="button"
            name="_action"
            value="save"
            formMethod="get"
            formEncType="application/x-www-form-urlencoded"
            type="submit"
          >
            as get
          </button>
        </div>
      </ActionForm>
      <ActionForm>
        <button type="submit" className="button" name="_action" value="stay">
          another
        </button>
      </ActionForm>
      <form className="form" method="get" action="/form" id="search">
        <Field name="q" label="Search" />
        <button className="button" type="submit">
          search
        </button>
      </form>
      <p>
        <Link href="/plain">plain</Link> <Link href="/other">other</Link> <Link href="/slow">slow page</Link>{' '}
        <Link href="/hops/2">redirecting</Link> <Link href="/loop">looping</Link> <Link href="/outside">outside</Link>{' '}
        <Link href="/fail">failing</Link> <Link href="/nothing">missing</Link> <a href="#end">to the end</a>{' '}
        <Link href="/undrawn">undrawn</Link> <Link href="/far">far</Link> <Link href="/in-between">in between</Link>
      </p>
      <div className="tall" />
      <h2 id="end" tabIndex={-1}>
        End
      </h2>
    </>
  )
}

/** Long enough to scroll, with a link at its end. */
function FarView({data}: Props<{heading: string}>) {
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      {Array.from({length: 120}, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
        <p key={index}>line {index}</p>
      ))}
      <Link href="/plain">onwards</Link>
    </>
  )
}

export interface LinkData {
  readonly label: string
  readonly href: string
  readonly target?: string
  readonly download?: string
  readonly prefetch?: false
}

function LinksView({data}: Props<{heading: string; links: readonly LinkData[]}>) {
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      {data.links.map(({label, ...link}) => (
        <p key={label}>
          <Link {...link}>{label}</Link>
        </p>
      ))}
    </>
  )
}

function FocusView({data}: Props<{heading: string}>) {
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      {/* biome-ignore lint/a11y/noAutofocus: what it does is what is tested */}
      <input className="input" id="here" name="here" autoFocus />
    </>
  )
}

/** Long, with its field in the middle. */
function TypingView({data}: Props<{heading: string; stamp: number}>) {
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      {[0, 1].map(half => (
        <div key={half}>
          {Array.from({length: 40}, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
            <p key={index}>line {index}</p>
          ))}
          {half === 0 && <Field name="free" label="Free" />}
        </div>
      ))}
      <Output name="Stamp">{data.stamp}</Output>
    </>
  )
}

function Undrawable(): never {
  throw new Error('this view cannot be drawn')
}

/** A page of three sections, of which one fails: everywhere, or only in the browser. */
function PartsView({data}: Props<{heading: string; fails: 'everywhere' | 'in the browser'}>) {
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      <SectionBoundary>before</SectionBoundary>
      <SectionBoundary>
        <p>begun</p>
        {data.fails === 'everywhere' ? <Undrawable /> : <BrowserFails data={{heading: 'whole'}} />}
      </SectionBoundary>
      <SectionBoundary>
        <p>after</p>
      </SectionBoundary>
    </>
  )
}

/** Rendered by the server, but not in the browser. */
function BrowserFails({data}: Props<{heading: string}>) {
  if (typeof window !== 'undefined') throw new Error('not in the browser')
  return <h1>{data.heading}</h1>
}

/** The tests' own screens are not part of the product's types. */
export const testScreens = {
  ...screens,
  'test form': FormView,
  far: FarView,
  typing: TypingView,
  links: LinksView,
  focus: FocusView,
  undrawable: Undrawable,
  'browser fails': BrowserFails,
  'some parts': PartsView,
} as unknown as ScreenComponents

/** With these even the error page cannot be rendered. */
export const brokenScreens: ScreenComponents = {...testScreens, failure: Undrawable}
