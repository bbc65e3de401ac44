/** `nonet translate`: adds the missing rows to a translation file, for a translator to fill in. */
import {readFile, stat, writeFile} from 'node:fs/promises'
import {basename, dirname, join} from 'node:path'
import {checkDocument} from '../points/specification.ts'
import {readTranslation, textsWithoutRow, withMissing} from '../points/translations.ts'
import {kinds} from '../screens/kinds.ts'
import {CannotRun, type Command, exit, parseOptions, WrongUsage} from './command.ts'
import {countedNoun, filesAt} from './document.ts'

const help = `nonet translate PATH LANGUAGE

Adds to app.LANGUAGE.md beside the document a row for every text that it does not translate yet, under the headings of
the document. Existing rows are not changed. The file is created if it does not exist.

  LANGUAGE   de, fr, pt-BR

Exit code 0: the file has a row for every text. 1: it could not be written. 2: wrong usage.
`

async function runTranslate(args: readonly string[], io: Parameters<Command['run']>[1]): Promise<number> {
  const {paths} = parseOptions(args, {}, io.env)
  const [path, language, ...more] = paths
  if (path === undefined || language === undefined || more.length > 0)
    throw new WrongUsage('Name the document and the language: nonet translate PATH LANGUAGE')
  if (!/^[a-z]{2,3}(?:-[A-Z]{2})?$/.test(language))
    throw new WrongUsage(`"${language}" is not a language such as de or pt-BR.`)
  const {specification} = checkDocument(await filesAt(path), kinds)
  if (specification.limits.settings.LANGUAGE === language)
    throw new CannotRun(`The document itself is in this language: LANGUAGE is "${language}".`)
  const at = await translationPath(path, language)
  const source = await readFile(at, 'utf8').catch(() => '')
  const before = readTranslation({file: at, bytes: new TextEncoder().encode(source)}, language)
  const missing = textsWithoutRow(specification, before).length
  if (missing > 0) await writeFile(at, withMissing(specification, {source, language}))
  io.out(missing === 0 ? `${at} has a row for every text.\n` : `Added ${countedNoun(missing, 'row')} to ${at}.\n`)
  return exit.done
}

/** Next to the file of the document, or inside the folder if the document is a folder. */
async function translationPath(path: string, language: string): Promise<string> {
  const isFolder = (await stat(path)).isDirectory()
  return isFolder ? join(path, `app.${language}.md`) : join(dirname(path), `${basename(path, '.md')}.${language}.md`)
}

export const translate: Command = {help, run: runTranslate}
