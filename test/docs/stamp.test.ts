/** `npm test` builds only what has changed since `npm ci`. */
import {mkdirSync, mkdtempSync, renameSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {stampOf} from '../../scripts/stamp.ts'

it('every change of a file changes the stamp of its folder, except data of a trial', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-stamp-'))
  mkdirSync(join(folder, 'app/.nonet/build'), {recursive: true})
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const stamps: string[] = []
  const stamp = () => stamps.push(stampOf([], [folder]))
  write('a.css', 'a')
  stamp()
  write('a.css', 'b')
  stamp()
  renameSync(join(folder, 'a.css'), join(folder, 'c.css'))
  stamp()
  write('app/.nonet/build/manifest.json', '{}')
  stamp()
  expect(new Set(stamps).size).toBe(4)
  write('app/.nonet/data.sqlite', 'records')
  stamp()
  expect(stamps.at(-1)).toBe(stamps.at(-2))
})
