import type { Room } from '../../room.ts'
import { sweepBlobsJob } from './sweep-blobs.ts'

export const blobRoom = { jobs: [sweepBlobsJob] } satisfies Room
