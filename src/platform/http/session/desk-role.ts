import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from './session.ts'

export const helperRoles = ['moderation', 'money', 'all'] as const

export type HelperRole = (typeof helperRoles)[number]

/**
 * The parts of the desk: people and what they make, money, how the site is set up, who helps, and
 * what cannot be undone. No helper has the last two.
 */
export type DeskPart = 'people' | 'money' | 'site' | 'helpers' | 'owner'

const partsOf: Readonly<Record<HelperRole, readonly DeskPart[]>> = {
  moderation: ['people'],
  money: ['money'],
  all: ['people', 'money', 'site'],
}

export type Somebody = Pick<Viewer, 'role' | 'helperRole'>

/** The owner uses all of the desk, a helper the parts of their work. */
export const mayUse = ({ role, helperRole }: Somebody, part: DeskPart): boolean =>
  role === 'owner' || (helperRole !== null && partsOf[helperRole].includes(part))

/** Throws FORBIDDEN unless somebody may use that part of the desk (rule: helpers). */
export function requireDeskPart(viewer: Somebody, part: DeskPart): void {
  if (mayUse(viewer, part)) return
  if (viewer.helperRole === null) throw new AppError('FORBIDDEN', say('Only the owner of this site can do this.'))
  const hint = say('The owner of this site decides what you help with.')
  throw new AppError('FORBIDDEN', say('You do not help with this here.'), { hint })
}
