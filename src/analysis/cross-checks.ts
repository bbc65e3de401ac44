/**
 * Checks between points that are each valid on their own. Errors come first; warnings about impossible conditions and
 * unused names are only reported for a document without errors.
 */
import {type Finding, hasErrors} from '../document/finding.ts'
import type {Specification} from '../points/specification.ts'
import {checkGuards, checkOverlaps, checkRuleConditions} from './check-conditions.ts'
import {
  checkAddresses,
  checkComputed,
  checkEvaded,
  checkGrants,
  checkSetByFunctions,
  checkWritable,
} from './check-grants.ts'
import {checkNotifications} from './check-notifications.ts'
import {
  checkCallAnswers,
  checkCallConditions,
  checkCallWrites,
  checkMailFields,
  checkMailStrips,
  checkMails,
  checkUncaused,
} from './check-outgoing.ts'
import {
  checkActionsOfScreens,
  checkAudiences,
  checkConditions,
  checkPublicFiles,
  checkShownEntities,
  checkShownFields,
} from './check-screens.ts'
import {checkActionInputs, checkReached, checkSlips, checkWho} from './check-states.ts'
import {checkUnraised, checkUnusedConstants, checkUnusedFields, checkUnusedRoles} from './check-unused.ts'
import {type CrossCheckContext, crossCheckContext} from './context.ts'

export function crossCheck(specification: Specification): Finding[] {
  const context = crossCheckContext(specification)
  const errors = wrong.flatMap(check => check(context))
  return hasErrors(errors) ? errors : [...errors, ...doubtful.flatMap(check => check(context))]
}

type CrossCheck = (context: CrossCheckContext) => Finding[]

const wrong: readonly CrossCheck[] = [
  checkSlips,
  checkActionsOfScreens,
  checkShownFields,
  checkActionInputs,
  checkMailFields,
  checkMailStrips,
  checkWritable,
]

const doubtful: readonly CrossCheck[] = [
  checkReached,
  checkGuards,
  checkOverlaps,
  checkWho,
  checkMails,
  checkNotifications,
  checkRuleConditions,
  checkGrants,
  checkEvaded,
  checkAddresses,
  checkUnusedRoles,
  checkAudiences,
  checkPublicFiles,
  checkShownEntities,
  checkConditions,
  checkCallAnswers,
  checkCallConditions,
  checkCallWrites,
  checkUncaused,
  checkComputed,
  checkSetByFunctions,
  checkUnusedFields,
  checkUnraised,
  checkUnusedConstants,
]
