/**
 * What own code and the engine have in common, so that there is one React: a build leads the imports of own code to it.
 * Its own package is `nonet/screen`.
 */
import * as react from 'react'
import * as reactDom from 'react-dom'
import * as screen from './index.ts'
import * as jsxRuntime from './jsx-runtime.ts'

export {jsxRuntime, react, reactDom, screen}
