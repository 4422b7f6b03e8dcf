import type { Room } from '../../room.ts'
import { tipGoods } from '../../shop/tip/tip-goods.ts'
import { announceTip, tellStoredJob } from './announce-tip.ts'

export const roomTipRoom = { goods: [tipGoods(announceTip)], jobs: [tellStoredJob] } satisfies Room
