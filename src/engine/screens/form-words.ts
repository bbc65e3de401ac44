/** The document's own words on a form: the prose under its heading, and how it thanks people who sent it. */
import type {FormData} from '../../contract/form.ts'
import {sourceOf} from '../../document/raw.ts'
import type {Screen} from '../../points/screens/model.ts'
import {lastingProse} from '../prose.ts'
import type {RecordWorld} from './world.ts'

export interface FormWords {
  readonly above: () => Pick<FormData, 'html'>
  /** As HTML; null where the document leaves it to us. */
  readonly thanks: (() => string) | null
}

export function formWords({prose, details}: Screen, {specification}: RecordWorld): FormWords {
  const {document, limits} = specification
  const html = lastingProse(sourceOf(document, prose), limits.constants)
  return {
    above: () => (prose.length === 0 ? {} : {html: html()}),
    thanks: details.thanks === null ? null : lastingProse(details.thanks, limits.constants),
  }
}
