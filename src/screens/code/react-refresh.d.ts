/** As far as it is used. */
declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(global: object): void
  export function register(type: unknown, id: string): void
  export function createSignatureFunctionForTransform(): (type: unknown, ...signature: unknown[]) => unknown
  export function performReactRefresh(): unknown
}
