import type { Room } from '../../room.ts'
import { listContentsJob } from './list-contents.ts'

export const payoutRoom = { jobs: [listContentsJob] } satisfies Room
