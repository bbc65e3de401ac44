/** Our own writing of pages against React's: byte for byte the same, on random elements and on every screen of the planner. */
import fc from 'fast-check'
import {createElement, Fragment, type ReactNode, useState} from 'react'
import {renderToString} from 'react-dom/server'
import {describe, expect, test} from 'vitest'
import type {Page} from '../../src/contract/page.ts'
import {PageView} from '../../src/frontend/shell.tsx'
import {views} from '../../src/frontend/views.ts'
import {renderHtml, writeHtml} from '../../src/ui/render/html.ts'
import {Unusual} from '../../src/ui/render/unusual.ts'
import {builtViews} from '../kit/built-views.ts'
import {done} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {quietly} from '../kit/quietly.ts'
import {stores} from '../kit/store-databases.ts'
import {company} from '../kit/time-off.ts'

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '<',
    '&amp;',
    `"it's"`,
    'a',
    '\n',
    '\nb',
    'Łukasz – 5 €',
    'javascript:alert(1)',
    '/path?q=1&r=2',
    '0',
    'x:y',
  ),
  fc.string({maxLength: 8}),
)
const scalar = fc.oneof(text, fc.integer({min: -5, max: 500}), fc.boolean(), fc.constantFrom(null, undefined, 1.5))
const names = fc.constantFrom(
  ...'id className tabIndex dir role width height href src action disabled hidden inert open required readOnly multiple autoFocus download rows cols size span rowSpan colSpan start value htmlFor title lang name type placeholder min max step pattern maxLength autoComplete dateTime spellCheck draggable focusable contentEditable noValidate encType method target formAction checked aria-label aria-hidden aria-current data-x data-document viewBox fill strokeWidth strokeLinecap d cx r x1 accept scope popover list'.split(
    ' ',
  ),
)
const style = fc.dictionary(
  fc.constantFrom('width', 'marginTop', 'gridColumn', 'opacity', '--n', 'zIndex', 'WebkitMask'),
  fc.oneof(text, fc.integer({min: -3, max: 9}), fc.constantFrom(null, undefined, true)),
  {maxKeys: 3},
)
const attributes = fc.dictionary(names, scalar, {maxKeys: 4})
const tags = fc.constantFrom(
  ...'div span a p ul li form button label select option table tr td th svg path circle g h1 section details summary dl time b textarea input br hr main nav pre title img my-element'.split(
    ' ',
  ),
)
const alone = new Set(['input', 'br', 'hr', 'img', 'textarea'])

const Wrapped = ({children}: {children?: ReactNode}) => <>{children}</>

const Stateful = () => <b>{useState('kept')[0]}</b>
const Failing = (): ReactNode => {
  throw new Error('on purpose')
}

const {node} = fc.letrec<{node: ReactNode; element: ReactNode}>(tie => ({
  node: fc.oneof(
    {maxDepth: 4, withCrossShrink: true},
    scalar,
    tie('element'),
    fc.array(tie('node'), {maxLength: 3}).map(children => createElement(Fragment, null, ...children)),
    fc.array(tie('node'), {maxLength: 3}).map(children => createElement(Wrapped, null, ...children)),
  ),
  element: fc
    .record({
      tag: tags,
      given: attributes,
      styled: fc.option(style),
      chosen: fc.option(fc.oneof(text, fc.array(text, {maxLength: 2}))),
      inner: fc.option(text, {freq: 12}),
      children: fc.array(tie('node'), {maxLength: 3}),
    })
    .map(({tag, given, styled, chosen, inner, children}) => {
      const field = tag === 'select' || tag === 'input' || tag === 'textarea'
      const more = {
        ...(styled ? {style: styled} : {}),
        ...(field && chosen !== null ? {defaultValue: chosen} : {}),
        ...(inner !== null && !alone.has(tag) ? {dangerouslySetInnerHTML: {__html: inner}} : {}),
      }
      const inside = alone.has(tag) || inner !== null ? [] : children
      return createElement(tag, {...given, ...more}, ...inside)
    }),
}))

function both(tree: ReactNode): {ours: string; theirs: string} | null {
  try {
    return {ours: Buffer.from(writeHtml(tree), 'latin1').toString(), theirs: renderToString(tree)}
  } catch (error) {
    // A component with state, called by somebody else than React, fails with React's own TypeError.
    if (error instanceof Unusual || (error instanceof TypeError && /'use[A-Z]/.test(error.message))) return null
    throw error
  }
}

describe('our HTML', () => {
  test('is what React writes, for random elements', () => {
    let written = 0
    const runs = 3000
    quietly(() =>
      fc.assert(
        fc.property(node, tree => {
          const found = both(tree)
          if (found === null) return
          written += 1
          expect(found.ours).toBe(found.theirs)
        }),
        {numRuns: runs},
      ),
    )
    expect(written).toBeGreaterThan(runs / 4)
  })

  test('is left to React where a component has state, or fails', () => {
    expect(quietly(() => renderHtml(<Stateful />))).toBe('<b>kept</b>')
    expect(() => quietly(() => renderHtml(<Failing />))).toThrow('on purpose')
  })

  test('is what React writes, for the screens of the planner', async () => {
    const [{make}] = stores as readonly [(typeof stores)[number]]
    const {engine, people, draft, shown, act} = await company(await make())
    const request = done(
      await draft(people.ada, {first_day: '2026-05-04', last_day: '2026-05-05', note: 'a "family" <visit>'}),
    )
    await act(people.ada, request, 'submit')
    const number = await shown(request, 'number')
    const plain = engine.specification.screens.screens.map(({route}) => route.path).filter(path => !path.includes(':'))
    const paths = [...plain, `/requests/${number}`, '/requests?status=draft&q=x', '/about', '/nowhere']
    const pages = pagesOf(engine)
    const built = await builtViews()
    const unwritten: string[] = []
    for (const path of paths) {
      const got = await pages.get(people.hana, path)
      if (got.redirect !== undefined) continue
      // The data of a page is what its view draws, in the browser and here.
      const tree = <PageView page={got as unknown as Page} views={views} />
      const found = quietly(() => both(tree))
      if (found === null) unwritten.push(got.screen)
      else {
        expect(found.ours, path).toBe(found.theirs)
        expect(Buffer.from(built.drawn(got), 'latin1').toString(), `${path}, as it is built`).toBe(found.theirs)
      }
    }
    for (const often of ['list', 'record', 'form']) expect(unwritten).not.toContain(often)
  })
})
