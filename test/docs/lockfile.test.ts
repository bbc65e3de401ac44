import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'

interface Entry {
  readonly version?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const {packages} = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {packages: Readonly<Record<string, Entry>>}

describe('the lockfile', () => {
  it('contains every optional package with its version, so that npm ci installs on each kind of machine', () => {
    const names = Object.entries(packages).map(([path, entry]) => [path.split('node_modules/').at(-1), entry.version])
    const known = new Set(names.filter(([, version]) => version !== undefined).map(([name]) => name))
    const optional = Object.values(packages).flatMap(entry => Object.keys(entry.optionalDependencies ?? {}))
    expect(optional.length).toBeGreaterThan(20)
    expect(optional.filter(name => !known.has(name))).toEqual([])
  })

  it('has install scripts only for packages that package.json allows, for each kind of machine', () => {
    const {allowScripts} = JSON.parse(readFileSync('package.json', 'utf8')) as {allowScripts: Record<string, boolean>}
    const withScripts = Object.entries(packages).filter(([, {hasInstallScript}]) => hasInstallScript)
    const names = withScripts.map(([path]) => path.split('node_modules/').at(-1) ?? '')
    expect(names.toSorted()).toEqual(Object.keys(allowScripts).toSorted())
  })

  it('names no registry host', () => {
    expect(Object.values(packages).filter(entry => entry.resolved !== undefined)).toEqual([])
  })
})
