/**
 * Runs an effect in a process of its own, which ends with it: another effect sees neither its secrets nor what it left
 * behind. The process asks for requests to other hosts and for records, and the engine decides.
 */
import {CodeStopped, forkCode, startTime} from './code-process.ts'
import {
  type EffectOutcome,
  type EffectQuestion,
  type EffectReply,
  type EffectRequest,
  isEffectOutcome,
  isEffectQuestion,
  mostAtOnce,
  mostQuestions,
} from './effect-protocol.ts'
import {ready} from './protocol.ts'

export interface EffectHost {
  /** Throws with a reason for the author. */
  readonly answer: (question: EffectQuestion) => Promise<EffectReply['answer']>
}

interface EffectProcess {
  /** `dist/code`. */
  readonly engine: string
  /** The build for the server, and the file of the effect in it. */
  readonly build: string
  readonly file: string
  readonly prints?: boolean
  readonly memory?: number
}

/** Milliseconds that it may take after its signal. */
const grace = 1000

/** Rejected with `CodeStopped` if it was stopped, or its process has ended. */
export function runOwnEffect(
  {file, ...options}: EffectProcess,
  request: EffectRequest,
  {answer}: EffectHost,
): Promise<EffectOutcome> {
  const child = forkCode('effects.mjs', [file], options)
  return new Promise<EffectOutcome>((resolve, reject) => {
    let [open, asked] = [0, 0]
    let timer = setTimeout(() => stop('It has not started.'), startTime)
    const end = (work: () => void) => {
      clearTimeout(timer)
      child.removeAllListeners('message')
      child.kill('SIGKILL')
      work()
    }
    const stop = (why: string) => end(() => reject(new CodeStopped(why)))
    const send = (message: EffectRequest | EffectReply) => {
      if (child.connected) child.send(message, cause => cause && stop(`It could not be reached: ${cause.message}`))
    }
    child.on('error', cause => stop(`It could not be started: ${cause.message}`))
    child.on('exit', (code, signal) => stop(`Its process has ended (${signal ?? code}).`))
    child.on('message', message => {
      if (message === ready) {
        clearTimeout(timer)
        timer = setTimeout(
          () => stop(`It took longer than ${request.deadline / 1000} seconds.`),
          request.deadline + grace,
        )
        send(request)
      } else if (isEffectOutcome(message)) end(() => resolve(message))
      else if (!isEffectQuestion(message)) stop('It has sent something that is no question.')
      else {
        open += 1
        asked += 1
        if (open > mostAtOnce || asked > mostQuestions) return stop('It has asked too much.')
        const {number} = message
        const refused = (cause: unknown) =>
          ({ok: false, reason: cause instanceof Error ? cause.message : String(cause)}) as const
        void answer(message)
          .catch(refused)
          .then(reply => {
            open -= 1
            send({number, answer: reply})
          })
      }
    })
  })
}
