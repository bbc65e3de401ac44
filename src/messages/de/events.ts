/** What happened to records, in German. */
import {ended} from '../grammar.ts'
import type {EventMessages} from '../language.ts'
import {listed, withoutHat, withoutName} from './grammar.ts'

export const events: EventMessages = {
  plain: {create: 'Angelegt', update: 'Geändert', delete: 'Gelöscht'},
  done: {
    saved: entity => (entity === null ? 'Änderungen gespeichert.' : `${entity} gespeichert.`),
    // “Buchung vorgemerkt.”, “Als Entwurf gespeichert.”
    savedAs: (entity, state) =>
      /^\p{L}+ge\p{L}+?e?t$/u.test(state) ? `${entity} ${state.toLowerCase()}.` : `Als ${state} gespeichert.`,
    savedSeveral: (count, entities) => `${count} ${entities} gespeichert.`,
    // The sentence continues a name with “hat”.
    did: says => ended(`Sie haben ${withoutHat(says)}`),
    deleted: entity => `${entity} gelöscht.`,
    deletedSeveral: (count, entities) => `${count} ${entities} gelöscht.`,
    addressAsked: address =>
      `Wir haben einen Link an ${address} gesendet. Die E-Mail-Adresse ändert sich, wenn sie dort bestätigt wird.`,
    several: ({action, verb, state, several}) => {
      if (verb !== null) return `Sie haben ${several} ${verb}.`
      return state === null ? `„${action}“ wurde für ${several} ausgeführt.` : `${several} sind jetzt „${state}“.`
    },
  },
  edited: 'bearbeitet',
  moreDays: count => (count === 1 ? '1 weiterer Tag' : `${count} weitere Tage`),
  unseen: 'Einträge, die Sie nicht sehen können',
  mentioned: (by, record) => `${by || 'Jemand'} hat Sie in „${record}“ erwähnt.`,
  did: (by, says) => ended(by === null ? withoutName(says) : `${by || 'Jemand'} ${says}`),
  happened: ({action, by, plain = null, changes = '', sentence = null}) => {
    if (sentence !== null) return sentence
    const who = by || 'Jemand'
    if (plain === 'update') return `${who} ${changes || 'hat diesen Eintrag geändert'}.`
    if (plain !== null) return `${who} hat diesen Eintrag ${plain === 'delete' ? 'gelöscht' : 'angelegt'}.`
    return by === null ? `Automatisch: ${action}.` : `${action} durch ${by || 'jemanden'}.`
  },
  changedBy: (by, changes) => (by === null ? `${withoutName(changes)}.` : `${by || 'Jemand'} ${changes}.`),
  changedByYou: changes => `Sie haben ${withoutHat(changes)}.`,
  changes: {
    moved: ({label}, before, after) => `„${label}“ vom ${before} auf den ${after} verschoben`,
    quoted: text => `„${text}“`,
    movedSpan: (before, after, {isTimed}) =>
      isTimed ? `den Termin von ${before} auf ${after} verschoben` : `den Zeitraum von ${before} auf ${after} geändert`,
    fromTo: (before, after) => `von ${before} auf ${after}`,
    was: before => `vorher ${before}`,
    changed: ({label}, before, after) => `„${label}“ von ${before} auf ${after} geändert`,
    set: ({label}, after) => `„${label}“ auf ${after} gesetzt`,
    cleared: ({label}) => `„${label}“ geleert`,
    edited: ({label}) => `„${label}“ bearbeitet`,
    all: (parts, {haveLists}) => `hat ${haveLists ? parts.join('; ') : listed(withoutRepeatedVerbs(parts))}`,
  },
  coming: {
    quoted: text => text,
    moved: ({label}, before, after) => `${label}: ${before} → ${after}`,
    movedSpan: (before, after) => `${before} → ${after}`,
    changed: ({label}, before, after) => `${label}: ${before} → ${after}`,
    set: ({label}, after) => `${label}: ${after}`,
    cleared: ({label}) => `${label}: keine Angabe`,
    edited: ({label}) => label,
    all: (parts, {haveLists}) => parts.join(haveLists ? '; ' : ', '),
  },
}

/** `„A“ von 1 auf 2 geändert` and `„B“ von 3 auf 4 geändert`: the first without its verb. */
function withoutRepeatedVerbs(parts: readonly string[]): string[] {
  const verbOf = (part: string | undefined) => part?.slice(part.lastIndexOf(' ')) ?? ''
  return parts.map((part, index) => {
    const verb = verbOf(part)
    return verb === verbOf(parts[index + 1]) ? part.slice(0, -verb.length) : part
  })
}
