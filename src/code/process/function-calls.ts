/** Functions of own code, as the engine calls them: inside a transaction, so that nothing here waits for long. */
import {type CallFunctions, FunctionFailed, FunctionStopped} from '../../engine/transaction/context.ts'
import {CodeStopped, timePerCall} from './code-process.ts'
import type {CodeProcesses} from './code-processes.ts'

/** Milliseconds that one call waits at most, also for a process that starts on a busy machine. */
const patience = 8000
/** In one message, whose time is limited. */
const mostCalls = 100

/** `failed` gets the reason, with the author's stack. */
export function functionCalls(processes: CodeProcesses, failed: (cause: Error) => void): CallFunctions {
  return async calls => {
    const values = []
    for (let start = 0; start < calls.length; start += mostCalls) {
      const some = calls.slice(start, start + mostCalls)
      try {
        const answer = await inTime(processes.call({calls: some}), patience + some.length * timePerCall)
        if (answer.kind === 'failed') throw thrownBy(answer.cause)
        if (answer.values.length !== some.length) throw new CodeStopped('It has answered other calls.')
        values.push(...answer.values)
      } catch (cause) {
        const error = cause instanceof Error ? cause : new CodeStopped(String(cause))
        failed(error)
        const Failure = error instanceof CodeStopped ? FunctionStopped : FunctionFailed
        throw new Failure(error.message, {cause: error})
      }
    }
    return values
  }
}

async function inTime<T>(answer: Promise<T>, within: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CodeStopped('No process for functions has started in time.')), within)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

function thrownBy(stack: string): Error {
  const error = new Error(stack.split('\n')[0])
  error.stack = stack
  return error
}
