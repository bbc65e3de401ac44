/** Outside `screens/`, nobody asks for a kind by its name: kinds say what they can do. Types tell kinds from other words. */
import {globSync} from 'node:fs'
import {dirname, extname, relative, resolve} from 'node:path'
import ts from 'typescript-5'
import {expect, it} from 'vitest'
import {kinds} from '../../src/screens/kinds.ts'

const names = new Set<string>(kinds.map(({name}) => name))
/** A type with one of these among others is that of kinds, or of their pages. */
const unmistakable = ['board', 'dashboard', 'inbox', 'timeline']
const isOwn = (file: string): boolean => /^src\/screens\//.test(file)

/**
 * `shows.kind === 'form'`, `case 'form'`, `new Set<Kind>(['form'])`, `{form: …}` where the names of kinds are expected,
 * and `['form'].includes(shows.kind)`.
 */
function askedIn(source: ts.SourceFile, checker: ts.TypeChecker): ts.Node[] {
  const asked: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    const type = ts.isStringLiteral(node) && names.has(node.text) ? expectedOf(node, checker) : null
    if (type && isOfKinds(type)) asked.push(node)
    if (ts.isPropertyAssignment(node) && names.has(node.name.getText(source)) && isTable(node.parent, checker))
      asked.push(node)
    if (isSearch(node) && node.arguments.some(each => isOfKinds(checker.getTypeAtLocation(each)))) asked.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return asked
}

/** The type of what a literal is compared with, or of the place it is in; null where a page is made. */
function expectedOf(literal: ts.StringLiteral, checker: ts.TypeChecker): ts.Type | null {
  const {parent} = literal
  if (ts.isBinaryExpression(parent) && comparisons.has(parent.operatorToken.kind))
    return checker.getTypeAtLocation(parent.left === literal ? parent.right : parent.left)
  if (ts.isCaseClause(parent)) return checker.getTypeAtLocation(parent.parent.parent.expression)
  const isGiven = ts.isArrayLiteralExpression(parent) || (ts.isCallExpression(parent) && parent.expression !== literal)
  return (isGiven && checker.getContextualType(literal)) || null
}

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

function isOfKinds(type: ts.Type): boolean {
  const literals = (type.isUnion() ? type.types : [type]).flatMap(each => (each.isStringLiteral() ? [each.value] : []))
  return literals.length > 1 && literals.some(each => unmistakable.includes(each))
}

function isTable(object: ts.ObjectLiteralExpression, checker: ts.TypeChecker): boolean {
  const type = checker.getContextualType(object)
  return unmistakable.filter(name => type?.getProperty(name)).length > 2
}

const isSearch = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ['includes', 'indexOf', 'has'].includes(node.expression.name.text)

/** The source and these files, without packages: nothing of kinds is in them, and most of the time would be theirs. */
function programOf(added: Readonly<Record<string, string>>): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts'],
    types: [],
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  const host = ts.createCompilerHost(options)
  const {readFile} = host
  host.readFile = file => added[relative('.', file)] ?? readFile(file)
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({text}) => ({
      resolvedModule: text.startsWith('.')
        ? {resolvedFileName: resolve(dirname(from), text), extension: extname(text)}
        : undefined,
    }))
  return ts.createProgram([...globSync('src/**/*.{ts,tsx}'), ...Object.keys(added)], options, host)
}

const placeOf = (node: ts.Node, file: string): string =>
  `${file}:${node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1}`

const breaking = `import type {Screen} from '../points/screens/model.ts'
export const isForm = ({shows}: Screen): boolean => shows.kind === 'form'
export const drawn: ReadonlySet<Screen['shows']['kind']> = new Set<Screen['shows']['kind']>(['board'])
export const icons: Partial<Record<Screen['shows']['kind'], string>> = {list: 'list'}
export const opens = ({shows}: Screen): boolean => ['list', 'board'].includes(shows.kind)
export const isOther = (kind: 'form' | 'letter'): boolean => kind === 'form'
`

it('asks for no kind by name outside `screens`', {timeout: 240_000}, () => {
  const added = 'src/engine/asks-by-name.ts'
  const program = programOf({[added]: breaking})
  const checker = program.getTypeChecker()
  const asking = program.getSourceFiles().flatMap(source => {
    const file = relative('.', source.fileName)
    return file.startsWith('src/') && !isOwn(file) ? askedIn(source, checker).map(node => placeOf(node, file)) : []
  })
  expect(asking.filter(place => place.startsWith(added))).toHaveLength(4)
  expect(asking.filter(place => !place.startsWith(added))).toEqual([])
})
