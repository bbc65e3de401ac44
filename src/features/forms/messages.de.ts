/** Messages of forms in German. */

import {pluralIn} from '../../messages/grammar.ts'
import type * as english from './messages.en.ts'

const plural = pluralIn('de')

/** `einen Raum`, by the ending of the noun; a noun of unknown gender is quoted without an article. */
function withArticle(noun: string): string {
  if (/(?:raum|platz|tisch|saal|wagen)$/i.test(noun)) return `einen ${noun}`
  if (/(?:zimmer|fahrzeug|gerät|auto|büro)$/i.test(noun)) return `ein ${noun}`
  if (/(?:person|ung|heit|keit|schaft|ion)$/i.test(noun)) return `eine ${noun}`
  return `zuerst „${noun}“`
}

export const messages: typeof english.messages = {
  cancel: 'Abbrechen',
  dismiss: action => (/abbrechen/i.test(action) ? 'Zurück' : 'Abbrechen'),
  optional: 'optional',
  requiredFor: action => `bei „${action}“ erforderlich`,
  choose: 'Auswählen',
  typeName: 'Namen eingeben',
  yes: 'Ja',
  no: 'Nein',
  problems: (count: number) => plural(count, {one: 'Es gibt ein Problem', other: `Es gibt ${count} Probleme`}),
  edit: 'Bearbeiten',
  delete: 'Löschen',
  add: 'Hinzufügen',
  remove: 'Entfernen',
  dropFiles: (several: boolean) => (several ? 'Dateien hierher ziehen oder' : 'Datei hierher ziehen oder'),
  chooseFiles: (several: boolean) => (several ? 'Dateien auswählen' : 'auswählen'),
  chosenFiles: 'Ausgewählte Dateien',
  removeFile: (name: string) => `${name} entfernen`,
  keepFile: (name: string) => `${name} behalten`,
  draftSaved: 'Nicht gespeicherte Änderungen bleiben in diesem Tab erhalten.',
  draftRestored: 'Ihre nicht gespeicherten Änderungen wurden wiederhergestellt.',
  discardDraft: 'Verwerfen',
  leaveTitle: 'Seite ohne Speichern verlassen?',
  leaveText: 'Die ausgewählten Dateien gehen verloren.',
  leave: 'Verlassen',
  stay: 'Bleiben',
  openCalendar: (label: string) => `Kalender öffnen: ${label}`,
  pickers: {
    matches: (count: number) => (count === 0 ? 'Keine Treffer' : `${count} Treffer`),
    noMatches: (text: string) => (text === '' ? 'Keine Treffer' : `Keine Treffer für „${text}“`),
    showOptions: (label: string) => `Auswahl anzeigen: ${label}`,
    chooseDate: (label: string) => `Datum auswählen: ${label}`,
    months: 'Monate',
    nextMonth: 'Nächster Monat',
    previousMonth: 'Vorheriger Monat',
  },
  mentions: {
    people: 'Personen',
    count: (count: number) => (count === 1 ? '1 Person' : `${count} Personen`),
  },
  conflict: {
    changedBy: (who: string, when: string) =>
      who === '' ? `Dieser Eintrag wurde geändert (${when})` : `${who} hat diesen Eintrag geändert (${when})`,
    bothVersions:
      'Es wurde nichts überschrieben. Wählen Sie für jedes Feld die Version, die Sie behalten möchten, und speichern Sie erneut.',
    theirs: 'Aktuelle Version',
    mine: 'Ihre Version',
    empty: 'leer',
  },
  lineItems: {
    another: 'Weitere hinzufügen',
    row: (list: string, place: number) => `${list}, Zeile ${place}`,
    keep: 'Behalten',
    place: 'Position',
    moveUp: 'Nach oben',
    moveDown: 'Nach unten',
    movedTo: (place: number, count: number) => `An Position ${place} von ${count} verschoben`,
  },
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  save: 'Speichern',
  /** A participle becomes its verb: “Vorgemerkt” is “Vormerken”. */
  saveAs: (state: string) => {
    const verb = /^(\p{L}+)ge(\p{L}+?)e?t$/u.exec(state)
    return verb ? `${verb[1]}${verb[2]}en` : `Als ${state} speichern`
  },
  thanks: 'Vielen Dank',
  received: 'Wir haben Ihre Angaben erhalten.',
  again: 'Weitere Antwort senden',
  editing: (name: string) => `„${name}“ bearbeiten`,
  editingKind: kind => `${kind} bearbeiten`,
  alsoChanges: (count: number) => (count === 1 ? 'Das ändert auch:' : `Das ändert auch ${count} Einträge:`),
  becomes: (label, before, after) => `${label}: ${before || '–'} → ${after || '–'}`,
  gains: (count, sum) => (count === 0 ? '' : count === 1 ? `1 gewinnt ${sum}` : `${count} gewinnen insgesamt ${sum}`),
  losses: (count, sum) =>
    count === 0 ? '' : count === 1 ? `1 verliert ${sum}` : `${count} verlieren insgesamt ${sum}`,
  noDifference: 'keine Änderung',
  notDeletable: name => `„${name}“ kann nicht gelöscht werden`,
  stillUsed: by => `Wird noch verwendet: ${by}.`,
  deletingIntro: 'Der Inhalt bleibt im Verlauf erhalten.',
  deletingPersonal: (fields: string) => `Der Inhalt bleibt im Verlauf erhalten, außer: ${fields}.`,
  deleting: (name: string) => `„${name}“ löschen?`,
  deletingRecord: (kind, name) => `${kind} „${name}“ löschen?`,
  deletingParts: nouns => `Zugehörige ${nouns.join(' und ')} werden ebenfalls gelöscht.`,
  adding: (name: string) => `${name} hinzufügen`,
  commenting: (name: string) => `${name} hinzufügen`,
  summary: 'Zusammenfassung',
  summaryHint: 'Füllen Sie das Formular aus, um hier eine Vorschau zu sehen.',
  figure: (label, text, of) => `${label}: ${text}${of === null ? '' : ` von ${of}`}`,
  leaves: (label, after, before) => `${label}: ${after} (jetzt ${before})`,
  availableOn: (text, day, today) => `${text} verfügbar am ${day}${today === null ? '' : ` (heute ${today})`}`,
  exceeds: (label, missing, left) => `${label}: ${left ?? 'nichts'} (${missing} zu wenig)`,
  dates: (count, taken) =>
    `${plural(count, {one: '1 Termin', other: `${count} Termine`})}${taken === 0 ? '' : `, davon ${taken} belegt`}`,
  sameDays: 'An denselben Tagen',
  noOnesDays: 'Sonst niemand.',
  noOthersDays: 'Sonst nichts.',
  chooseForDay: row => `Wählen Sie ${withArticle(row)}, um freie Zeiten zu sehen.`,
  freeTime: times => `Frei ${times}`,
  unseenTime: times => `Nichts für Sie sichtbar ${times}`,
  taken: 'Belegt',
  yourTime: 'Gewählte Zeit',
  clashes: 'Nicht frei',
  closed: 'Geschlossen',
  hours: (count, text) => ({number: text, unit: plural(count, {one: 'Stunde', other: 'Stunden'})}),
  minutes: (count, text) => ({number: text, unit: plural(count, {one: 'Minute', other: 'Minuten'})}),
  andMore: count => plural(count, {one: 'und 1 weiterer Eintrag', other: `und ${count} weitere`}),
  atOnce: (count, days, {open, limit, as}) =>
    `${count} Personen am ${days}${as && ` ${as}`}, Sie eingeschlossen${open === 0 ? '' : `; ${open} noch nicht entschieden`} (höchstens ${limit})`,
  whatNext: 'Wie es weitergeht',
  decides: name => `${name} entscheidet`,
  mayDo: labels => `Möglich: ${labels}`,
  standsInFor: (as, name) => `${as} für ${name}`,
  noOneDecides: 'Bisher kann niemand entscheiden',
  noOneElseHas: role => `Dafür ist eine weitere Person mit der Rolle „${role}“ nötig.`,
  noOneNamed: 'Dafür ist noch niemand zuständig.',
  noDecision: 'Keine Genehmigung nötig.',
  insteadUse: name => `Stattdessen ${name}`,
  notNow:
    'Sie können dieses Formular derzeit nicht ausfüllen: Die Voraussetzungen Ihrer Berechtigung sind nicht erfüllt.',
  locked: (fields, state) => `Im Status „${state}“ nicht änderbar: ${fields}.`,
  isNotified: name => `${name} wird benachrichtigt`,
  back: day => `Zurück am ${day}`,
  backAtNoon: day => `Zurück am ${day}, mittags`,
  startOn: day => `Ab ${day}`,
  endOn: day => `Bis ${day}`,
  endOnNoon: day => `Bis ${day}, mittags`,
  moveTo: days => `Verschieben auf ${days}`,
  wholeDays: 'Ganze Tage nehmen',
  problemsFirst: count =>
    count === 1
      ? 'Beheben Sie zuerst den oben genannten Fehler.'
      : `Beheben Sie zuerst die ${count} oben genannten Fehler.`,
  check: 'Prüfen',
  partOfDay: 'Tageszeit',
  allDay: 'Ganztägig',
  morning: 'Vormittag',
  afternoon: 'Nachmittag',
  ownDays: 'Sie',
  daysOff: 'Freier Tag',
  closedDays: 'Gesperrt',
  othersDays: 'Andere',
  colleaguesDays: 'Andere Personen',
  fullDays: 'Grenze erreicht',
  reachesLimit: (count, limit, {as}) =>
    `${count} gleichzeitig${as && ` ${as}`}, einschließlich dieses Eintrags (höchstens ${limit})`,
  extend: 'erweitern',
  today: 'heute',
  noDay: 'Tag wählen',
  dateNames: {
    weekdays: /* @__PURE__ */ 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'.split(' '),
    shortWeekdays: /* @__PURE__ */ 'Mo Di Mi Do Fr Sa So'.split(' '),
    months: /* @__PURE__ */ 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
      ' ',
    ),
    shortMonths: /* @__PURE__ */ 'Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.'.split(' '),
    dayPattern: '{day}. {shortMonth}',
    fullPattern: '{weekday}, {day}. {month} {year}',
    monthPattern: '{month} {year}',
  },
}
