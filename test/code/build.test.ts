/** Own code as files for browsers and for code processes. */
import {existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {buildOwnCode, buildState} from '../../src/code/build/bundle.ts'
import {ownStyles} from '../../src/code/build/own-styles.ts'
import {nonetHere, nonetServing} from '../kit/cli.ts'
import {authorFolder, floorPlan as floorPlanData, ownFunctions, ownProcesses} from '../kit/own-code.ts'
import {pageWith} from '../kit/render.tsx'

const engineFolder = 'dist/code'
const components = ['FloorPlan']
const addresses = {
  'Floor plan': {
    path: '/floors/:floor',
    query: [
      ['day', null],
      ['view', 'plan'],
    ],
  },
} as const

const floorPlan = `import {useState} from 'react'
import {Room} from './parts/room'

export default function FloorPlan({data}: {data: {rooms: {rows: {id: string; name: string}[]}}}) {
  const [chosen] = useState(data.rooms.rows[0]?.id)
  return <ul>{data.rooms.rows.map(room => <Room key={room.id} chosen={room.id === chosen}>{room.name}</Room>)}</ul>
}
`
const room = `import type {ReactNode} from 'react'
import count from 'tally'
export const Room = ({chosen, children}: {chosen: boolean; children: ReactNode}) =>
  <li aria-current={chosen}>{count(children)}</li>
`
/** A package in CommonJS that uses hooks. */
const tally = {
  'node_modules/tally/package.json': '{"name": "tally", "version": "1.0.0", "main": "index.js"}',
  'node_modules/tally/index.js': `const React = require('react')
module.exports = text => { const [seen] = React.useState(1); return text + ' × ' + seen }
`,
}
const source = {'screens/FloorPlan.tsx': floorPlan, 'screens/parts/room.tsx': room, ...tally}

const built = (files: Readonly<Record<string, string>>, names = components) => {
  const folder = authorFolder(files)
  return {folder, manifest: buildOwnCode({folder, components: names, addresses, engineFolder})}
}

describe('a build', () => {
  it('is what a code process renders, with a package in CommonJS and one React', async () => {
    const {folder, manifest} = built(source)
    const {server} = (await manifest).parts['FloorPlan'] ?? {}
    const {render} = ownProcesses({}, {build: join(folder, '.nonet/build/server')})
    const answer = await render(String(server).replace(/\.mjs$/, ''))
    expect(answer).toMatchObject({kind: 'html', failures: []})
    expect(answer).toMatchObject({html: expect.stringContaining('<li aria-current="true">Attic × 1</li>')})
  })

  it("imports the engine's kit in a browser, and contains no React and no path of the machine", async () => {
    const {folder, manifest} = built(source)
    const {files, parts} = await manifest
    const {kit} = JSON.parse(readFileSync('dist/code/engine.json', 'utf8'))
    const script = readFileSync(join(folder, '.nonet/build/browser', parts['FloorPlan']?.browser ?? ''), 'utf8')
    expect(script).toContain(`"./${kit}"`)
    expect(existsSync(join('dist/browser-own', kit))).toBe(true)
    expect(script.length).toBeLessThan(4000)
    for (const folderOf of ['browser', 'server'])
      for (const file of readdirSync(join(folder, '.nonet/build', folderOf)).filter(each => /\.m?js$/.test(each)))
        expect(readFileSync(join(folder, '.nonet/build', folderOf, file), 'utf8')).not.toContain(folder)
    expect(files).toContain(parts['FloorPlan']?.browser)
  })

  it('has the same names for the same source, wherever it is', async () => {
    expect(await built(source).manifest).toEqual(await built(source).manifest)
    const other = await built({...source, 'screens/FloorPlan.tsx': `${floorPlan}// more\nexport const more = 1\n`})
      .manifest
    expect(other.parts['FloorPlan']?.browser).not.toBe((await built(source).manifest).parts['FloorPlan']?.browser)
  })

  it('tells browsers nothing of the source, but in nonet dev', async () => {
    const {folder, manifest} = built(source)
    const scriptOf = ({parts}: Awaited<typeof manifest>, kind = 'build') =>
      readFileSync(join(folder, '.nonet', kind, 'browser', parts['FloorPlan']?.browser ?? ''), 'utf8')
    expect(scriptOf(await manifest)).not.toMatch(/sourceMappingURL|nonetRefresh/)
    const debugged = await buildOwnCode({folder, components, addresses, engineFolder, debugged: true})
    expect(scriptOf(debugged, 'dev')).toContain('sourceMappingURL=data:application/json')
    // What `nonet run` serves is another build, which is left alone.
    expect(scriptOf(await manifest)).not.toMatch(/sourceMappingURL|nonetRefresh/)
  })

  it('leaves out the server for a screen that needs a browser', async () => {
    const {manifest} = built({
      'screens/FloorPlan.client.tsx': 'const {width} = window.screen\nexport default () => width',
    })
    expect((await manifest).parts['FloorPlan']?.server).toBeNull()
  })

  it('shares what two screens import', async () => {
    const two = {'screens/Other.tsx': `import {Room} from './parts/room'\nexport default () => <Room chosen>1</Room>`}
    const {manifest} = built({...source, ...two}, ['FloorPlan', 'Other'])
    const {parts, files} = await manifest
    expect(Object.keys(parts)).toEqual(['FloorPlan', 'Other'])
    expect(files.filter(file => file.startsWith('own-part-'))).toHaveLength(1)
  })

  it('serves pictures by their content', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const {folder, manifest} = built({
      'screens/FloorPlan.tsx': `import plan from './plan.svg'\nexport default () => <img src={plan} alt="" />`,
      'screens/plan.svg': svg,
    })
    const {files, parts} = await manifest
    const picture = files.find(file => file.endsWith('.svg')) ?? ''
    expect(readFileSync(join(folder, '.nonet/build/browser', picture), 'utf8')).toBe(svg)
    for (const [kind, name] of [
      ['browser', parts['FloorPlan']?.browser],
      ['server', parts['FloorPlan']?.server],
    ])
      expect(readFileSync(join(folder, '.nonet/build', String(kind), String(name)), 'utf8')).toContain(
        `/_nonet/${picture}`,
      )
  })

  it('links to the screens of its document', async () => {
    const {folder, manifest} = built({
      'screens/FloorPlan.tsx': `import {href} from 'nonet/screen'
const links = () => [
  href('Floor plan', {floor: 'a/b', view: 'plan', day: '2026-03-11', other: 1}),
  href('Floor plan', {view: 'list', day: null, floor: {id: 'f1'}}),
  ...[['toString', {}], ['Floor plan', {}]].map(([name, values]) => { try { return href(name, values) } catch ({message}) { return message } }),
]
export default () => links().join(' | ')`,
    })
    const {parts} = await manifest
    const {processes} = ownProcesses({}, {build: join(folder, '.nonet/build/server')})
    const page = JSON.stringify(pageWith({screen: 'code', data: floorPlanData}))
    const answer = await processes.render({
      page,
      parts: {FloorPlan: `./${parts['FloorPlan']?.server}`},
      reference: 'TEST-0001',
    })
    expect(answer.kind === 'html' && answer.html.replaceAll('&amp;', '&').replaceAll('&quot;', '"')).toContain(
      '/floors/a%2Fb?day=2026-03-11 | /floors/f1?view=list | The document has no screen "toString". | The address of Floor plan needs floor.',
    )
  })

  it('has nothing for components without code', async () => {
    expect(await built({}, ['FloorPlan', '../etc/passwd', '__proto__']).manifest).toMatchObject({parts: {}, files: []})
  })
})

