/** Names of `nonet/screen` and `nonet/code` that will go, where own code imports them: their types say so. */
import {type Finding, type Fix, finding} from '../../document/finding.ts'
import type {AuthorFiles} from './author-files.ts'

interface DeprecatedName {
  readonly name: string
  readonly reason: string
  /** What it is called now; null where more has to be changed than its name. */
  readonly renamed: string | null
}

const declared = /\/\*\*[^*]*@deprecated ([^*]+?)\s*\*\/\s*(?:function|type|interface|class) (\w+)/g

/** `types` is what authors get: `@deprecated Renamed to RecordLink.` */
function deprecatedIn(types: string): ReadonlyMap<string, DeprecatedName> {
  const found = [...types.matchAll(declared)].map(([, reason = '', name = '']) => {
    const renamed = /^Renamed to (\w+)\.$/.exec(reason)?.[1] ?? null
    return [name, {name, reason, renamed}] as const
  })
  return new Map(found)
}

export function deprecatedFindings(
  {paths, types}: {readonly paths: readonly string[]; readonly types: string},
  {read, labelOf}: AuthorFiles,
): Finding[] {
  const names = deprecatedIn(types)
  if (names.size === 0) return []
  return paths.flatMap(path =>
    importsIn(read(path) ?? '').flatMap(({name, line, column, isRenamed}) => {
      const known = names.get(name)
      if (!known) return []
      const {reason, renamed} = known
      const message = `\`${name}\` will go with the next major version of Nonet.`
      const fix =
        renamed === null ? undefined : fixOf({line, column, name, text: isRenamed ? renamed : `${renamed} as ${name}`})
      const hint = renamed === null ? reason : `Import \`${renamed}\`, which is its new name.`
      return [finding('N257', {file: labelOf(path), line, column}, {message, hint, fix})]
    }),
  )
}

interface KitImport {
  readonly name: string
  readonly line: number
  readonly column: number
  /** `DataTable as Table` */
  readonly isRenamed: boolean
}

function importsIn(text: string): KitImport[] {
  const statements = text.matchAll(
    /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"]nonet\/(?:screen|code)['"]/g,
  )
  return [...statements].flatMap(({0: statement, 1: names = '', index}) => {
    const start = index + statement.indexOf('{') + 1
    return [...names.matchAll(/(?:\btype\s+)?\b([A-Za-z_$][\w$]*)(\s+as\s+[\w$]+)?/g)].map(found => {
      const [all, name = '', other] = found
      const at = start + found.index + all.indexOf(name, all.startsWith('type ') ? 'type '.length : 0)
      const before = text.slice(0, at).split('\n')
      return {name, line: before.length, column: (before.at(-1) ?? '').length + 1, isRenamed: other !== undefined}
    })
  })
}

const fixOf = ({line, column, name, text}: {line: number; column: number; name: string; text: string}): Fix => ({
  ...{line, column, text},
  endLine: line,
  endColumn: column + name.length,
})
