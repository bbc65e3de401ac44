/**
 * What stylesheets cost a browser. All selectors with `:has()` share one set of what they may affect: if one of them
 * ends with a compound that names nothing, such as `:first-child`, every change of a page restyles all of its elements.
 */
import {globSync, readFileSync} from 'node:fs'
import {expect, it} from 'vitest'
import {withoutOwnClasses} from '../../scripts/own-classes.ts'

const isNamed = (compound: string) => /^[a-z]|[.#[]|:(?:is|where)\(/.test(compound.replace(/:not\([^)]*\)/g, ''))

/** Its compounds, with what is in parentheses left in place. */
function compoundsOf(selector: string): string[] {
  const compounds = ['']
  let depth = 0
  for (const letter of selector.trim()) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth === 0 && /[\s>+~]/.test(letter)) compounds.push('')
    else compounds.push(`${compounds.pop()}${letter}`)
  }
  return compounds.filter(each => each !== '')
}

interface Rule {
  readonly selector: string
  /** Around it, such as `@media print`. */
  readonly conditions: readonly string[]
}

function rulesOf(style: string): Rule[] {
  const rules: Rule[] = []
  const open: string[] = []
  for (const [, head = '', brace] of style.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '{') {
      const [rule, outer = ''] = [head.trim(), open.findLast(each => !each.startsWith('@'))]
      open.push(rule.startsWith('@') ? rule : rule.includes('&') ? rule.replaceAll('&', outer) : `${outer} ${rule}`)
      const conditions = open.filter(each => each.startsWith('@'))
      const selectors = rule.startsWith('@') ? [] : (open.at(-1) ?? '').split(/,(?![^(]*\))/)
      rules.push(...selectors.map(selector => ({selector, conditions})))
    } else if (brace === '}') open.pop()
  }
  return rules
}

const selectorsOf = (style: string): string[] => rulesOf(style).map(({selector}) => selector)