describe('the source', () => {
  const withImport = (line: string) => ({
    ...source,
    'screens/FloorPlan.tsx': `${line}\nexport default () => null\n`,
    'screens/plain.css': 'p {color: red}',
  })

  it.each([
    ['files of Node', `import {readFileSync} from 'node:fs'; readFileSync('/')`, 'node:fs, which is a part of Node.js'],
    ['files of Node by the old name', `import fs from 'fs'; fs.x()`, 'fs, which is a part of Node.js'],
    [
      'the renderer',
      `import {createRoot} from 'react-dom/client'; createRoot()`,
      'react-dom/client, which own code cannot',
    ],
    ['the engine', `import {x} from 'nonet/dist/nonet.js'; x()`, 'nonet/dist/nonet.js, which own code cannot'],
    ['what is not installed', `import x from 'left-pad'; x()`, 'left-pad, which does not exist'],
    ['styles', `import './plain.css'`, 'styles of a screen are in the file beside it'],
  ])('cannot import %s', async (_, line, message) => {
    await expect(built(withImport(line)).manifest).rejects.toThrow(message)
  })

  it('cannot import files outside of its folder, also by links', async () => {
    const outside = join(authorFolder({'secret.ts': 'export default 1'}), 'secret.ts')
    const {manifest} = built(withImport(`import x from '${outside}'; x()`))
    await expect(manifest).rejects.toThrow('outside of the folder of the document')
    const folder = authorFolder(withImport(`import x from './linked.ts'; x()`))
    symlinkSync(outside, join(folder, 'screens/linked.ts'))
    await expect(buildOwnCode({folder, components, addresses, engineFolder})).rejects.toThrow('outside of the folder')
    const up = authorFolder({
      ...withImport(`import x from '../../${dirname(outside).split('/').at(-1)}/secret.ts'; x()`),
    })
    await expect(buildOwnCode({folder: up, components, addresses, engineFolder})).rejects.toThrow(
      'outside of the folder',
    )
  })

  it('cannot import the data of the application', async () => {
    const data = {'.nonet/rooms/data.json': '{"secret": 1}'}
    const files = {...withImport(`import x from '../.nonet/rooms/data.json'; x()`), ...data}
    await expect(built(files).manifest).rejects.toThrow('outside of the folder')
  })

  it('says where it is wrong', async () => {
    await expect(built({'screens/FloorPlan.tsx': 'export default () => <p>'}).manifest).rejects.toThrow(
      /FloorPlan\.tsx/,
    )
    await expect(built({'screens/FloorPlan.tsx': 'export const FloorPlan = 1'}).manifest).rejects.toThrow(
      'has no default export',
    )
    const two = {'screens/FloorPlan.tsx': floorPlan, 'screens/FloorPlan.client.tsx': floorPlan}
    await expect(built(two).manifest).rejects.toThrow('are one component')
  })
})

