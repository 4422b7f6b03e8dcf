import { inTransaction } from '../../../../db/commits.ts'
import { idsOf } from '../../../books/ledger/account-entries.ts'
import { verifyLedger } from '../../../books/ledger/verify-ledger.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { dateOf, dayMs } from '../../../lib/time/calendar.ts'
import type { Check } from '../../../platform/check.ts'
import { type KeptSums, keptSumsOf } from '../../../platform/kept-sums.ts'

const named = 5

/** Checks that the sums kept by triggers are right. The fix computes them again. */
export const sumCheck: Check = {
  name: 'sums',
  place: 90,
  look(ctx) {
    const wrong = verifySums(ctx)
    if (wrong.length === 0) return {}
    const more =
      wrong.length > named ? [say('and {more} more ## at the end of a list', { more: wrong.length - named })] : []
    return {
      problem: say('these sums are not what they sum: {sums}', {
        sums: [...wrong.slice(0, named), ...more].join(', '),
      }),
      fix: say('tapedeck doctor --fix adds them up again'),
    }
  },
  fix: repairSums,
}

type Key = { whose: string; day: number; mode: string }

/** Returns the keys of a kind that differ from their rows. */
// Raw: as their rooms declare them.
export const differing = ({ db: { $client: sql } }: Ctx, kind: KeptSums): Key[] =>
  sql.query<Key, []>(kind.differing).all()

const nameOf = ({ whose, day, mode }: Key) =>
  [whose, ...(day === 0 ? [] : ['on', dateOf(day)]), ...(mode === '' ? [] : [`(${mode})`])].join(' ')

/** See rule: kept-sums. */
export const verifySums = (ctx: Ctx): string[] => keptSumsOf(ctx).flatMap((kind) => differing(ctx, kind).map(nameOf))

/**
 * Computes differing sums again. Throws where the ledger itself is wrong: sums of wrong rows would
 * hide which ones were right.
 */
export function repairSums(ctx: Ctx): void {
  if (verifyLedger(ctx).problems.length > 0)
    throw new Error(say('the ledger is wrong, and sums of it would be too; repair that first'))
  repairKinds(ctx, keptSumsOf(ctx))
}

/** Repairs each in its own short transaction, so that a running service continues selling. */
export function repairKinds(ctx: Ctx, kinds: readonly KeptSums[]): void {
  for (const kind of kinds) {
    // Raw: as their rooms declare them.
    const statements = kind.repair.map((text) => ctx.db.$client.query<unknown, Key>(text))
    for (const key of differing(ctx, kind)) {
      const span = { from: key.day * dayMs, until: (key.day + 1) * dayMs }
      const asked = { ...key, ...span, ...idsOf(span) }
      inTransaction(ctx.db, () => {
        for (const statement of statements) statement.run(asked)
      })
    }
  }
}
