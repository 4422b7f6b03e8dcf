import { decisions } from '../../db/schema/permission-words.ts'
import type { Decision } from './default-policies.ts'

/** Returns the stricter of two decisions: DENY, CONTACT_OWNER, REQUIRE_LICENSE, ALLOW. */
export const stricter = (a: Decision, b: Decision): Decision => (decisions.indexOf(a) >= decisions.indexOf(b) ? a : b)
