/** A random document at work, read by everyone along every path. */
import {nobody} from '../../src/screens/testing.ts'
import {companyOf, withEveryScreen} from '../kit/any-company.ts'
import {documentOf} from '../kit/documents.ts'
import {randomFrom} from '../kit/random.ts'
import {randomDocument} from '../kit/random-document.ts'
import {EveryPath} from './every-path.ts'
import {readAsDocuments, readEverything, readOneByOne} from './matrix-reading.ts'

export async function holdsByEveryPath(make: () => Promise<string>, seed: number, rounds: number): Promise<void> {
  const random = randomFrom(seed)
  const written = randomDocument(random)
  const {entities} = documentOf(written).specification.entities
  const document = withEveryScreen(written, [...entities.values()])
  const company = await companyOf(document, await make(), 8)
  await new EveryPath(company, random, document).hold(rounds)
  for (const actor of [company.people[0] ?? nobody, company.people.at(-1) ?? nobody, nobody]) {
    for (const entity of company.entities) {
      await readEverything(company, entity, actor)
      await readOneByOne(company, entity, actor)
    }
    await readAsDocuments(company, actor)
  }
}
