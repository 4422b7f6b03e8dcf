import type { Room } from '../../room.ts'
import { singleClaim } from './single-claim.ts'
import { singleGoods } from './single-goods.ts'

export const singleTrackRoom = { goods: [singleGoods], claims: [singleClaim] } satisfies Room
