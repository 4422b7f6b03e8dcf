import { helpersWith } from '../../account/staff/staff.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

export type Decider = Pick<Viewer, 'userId' | 'role'>

/**
 * Returns the people of the owner of the instance and of the helpers who decide about what people
 * make, as far as `isFor` names them.
 */
export function decidersOf(ctx: Ctx, isFor: (helper: Decider) => boolean): string[] {
  const owner = ownerArtist(ctx)
  const helpers = helpersWith(ctx, 'people').filter(isFor)
  return [...(owner === undefined ? [] : [owner]), ...helpers.map(({ artistId }) => artistId)]
}
