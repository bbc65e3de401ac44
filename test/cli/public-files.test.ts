/** The folder `public` beside a document: served by `run` and `dev`, and what `check` says of it. */
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {nonet, nonetHere, nonetServing} from '../kit/cli.ts'
import {authorFolder} from '../kit/own-code.ts'

const document = `# Club

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Rules | /rules.txt | page | everyone |

### Rules

Be kind.
`

it.each([['run'], ['run', '--no-code'], ['dev']])('nonet %s %s serves them as they are now', async (...args) => {
  const [command = '', ...options] = args
  const folder = authorFolder({'app.md': document, 'public/robots.txt': 'first'})
  const running = await nonetServing([command, folder, ...options])
  const read = async () => (await fetch(new URL('/robots.txt', running.url))).text()
  try {
    expect(await read()).toBe('first')
    writeFileSync(join(folder, 'public/robots.txt'), 'second')
    expect(await read()).toBe('second')
  } finally {
    await running.stop()
  }
})

it('nonet check says which of them are not served', async () => {
  const folder = authorFolder({
    'app.md': document,
    'public/robots.txt': '',
    'public/rules.txt': '',
    'public/page.html': '',
    'public/.env': '',
    'public/account/terms.txt': '',
  })
  const {code, out} = await nonetHere(['check', folder, '--json'])
  const findings = JSON.parse(out).findings.map(
    ({code: name, severity, file, message, also}: Record<string, unknown>) => ({
      name,
      severity,
      file: String(file).replace(`${folder}/`, ''),
      message,
      also: Array.isArray(also) ? also.length : 0,
    }),
  )
  expect(code).toBe(0)
  const one = {name: 'N258', severity: 'warning', also: 0}
  expect(findings).toEqual([
    {...one, file: 'public/.env', message: 'public/.env is not served: its name begins with a dot.'},
    {
      ...one,
      file: 'public/account/terms.txt',
      message: 'public/account/terms.txt is not served: addresses that begin with `/account` are those of the product.',
    },
    {
      ...one,
      file: 'public/page.html',
      message: 'public/page.html is not served: a browser could run what is in it, or its kind is not known.',
    },
    {
      ...one,
      also: 1,
      file: 'public/rules.txt',
      message: 'public/rules.txt is not served: its address is that of the screen "Rules".',
    },
  ])
  expect((await nonet(['build', folder])).code).toBe(0)
})
