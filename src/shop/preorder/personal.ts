import { callAllOff } from '../../casset/call-off.ts'
import type { Personal } from '../../platform/personal.ts'

/** The preorders of an artist who is gone: nobody will open them. */
export const preorderPersonal: Personal = {
  forget: (ctx, { artistId }) => callAllOff(ctx, artistId),
}
