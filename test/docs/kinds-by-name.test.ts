/** Outside `screens/`, nobody asks for a kind by its name: kinds say what they can do. Types tell kinds from other words. */
import {globSync} from 'node:fs'
import {dirname, extname, relative, resolve} from 'node:path'
import ts from 'typescript-5'
import {expect, it} from 'vitest'
import {kinds} from '../../src/screens/kinds.ts'

const names = new Set<string>(kinds.map(({name}) => name))
/** A type with one of these among others is that of kinds, or of their pages. They are words of nothing else. */
const unmistakable = ['board', 'dashboard', 'inbox', 'timeline']
const isOwn = (file: string): boolean => /^src\/screens\//.test(file)

/**
 * `shows.kind === 'form'`, `case 'form'`, `isOfKind(screen, 'form')`, `new Set<Kind>(['form'])`, `{form: …}` where the
 * names of kinds are expected, `['form'].includes(shows.kind)`, `shows.kind.startsWith('form')`, and a name that can be
 * nothing else.
 */
function askedIn(source: ts.SourceFile, checker: ts.TypeChecker): ts.Node[] {
  const asked = new Set<ts.Node>()
  const visit = (node: ts.Node): void => {
    if (isName(node) && (unmistakable.includes(node.text) || expectedOf(node, checker).some(isOfKinds))) asked.add(node)
    if (ts.isPropertyAssignment(node) && names.has(node.name.getText(source)) && isTable(node.parent, checker))
      asked.add(node)
    if (isComparison(node) && isNamed(node.left, node.right, checker)) asked.add(node.left)
    if (isComparison(node) && isNamed(node.right, node.left, checker)) asked.add(node.right)
    if (isSearch(node) && partsOf(node).some(each => isOfKinds(checker.getTypeAtLocation(each)))) asked.add(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...asked]
}

const isName = (node: ts.Node): node is ts.StringLiteralLike => ts.isStringLiteralLike(node) && names.has(node.text)

/** The types of what a literal is compared with, or of the place it is in; none where a page is made. */
function expectedOf(literal: ts.StringLiteralLike, checker: ts.TypeChecker): readonly ts.Type[] {
  const inner = outermost(literal)
  const {parent} = inner
  if (isComparison(parent)) return [checker.getTypeAtLocation(parent.left === inner ? parent.right : parent.left)]
  if (ts.isCaseClause(parent)) return [checker.getTypeAtLocation(parent.parent.parent.expression)]
  const isArgument = ts.isCallExpression(parent) && parent.expression !== inner
  if (!isArgument && !ts.isArrayLiteralExpression(parent)) return []
  const expected = checker.getContextualType(inner)
  return [expected, isArgument ? declaredFor(inner, parent, checker) : undefined].filter(each => each !== undefined)
}

/** Of a parameter with a type of its own, such as `Name extends Kind`, what that type extends. */
function declaredFor(argument: ts.Expression, call: ts.CallExpression, checker: ts.TypeChecker): ts.Type | undefined {
  const parameter = checker.getResolvedSignature(call)?.declaration?.parameters[call.arguments.indexOf(argument)]
  return parameter && checker.getBaseConstraintOfType(checker.getTypeAtLocation(parameter))
}

/** With the parentheses around it, `as const` and the like. */
function outermost(node: ts.Expression): ts.Expression {
  const {parent} = node
  const isAround = ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)
  return isAround ? outermost(parent) : node
}

const isComparison = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && comparisons.has(node.operatorToken.kind)

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
])

/** A constant that is the name of a kind, compared with a kind. */
function isNamed(constant: ts.Expression, other: ts.Expression, checker: ts.TypeChecker): boolean {
  const symbol = ts.isIdentifier(constant) ? checker.getSymbolAtLocation(constant) : undefined
  const isImported = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
  const declared = (isImported ? checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration
  // Asking for its type would follow what is known of it at each comparison, which takes a sixth of this test.
  if (!declared || !ts.isVariableDeclaration(declared) || !declared.initializer) return false
  const {initializer} = declared
  const isKind = isName(ts.isAsExpression(initializer) ? initializer.expression : initializer)
  return isKind && isOfKinds(checker.getTypeAtLocation(other))
}

function isOfKinds(type: ts.Type): boolean {
  const literals = (type.isUnion() ? type.types : [type]).flatMap(each => (each.isStringLiteral() ? [each.value] : []))
  return literals.length > 1 && literals.some(each => unmistakable.includes(each))
}

function isTable(object: ts.ObjectLiteralExpression, checker: ts.TypeChecker): boolean {
  const type = checker.getContextualType(object)
  return unmistakable.filter(name => type?.getProperty(name)).length > 2
}

interface Search extends ts.CallExpression {
  readonly expression: ts.PropertyAccessExpression
}

const isSearch = (node: ts.Node): node is Search =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ['includes', 'indexOf', 'has', 'startsWith', 'endsWith'].includes(node.expression.name.text)

/** What may be a kind: no set can, and literals are found as such. */
const partsOf = ({expression, arguments: given}: Search): readonly ts.Expression[] =>
  [...(expression.name.text === 'has' ? [] : [expression.expression]), ...given].filter(
    each => !ts.isLiteralExpression(each),
  )

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
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone
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

const breaking = `import {isOfKind} from '../points/screens/kind.ts'
import type {Screen} from '../points/screens/model.ts'
type Kind = Screen['shows']['kind']
const named = 'form'
export const isForm = ({shows}: Screen): boolean => shows.kind === 'form'
export const isConstant = ({shows}: Screen): boolean => shows.kind === named
export const isList = (screen: Screen): boolean => isOfKind(screen, 'list')
export const isPage = ({shows}: Screen): boolean => shows.kind === ('page' as const)
export const starts = ({shows}: Screen): boolean => shows.kind.startsWith('fo')
export const drawn: ReadonlySet<Kind> = new Set<Kind>(['record'])
export const icons: Partial<Record<Kind, string>> = {list: 'list'}
export const opens = ({shows}: Screen): boolean => ['list', 'form'].includes(shows.kind)
export const counts = (found: ReadonlyMap<string, number>) => found.get('inbox')
`
const harmless = `export const isOther = (kind: 'form' | 'letter'): boolean => kind === 'form'
export const isIn = (text: string): boolean => text.includes('list') && new Set(['page']).has(text)
`

it('asks for no kind by name outside `screens`', {timeout: 600_000}, () => {
  const [added, allowed] = ['src/engine/asks-by-name.ts', 'src/engine/asks-otherwise.ts']
  const program = programOf({[added]: breaking, [allowed]: harmless})
  const checker = program.getTypeChecker()
  const asking = program.getSourceFiles().flatMap(source => {
    const file = relative('.', source.fileName)
    return file.startsWith('src/') && !isOwn(file) ? askedIn(source, checker).map(node => placeOf(node, file)) : []
  })
  // From the first line after the imports and the two names on, each line once.
  const lines = breaking.trim().split('\n').length
  const expected = Array.from({length: lines - 4}, (_, index) => `${added}:${index + 5}`)
  expect(asking.filter(place => place.startsWith(added))).toEqual(expected)
  expect(asking.filter(place => !place.startsWith(added))).toEqual([])
})
