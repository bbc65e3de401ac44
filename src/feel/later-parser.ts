/** The parser of expressions: unpacked when the first text is read, which a server with a document that it knows never does. */
import {createRequire} from 'node:module'

const require = createRequire(import.meta.url)

export const lezerFeel = (): typeof import('@bpmn-io/lezer-feel') => require('@bpmn-io/lezer-feel')
