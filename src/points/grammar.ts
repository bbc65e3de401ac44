/** What each point declares, for reading what is nearly a heading, a table or a bullet. */
import type {Grammar} from '../document/grammar.ts'
import {callsTable, eventsTable} from './calls/read.ts'
import {entityKeys, fieldsTable} from './entities/read-entity.ts'
import {errorsTable} from './errors/read.ts'
import {constantsTable} from './limits/read.ts'
import {audienceTable, shown} from './purpose/read.ts'
import {grantsTable, rolesTable} from './roles/read.ts'
import {rulesTable} from './rules/read.ts'
import {cardsTable} from './screens/cards.ts'
import {detailKeys} from './screens/details.ts'
import {screensTable} from './screens/read.ts'
import {actionsTable, machineKeys} from './states/read.ts'

export const grammar: Grammar = {
  1: {words: /purpose|product|what.*(?:does|for)|overview|zweck|produkt/i, tables: [audienceTable], keys: [shown]},
  2: {words: /screens?|routes?|pages|seiten|masken|routen/i, tables: [screensTable, cardsTable], keys: detailKeys},
  3: {words: /entit|fields|data model|datenmodell|felder/i, tables: [fieldsTable], keys: entityKeys},
  4: {words: /states?\b|transitions?|workflow|zustände|übergänge/i, tables: [actionsTable], keys: machineKeys},
  5: {words: /validation|rules|regeln|validierung/i, tables: [rulesTable], keys: []},
  6: {words: /roles|permissions|rights|rollen|rechte/i, tables: [rolesTable, grantsTable], keys: []},
  7: {words: /calls|\bapi\b|webhooks|interfaces|schnittstellen|aufrufe/i, tables: [callsTable, eventsTable], keys: []},
  8: {words: /errors?|catalogue|fehler/i, tables: [errorsTable], keys: []},
  9: {words: /constants|limits|settings|konstanten|grenzen/i, tables: [constantsTable], keys: []},
}
