import type { Ctx } from '../../../context.ts'
import type { Language } from '../../../lib/language/languages.ts'
import { givenState } from '../../own-state.ts'
import type { Viewer } from './session.ts'

export type Accounts = {
  /** Null when the token is unknown, ended or unused for too long. */
  viewerOfToken(ctx: Ctx, token: string): Viewer | null
  /** Throws BAD_STATE unless the viewer proved who they are a moment ago (rule: fresh-proof). */
  refuseOldSession(ctx: Ctx, viewer: Viewer): void
  /** Returns whether an account owns the site or helps at its desk; null for all others. */
  standingOf(ctx: Ctx, userId: string): 'owner' | 'helper' | null
  hasOwner(ctx: Ctx): boolean
  exists(ctx: Ctx, userId: string): boolean
  /** Returns the language that the account of an email address chose; null when it chose none. */
  languageOf(ctx: Ctx, address: string): Language | null
  hasNoQuota(ctx: Ctx, userId: string): boolean
}

export const accountsOf = givenState<Accounts>('accounts')
