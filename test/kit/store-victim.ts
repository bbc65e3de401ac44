/**
 * A process to be killed: on the database of its first argument it writes records and migrates between two documents,
 * endlessly, and prints each record after it is durable.
 */
import {flushCompileCache} from 'node:module'
import {openStore} from '../../src/store/open.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import type {Store} from '../../src/store/store.ts'
import {addRecord} from './store-document.ts'
import {victimDocuments} from './store-victim-documents.ts'

const [, , address = '', first = '0'] = process.argv

async function bringTo(store: Store, document: (typeof victimDocuments)[number]): Promise<void> {
  const prepared = await prepare(store, document.specification)
  // Going back loses the field that only the second document has, which is accepted here.
  if (prepared.kind === 'stopped') await prepare(store, document.specification, {accept: prepared.planId})
}

// Its parent keeps its input open; without a parent, the process ends itself.
process.stdin.resume().on('close', () => process.exit())

// Compiling its modules takes most of its life, and a killed process would not keep them for the next one.
flushCompileCache()
const store = await openStore(address)
process.stdout.write('ready\n')
for (let number = Number(first), round = 0; ; round++) {
  for (const document of victimDocuments) {
    await bringTo(store, document)
    process.stdout.write(`plan ${round}\n`)
    for (let count = 0; count < 3; count++, number++) {
      const id = await addRecord(store, document.specification, document.entity, document.values(number))
      process.stdout.write(`ack ${id} ${number}\n`)
    }
  }
}
