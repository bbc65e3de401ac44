/** `nonet/screen` in tests; `nonet/vitest` adds `href`, which knows the screens of the document. */
export * from '../screens/code/kit/index.ts'
