import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { accountsOf } from './accounts.ts'
import { type DeskPart, mayUse, requireDeskPart, type Somebody } from './desk-role.ts'
import type { Viewer } from './session.ts'

/**
 * The things that an act touches: the site's own; something that a person made, or their account,
 * where a helper touches only what is of people below them and never their own; the account of
 * another, where the owner does not touch their own either.
 */
type Touches = 'site' | 'made' | 'account' | 'another'

/** Acts that can be undone: by another act, by themselves, or without one as nothing is lost. */
type Undone = {
  who: Exclude<DeskPart, 'owner'>
  touches: Touches
  /** Whether it needs a recent proof of the person (rule: fresh-proof). */
  fresh: boolean
  undo: string
}

/** Acts that cannot be undone are the owner's. */
type Final = { who: 'owner'; touches: Touches; fresh: true; undo: null }

/** Everything done at the desk (rule: desk-acts). Each of its writing routes names its act. */
export const deskActs = {
  'change-settings': { who: 'site', touches: 'site', fresh: true, undo: 'undo-change' },
  // Mail, data and people that an address has let out or in meanwhile do not come back.
  'change-owner-settings': { who: 'owner', touches: 'site', fresh: true, undo: null },
  // A secret is kept nowhere once it was replaced.
  'replace-secret': { who: 'owner', touches: 'site', fresh: true, undo: null },
  'undo-change': { who: 'site', touches: 'site', fresh: true, undo: 'change-settings' },
  'look-over': { who: 'site', touches: 'site', fresh: false, undo: 'nothing is lost' },
  'back-up': { who: 'site', touches: 'site', fresh: false, undo: 'nothing is lost' },
  'close-site': { who: 'site', touches: 'site', fresh: false, undo: 'close-site' },
  'test-email': { who: 'site', touches: 'site', fresh: false, undo: 'nothing is lost' },
  // At worst its reader has it twice.
  'send-email': { who: 'site', touches: 'site', fresh: false, undo: 'nothing is lost' },
  'fix-payments': { who: 'site', touches: 'site', fresh: false, undo: 'nothing is lost' },
  'rehearse-payments': { who: 'site', touches: 'site', fresh: false, undo: 'nothing is lost' },
  'skip-step': { who: 'site', touches: 'site', fresh: false, undo: 'change-settings' },
  // The version before may not open the database of the new one.
  upgrade: { who: 'owner', touches: 'site', fresh: true, undo: null },
  // Nothing takes back the emails and payments that it sends from then on.
  'say-is-site': { who: 'owner', touches: 'site', fresh: true, undo: null },
  'go-back': { who: 'owner', touches: 'site', fresh: true, undo: null },
  'name-helper': { who: 'helpers', touches: 'site', fresh: true, undo: 'end-helper' },
  'end-helper': { who: 'helpers', touches: 'site', fresh: false, undo: 'name-helper' },
  invite: { who: 'people', touches: 'site', fresh: false, undo: 'revoke-invitation' },
  'revoke-invitation': { who: 'people', touches: 'site', fresh: false, undo: 'invite' },
  'change-account': { who: 'people', touches: 'account', fresh: false, undo: 'change-account' },
  'sign-out': { who: 'people', touches: 'another', fresh: false, undo: 'nothing is lost' },
  'reset-link': { who: 'people', touches: 'another', fresh: true, undo: 'nothing is lost' },
  'read-guest': { who: 'people', touches: 'site', fresh: false, undo: 'nothing is lost' },
  'erase-guest': { who: 'owner', touches: 'site', fresh: true, undo: null },
  'delete-account': { who: 'owner', touches: 'another', fresh: true, undo: null },
  'take-down': { who: 'people', touches: 'made', fresh: false, undo: 'give-back' },
  suspend: { who: 'people', touches: 'another', fresh: false, undo: 'give-back' },
  'give-back': { who: 'people', touches: 'made', fresh: false, undo: 'take-down' },
  // Nothing of it moves money, and its list still has it.
  'answer-withdrawal': { who: 'money', touches: 'site', fresh: false, undo: 'nothing is lost' },
  'answer-objection': { who: 'people', touches: 'made', fresh: false, undo: 'give-back' },
  'dismiss-report': { who: 'people', touches: 'made', fresh: false, undo: 'take-down' },
  'erase-track': { who: 'owner', touches: 'made', fresh: true, undo: null },
  'set-vat': { who: 'money', touches: 'site', fresh: true, undo: 'set-vat' },
  'set-rates': { who: 'money', touches: 'site', fresh: true, undo: 'set-rates' },
  'allow-seller': { who: 'money', touches: 'account', fresh: false, undo: 'end-seller' },
  // Preorders that are called off stay so.
  'end-seller': { who: 'owner', touches: 'account', fresh: true, undo: null },
} as const satisfies Record<string, Undone | Final>

export type DeskAct = keyof typeof deskActs

const actNames = Object.keys(deskActs).filter((name): name is DeskAct => name in deskActs)

export const actsOf = (somebody: Somebody): DeskAct[] => actNames.filter((act) => mayUse(somebody, deskActs[act].who))

/** Throws FORBIDDEN for an act that somebody may not do, and BAD_STATE without a fresh proof. */
export function requireAct(ctx: Ctx, viewer: Viewer, act: DeskAct): void {
  const { who, fresh } = deskActs[act]
  requireDeskPart(viewer, who)
  if (fresh) accountsOf(ctx).refuseOldSession(ctx, viewer)
}

export type Actor = Pick<Viewer, 'userId' | 'role'>

/** Returns undefined where the act is allowed. */
export function whyNotTo(ctx: Ctx, actor: Actor, act: DeskAct, userIds: readonly string[]): string | undefined {
  const { touches } = deskActs[act]
  const isOwner = actor.role === 'owner'
  for (const userId of userIds) {
    if (userId === actor.userId) {
      if (touches === 'another' || (touches === 'account' && !isOwner))
        return say('You cannot do this to your own account.')
      if (!isOwner) return say('You made this, so somebody else decides about it.')
      continue
    }
    if (isOwner) continue
    const standing = accountsOf(ctx).standingOf(ctx, userId)
    if (standing === 'owner') return say('This account owns the site.')
    if (standing === 'helper')
      return say('This account helps at the desk, so only the owner of the site decides about it.')
  }
  return undefined
}

/** Whether somebody may do an act to what is of these accounts: pages show no other keys. */
export const mayDo = (ctx: Ctx, viewer: Actor & Somebody, act: DeskAct, userIds: readonly string[] = []): boolean =>
  mayUse(viewer, deskActs[act].who) && whyNotTo(ctx, viewer, act, userIds) === undefined

/** Throws FORBIDDEN where somebody may not do an act to what is of these accounts. */
export function refuseActTo(ctx: Ctx, actor: Actor, act: DeskAct, userIds: readonly string[]): void {
  const why = whyNotTo(ctx, actor, act, userIds)
  if (why !== undefined) throw new AppError('FORBIDDEN', why)
}
