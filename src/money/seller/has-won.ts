import type { Ctx } from '../../context.ts'

const won = 'SELECT 1 FROM campaign_payouts WHERE artist_id = ? LIMIT 1'

/** Returns whether somebody won a drop: they are paid, also where they may not sell (rule 13.7). */
export const hasWon = ({ db }: Pick<Ctx, 'db'>, artistId: string): boolean =>
  db.$client.query<object, [string]>(won).get(artistId) !== null
