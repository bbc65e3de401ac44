/**
 * Comments on a record: author, text, mentions, and the form that edits one. They are added and deleted in related.ts
 * and delete.ts.
 */

import {personOf} from '../../engine/base/actor.ts'
import {excerptOf, isRich, richText} from '../../engine/base/rich-text.ts'
import {exactText, whenText} from '../../engine/display/dates.ts'
import {entityNouns} from '../../engine/display/record-names.ts'
import {addressWith, mentionsHref} from '../../engine/links/record-address.ts'
import {peopleToMention} from '../../engine/notifications/mentions.ts'
import type {Path} from '../../engine/query/list-query.ts'
import {recordNames} from '../../engine/query/names.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {type Ability, abilities} from '../../engine/records/abilities.ts'
import {cell, value} from '../../engine/records/properties.ts'
import {type RecordProperty, records} from '../../engine/records/records.ts'
import {type Form, Refused} from '../../engine/reply.ts'
import type {Outcome} from '../../engine/transaction/change.ts'
import {languageOf} from '../../messages/languages.ts'
import type {Field} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {mentionedIn, textParts, withoutIds} from '../../points/entities/values/textual.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {related} from '../../points/screens/bullets/related.ts'
import {recordFields} from '../forms/fields.ts'
import {formInputs, versionIn} from '../forms/form-input.ts'
import {type FormReply, mentionsOf} from '../forms/form-page.ts'
import {partsIn} from '../forms/parts.ts'
import type {CompiledRelated, RecordVisit} from './compiled-record.ts'
import type {CommentPart, HistoryData} from './data.ts'
import {findComment, removeHref} from './delete.ts'
import {type OnRecord, recordForm, sendForm} from './record-forms.ts'
import {inReverseOrder} from './related.ts'

const mostShown = 60

/**
 * Newest first; empty if the related records are not comments. `kind`: what each is called, where the record has
 * comments of several kinds.
 */
export async function commentsData(at: OnRecord, list: CompiledRelated, kind: string | null): Promise<HistoryData[]> {
  const {reader, context, entity, record} = at
  const {comment} = list
  if (!comment) return []
  const {text: field} = comment
  const {words} = context
  const by = comment.by?.name ?? 'created_by'
  const comments = records(list.entity, {created: value(['created']), who: cell([by]), text: wholeText([field.name])})
  const rows = await partsIn(reader, comments, {
    by: list.by,
    owner: {entity: entity.name, id: record.id},
    // Comments are appended and never moved.
    sort: inReverseOrder,
    size: mostShown,
  })
  const ids = rows.map(({id}) => id)
  const {name} = list.entity
  const [removing, changing] = [{act: 'delete'}, {act: 'update', fields: [field.name]}] as const
  const may = await abilities(reader, name).canEach<Ability>(ids, [removing, changing])
  const people = await peopleMentioned(
    reader,
    rows.map(({text}) => text),
  )
  const me = personOf(reader.actor)?.id
  return rows.flatMap(({id, version, created, who, text}) => {
    const [isRemovable, isChangeable] = [removing, changing].map(each => may.get(id)?.includes(each))
    if (text === '') return []
    const when = typeof created === 'string' ? created : ''
    const isOwn = me !== undefined && who.value === me
    const said = isOwn ? words.records.byYou(words.records.said) : words.records.said
    return [
      {
        id,
        at: when,
        when: when === '' ? '' : whenText(when, reader.moment),
        exact: when === '' ? '' : exactText(when, reader.moment),
        who: typeof who.value === 'string' ? {id: who.value, name: who.text} : null,
        by: isOwn ? words.records.you : who.text || words.records.someone,
        what: [said, kind, version > 1 && languageOf(reader.moment.language).events.edited]
          .filter(text => typeof text === 'string')
          .join(' · '),
        state: null,
        ...saidAs(field, text),
        ...(people.size > 0 ? {parts: partsOf(text, people)} : {}),
        // The words of another person stay as they are.
        ...(isChangeable && (comment.by === null || who.value === me) ? {edit: changeHref(at, name, id)} : {}),
        ...(isRemovable ? {remove: removeHref(at, name, id)} : {}),
      },
    ]
  })
}

/** Not only the beginning that a cell shows of it. */
const wholeText =
  (path: Path): RecordProperty<string> =>
  at => {
    const read = at.cell(path)
    return row => String(read(row).value ?? '')
  }

/** Plain text; for Markdown, the rendered text as well. */
export function saidAs({type}: Field, text: string): Pick<HistoryData, 'comment' | 'rich'> {
  return isRich(type) ? {comment: excerptOf(text), rich: richText(text)} : {comment: withoutIds(text)}
}

/** The people the reader may see, by their current names. */
function peopleMentioned(reader: ReadContext, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(texts.flatMap(text => [...mentionedIn(text)]))]
  return recordNames(reader, reader.visibility, {entity: userEntity, ids})
}

function partsOf(text: string, people: ReadonlyMap<string, string>): CommentPart[] {
  return textParts(text).map(part => {
    if ('text' in part) return part.text
    const name = people.get(part.person)
    return name === undefined ? `@${part.name}` : {id: part.person, name}
  })
}

// Editing a comment, on its own page.

export const changeAction = (entity: string): string => `change ${entity}`

const changeHref = (at: OnRecord, entity: string, id: string): string =>
  addressWith(at, `change=${encodeURIComponent(entity)}&record=${id}`)

export async function changePage(at: OnRecord, {name, id}: {name: string; id: string}): Promise<FormReply> {
  const found = await findComment(at, {name, id, act: 'update'})
  if (!found) throw new Refused('NOT_FOUND')
  const {comment, fields} = found
  const sent = at.tried?.form ?? null
  const values = new Map([[fields.text.name, [withoutIds(comment.text)]]])
  const asked = {entity: name, fields: [fields.text]}
  const {forms} = at.context.words
  return recordForm(at, {
    heading: forms.editingKind(entityNouns(at.context.specification, name).one),
    intro: at.record.name,
    version: comment.version,
    fields: await recordFields(at.reader, asked, {values, sent, mentionsAt: mentionsHref(at, name)}),
    actions: [{name: changeAction(name), label: forms.save, tone: 'primary'}],
  })
}

/** The address contains the comment. */
export function changeSent(at: RecordVisit, form: Form, name: string): Promise<Outcome> {
  return sendForm(at, addressWith(at, ''), async on => {
    const found = await findComment(on, {name, id: at.visit.query.get('record') ?? '', act: 'update'})
    const [version, fields] = [versionIn(form), formInputs(form)]
    return found && {kind: 'update', entity: name, id: found.comment.id, version, fields}
  })
}

// The people a comment may mention, requested while it is typed.

/** A form with one field, whose options are those people. */
export async function mentionsPage(at: OnRecord, name: string): Promise<FormReply> {
  const {reader, entity, record, visit, screen} = at
  if (name !== entity.name && !bulletOf(screen, related).some(each => each.entity === name))
    throw new Refused('NOT_FOUND')
  const text = (visit.query.get('q') ?? '').trim().slice(0, 100)
  const options = await peopleToMention(reader, {entity: entity.name, id: record.id}, {text, entity: name})
  return recordForm(at, {heading: record.name, fields: mentionsOf(options), actions: []})
}
