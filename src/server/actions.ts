/** An action: a form that is sent to the address of its page. The body is read only after the screen is known to take actions from this actor. */
import type {Opened} from '../engine/application.ts'
import type {FileStore} from '../engine/files/file-store.ts'
import {type Form, type OpenScreen, Refused, type Reply, type Visit} from '../engine/reply.ts'
import type {DoneChange} from '../engine/write/unit.ts'
import {formFields, formFiles, formText} from '../points/limits/settings.ts'
import {clientKey, type RequestContext} from './context.ts'
import {missing, refusalPage} from './fallback-pages.ts'
import {readForm} from './form.ts'
import {idempotencyOf, onlyOnce} from './idempotency.ts'
import {actionsEverywhere, openScreen, type ScreenReply, visitOf} from './open-screen.ts'

const formLimits = {fields: formFields, text: formText, files: formFiles}

export async function runAction(context: RequestContext): Promise<ScreenReply> {
  const {request, address} = context
  const everywhere = actionsEverywhere(context).size > 0
  const opened = openScreen(context, address.path) ?? (everywhere ? nowhere : null)
  if (!opened) return {reply: missing(context)}
  if (request.method === 'POST' && (everywhere || opened.screen.actions.size > 0)) return receive(context, opened)
  const allow = opened.screen.actions.size > 0 ? 'GET, HEAD, POST' : 'GET, HEAD'
  return {reply: refusalPage(context, new Refused('NO_ACTIONS')), allow}
}

/** A page that is missing for this actor, and takes only the actions that every page takes. */
const nowhere: Opened = {
  parameters: {},
  screen: {
    load: () => {
      throw new Refused('NOT_FOUND')
    },
    actions: new Map(),
  },
}

const noFiles: ReadonlySet<string> = new Set()

/**
 * Files are received only where some action of the screen takes them from this actor, and are kept only by the change that refers to them: a
 * form that is refused leaves nothing.
 */
async function receive(context: RequestContext, opened: Opened): Promise<ScreenReply> {
  const {request, application, server, actor} = context
  const files = (await server.files?.store) ?? null
  const takesFiles = (files && actor.kind !== 'nobody' && opened.screen.takesFiles?.(actor)) || noFiles
  let release: (() => void) | null = null
  // A slot is taken with the first file: most forms bring none.
  const put: FileStore['put'] = async (bytes, most) => {
    release ??= server.uploads.take(clientKey(context))
    if (!release || !files) throw new Refused('BUSY')
    return files.put(bytes, most)
  }
  try {
    const sink = takesFiles.size > 0 ? {put} : opened.screen.passesFilesOver ? 'passed over' : 'refused'
    const form = await readForm(request, {...formLimits, file: application.maxUpload}, sink)
    try {
      return await perform(context, opened, {form, takesFiles})
    } finally {
      await form.discard?.()
    }
  } finally {
    giveBack(release)
  }
}

const giveBack = (release: (() => void) | null): void => release?.()

interface ReceivedForm {
  readonly form: Form
  /** The actions that may bring files. */
  readonly takesFiles: ReadonlySet<string>
}

async function perform(
  context: RequestContext,
  opened: Opened,
  {form, takesFiles}: ReceivedForm,
): Promise<ScreenReply> {
  const {address, tokenOwner} = context
  const name = form.text('_action') ?? ''
  const action = actionsEverywhere(context).get(name) ?? opened.screen.actions.get(name)
  if (!action) return {reply: refusalPage(context, new Refused('UNKNOWN_ACTION'))}
  const hasFiles = form.fields.some(({value}) => typeof value !== 'string')
  if (hasFiles && !takesFiles.has(name)) throw new Refused('NO_FILES')
  const idempotency = tokenOwner && idempotencyOf(tokenOwner, form, address.url)
  const done = (change: DoneChange) => {
    context.done = change
  }
  const visit = {...visitOf(context, opened, address), idempotency, done}
  try {
    return {reply: await onlyOnce(context, idempotency, () => action(visit, form)), acts: true}
  } catch (error) {
    const reply = error instanceof Refused ? await showAgain(context, opened.screen, {visit, form, error}) : null
    if (!reply) throw error
    return {reply, acts: true}
  }
}

interface RefusedForm {
  readonly visit: Visit
  readonly form: Form
  readonly error: Refused
}

/** A form whose one-time token cannot be used comes back with everything typed, and a token that can. */
async function showAgain(
  {application}: RequestContext,
  screen: OpenScreen,
  {visit, form, error}: RefusedForm,
): Promise<Reply | null> {
  if (!screen.again || (error.code !== 'ALREADY_SENT' && error.code !== 'STALE_FORM')) return null
  const {status, message} = application.refusal(error.code, error.values)
  return screen.again({...visit, idempotency: null}, form, {status, problems: [{field: null, message}]})
}
