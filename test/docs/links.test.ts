import {existsSync, globSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {describe, expect, it} from 'vitest'

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')]

describe('the documentation', () => {
  it.each(pages)('%s links to files that exist', page => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(
      match => match[1] ?? '',
    )
    for (const link of links) expect(existsSync(join(dirname(page), link)), `${page} links to ${link}`).toBe(true)
  })

  it('names files that exist, to contributors', () => {
    const files = globSync('{src,test,docs,scripts}/**/*').map(file => file.replaceAll('\\', '/'))
    const names = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/`([\w./-]+)`/g)]
      .map(match => (match[1] ?? '').replace(/\/$/, ''))
      // `XX` is a language, and `KIND` a kind of screen.
      .filter(name => /\/|\.(?:tsx?|css|md)$/.test(name) && !/XX|KIND|node_modules/.test(name))
    expect(names.length).toBeGreaterThan(80)
    expect(names.filter(name => !files.some(file => `/${file}`.endsWith(`/${name}`)))).toEqual([])
  })

  it('lists every decision, by its title and with a status', () => {
    const decisions = globSync('docs/decisions/[0-9]*.md').map(file => file.replaceAll('\\', '/'))
    const lines = readFileSync('docs/decisions/README.md', 'utf8').split('\n')
    const missing = decisions.filter(file => {
      const [, number = '', title = ''] = /^# (\d{3}): (.+)\n/.exec(readFileSync(file, 'utf8')) ?? []
      const start = `| [${number}](${file.split('/').at(-1)}) | ${title} | `
      return !lines.some(line => line.startsWith(start) && line.length > start.length + 4)
    })
    expect(missing).toEqual([])
    expect(lines.filter(line => line.startsWith('| ['))).toHaveLength(decisions.length)
  })

  it('changes lines that the document has, in the example of the README', () => {
    const [, example = ''] = /```diff\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? []
    const changed = example.split('\n').flatMap(line => (line.startsWith('-') ? [line.slice(1)] : []))
    expect(changed).toHaveLength(2)
    const document = readFileSync('apps/time-off/app.md', 'utf8').split('\n')
    expect(changed.filter(line => !document.includes(line))).toEqual([])
  })

  it('names a code and a test for everything that is fixed', () => {
    const brief = readFileSync('docs/brief.md', 'utf8')
    const fixed =
      brief
        .split('## Open')[0]
        ?.split('\n')
        .filter(line => line.startsWith('| ') && !line.startsWith('| What')) ?? []
    expect(fixed.length).toBeGreaterThanOrEqual(7)
    for (const line of fixed) {
      expect(line).toMatch(/\]\(\.\.\/src\/[^)]+\)/)
      expect(line).toMatch(/\]\(\.\.\/test\/[^)]+\)/)
    }
  })

  it('speaks of the project alone', () => {
    for (const page of pages) expect(readFileSync(page, 'utf8')).not.toMatch(/\.\.\/shared|\/work\/|\/root\/|\/tmp\//)
  })
})
