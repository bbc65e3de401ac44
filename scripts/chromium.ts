/** Finds a Chromium or Chrome on this machine, or installs one if possible. */
import {execFileSync} from 'node:child_process'
import {existsSync} from 'node:fs'
import {delimiter, join} from 'node:path'
import {chromium} from 'playwright-core'

/** Draws no browser window, which takes a full browser most of its time. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a browser; `NONET_CHROMIUM` takes precedence. */
export function findChromium(): string | null {
  const told = process.env['NONET_CHROMIUM']
  if (told) return told
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = names.flatMap(name => folders.map(folder => join(folder, name)))
  return [...onPath, ...places, downloaded()].find(path => path !== '' && existsSync(path)) ?? null
}

function downloaded(): string {
  try {
    return chromium.executablePath()
  } catch {
    return ''
  }
}

export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  console.log('No Chromium or Chrome found: installing one.')
  const installed = isRootWithApt() ? installWithApt() : installWithPlaywright()
  const now = installed ? findChromium() : null
  if (!now) throw new Error('The browser tests need Chromium or Chrome. Install one, or name it in NONET_CHROMIUM.')
  return now
}

function isRootWithApt(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function installWithApt(): boolean {
  const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive'}
  const install = (name: string) => attempt('apt-get', ['install', '-y', '--no-install-recommends', name], env)
  return attempt('apt-get', ['update'], env) && (install(shell) || install('chromium'))
}

function installWithPlaywright(): boolean {
  return attempt(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], process.env)
}

function attempt(command: string, args: string[], env: NodeJS.ProcessEnv): boolean {
  try {
    execFileSync(command, args, {stdio: ['ignore', 'ignore', 'inherit'], env})
    return true
  } catch {
    return false
  }
}
