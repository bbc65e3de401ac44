/** Errors of TypeScript in own code, where it is installed: each screen is held against what its document gives it. */
import {execFile} from 'node:child_process'
import {existsSync} from 'node:fs'
import {readFile, writeFile} from 'node:fs/promises'
import {createRequire} from 'node:module'
import {dirname, join, relative, resolve} from 'node:path'
import {type Finding, finding, type Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import {cardPart, fieldPart} from '../../engine/page/own.ts'
import {effectFile} from '../../points/calls/read-own-effect.ts'
import type {Specification} from '../../points/specification.ts'
import type {AuthorFiles} from './author-files.ts'
import {beside, componentFile, moduleFile, partsOfSite} from './source-findings.ts'

/** The types of the document have been written. Nothing is found without TypeScript, or without code. */
export async function typeFindings(
  folder: string,
  specification: Specification,
  files: AuthorFiles,
): Promise<readonly Finding[]> {
  const typed = typedFiles(specification, files)
  const compiler = typed.length === 0 ? null : await compilerOf(folder)
  if (compiler === null) return []
  await writeFile(join(folder, '.nonet', 'check.ts'), checksOf(typed, specification))
  await writeFile(join(folder, '.nonet', 'tsconfig.check.json'), JSON.stringify(configOf(folder)))
  const {text, isDone} = await outputOf(compiler, resolve(folder, '.nonet', 'tsconfig.check.json'))
  const problems = problemsIn(text, folder)
  if (!isDone && problems.length === 0) throw new Error(`TypeScript could not check own code: ${text.trim()}`)
  return problems.map(({path, line, column, message}) => {
    const hint = 'The types of own code follow from its document.'
    const inCheck = path === '.nonet/check.ts'
    const declared = inCheck ? typed[line - firstCheck] : typed.find(each => each.path === path)
    if (inCheck && declared) {
      const text = `${declared.path} does not fit "${declared.at.name}": ${message}`
      const place = {file: files.labelOf(declared.path), line: 1, column: 1}
      return beside(finding('N253', declared.at, {message: text, hint}), place)
    }
    const found = finding('N253', {file: files.labelOf(path), line, column}, {message, hint})
    return declared ? beside(found, declared.at) : found
  })
}

/** A file of the author, and what its default export has to be. */
interface TypedFile {
  readonly at: Place & {readonly name: string}
  readonly path: string
  readonly type: string
}

function typedFiles({screens, entities, calls}: Specification, files: AuthorFiles): TypedFile[] {
  const fileOf = (at: TypedFile['at'], path: string | null, type: string) =>
    path !== null && /\.tsx?$/.test(path) ? [{at, path, type}] : []
  return [
    ...screens.screens.flatMap(screen =>
      'component' in screen.shows
        ? fileOf(
            screen,
            componentFile(screen.shows.component, files),
            `ComponentType<ScreenProps<${JSON.stringify(screen.name)}>>`,
          )
        : [],
    ),
    ...partsOfSite(screens).flatMap(({part, place, props}) =>
      fileOf({...place, name: part.replace(/^.*\//, '')}, componentFile(part, files), `ComponentType<${props}>`),
    ),
    ...[...entities.entities.values()].flatMap(entity =>
      [...entity.fields.values()].flatMap(field => {
        const name = `${entity.name}.${field.name}`
        const typed = (place: Text | undefined, props: string) =>
          place
            ? fileOf(
                {...place, name},
                componentFile(fieldPart(place.text), files),
                `ComponentType<import('nonet/screen').${props}<'${name}'>>`,
              )
            : []
        return [...typed(field.shownBy, 'FieldDisplayProps'), ...typed(field.editedBy, 'FieldEditorProps')]
      }),
    ),
    ...screens.screens.flatMap(({cards}) =>
      cards.flatMap(({shownBy, name}) =>
        shownBy
          ? fileOf(
              {...shownBy, name},
              componentFile(cardPart(shownBy.text), files),
              `ComponentType<import('nonet/screen').CardProps<${JSON.stringify(name)}>>`,
            )
          : [],
      ),
    ),
    ...[...entities.functions.values()].flatMap(each =>
      fileOf(each, moduleFile({folder: 'functions', name: each.name}, files), `Fn<${JSON.stringify(each.name)}>`),
    ),
    ...calls.effects.flatMap(each =>
      fileOf(
        each,
        moduleFile({folder: 'effects', name: effectFile(each.name)}, files),
        `Effect<${JSON.stringify(each.name)}>`,
      ),
    ),
  ]
}

/** The line of the first file in `checksOf`. */
const firstCheck = 2

/** On one line, whatever is imported. */
function checksOf(typed: readonly TypedFile[], {entities, calls}: Specification): string {
  const imports = [
    "import type {ComponentType} from 'react'",
    "import type {ErrorPageProps, LayoutProps, ScreenProps} from 'nonet/screen'",
    ...(entities.functions.size > 0 ? ["import type {Fn} from 'nonet/code'"] : []),
    ...(calls.effects.length > 0 ? ["import type {Effect} from 'nonet/code'"] : []),
  ]
  const lines = typed.map(({path, type}) => {
    const module = JSON.stringify(`../${path.replace(/\.tsx?$/, '')}`)
    return `(await import(${module})).default satisfies ${type}`
  })
  return [imports.join('; '), ...lines, ''].join('\n')
}

/** The author's own settings, for the files of the screens. */
function configOf(folder: string) {
  const hasOwn = existsSync(join(folder, 'tsconfig.json'))
  const usual = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    strict: true,
    types: [],
  }
  return {
    ...(hasOwn && {extends: '../tsconfig.json'}),
    compilerOptions: {
      ...(!hasOwn && usual),
      target: 'es2022',
      module: 'esnext',
      noEmit: true,
      skipLibCheck: true,
      incremental: false,
      composite: false,
    },
    include: [],
    files: ['check.ts', 'app.d.ts'],
  }
}

interface Compiler {
  readonly path: string
  /** From version 7 on, JavaScript only starts a program, which Node cannot confine. */
  readonly isNative: boolean
}

/** The compiler that is installed beside the document or above it. */
async function compilerOf(folder: string): Promise<Compiler | null> {
  try {
    const found = createRequire(join(resolve(folder), 'document.js')).resolve('typescript/package.json')
    const {bin, version = ''}: {bin?: Record<string, string>; version?: string} = JSON.parse(
      await readFile(found, 'utf8'),
    )
    if (bin?.['tsc'] === undefined) return null
    return {path: join(dirname(found), bin['tsc']), isNative: Number.parseInt(version, 10) >= 7}
  } catch {
    return null
  }
}

/**
 * It learns nothing of the environment, and its JavaScript only reads. That guards against accidents, not against a hostile
 * package: the package says itself which version it is, and what a program does that it starts is not confined.
 */
function outputOf(
  {path, isNative}: Compiler,
  project: string,
): Promise<{readonly text: string; readonly isDone: boolean}> {
  const starting = isNative ? ['--allow-child-process'] : []
  return new Promise((done, failed) => {
    execFile(
      process.execPath,
      ['--permission', '--allow-fs-read=*', ...starting, path, '-p', project, '--pretty', 'false'],
      {cwd: dirname(dirname(project)), env: {}, maxBuffer: 64 * 1024 * 1024},
      (error, out, err) =>
        error && out === '' ? failed(new Error(err || error.message)) : done({text: out, isDone: error === null}),
    )
  })
}

interface TypeProblem {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** `FILE(3,5): error TS2322: …`, whose details are on indented lines. */
function problemsIn(text: string, folder: string): TypeProblem[] {
  const found: TypeProblem[] = []
  for (const line of text.split('\n')) {
    const [, file = '', at = '', column = '', message = ''] =
      /^(.+?)\((\d+),(\d+)\): error (TS\d+: .+)$/.exec(line.trimEnd()) ?? []
    const last = found.at(-1)
    if (message !== '') {
      const path = relative(resolve(folder), resolve(folder, file)).replaceAll('\\', '/')
      found.push({path, line: Number(at), column: Number(column), message})
    } else if (last && /^\s+\S/.test(line)) found.splice(-1, 1, {...last, message: `${last.message} ${line.trim()}`})
  }
  return found
}