describe('functions', () => {
  const code = (files: Readonly<Record<string, string>>) => {
    const folder = authorFolder(files)
    return {folder, code: {folder, components: [], functions: ['price'], addresses, engineFolder}}
  }
  const price = (line: string) => ({'functions/price.ts': `${line}\nexport default () => 1`})

  it('are built for the server alone, with their own files and packages, and are served while they fit', async () => {
    const files = {
      'functions/price.ts': `import {rate} from './rates.ts'
import twice from 'twice'
export default ({hours}: {hours: number}) => twice(hours * rate)`,
      'functions/rates.ts': 'export const rate = 4',
      'node_modules/twice/package.json': '{"name": "twice", "version": "1.0.0", "main": "index.js"}',
      'node_modules/twice/index.js': 'module.exports = number => 2 * number',
    }
    const {folder, code: given} = code(files)
    const {functions, parts, files: shown} = await buildOwnCode(given)
    expect([Object.keys(functions), parts, shown]).toEqual([['price'], {}, []])
    const {one} = ownFunctions({}, {build: join(folder, '.nonet/build/server'), functions})
    expect(await one('price', {hours: 3})).toBe(24)
    expect((await buildState(given)).kind).toBe('fits')
    writeFileSync(join(folder, 'functions/rates.ts'), 'export const rate = 5')
    expect(await buildState(given)).toEqual({kind: 'differs', why: 'was built before functions/rates.ts was changed'})
  })

  it.each([
    ["import {readFileSync} from 'node:fs'; readFileSync('/')", 'is a part of Node.js'],
    ["import {useState} from 'react'; useState(1)", 'A function takes values and gives one.'],
    ["import {can} from 'nonet/screen'; can()", 'A function takes values and gives one.'],
    ["import x from 'nonet:kit'; x()", 'does not exist'],
    ["import x from '/etc/hostname'; x()", 'outside of the folder'],
    ["import x from 'missing'; x()", 'does not exist'],
  ])('cannot do this: %s', async (line, message) => {
    await expect(buildOwnCode(code(price(line)).code)).rejects.toThrow(message)
  })

  it('have a default export', async () => {
    const {code: given} = code({'functions/price.ts': 'export const price = () => 1'})
    await expect(buildOwnCode(given)).rejects.toThrow('functions/price has no default export')
  })
})

