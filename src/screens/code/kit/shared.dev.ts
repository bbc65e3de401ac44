/** The kit under `nonet dev`: what own code imports knows how to show what was saved. */
import '../refresh.ts'

export * from './shared.ts'
