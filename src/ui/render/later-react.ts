/** React's own writer: loaded when the first page needs it, which most servers never see. */
import {createRequire} from 'node:module'

const require = createRequire(import.meta.url)

export const reactDom = (): typeof import('react-dom/server') => require('react-dom/server')
