/**
 * What is wrong between the points of a document that are each sound by themselves. First what stops the run; only in a
 * document without errors is it worth telling what never happens and what nobody uses.
 */
import {type Finding, hasErrors} from '../document/finding.ts'
import type {Specification} from '../points/specification.ts'
import {checkActionInputs, checkWho} from './check-actions.ts'
import {checkGuards, checkOverlaps, checkRuleConditions} from './check-conditions.ts'
import {checkComputed, checkWritable} from './check-fields.ts'
import {checkEvaded, checkGrants} from './check-grants.ts'
import {
  checkActionsOfScreens,
  checkAudiences,
  checkConditions,
  checkShownEntities,
  checkShownFields,
} from './check-screens.ts'
import {checkReached, checkSlips} from './check-states.ts'
import {checkUnraised, checkUnusedConstants, checkUnusedFields, checkUnusedRoles} from './check-unused.ts'
import {type CrossCheckContext, crossCheckContext} from './context.ts'

export function crossCheck(specification: Specification): Finding[] {
  const context = crossCheckContext(specification)
  const errors = wrong.flatMap(check => check(context))
  return hasErrors(errors) ? errors : [...errors, ...doubtful.flatMap(check => check(context))]
}

type Check = (context: CrossCheckContext) => Finding[]

const wrong: readonly Check[] = [checkSlips, checkActionsOfScreens, checkShownFields, checkActionInputs, checkWritable]

const doubtful: readonly Check[] = [
  checkReached,
  checkGuards,
  checkOverlaps,
  checkWho,
  checkRuleConditions,
  checkGrants,
  checkEvaded,
  checkUnusedRoles,
  checkAudiences,
  checkShownEntities,
  checkConditions,
  checkComputed,
  checkUnusedFields,
  checkUnraised,
  checkUnusedConstants,
]
