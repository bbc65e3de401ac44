/** The Vitest of an author, in a process of its own: with what is installed beside the document. */
import {spawn} from 'node:child_process'
import {mkdirSync, symlinkSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {stripVTControlCharacters} from 'node:util'
import {authorFolder} from './own-code.ts'

const installed = ['react', 'react-dom', 'rolldown', 'typescript', 'vitest', 'jsdom', '@testing-library', '@types']

/** A folder in which the packages that an author installs are this repository and its own. */
export function installedFolder(files: Readonly<Record<string, string>>): string {
  const folder = authorFolder(files)
  installPackages(folder)
  return folder
}

export function installPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('.'), join(folder, 'node_modules', 'nonet'))
  for (const name of installed) symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
}

export async function authorTests(folder: string): Promise<{readonly code: number | null; readonly out: string}> {
  const {NODE_ENV: _, VITEST: __, ...env} = process.env
  // Beside other tests, on a busy machine.
  const args = ['run', '--testTimeout=200000', '--hookTimeout=200000']
  const child = spawn(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), ...args], {cwd: folder, env})
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (out += String(data)))
  const code = await new Promise<number | null>(ended => child.once('close', ended))
  return {code, out: stripVTControlCharacters(out)}
}
