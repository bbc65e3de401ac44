/** Views as they are built against React, on random ones: the same bytes. */
import {transformSync} from 'esbuild'
import fc from 'fast-check'
import {createElement, type ReactNode} from 'react'
import * as runtime from 'react/jsx-runtime'
import {renderToString} from 'react-dom/server'
import {describe, expect, test} from 'vitest'
import {withTemplates} from '../../scripts/templates.ts'
import {writeHtml} from '../../src/ui/render/html.ts'
import * as template from '../../src/ui/render/template.ts'
import {Unusual} from '../../src/ui/render/unusual.ts'
import {quietly} from '../kit/quietly.ts'

type View = (properties: {v: readonly unknown[]}) => ReactNode

/** A view from its code, as it is built. */
function viewOf(jsx: string): View {
  const source = `const Kept = ({children, icon}: {children?: unknown; icon?: unknown}) => <i className="kept">{icon}{children}</i>
    const Bare = ({children}: {children?: unknown}) => <>{children}</>
    export const View = ({v}: {v: readonly unknown[]}) => ${jsx}`
  const {code} = transformSync(withTemplates(source, 'template'), {loader: 'jsx', jsx: 'automatic', format: 'cjs'})
  const module: {exports: {View?: View}} = {exports: {}}
  const modules: Readonly<Record<string, unknown>> = {template, 'react/jsx-runtime': runtime}
  new Function('module', 'exports', 'require', code)(module, module.exports, (name: string) => modules[name])
  const {View} = module.exports
  if (!View) throw new Error('There is no view.')
  return View
}

function drawn(View: View, v: readonly unknown[]): string {
  template.templates.on = true
  try {
    return Buffer.from(writeHtml(createElement(View, {v})), 'latin1').toString()
  } finally {
    template.templates.on = false
  }
}

const words = fc.constantFrom('a', ' two words ', 'Łukasz', '–', '5 < 6 & 7', `it's "so"`, '0')
const inCode = words.map(text => JSON.stringify(text))
/** Text as it stands between tags, where some characters are JSX. */
const between = fc.constantFrom(
  'plain',
  ' plain ',
  '\n   indented\n   twice\n',
  'Łukasz &amp; Łucja',
  ' ',
  '\n',
  "it's",
)
const value = fc.oneof(
  words,
  fc.integer({min: -2, max: 300}),
  fc.boolean(),
  fc.constantFrom(null, undefined, '', '/here?a=1&b=2', ['x', 1, null, 'y']),
)
const place = fc.integer({min: 0, max: 5}).map(at => `v[${at}]`)
const attributeNames = fc.constantFrom(
  ...'className title id href data-x aria-label aria-hidden hidden disabled name value defaultValue checked defaultChecked type tabIndex colSpan scope htmlFor lang dateTime open method action download placeholder viewBox key'.split(
    ' ',
  ),
)
const attribute = fc.tuple(
  attributeNames,
  fc.oneof(
    inCode,
    place.map(code => `{${code}}`),
    inCode.map(code => `{${code}}`),
    fc.constantFrom('', '{null}', '{5}', '{true}'),
  ),
)
const attributes = fc.uniqueArray(attribute, {maxLength: 4, selector: ([name]) => name}).map(all =>
  all
    .map(([name, code]) => (code === '' ? ` ${name}` : ` ${name}=${code.startsWith('"') ? `{${code}}` : code}`))
    // JSX wants a value there.
    .map(written => (written === ' key' ? '' : written))
    .join(''),
)
const tags = fc.constantFrom(
  ...'div span a p li td tr th table tbody label form button section b time svg path details h2 input br wbr select option textarea em pre Kept Bare'.split(
    ' ',
  ),
)
const alone = new Set(['input', 'br', 'wbr', 'textarea', 'path'])

const {element} = fc.letrec<{element: string; child: string}>(tie => ({
  child: fc.oneof(
    {maxDepth: 4, depthSize: 'small', withCrossShrink: true},
    between,
    place.map(code => `{${code}}`),
    inCode.map(code => `{${code}}`),
    fc.constant('{/* nothing */}'),
    tie('element'),
    fc.tuple(place, tie('element')).map(([code, inside]) => `{${code} && ${inside}}`),
    fc
      .tuple(place, tie('element'))
      .map(([code, inside]) => `{[1, 2].map(n => <Bare key={n}>{${code}}${inside}</Bare>)}`),
  ),
  element: fc
    .record({
      tag: tags,
      given: attributes,
      spread: fc.integer({min: 0, max: 9}),
      children: fc.array(tie('child'), {maxLength: 4}),
    })
    .map(({tag, given, spread, children}) => {
      const start = `${tag}${/^[A-Z]/.test(tag) ? ' icon={<b title="i">!</b>}' : given}${spread === 0 ? ' {...{lang: "de"}}' : ''}`
      return alone.has(tag) ? `<${start} />` : `<${start}>${children.join('')}</${tag}>`
    }),
}))

function attempt(work: () => string): string | Error {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

describe('the tags of views, written when the server is built', () => {
  test('are what React writes', () => {
    let written = 0
    const runs = 1500
    quietly(() =>
      fc.assert(
        fc.property(element, fc.array(value, {minLength: 6, maxLength: 6}), (jsx, v) => {
          const View = viewOf(jsx)
          const theirs = attempt(() => renderToString(createElement(View, {v})))
          // React refuses it too: contents where there may be none.
          if (theirs instanceof Error) return
          const ours = attempt(() => drawn(View, v))
          if (ours instanceof Unusual) return
          written += 1
          expect(ours, jsx).toBe(theirs)
        }),
        {numRuns: runs},
      ),
    )
    expect(written).toBeGreaterThan(runs / 3)
  })

  test('are written once: nothing is left of an element but what is known when it is drawn', () => {
    const code = withTemplates(
      'const View = ({kind}) => <td className="num" title={kind}>{kind}<b>!</b></td>',
      'template',
    )
    expect(code).toContain('<td class=\\"num\\"')
    expect(code).toContain('<b>!</b></td>')
  })

  test('are left as they are where an element has properties that nobody can see in the code', () => {
    const code = withTemplates('const View = given => <p {...given}><b>!</b></p>', 'template')
    expect(code).toContain('<p {...given}>')
  })
})
