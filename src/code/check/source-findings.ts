/** What `nonet check` sees in own code without a bundler and without TypeScript: files, exports and names. */
import {dirname, join, normalize} from 'node:path/posix'
import {type Finding, finding, type Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import {cardPart, fieldPart, layoutPart, pathOfPart} from '../../engine/page/own.ts'
import {effectFile} from '../../points/calls/read-own-effect.ts'
import type {Screen, Screens} from '../../points/screens/model.ts'
import {listsOfOwn} from '../../points/screens/own/model.ts'
import type {Specification} from '../../points/specification.ts'
import {kitTypes} from '../types/kit-types.ts'
import type {AuthorFiles} from './author-files.ts'
import {dataFindings} from './data-findings.ts'
import {deprecatedFindings} from './deprecated-findings.ts'

export function sourceFindings(specification: Specification, files: AuthorFiles): Finding[] {
  const {screens, entities, calls} = specification
  return [
    ...dataFindings(specification),
    ...[...partsOfSite(screens), ...partsOfScreens(specification)].flatMap(each => findingsOfPart(each, files)),
    ...editorsOf(specification).flatMap(each => findingsOfEditor(each, files)),
    ...screens.screens.flatMap(screen =>
      'component' in screen.shows ? findingsOfScreen(screen, screen.shows.component, files) : [],
    ),
    ...[...entities.functions.values()].flatMap(each =>
      findingsOfModule(each, {code: 'N336', what: 'function', folder: 'functions', name: each.name}, files),
    ),
    ...calls.effects.flatMap(each =>
      findingsOfModule(each, {code: 'N725', what: 'effect', folder: 'effects', name: effectFile(each.name)}, files),
    ),
    ...deprecatedFindings({paths: pathsOf(specification, files), types: kitTypes}, files),
  ]
}

/** All files of own code, each once. */
function pathsOf(specification: Specification, files: AuthorFiles): readonly string[] {
  const {screens, entities, calls} = specification
  const components = screens.screens.flatMap(({shows}) => ('component' in shows ? [shows.component] : []))
  const named = [...partsOfSite(screens), ...partsOfScreens(specification)].map(({part}) => part)
  const parts = [...components, ...named]
  const found = [
    ...parts.map(part => componentFile(part, files)),
    ...[...entities.functions.values()].map(({name}) => moduleFile({folder: 'functions', name}, files)),
    ...calls.effects.map(({name}) => moduleFile({folder: 'effects', name: effectFile(name)}, files)),
  ]
  return [...new Set(found.flatMap(path => (path === null ? [] : [...reachedFrom(path, files).keys()])))]
}

interface NamedOwnPart {
  readonly part: string
  /** Where the document names it. */
  readonly place: Place
  /** What is there without it. */
  readonly without: string
}

interface SitePart extends NamedOwnPart {
  /** What its component gets, in `nonet/screen`. */
  readonly props: 'LayoutProps' | 'ErrorPageProps'
}

/** The layouts and pages of a site, each once. */
export function partsOfSite({site, screens}: Screens): readonly SitePart[] {
  const layouts = [site.layout, ...screens.map(({layout}) => layout)].flatMap(each => each ?? [])
  const pages = [site.missingPage, site.errorPage].flatMap(each => each ?? [])
  const named = [
    ...layouts.map(place => ({
      part: layoutPart(place.text),
      props: 'LayoutProps' as const,
      place,
      without: 'Its pages have the menu of the product.',
    })),
    ...pages.map(place => ({
      part: place.text,
      props: 'ErrorPageProps' as const,
      place,
      without: 'The page is that of the product.',
    })),
  ]
  return named.filter(({part}, index) => named.findIndex(each => each.part === part) === index)
}

/** Those within built-in screens, each once. */
function partsOfScreens({screens, entities}: Specification): readonly NamedOwnPart[] {
  const fields = [...entities.entities.values()].flatMap(entity => [...entity.fields.values()])
  const ofFields = fields.flatMap(({shownBy, editedBy}) =>
    [shownBy, editedBy].flatMap(place => (place ? [{part: fieldPart(place.text), place}] : [])),
  )
  const ofCards = screens.screens.flatMap(({cards}) =>
    cards.flatMap(({shownBy: place}) => (place ? [{part: cardPart(place.text), place}] : [])),
  )
  const named = [...ofFields, ...ofCards].map(each => ({...each, without: 'In its place is that of the product.'}))
  return named.filter(({part}, index) => named.findIndex(each => each.part === part) === index)
}

const editorsOf = ({entities}: Specification): readonly Text[] =>
  [...entities.entities.values()].flatMap(({fields}) => [...fields.values()].flatMap(({editedBy}) => editedBy ?? []))

/** One that never gives its input to an element has the product's control beside it. */
function findingsOfEditor(place: Text, files: AuthorFiles): Finding[] {
  const path = componentFile(fieldPart(place.text), files)
  if (path === null || [...reachedFrom(path, files).values()].some(text => /\binput\b/.test(text))) return []
  const message = `${path} does not use \`input\`, so the control of the product is shown beside it.`
  const hint = 'Give it to an element: `<input {...input} />`.'
  return [beside(finding('N254', {file: files.labelOf(path), line: 1, column: 1}, {message, hint}), place)]
}

function findingsOfPart({part, place, without}: NamedOwnPart, files: AuthorFiles): Finding[] {
  const name = part.replace(/^.*\//, '')
  const path = componentFile(part, files)
  if (path === null) {
    const message = `\`${name}\` has no code: there is no file ${pathOfPart(part)}.tsx. ${without}`
    return [finding('N252', place, {message, hint: 'Add the file, with the component as its default export.'})]
  }
  if (exportsDefault(files.read(path) ?? '')) return []
  const message = `${path} has no default export.`
  const hint = `Write \`export default function ${name}\`.`
  return [beside(finding('N253', {file: files.labelOf(path), line: 1, column: 1}, {message, hint}), place)]
}

interface OwnModule {
  readonly code: 'N336' | 'N725'
  readonly what: string
  readonly folder: string
  /** Of its file. */
  readonly name: string
}

/** The file of a function or an effect; null without code. */
export const moduleFile = ({folder, name}: Pick<OwnModule, 'folder' | 'name'>, {read}: AuthorFiles): string | null =>
  ['.ts', '.js'].map(ending => `${folder}/${name}${ending}`).find(each => read(each) !== null) ?? null

/** Without it a field cannot be written, or an effect always fails. */
function findingsOfModule(
  declared: Place & {readonly name: string},
  {code, what, folder, name}: OwnModule,
  files: AuthorFiles,
): Finding[] {
  const {read, labelOf} = files
  const path = moduleFile({folder, name}, files)
  if (path === null) {
    const message = `The ${what} \`${declared.name}\` has no code: there is no file ${folder}/${name}.ts.`
    return [finding(code, declared, {message, hint: 'Add the file, with the function as its default export.'})]
  }
  if (exportsDefault(read(path) ?? '')) return []
  const message = `${path} has no default export.`
  const hint = `Write \`export default function ${name}\`.`
  return [beside(finding('N253', {file: labelOf(path), line: 1, column: 1}, {message, hint}), declared)]
}

const endings = ['.tsx', '.jsx', '.client.tsx', '.client.jsx']

/** The file of a component; null without code. */
export const componentFile = (component: string, {read}: AuthorFiles): string | null =>
  endings.map(ending => `${pathOfPart(component)}${ending}`).find(path => read(path) !== null) ?? null

function findingsOfScreen(screen: Screen, component: string, files: AuthorFiles): Finding[] {
  const path = componentFile(component, files)
  if (path === null) {
    const message = `"${screen.name}" has no code: there is no file screens/${component}.tsx. Its page shows tables.`
    const hint = `Add the file, with the component as its default export, or correct \`code ${component}\`.`
    return [finding('N252', screen, {message, hint})]
  }
  const text = files.read(path) ?? ''
  if (!exportsDefault(text)) {
    const message = `${path} has no default export.`
    const hint = `Write \`export default function ${component}\`.`
    return [beside(finding('N253', {file: files.labelOf(path), line: 1, column: 1}, {message, hint}), screen)]
  }
  return unusedNames(screen, path, files)
}

const exportsDefault = (text: string): boolean => /\bexport\s+default\b|\bexport\s*\{[^}]*\bdefault\b[^}]*\}/.test(text)

