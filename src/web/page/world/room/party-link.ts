import { openingText } from '../../../../casset/access/opening.ts'
import type { Ctx } from '../../../../context.ts'
import { say } from '../../../../lib/language/say.ts'
import { alongPath } from '../../../../lib/music/party.ts'
import { partyOf, partyPath } from '../../../../room/party/party.ts'
import type { Media } from '../../../parts/tape-view.ts'

export type PartyLink = { text: string; path: string; isOn: boolean } | null

/** Returns what leads to the party of a tape that has not ended. */
export function partyLink(ctx: Ctx, { casset: { id, slug } }: Pick<Media, 'casset'>): PartyLink {
  const party = partyOf(ctx, id)
  if (!party || party.endedAt !== null) return null
  if (party.begunAt !== null) {
    return { text: say('Listening party: come in, it is on'), path: alongPath(slug), isOn: true }
  }
  const hour = openingText(ctx, party.startsAt, party.zone)
  return { text: say('Listening party: {hour}', { hour }), path: partyPath(slug), isOn: false }
}
