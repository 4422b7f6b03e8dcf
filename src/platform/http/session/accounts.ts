import type { Ctx } from '../../../context.ts'
import type { Language } from '../../../lib/language/languages.ts'
import { givenState } from '../../own-state.ts'
import type { Viewer } from './session.ts'

/** `name`: the one in the greeting; `language`: the one that they chose, if any. */
type Reader = { name: string; language: Language | null }

export type Accounts = {
  /** Null when the token is unknown, ended or unused for too long. */
  viewerOfToken(ctx: Ctx, token: string): Viewer | null
  /** Throws BAD_STATE unless the viewer proved who they are a moment ago (rule: fresh-proof). */
  refuseOldSession(ctx: Ctx, viewer: Viewer): void
  /** Returns whether an account owns the site or helps at its desk; null for all others. */
  standingOf(ctx: Ctx, userId: string): 'owner' | 'helper' | null
  hasOwner(ctx: Ctx): boolean
  exists(ctx: Ctx, userId: string): boolean
  /** Returns how the account of an address is written to; undefined where it has none. */
  readerOf(ctx: Ctx, address: string): Reader | undefined
  /** Returns the address at which the artist of a casset answers about it, if they chose one. */
  answersAbout(ctx: Ctx, cassetId: string): string | null
  hasNoQuota(ctx: Ctx, userId: string): boolean
}

export const accountsOf = givenState<Accounts>('accounts')
