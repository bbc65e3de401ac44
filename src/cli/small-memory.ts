/**
 * `nonet run` begins again in the same process, with a young generation of 16 MB halves and one arena of malloc. Node.js
 * sizes both for the memory and the processors of the machine: under load, pages of a list then took 380 to 400 MB instead
 * of 240 to 250, and no less of the processor. Neither can be set once a process runs.
 */
const youngGeneration = '--max-semi-space-size'

export function beginWithSmallMemory(): void {
  const {execve, execArgv, execPath, argv, env, permission, platform} = process
  const isChosen = [...execArgv, env['NODE_OPTIONS'] ?? ''].some(text =>
    text.replaceAll('_', '-').includes(youngGeneration),
  )
  // Windows refuses this call; a parent with a channel would lose it; the permission model forbids it.
  if (isChosen || !execve || platform === 'win32' || process.send || permission) return
  const again = [execPath, ...execArgv, `${youngGeneration}=16`, ...argv.slice(1)]
  execve.call(process, execPath, again, {MALLOC_ARENA_MAX: '1', ...env})
}
