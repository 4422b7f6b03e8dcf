import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'

/**
 * Whether anybody can pay an artist here: the owner of the instance, and whoever has a connected account that may
 * receive money now. With test payments the first sale connects one by itself (contract 7).
 */
export function canBePaid({ config: { payments }, reads }: Pick<Ctx, 'config' | 'reads'>, handle: string): boolean {
  if (payments === 'off') return false
  const seller = reads.seller(handle)
  if (!seller) return false
  return seller.role === 'owner' || (seller.ready ?? payments === 'test')
}

/** What a buyer is told when nobody can pay the artist. */
export const cannotBePaid = () =>
  new AppError('BAD_STATE', 'This artist cannot be paid right now.', {
    hint: 'The artist has to set payouts up in the studio first.',
  })
