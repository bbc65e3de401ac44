/** Slugs: the words of a text as a part of an address, with a number where another record has the same. */
import {booleanType, textType} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {fieldCore, thisCore, valueCore} from '../core-build.ts'
import {select} from '../query/select.ts'
import {allSeeing, type ReadContext} from '../read-context.ts'

const longestSlug = 100

/** `How to train your dragon` → `how-to-train-your-dragon` */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, longestSlug)
  return words.replace(/^-+|-+$/g, '') || 'untitled'
}

interface SlugPlace {
  readonly entity: Entity
  readonly field: Field
}

/** The first that no other record has: `dragon`, `dragon-2`, `dragon-3`. */
export async function freeSlug(
  context: ReadContext,
  {entity, field}: SlugPlace,
  {text, earlier}: {readonly text: string; readonly earlier: Value},
): Promise<string> {
  const slug = slugOf(text)
  const own = fieldCore(thisCore(entity.name), entity.name, {name: field.name, type: field.type.type})
  const begins = {
    op: 'call' as const,
    name: 'starts with',
    args: [own, valueCore(textType, slug)],
    required: 2,
    type: booleanType,
  }
  const taken = await select(context, {
    from: allSeeing(context).records(entity.name),
    where: [begins],
    columns: [own],
  })
  const others = new Set(taken.flatMap(([value]) => (value === earlier ? [] : [String(value)])))
  if (!others.has(slug)) return slug
  let number = 2
  while (others.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}
