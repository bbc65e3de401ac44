/**
 * What runs in code processes: the engine's components, and the kit that own code imports. It is built apart from the
 * command, so that a code process may read these files and no others.
 */
import {build} from 'esbuild'

export async function buildCodeProcess(folder: string): Promise<void> {
  await build({
    entryPoints: {process: 'src/code/process/child.tsx', kit: 'src/screens/code/kit/shared.ts'},
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['node', 'production'],
    outExtension: {'.js': '.mjs'},
    chunkNames: '[name]-[hash]',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    // CommonJS packages require Node's modules at run time.
    banner: {
      js: "import {createRequire as nodeRequire} from 'node:module';const require=nodeRequire(import.meta.url);",
    },
    define: {'process.env.NODE_ENV': '"production"'},
  })
}
