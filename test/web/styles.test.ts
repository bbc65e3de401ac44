/**
 * What stylesheets cost a browser. All selectors with `:has()` share one set of what they may affect: if one of them
 * ends with a compound that names nothing, such as `:first-child`, every change of a page restyles all of its elements.
 */
import {globSync, readFileSync} from 'node:fs'
import {expect, it} from 'vitest'

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

function selectorsOf(style: string): string[] {
  const selectors: string[] = []
  const open: string[] = []
  for (const [, head = '', brace] of style.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '{') {
      const [rule, outer = ''] = [head.trim(), open.findLast(each => !each.startsWith('@'))]
      open.push(rule.startsWith('@') ? rule : rule.includes('&') ? rule.replaceAll('&', outer) : `${outer} ${rule}`)
      if (!rule.startsWith('@')) selectors.push(...(open.at(-1) ?? '').split(/,(?![^(]*\))/))
    } else if (brace === '}') open.pop()
  }
  return selectors
}

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
