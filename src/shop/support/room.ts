import { dropStreamPasses } from '../../casset/access/stream-pass.ts'
import type { Personal } from '../../platform/personal.ts'
import { ends } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { dropLevels } from './levels.ts'
import { queueDue, supportDueJob } from './pay-period.ts'
import { endSupport, nextSupport, supportsOf } from './support.ts'
import { tellSupporter } from './support-emails.ts'
import { supportGoods } from './support-goods.ts'

/** The supports of a person, and their levels as an artist. The books stay. */
const supportPersonal: Personal = {
  sections: [
    {
      name: 'supports',
      start: [''],
      sql: `SELECT s.id, a.handle AS artist, s.level_name AS level, s.amount_minor, s.currency, s.rhythm, s.mode, s.state,
          s.started_at, s.paid_until, s.left_at, s.ended_at, s.id AS k0
        FROM supports s JOIN artists a ON a.id = s.artist_id
        WHERE s.user_id = $userId AND s.state <> 'BEGUN' AND s.id > $k0 ORDER BY s.id LIMIT $limit`,
    },
    {
      name: 'support-levels',
      start: [''],
      sql: `SELECT name, words, amount_minor, currency, rhythm, has_streams AS is_with_streams, has_tapes AS is_with_tapes,
          created_at, ended_at, id AS k0
        FROM support_levels WHERE artist_id = $artistId AND id > $k0 ORDER BY id LIMIT $limit`,
    },
    {
      name: 'heard-as-supporter',
      start: [''],
      sql: `SELECT a.handle AS artist, p.mode, p.until, p.artist_id AS k0
        FROM stream_passes p JOIN artists a ON a.id = p.artist_id
        WHERE p.user_id = $userId AND p.artist_id > $k0 ORDER BY p.artist_id LIMIT $limit`,
    },
  ],
  erases: ['support_levels', 'stream_passes'],
  forget(ctx, { userId, artistId }) {
    dropStreamPasses(ctx, userId)
    dropLevels(ctx, artistId)
    for (const support of supportsOf(ctx, userId)) endSupport(ctx, support, 'supporter')
  },
  // One by one, as there may be very many. Nobody pays meanwhile, as the account is gone.
  async erase(ctx, { artistId, displayName }) {
    const endNext = (after: string): string | undefined => {
      const support = nextSupport(ctx, artistId, after)
      if (!support) return undefined
      tellSupporter(ctx, support, 'ended by artist', displayName)
      endSupport(ctx, support, 'artist')
      return support.id
    }
    for (let after: string | undefined = ''; after !== undefined; ) {
      const last: string = after
      after = await ctx.jointly(() => endNext(last))
    }
  },
}

export const supportRoom = {
  routes: async () => {
    const { support, supportDoor } = await import('./routes.ts')
    return { called: [support], doors: [supportDoor] }
  },
  goods: [supportGoods],
  jobs: [supportDueJob],
  personal: supportPersonal,
  promises: [
    {
      name: 'support',
      tables: ['supports', 'support_payments', 'stream_passes'],
      thing: 'The further time of a support',
      giver: { ...ends, suspended: 'waits', forbidden: 'waits', hidden: 'waits' },
      receiver: { ...ends, suspended: 'waits' },
    },
  ],
  sweeps: [queueDue],
} satisfies Room
