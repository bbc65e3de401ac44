/** Views for the tests of the protocol: a form with everything, and views that fail. */
import type {Problem} from '../../src/contract/page.ts'
import {Summary} from '../../src/frontend/components/form/error-summary.tsx'
import {Field} from '../../src/frontend/components/form/field.tsx'
import {Part} from '../../src/frontend/components/section-boundary.tsx'
import type {ViewProps, Views} from '../../src/frontend/view.ts'
import {views} from '../../src/frontend/views.ts'

export interface FormData {
  readonly heading: string
  readonly count: number
  readonly values: Readonly<Record<string, string>>
  readonly problems: readonly Problem[]
  readonly echo: string
}

function FormView({data, page}: ViewProps<FormData>) {
  const {problems, values} = data
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      <p id="count">{data.count}</p>
      <pre id="echo">{data.echo}</pre>
      <form className="form" method="post" encType="multipart/form-data">
        <Summary problems={problems} language={page.shell.language} />
        <input type="hidden" name="_once" value={page.once ?? ''} />
        <Field name="name" label="Name" value={values['name'] ?? ''} problems={problems} help="What to call it." />
        <Field name="note" label="Note" type="long text" value={values['note'] ?? ''} problems={problems} />
        <Field name="secret" label="Secret" type="password" />
        <Field name="upload" label="Upload" type="file" />
        <input type="hidden" name="action" value="harmless" />
        <input type="hidden" name="method" value="harmless" />
        <div className="acts">
          {['save', 'stay', 'slow', 'throw', 'lost', 'chain', 'unheard of'].map(action => (
            <button key={action} className="button" name="_action" value={action} type="submit">
              {action}
            </button>
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
      </form>
      <form method="post">
        <button type="submit" className="button" name="_action" value="stay">
          another
        </button>
      </form>
      <form className="form" method="get" action="/form" id="search">
        <Field name="q" label="Search" />
        <button className="button" type="submit">
          search
        </button>
      </form>
      <p>
        <a href="/plain">plain</a> <a href="/other">other</a> <a href="/slow">slow page</a>{' '}
        <a href="/hops/2">redirecting</a> <a href="/loop">looping</a> <a href="/outside">outside</a>{' '}
        <a href="/fail">failing</a> <a href="/nothing">missing</a> <a href="#end">to the end</a>{' '}
        <a href="/undrawn">undrawn</a> <a href="/far">far</a> <a href="/in-between">in between</a>
      </p>
      <div className="tall" />
      <h2 id="end" tabIndex={-1}>
        End
      </h2>
    </>
  )
}

/** Long enough to scroll, with a link at its end. */
function FarView({data}: ViewProps<{heading: string}>) {
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      {Array.from({length: 120}, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
        <p key={index}>line {index}</p>
      ))}
      <a href="/plain">onwards</a>
    </>
  )
}

export interface LinkData {
  readonly label: string
  readonly href: string
  readonly target?: string
  readonly download?: string
  readonly 'data-prefetch'?: 'no'
}

function LinksView({data}: ViewProps<{heading: string; links: readonly LinkData[]}>) {
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      {data.links.map(({label, ...link}) => (
        <p key={label}>
          <a {...link}>{label}</a>
        </p>
      ))}
    </>
  )
}

function FocusView({data}: ViewProps<{heading: string}>) {
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      {/* biome-ignore lint/a11y/noAutofocus: what it does is what is tested */}
      <input className="input" id="here" name="here" autoFocus />
    </>
  )
}

/** Long, with its field in the middle. */
function TypingView({data}: ViewProps<{heading: string; stamp: number}>) {
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
      <p id="stamp">{data.stamp}</p>
    </>
  )
}

function Undrawable(): never {
  throw new Error('this view cannot be drawn')
}

/** A page of three parts, of which one fails: everywhere, or in the browser alone. */
function PartsView({data, page}: ViewProps<{heading: string; fails: 'everywhere' | 'in the browser'}>) {
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      <Part page={page}>before</Part>
      <Part page={page}>
        <p>begun</p>
        {data.fails === 'everywhere' ? <Undrawable /> : <BrowserFails data={{heading: 'whole'}} page={page} />}
      </Part>
      <Part page={page}>
        <p>after</p>
      </Part>
    </>
  )
}

/** Drawn by the server, but not in the browser. */
function BrowserFails({data}: ViewProps<{heading: string}>) {
  if (typeof window !== 'undefined') throw new Error('not in the browser')
  return <h1>{data.heading}</h1>
}

export const testViews: Views = {
  ...views,
  'test form': FormView,
  far: FarView,
  typing: TypingView,
  links: LinksView,
  focus: FocusView,
  undrawable: Undrawable,
  'browser fails': BrowserFails,
  'some parts': PartsView,
}

/** With these even the error page cannot be drawn. */
export const brokenViews: Views = {...testViews, failure: Undrawable}
