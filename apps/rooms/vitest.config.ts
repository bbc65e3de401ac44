import nonet from 'nonet/vitest'
import {defineConfig} from 'vitest/config'

export default defineConfig({plugins: [nonet()]})
