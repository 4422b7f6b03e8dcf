import type { Room } from '../../room.ts'
import { certificateCheck } from './certificate-check.ts'
import { getCertificateJob } from './get-certificate.ts'

export const certificateRoom = { jobs: [getCertificateJob], checks: [certificateCheck] } satisfies Room
