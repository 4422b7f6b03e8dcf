import { Type as t } from '@sinclair/typebox'
import type { World } from '../casset/access/visible-casset.ts'

/** A notification keeps these of its room. */
export const RoomDetails = { slug: t.String(), name: t.String() }

export const roomDetails = ({ casset, artist }: Pick<World, 'casset' | 'artist'>) => ({
  slug: artist.handle,
  name: casset.name,
})
