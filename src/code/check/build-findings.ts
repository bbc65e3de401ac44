/** What keeps own code from being built, where the bundler is installed. */
import {type Finding, finding} from '../../document/finding.ts'
import {type AuthorCode, bundleOwnCode, CannotBuild} from '../build/bundle.ts'
import {UnusableStyles} from '../build/own-styles.ts'
import type {AuthorFiles} from './author-files.ts'

export async function buildFindings(code: AuthorCode, {labelOf}: AuthorFiles): Promise<readonly Finding[]> {
  if (!(await hasBundler())) return []
  try {
    await bundleOwnCode(code)
    return []
  } catch (cause) {
    if (cause instanceof UnusableStyles) return [unbuilt(cause.message, /^(.+?):(\d+): /.exec(cause.message), labelOf)]
    if (!(cause instanceof CannotBuild)) throw cause
    return cause.problems.map(({message, file, line, column}) =>
      finding(
        'N253',
        {file: labelOf(file), line, column},
        {message, hint: 'Own code is built when this is corrected.'},
      ),
    )
  }
}

function unbuilt(message: string, place: RegExpExecArray | null, labelOf: AuthorFiles['labelOf']): Finding {
  const [start = '', file = '', line = '1'] = place ?? []
  const text = message.slice(start.length)
  const at = {file: labelOf(file), line: Number(line), column: 1}
  return finding('N253', at, {message: text, hint: 'Own code is built when this is corrected.'})
}

async function hasBundler(): Promise<boolean> {
  try {
    await import('rolldown')
    return true
  } catch {
    return false
  }
}
