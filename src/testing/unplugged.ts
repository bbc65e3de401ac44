/** `nonet/testing` where nothing says which application is tested. */
throw new Error(
  'nonet/testing is made for an application by a plugin: write `plugins: [nonet()]` in vitest.config.ts, with `import nonet from "nonet/vitest"`.',
)