/** Data and actions whose names are in no file of the screen. */
function unusedNames({own, name: heading}: Screen, path: string, files: AuthorFiles): Finding[] {
  if (own === null) return []
  const text = [...reachedFrom(path, files).values()].join('\n')
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(text)
  const figures = own.data.filter(each => each.kind === 'number' || each.kind === 'groups')
  const rows = [
    ...[...listsOfOwn(own), ...figures].map(row => ({row, what: 'data'})),
    ...own.actions.map(row => ({row, what: 'the action'})),
  ]
  return rows
    .filter(({row}) => !isUsed(row.name))
    .map(({row, what}) => {
      const message = `"${heading}" does not use ${what} \`${row.name}\`: the name is not in its code.`
      const found = finding('N254', row, {message, hint: 'Remove the row, or use it.'})
      return beside(found, {file: files.labelOf(path), line: 1, column: 1})
    })
}

/** The texts of a file, and of those that it imports by a path. */
function reachedFrom(path: string, {read}: AuthorFiles): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const waiting = [path]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const text = texts.has(next) ? null : read(next)
    if (text === null) continue
    texts.set(next, text)
    for (const [, to = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]*)['"]/g)) {
      const base = normalize(join(dirname(next), to))
      const candidates = ['', '.tsx', '.ts', '.jsx', '.js', '/index.tsx', '/index.ts'].map(ending => base + ending)
      const found = candidates.find(each => /\.[jt]sx?$/.test(each) && read(each) !== null)
      if (found !== undefined) waiting.push(found)
    }
  }
  return texts
}

/** The other file that has to do with it. */
export function beside(found: Finding, {file, line, column}: Place): Finding {
  return {...found, also: [{file, line, column}]}
}
