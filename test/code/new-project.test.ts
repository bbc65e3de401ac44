/** `nonet new --code`: what it writes is typed, tested, built and served as it is. */
import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {authorTests, installPackages} from '../kit/author-tests.ts'
import {nonet, nonetServing} from '../kit/cli.ts'
import {authorFolder} from '../kit/own-code.ts'

it('writes a project whose checks and tests pass, and which dev, build and run serve', async () => {
  const cwd = authorFolder({})
  const folder = join(cwd, 'my-ideas')
  expect(await nonet(['new', 'my-ideas', '--code'], {cwd})).toMatchObject({
    code: 0,
    out: 'Wrote my-ideas/app.md. Next: cd my-ideas && npm install && npm test && npm run dev\n',
  })
  const {scripts, dependencies, devDependencies} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const engine = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts.prepare).toBe('nonet types .')
  expect(dependencies).toEqual({nonet: `^${engine.version}`})
  expect(devDependencies).toMatchObject({
    react: engine.devDependencies.react,
    vitest: `^${engine.devDependencies.vitest}`,
  })
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('node_modules/\n.nonet/\n')

  installPackages(folder)
  const options = {cwd: folder}
  expect(await nonet(['types', '.'], options)).toMatchObject({code: 0})
  expect(await nonet(['check', '.'], options)).toMatchObject({
    code: 0,
    out: expect.stringContaining('The document can run.'),
  })
  const {code, out} = await authorTests(folder)
  expect(out).toMatch(/Test Files\s+3 passed/)
  expect(code).toBe(0)

  expect(await nonet(['build', '.'], options)).toMatchObject({code: 0, out: expect.stringContaining('IdeaWall, heat')})
  for (const args of [
    ['run', '.', '--demo'],
    ['dev', '.'],
  ]) {
    const running = await nonetServing(args, options)
    try {
      expect((await fetch(`${running.url}/how-it-works`)).status).toBe(200)
    } finally {
      await running.stop()
    }
  }

  // It is typed: what the document does not have is an error.
  const screen = join(folder, 'screens/IdeaWall.tsx')
  writeFileSync(screen, readFileSync(screen, 'utf8').replace('idea.heat', 'idea.warmth'))
  expect(await nonet(['check', '.'], options)).toMatchObject({code: 1, err: '', out: expect.stringContaining('warmth')})
})
