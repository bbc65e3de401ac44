import {join} from 'node:path'
import type {NextConfig} from 'next'

const config: NextConfig = {
  // The code shared by all contestants is one folder up.
  turbopack: {root: join(import.meta.dirname, '..')},
  outputFileTracingRoot: join(import.meta.dirname, '..'),
}

export default config
