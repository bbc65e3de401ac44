import {join} from 'node:path'
import type {NextConfig} from 'next'

const config: NextConfig = {
  // What all contestants share lies one folder up.
  turbopack: {root: join(import.meta.dirname, '..')},
  outputFileTracingRoot: join(import.meta.dirname, '..'),
}

export default config
