import { decisions } from '../../../db/schema/casset/usage.ts'
import type { Decision } from './default-policies.ts'

/** Returns the stricter of two decisions: DENY, CONTACT_OWNER, REQUIRE_LICENSE, ALLOW. */
export const stricterDecision = (a: Decision, b: Decision): Decision =>
  decisions.indexOf(a) >= decisions.indexOf(b) ? a : b

/** Returns the first one with the strictest decision. The list must not be empty. */
export const strictestOf = <T extends { decision: Decision }>(policies: readonly T[]): T =>
  policies.reduce((a, b) => (stricterDecision(a.decision, b.decision) === a.decision ? a : b))
