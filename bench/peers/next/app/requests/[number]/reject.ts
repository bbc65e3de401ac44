'use server'
import {revalidatePath} from 'next/cache'
import {reject} from '../../../../data/reject.ts'
import {viewer} from '../../../parts/viewer.ts'

export interface Answered {
  readonly problem: string | null
}

export async function rejectRequest(_before: Answered, form: FormData): Promise<Answered> {
  const number = Number(form.get('number'))
  const sent = {number, version: Number(form.get('version')), answer: String(form.get('answer') ?? '')}
  const outcome = reject(await viewer(), sent)
  if (!outcome.ok) return {problem: outcome.problem}
  revalidatePath(`/requests/${number}`)
  return {problem: null}
}
