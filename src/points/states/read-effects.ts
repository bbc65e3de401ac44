/** The column Then: effects in order, separated by `;`. */

import {splitText} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, replacing, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {entityReferredTo, isWritable, refersToPerson} from '../entities/lookup.ts'
import {canonicalName} from '../entities/names.ts'
import {userEntity} from '../entities/own-fields.ts'
import type {EffectKind, RowContext} from './action-context.ts'
import {call, change, create, erase, forEach, notify, run, set} from './effect-kinds.ts'
import type {Effect} from './model.ts'

export function readEffects(cell: Text, context: RowContext): readonly Effect[] {
  if (cell.text === '') return []
  const parts = splitText(cell, ';')
  // Ignores a semicolon at the end.
  if (parts.length > 1 && parts.at(-1)?.text === '') parts.pop()
  const effects = parts.flatMap(part => readEffect(part, context) ?? [])
  context.findings.push(...leftAfterErasing(effects, cell, context))
  return effects
}

/** A required field cannot be cleared, so it must first be set to a value without personal data. */
function leftAfterErasing(effects: readonly Effect[], cell: Text, {entity}: RowContext): Finding[] {
  const at = effects.findIndex(({kind}) => kind === 'erase')
  if (at < 0) return []
  const set = new Set(effects.slice(0, at).flatMap(effect => (effect.kind === 'set' ? [effect.field] : [])))
  const left = entity.personal.filter(name => entity.fields.get(name)?.required === true && !set.has(name))
  return left.map(name => {
    const message = `\`${name}\` is required, so \`erase\` would leave it is.`
    const place = placeIn(cell, Math.max(0, cell.text.indexOf('erase')))
    // Nothing can be set in place of a file.
    const isFile = entity.fields.get(name)?.type.control.control === 'file'
    const hint = isFile ? `Make \`${name}\` optional.` : `Set it first: \`set ${name} = …; erase\`.`
    return finding('N429', place, {message, hint})
  })
}

function readEffect(text: Text, context: RowContext): Effect | null {
  const joined = joinedEffect(text)
  if (joined) {
    context.findings.push(joined)
    return null
  }
  const written = text.text.replace(/\s+/g, ' ')
  const kind = effectKinds.find(({word}) => written === word || written.startsWith(`${word} `))
  if (kind) return kind.read(text, context, readEffect)
  context.findings.push(unknownEffect(text, context))
  return null
}

/** `set a = 1 and notify b`, `set a = 1, notify b`: another separator instead of the semicolon. */
function joinedEffect(text: Text): Finding | null {
  const words = effectKinds.map(({word}) => word.replace(' ', '\\s+')).join('|')
  const code = text.text.replace(/"(?:\\[\s\S]|[^"\\])*"/g, quoted => `"${' '.repeat(quoted.length - 2)}"`)
  const match = new RegExp(`^(?:${words})\\s.*?(\\s*(?:,|\\band\\b|\\bthen\\b)\\s+)(?=(?:${words})\\s)`, 's').exec(code)
  const [whole = '', sign = ''] = match ?? []
  if (!match || /^for\s+each\b/.test(code)) return null
  const from = whole.length - sign.length
  const place = sliceOf(text, from + sign.length - sign.trimStart().length)
  return finding('N417', place, {
    message: `\`${sign.trim()}\` does not separate effects.`,
    hint: 'Write `;` between them.',
    fix: replacing(text, '; ', from, whole.length),
  })
}

function unknownEffect(text: Text, context: RowContext): Finding {
  const words = effectKinds.map(({word}) => word)
  const [first = ''] = text.text.split(/\s/)
  if (text.text === '')
    return finding('N417', text, {message: 'An effect is missing between two semicolons.', hint: 'Remove one of them.'})
  const message = `Unknown effect \`${first}\`.`
  const meant = assigned(text, context) ?? sent(text, context) ?? patternOf(first, context)
  if (meant === null) {
    const examples = effectKinds.map(({example}) => `\`${example}\``).join(', ')
    return finding('N417', text, {message, ...suggestFor(sliceOf(text, 0, first.length), words, `Write ${examples}.`)})
  }
  return finding('N417', text, {message, ...meant})
}

/** `status := "paid"`, `note = "x"` */
function assigned(text: Text, {entity}: RowContext) {
  const [, written = '', value = ''] = /^([a-z]\w*(?: \w+)*)\s*:?=\s*(.+)$/s.exec(text.text) ?? []
  const name = canonicalName(written)
  const field = entity.fields.get(name)
  if (!field) return null
  if (field.state) return {hint: 'The column To sets the state. Remove this effect.', fix: replacing(text, '')}
  const write = `set ${name} = ${value}`
  return isWritable(field) ? {hint: `Write \`${write}\`.`, fix: replacing(text, write)} : null
}

/** `send mail to seller` */
function sent(text: Text, context: RowContext) {
  const pattern =
    /^(?:send|mail|email|e-mail|inform|tell|alert|message)\b(?:\s+(?:an?\s+)?(?:e-?mail|mail|message|notification)s?)?(?:\s+to)?\s+(?:the\s+)?(.+)$/is
  const [, whom] = pattern.exec(text.text) ?? []
  if (whom === undefined) return null
  const said = whom.indexOf('"')
  if (!isAddress((said < 0 ? whom : whom.slice(0, said)).trim(), context)) {
    const write = `notify ${whom}`
    return {hint: `Write \`${write}\`.`, fix: replacing(text, write)}
  }
  const person = [...context.entity.fields.values()].find(({type}) => refersToPerson(type.type))?.name ?? 'created_by'
  const sentence = said < 0 ? '' : ` ${whom.slice(said)}`
  return {hint: `Mails go to people with an account: \`notify ${person}${sentence}\`.`}
}

/** `mail email "Thanks"`, `mail "Thanks"`: an address, or no one. */
function isAddress(whom: string, {entity}: RowContext): boolean {
  const field = entity.fields.get(canonicalName(whom))
  return whom === '' || /^e-?mail$/i.test(whom) || (field !== undefined && entityReferredTo(field) !== userEntity)
}

/** What does not exist as an effect, and what is written instead. */
function patternOf(word: string, {entity}: RowContext): {readonly hint: string} | null {
  if (/^(?:if|when|unless)$/i.test(word))
    return {
      hint: 'An effect has no condition of its own. Write a second row of this action with the condition under When, or a row of `system` whose When holds afterwards.',
    }
  if (/^(?:do|perform|execute|trigger)$/i.test(word))
    return {hint: 'Another action follows as a row of `system` whose When says what has changed here.'}
  if (!/^(?:delete|remove|destroy|drop)$/i.test(word)) return null
  const list = [...entity.fields.values()].find(({type}) => type.storage.kind === 'pairs')?.name ?? 'likes'
  return {
    hint: `No effect deletes a record. \`erase\` removes its personal data, and \`set ${list} = ${list}[item != me]\` takes someone out of a list.`,
  }
}

/** A kind without a reader does not compile. In the order in which hints list them. */
const effectKinds: readonly EffectKind[] = Object.values({
  set,
  create,
  change,
  notify,
  call,
  run,
  erase,
  'for each': forEach,
} satisfies Readonly<Record<Effect['kind'], EffectKind>>)