/** Whether a change anywhere in a page may affect every element. */
function affectsAll(selector: string): boolean {
  const compounds = compoundsOf(selector)
  const last = compounds.at(-1) ?? ''
  const isBelow = compounds.slice(0, -1).some(each => each.includes(':has('))
  return (isBelow && !isNamed(last)) || /:has\([^()]*(?:^|[\s>+~(]):(?:nth|first|last|only)-/.test(selector)
}

it('a selector that would restyle whole pages is noticed', () => {
  const style = `@media print { .grid:has(thead :nth-child(8)) td { & > b { color: red } } }
    .grid:has(.name) { & tr > :first-child { color: red } }
    .grid:has(thead th:nth-child(8)) tr > :is(th, td):first-child, .rail > :not(:has(.warns)), tr > * { color: red }`
  expect(selectorsOf(style).filter(affectsAll)).toEqual(
    [
      '.grid:has(thead :nth-child(8)) td',
      '.grid:has(thead :nth-child(8)) td > b',
      '.grid:has(.name) tr > :first-child',
    ].map(each => expect.stringContaining(each)),
  )
})

it('no change of a page restyles all of its elements', () => {
  const files = globSync('src/**/*.css')
  expect(files.length).toBeGreaterThan(20)
  for (const file of files)
    expect([file, selectorsOf(readFileSync(file, 'utf8')).filter(affectsAll)]).toEqual([file, []])
})

/** Where a rule applies to few people, or to none while a page changes. */
const isElsewhere = ({conditions}: Rule) => conditions.some(each => /scripting: none|print|max-width/.test(each))

/** Parts of a page in which nearly everything happens: with each change, the rule is tried again. */
const large =
  /(?:^|[\s>+~(])(?:html|:root|body|main|table|thead|tbody|tr|td|th)\b[^\s>+~]*:has\(|\.(?:page|screen|shell|grid|wallchart|legend)[^\s>+~]*:has\(/

/** They are about one button, which has a class of its own. */
const ofOneButton = /:has\(.*\) (?:> )?\.top .*\.primary$/

it('no selector looks into a table or the page while something changes there', () => {
  const looksInto = (rule: Rule) =>
    !isElsewhere(rule) && large.test(rule.selector) && !ofOneButton.test(rule.selector.trim())
  const style = `tr:has(a) > td {} .screen:has(> .form) > .top .end .primary {} main:has(.x) {} .card:has(p) {}
    @media (scripting: none) { tr:has(a) > td {} }`
  expect(rulesOf(style).filter(looksInto)).toHaveLength(2)
  for (const file of globSync('src/**/*.css'))
    expect([file, rulesOf(readFileSync(file, 'utf8')).filter(looksInto)]).toEqual([file, []])
})

/** A browser remembers the name of an attribute, not of its element: `aria-busy` of the page would restyle every cell. */
function restylesCells(selector: string): boolean {
  const compounds = compoundsOf(selector)
  const isBelow = compounds.slice(0, -1).some(each => /\[(?!data-reached)/.test(each))
  return isBelow && /^(?:td|th|tr|\*)(?![\w-])[^.#]*$/.test(compounds.at(-1) ?? '')
}

it('no attribute restyles the cells of a table', () => {
  expect(['tr[aria-busy] > td', 'main[data-x] tr', 'th[aria-sort]', '[hidden] td.name'].filter(restylesCells)).toEqual([
    'tr[aria-busy] > td',
    'main[data-x] tr',
  ])
  for (const file of globSync('src/**/*.css'))
    expect([file, selectorsOf(readFileSync(file, 'utf8')).filter(restylesCells)]).toEqual([file, []])
})

/** What source can name: words of its texts, keys such as those of colours, and names with values in them, such as `tone-${tone}`. */
function namesIn(sources: readonly string[]) {
  const [words, patterns] = [new Set<string>(), new Set<string>()]
  for (const source of sources) {
    for (const [, key = ''] of source.matchAll(/^\s*([\w-]+):/gm)) words.add(key)
    for (const [text] of source.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)) {
      for (const word of text.split(/[^\w-]+/)) words.add(word)
      for (const word of text.replaceAll(/\$\{[^}]*\}/g, '*').split(/[^\w*-]+/))
        if (/[a-z].*\*|\*.*[a-z]/.test(word))
          patterns.add(`^${word.replaceAll('*', word.includes('-') ? '\\w+' : '\\d+')}$`)
    }
  }
  const pattern = new RegExp([...patterns].join('|'))
  return {has: (name: string) => words.has(name) || pattern.test(name)}
}

/** The calendar of dates is a package, with names of its own. */
const ofPackages = /^rdp-/

it('every class of a style sheet is named in source', () => {
  const files = globSync('src/{web,features,screens,accounts,engine,points}/**/*.{ts,tsx}')
  const named = namesIn(files.filter(file => !/messages/.test(file)).map(file => readFileSync(file, 'utf8')))
  const unnamed = (style: string) =>
    [...new Set(selectorsOf(style).flatMap(selector => selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? []))].filter(
      name => !ofPackages.test(name) && !named.has(name),
    )
  expect(unnamed('.card .no-such-part, .tone-3 {}')).toEqual(['no-such-part'])
  for (const file of globSync('src/**/*.css')) expect([file, unnamed(readFileSync(file, 'utf8'))]).toEqual([file, []])
})

it('where there is own code, classes mean the elements of the product alone', () => {
  const ours = ':not(:where([data-own-class]))'
  const style = `/* .a {} */ @import "../x.css" layer(a); @font-face {src: url(a.woff2)} @layer b {.c.d > e, :is(.f)::after {g: url(h.i); & .j {}}}
    ::view-transition-old(.k) {}`
  expect(withoutOwnClasses(style).trim()).toBe(
    style
      .replace('/* .a {} */ ', '')
      .replace('.c.d', `.c.d${ours}`)
      .replace('.f)', `.f${ours})`)
      .replace('.j ', `.j${ours} `),
  )
})