describe('what is served', () => {
  const state = (folder: string) => buildState({folder, components, addresses, engineFolder})

  it('was built for these files and this engine', async () => {
    const {folder, manifest} = built({...source, 'screens/FloorPlan.css': 'p {color: red}'})
    await manifest
    expect((await state(folder)).kind).toBe('fits')
    writeFileSync(join(folder, 'screens/parts/room.tsx'), `${room}// other\n`)
    expect(await state(folder)).toEqual({
      kind: 'differs',
      why: 'was built before screens/parts/room.tsx was changed',
    })
    await buildOwnCode({folder, components, addresses, engineFolder})
    expect((await state(folder)).kind).toBe('fits')
    const path = join(folder, '.nonet/build/manifest.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"engine":"\w+"/, '"engine":"other"'))
    expect(await state(folder)).toEqual({kind: 'differs', why: 'was built for another version of Nonet'})
    writeFileSync(path, readFileSync(path, 'utf8').replace('"api":1', '"api":2'))
    expect(await state(folder)).toEqual({
      kind: 'differs',
      why: 'was built for version 2 of what Nonet offers to own code, and this one offers 1',
    })
  })

  it('was built for the addresses of these screens', async () => {
    const {folder, manifest} = built(source)
    await manifest
    const moved = {...addresses, 'Floor plan': {path: '/plans/:floor'}}
    expect(await buildState({folder, components, addresses: moved, engineFolder})).toEqual({
      kind: 'differs',
      why: 'was built before the addresses of screens were changed',
    })
  })

  it('is nothing before a build, and without code', async () => {
    expect(await state(authorFolder(source))).toEqual({kind: 'differs', why: 'has not been built'})
    expect(await state(authorFolder({}))).toEqual({kind: 'none'})
  })
})

describe('the styles of a screen', () => {
  const of = (css: string) => ownStyles(css, {component: 'FloorPlan', file: 'screens/FloorPlan.css'})

  it('apply to its part of the page alone', () => {
    expect(of('.page { color: red }\n@media print { .room { display: none } }')).toBe(
      '@layer own{[data-own="FloorPlan"]{.page { color: red }\n@media print { .room { display: none } }}}\n',
    )
  })

  it('have animations beside them', () => {
    expect(of('.a { animation: blink 1s }\n@keyframes blink { to { opacity: 0 } }')).toBe(
      '@layer own{[data-own="FloorPlan"]{.a { animation: blink 1s }}@keyframes blink { to { opacity: 0 } }}\n',
    )
  })

  it.each([
    ['}} .shell { display: none } @layer x { a {', 'There is a } too many.'],
    ['.a { color: red', 'does not end'],
    ['.a { content: "', 'A text does not end.'],
    ['/* ', 'does not end'],
    ['html { color: red }', 'html is outside of the screen'],
    ['.a, :root { color: red }', ':root is outside of the screen'],
    ['@import "other.css";', '@import cannot be used'],
    ['@layer shell { .side { display: none } }', '@layer cannot be used'],
    ['.a ( ] { }', 'too many'],
    ['color: red', 'This is not a rule.'],
  ])('cannot leave it: %s', (css, message) => {
    expect(() => of(css)).toThrow(message)
  })

  it('name the line that is wrong', () => {
    expect(() => of('.a {}\n\n\nbody {}')).toThrow('screens/FloorPlan.css:4: body is outside')
  })

  it('may contain brackets in texts and comments', () => {
    const css = '.a::before { content: "}" } /* } */ .b { background: url(a}b.png) } .c\\} { color: red }'
    expect(of(css)).toContain('content: "}"')
  })
})

describe('nonet build', () => {
  const document = `# Rooms

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Floor plan | /floors | code FloorPlan | everyone |
`

  it('builds the screens that the document names', async () => {
    const folder = authorFolder({...source, 'screens/Unused.tsx': 'export default 1', 'app.md': document})
    expect(await nonetHere(['build', folder])).toMatchObject({code: 0, out: 'Built FloorPlan: 1 file for browsers.\n'})
    expect(existsSync(join(folder, '.nonet/build/manifest.json'))).toBe(true)
    expect((await nonetHere(['build', join(folder, 'app.md')])).code).toBe(0)
  })

  it('says what is wrong', async () => {
    const broken = authorFolder({'screens/FloorPlan.tsx': `import 'node:fs'`, 'app.md': document})
    expect(await nonetHere(['build', broken])).toMatchObject({
      code: 1,
      err: expect.stringContaining('screens/FloorPlan.tsx imports node:fs, which is a part of Node.js'),
    })
    const styles = authorFolder({...source, 'screens/FloorPlan.css': 'body {}', 'app.md': document})
    expect((await nonetHere(['build', styles])).err).toBe(
      'nonet: screens/FloorPlan.css:1: body is outside of the screen, which its styles do not reach.\n',
    )
    expect(await nonetHere(['build', authorFolder({'app.md': document})])).toMatchObject({
      code: 0,
      out: 'Nothing of the document has own code.\n',
    })
  })

  it('is needed before nonet run, unless the code is left out', async () => {
    const folder = authorFolder({...source, 'app.md': document})
    const ran = await nonetHere(['run', folder, '--port', '0'])
    expect(ran).toMatchObject({code: 1, err: expect.stringContaining(`The own code of ${folder} has not been built.`)})
    expect(ran.err).toContain(`Run nonet build ${folder}, or serve the document without it: --no-code.`)
    await nonetHere(['build', folder])
    const {parts} = JSON.parse(readFileSync(join(folder, '.nonet/build/manifest.json'), 'utf8'))
    const served = async (...options: string[]) => {
      const running = await nonetServing(['run', folder, ...options])
      try {
        const page = await (await fetch(new URL('/_sign-in', running.url))).text()
        const script = await fetch(new URL(`/_nonet/${parts.FloorPlan.browser}`, running.url))
        return {knowsOwnCode: page.includes('id="own"'), script: script.status}
      } finally {
        await running.stop()
      }
    }
    expect(await served()).toEqual({knowsOwnCode: true, script: 200})
    expect(await served('--no-code')).toEqual({knowsOwnCode: false, script: 404})
  })
})
